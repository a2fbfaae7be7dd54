/** Runs typed commands: refuses what a running turn forbids, and describes failures in words. */
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import { ownerOf } from '../api/owner.js';
import type { SessionState } from '../session/state.js';
import { refuse, type CommandContext, type Outcome, type Refusal } from './command.js';
import type { Typed } from './parse.js';
import { runSkill } from './skills.js';
import { isTurnActive } from '../session/working.js';

/** Runs a command. A refusal or a lost connection does not reject: the outcome reports it and keeps the input. */
export async function runTyped(
  typed: Exclude<Typed, { kind: 'text' | 'suggestion' }>,
  context: CommandContext,
): Promise<Outcome> {
  if (typed.kind === 'skill')
    return await attempt(typed.name, context, () => runSkill(context, typed.name, typed.args));
  const { command, args } = typed;
  if (!command.surfaces.includes(context.surface.kind))
    return refuse(context.words.text('notOffered', { name: command.name }), 'not-offered');
  // the user expects an effect of words that the command would ignore
  if (command.usage === '' && args !== '') return refuse(context.words.text('noArguments', { name: command.name }));
  if (command.when(args) === 'idle' && isTurnActive(context.session.get())) return busy(command.name, context);
  return await attempt(command.name, context, () => command.run(context, args));
}

async function attempt(name: string, context: CommandContext, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    // the turn began meanwhile, or the state does not show it yet
    if (isHeld(error, context.session.get())) return busy(name, context);
    if (!(error instanceof ApiFailure) && !(error instanceof ConnectionFailure)) throw error;
    return refuse(error.message, 'failed');
  }
}

/** Returns whether a turn, a compaction or other work holds the session; another server or the archive do not count. */
function isHeld(error: unknown, { session }: SessionState): boolean {
  if (!(error instanceof ApiFailure) || session?.archived === true || ownerOf(error)) return false;
  return error.name === 'SESSION_BUSY' || (error.name === 'COMPACTION_UNABLE' && session?.busy === true);
}

function busy(name: string, { surface, words }: CommandContext): Refusal {
  return refuse(surface.busyNotice?.(name) ?? words.text('busy'), 'busy');
}
