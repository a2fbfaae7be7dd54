/** Commands that export from the session: an answer, its Markdown, or everything for troubleshooting. */
import type { Client } from '../api/client.js';
import { addOlderItems } from '../../schemas/folds/transcript-apply.js';
import { firstTurn, transcriptOf, type Transcript } from '../../schemas/folds/transcript.js';
import type { Message } from '../../schemas/generated/types.js';
import {
  done,
  group,
  refuse,
  sessionParams,
  showing,
  type CommandContext,
  type Outcome,
  type SavedFile,
} from './command.js';
import { answerText, sessionMarkdown } from './markdown.js';
import { numberIn } from './turns.js';

export const answerCommands = group('Answers and files', [
  {
    name: 'copy',
    usage: '[n]',
    when: 'any',
    run: async (context, args) =>
      await withAnswer(context, 'copy', args, async (text) => done({ notice: await context.surface.copy(text) })),
  },
  {
    name: 'raw',
    usage: '[n]',
    when: 'any',
    run: async (context, args) =>
      await withAnswer(context, 'raw', args, async (text) => done({ rows: text.replace(/\n$/, '').split('\n') })),
  },
  {
    name: 'export-md',
    aliases: ['export'],
    usage: '[path]',
    when: 'idle',
    run: exportMarkdown,
  },
  {
    name: 'export-debug-zip',
    when: 'idle',
    run: exportZip,
  },
  {
    name: 'export-html',
    surfaces: ['page'],
    when: 'idle',
    run: showing({ kind: 'html' }),
  },
]);

async function withAnswer(
  context: CommandContext,
  name: string,
  args: string,
  use: (text: string) => Promise<Outcome>,
): Promise<Outcome> {
  const { text: wording, counted } = context.words;
  const number = numberIn(args);
  if (number === undefined) return refuse(wording('answerValues', { name }));
  let left = number;
  for await (const message of messages(context)) {
    const text = answerText(message);
    if (text === '') continue;
    left -= 1;
    if (left === 0) return await use(text);
  }
  return refuse(left === number ? wording('noAnswer') : counted('fewAnswers', number - left));
}

/** Yields the messages newest first, page by page. */
async function* messages(context: CommandContext): AsyncGenerator<Message> {
  for (let before: string | undefined; ;) {
    const { items, has_more: hasMore } = await context.client.listMessages({
      ...sessionParams(context),
      query: { page_size: 100, ...(before !== undefined && { before_id: before }) },
    });
    yield* items;
    before = items.at(-1)?.id;
    if (!hasMore || before === undefined) return;
  }
}

type Target = ReturnType<typeof sessionParams>;

/** Reads the main agent's transcript page by page, without adding it to the open session. */
async function wholeTranscript(client: Client, session: Target): Promise<Transcript> {
  const page = async (before?: string) =>
    await client.getTranscript({
      ...session,
      query: { agent_id: 'main', page_size: 100, ...(before !== undefined && { before_turn: before }) },
    });
  const newest = await page();
  const transcript = transcriptOf(newest);
  for (let hasMore = newest.has_more; hasMore;) {
    const before = firstTurn(transcript.items);
    if (before === undefined) break;
    const older = await page(before);
    addOlderItems(transcript, older.items);
    hasMore = older.has_more;
  }
  return transcript;
}

/** Returns a session as a Markdown file. */
export async function readMarkdown(client: Client, target: Target, now = Date.now): Promise<SavedFile> {
  const session = await client.getSession(target);
  const content = sessionMarkdown({ session, transcript: await wholeTranscript(client, target) });
  return { name: `agent-export-${session.id.slice(-8)}-${stamp(now())}.md`, content };
}

async function exportMarkdown(context: CommandContext, path: string): Promise<Outcome> {
  const file = await readMarkdown(context.client, sessionParams(context), context.now);
  return await save(context, { ...(path !== '' && { path }), ...file });
}

async function exportZip(context: CommandContext): Promise<Outcome> {
  const answer = await context.files.exportSession(sessionParams(context));
  const content = await answer.blob();
  return await save(context, { name: `agent-session-${context.session.get().id}.zip`, content });
}

async function save({ surface, words }: CommandContext, file: SavedFile): Promise<Outcome> {
  const saved = await surface.save(file);
  return 'path' in saved
    ? done({ rows: [words.text('exported', { path: saved.path })] })
    : refuse(saved.problem, 'failed');
}

/** Returns local time as `20260301-142305`. */
function stamp(at: number): string {
  return new Date(at).toLocaleString('sv').replace(/[-:]/g, '').replace(' ', '-');
}
