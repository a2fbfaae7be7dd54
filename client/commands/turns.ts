/** Commands that change the conversation: undo, redo, retry, compact. */
import type { RedoSessionData } from '../../schemas/generated/types.js';
import { ApiFailure, isFailure } from '../api/failure.js';
import { counted } from '../view/format.js';
import {
  done,
  everywhere,
  group,
  onPage,
  refuse,
  showing,
  type CommandContext,
  type Outcome,
  type Refusal,
} from './command.js';
import type { CommandWords } from './texts.js';

export const turnCommands = group('Conversation', [
  {
    name: 'undo',
    aliases: ['rewind'],
    usage: '[n]',
    when: 'idle',
    surfaces: everywhere,
    run: undo,
  },
  {
    name: 'redo',
    when: 'idle',
    run: onPage({ kind: 'rewind', isRedo: true }, redo),
  },
  {
    name: 'retry',
    when: 'idle',
    async run({ session, words }) {
      try {
        await session.retry();
      } catch (error) {
        if (!isFailure(error, 'SESSION_UNDO_UNAVAILABLE')) throw error;
        return refuse(words.text('noContext'), 'failed');
      }
      return done({ isStarted: true });
    },
  },
  {
    name: 'compact',
    usage: '[instruction]',
    when: 'idle',
    surfaces: everywhere,
    async run({ session }, instruction) {
      await session.compact(instruction === '' ? {} : { instruction });
      return done({ isStarted: true });
    },
  },
]);

/**
 * With a number, undoes only the conversation. A page first shows what would go and reports what went. In an editor,
 * which has no list, the default is the last prompt.
 */
async function undo(context: CommandContext, args: string): Promise<Outcome> {
  const { session, surface, words } = context;
  if (args === '' && surface.kind !== 'editor') return await showing({ kind: 'rewind' })(context);
  const count = numberIn(args);
  if (count === undefined) return refuse(words.text('undoValues'));
  if (surface.kind === 'page') return await showing({ kind: 'rewind', count })(context);
  try {
    const { prompts } = await session.undo({ count, page_size: 1 });
    surface.prefill(prompts[0]?.text ?? '');
    const reported = `Undid ${counted(prompts.length, 'prompt')}.`;
    // an editor does not offer /redo
    return done(surface.kind === 'editor' ? { reported } : { reported, notice: '/redo takes it back' });
  } catch (error) {
    return unavailable(error, words);
  }
}

async function redo({ session, surface, words }: CommandContext): Promise<Outcome> {
  try {
    const preview = await session.redo({ dry_run: true, page_size: 1 });
    if (preview.files && preview.files.changes.length > 0 && !(await agrees(preview))) return done();
    const { prompts } = await redoOver();
    return done(prompts === undefined ? {} : { reported: `Redid ${counted(prompts.length, 'prompt')}.` });
  } catch (error) {
    return unavailable(error, words);
  }

  async function agrees({ prompts, files }: RedoSessionData): Promise<boolean> {
    const body = files?.changes.map(({ path, action, added = 0, removed = 0 }) =>
      action === 'remove' ? `${path} is removed` : `${path} +${added} −${removed}`,
    );
    const choice = await surface.ask({
      title: `Redo ${counted(prompts.length, 'prompt')}, with ${counted(body?.length ?? 0, 'file')}?`,
      ...(body && { body }),
      choices: ['Redo', 'Cancel'],
      preset: 1,
    });
    return choice === 1;
  }

  /** Overwrites files that something else changed meanwhile only with the user's consent. */
  async function redoOver(): Promise<Partial<RedoSessionData>> {
    try {
      return await session.redo({ page_size: 1 });
    } catch (error) {
      if (!isFailure(error, 'SESSION_FILES_CHANGED')) throw error;
      const choices = ['Overwrite them', 'Cancel'];
      const body = changedFiles(error.data);
      if ((await surface.ask({ title: error.message, body, choices, preset: 2 })) !== 1) return {};
      return await session.redo({ page_size: 1, force: true });
    }
  }
}

export function changedFiles(data: unknown): string[] {
  const { files } = data as { files: { path: string }[] };
  return files.map(({ path }) => path);
}

/** Describes why an undo was refused. */
export function undoRefusal(error: unknown, words: CommandWords): string {
  if (isFailure(error, 'SESSION_UNDO_UNAVAILABLE')) return unavailable(error, words).notice;
  if (error instanceof ApiFailure) return error.message;
  throw error;
}

/** Why the server refuses an undo or a redo (rest.md 9.6). */
const reasons = ['insufficient', 'compaction_boundary', 'checkpoint_lost', 'checkpoints_off', 'stale'] as const;

function unavailable(error: unknown, { text }: CommandWords): Refusal {
  const isReason = (name: string): boolean =>
    name === 'SESSION_UNDO_UNAVAILABLE' || name === 'SESSION_REDO_UNAVAILABLE';
  if (!(error instanceof ApiFailure) || !isReason(error.name)) throw error;
  const { reason } = error.data as { reason: string };
  const known = reasons.find((name) => name === reason);
  return refuse(known === undefined ? error.message : text(known), 'failed');
}

/** Parses a count from 1; empty input is 1, anything else undefined. */
export function numberIn(args: string): number | undefined {
  if (args === '') return 1;
  return /^[1-9]\d{0,5}$/.test(args) ? Number(args) : undefined;
}
