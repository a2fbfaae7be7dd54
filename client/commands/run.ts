/** Runs what was typed: refuses what a running turn forbids, and says in words why something failed. */
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import { ownerOf } from '../api/owner.js';
import type { SessionState } from '../session/state.js';
import { refuse, type CommandContext, type Outcome, type Refusal, type SurfaceKind } from './command.js';
import type { Typed } from './parse.js';
import type { CommandWords } from './texts.js';
import { runSkill } from './skills.js';
import { isTurnActive } from '../session/working.js';

/** How a turn is stopped, in the words of each surface. */
const busyNotices: Record<SurfaceKind, (name: string, words: CommandWords) => string> = {
  terminal: (name) => `A turn runs: press Esc first, then /${name}`,
  page: (_, { text }) => text('busy'),
  editor: (name) => `A turn runs: cancel it first, then /${name}`,
};

/** Never rejects for what the server refuses or a lost connection: the outcome says so, and the input is kept. */
export async function runTyped(
  typed: Exclude<Typed, { kind: 'text' | 'suggestion' }>,
  context: CommandContext,
): Promise<Outcome> {
  if (typed.kind === 'skill')
    return await attempt(typed.name, context, () => runSkill(context, typed.name, typed.args));
  const { command, args } = typed;
  if (!command.surfaces.includes(context.surface.kind))
    return refuse(context.words.text('notOffered', { name: command.name }), 'not-offered');
  if (command.when(args) === 'idle' && isTurnActive(context.session.get())) return busy(command.name, context);
  return await attempt(command.name, context, () => command.run(context, args));
}

async function attempt(name: string, context: CommandContext, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    // it began meanwhile, or the state does not show it yet
    if (isHeld(error, context.session.get())) return busy(name, context);
    if (!(error instanceof ApiFailure) && !(error instanceof ConnectionFailure)) throw error;
    return refuse(error.message, 'failed');
  }
}

/** A turn, a compaction or another work holds the session; not another server, and not the archive. */
function isHeld(error: unknown, { session }: SessionState): boolean {
  if (!(error instanceof ApiFailure) || session?.archived === true || ownerOf(error)) return false;
  return error.name === 'SESSION_BUSY' || (error.name === 'COMPACTION_UNABLE' && session?.busy === true);
}

function busy(name: string, { surface, words }: CommandContext): Refusal {
  return refuse(busyNotices[surface.kind](name, words), 'busy');
}
