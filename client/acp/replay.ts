/** Sends the history of a session as updates, from its transcript (acp-cli.md 1.8). */
import type { EventPayloads } from '../../schemas/generated/events.js';
import type {
  ContentPart,
  GoalSnapshot,
  TranscriptAttachment,
  TranscriptFrame,
  TranscriptItem,
  TranscriptToolFrame,
  TranscriptTurn,
} from '../../schemas/generated/types.js';
import type { CallData, Client } from '../api/client.js';
import type { Files } from '../api/files.js';
import { plainText } from '../view/content.js';
import {
  contentOf,
  contentOfResult,
  cut,
  kindOf,
  placesOf,
  placesOfResult,
  shownInput,
  titleOf,
} from './callcontent.js';
import type { Calls } from './calls.js';
import type { CallNews, Update } from './update.js';

const pageSize = 100;
const longestText = 256 * 1024;

type Page = CallData<'getTranscript'>;

export interface ReplayOptions {
  sessionId: string;
  cwd: string;
  client: Client;
  files: Files;
  calls: Calls;
  send(update: Update): void;
  /** resolves when the editor can take more */
  room(): Promise<void> | undefined;
}

/** The running turn, whose open step the server sends again. */
export interface RunningTurn {
  turnId: number;
  step: number;
}

/** Sends the transcript of the main agent, oldest first; `isSilent`: only its running calls. */
export async function replay(options: ReplayOptions, { isSilent = false } = {}): Promise<RunningTurn | undefined> {
  const { sessionId, client, send, room } = options;
  const params = { session_id: sessionId };
  let running: RunningTurn | undefined;
  if (isSilent) {
    const page = await client.getTranscript({ params, query: { agent_id: 'main', page_size: 1 } });
    for (const item of page.items) {
      if (item.kind !== 'turn') continue;
      // the editor has to know a call before its end
      for (const frame of runningCalls(item)) send({ kind: 'call', call: callOf(frame, item, options) });
      running = adoptTurn(item, options) ?? running;
    }
    return running;
  }
  const goalText = createGoalTexts();
  let page = await oldestPage(client, sessionId);
  for (;;) {
    const attachments = new Map(page.attachments.map((each) => [each.attachmentId, each]));
    for (const item of page.items) {
      const typed = goalText(item);
      if (typed) send(typed);
      for await (const update of updatesOf(item, attachments, options)) {
        send(update);
        await room();
      }
      if (item.kind === 'turn') running = adoptTurn(item, options) ?? running;
    }
    const last = page.items.findLast(({ kind }) => kind === 'turn');
    if (!page.has_more || last?.kind !== 'turn') break;
    const query = { agent_id: 'main', page_size: pageSize, after_turn: last.turnId };
    page = await client.getTranscript({ params, query });
  }
  const { todos } = await client.getTranscript({ params, query: { agent_id: 'main', page_size: 1 } });
  const items = todos.find(({ todoId }) => todoId === 'todo')?.items ?? [];
  if (items.length > 0) send({ kind: 'plan', todos: items });
  return running;
}

/** Returns the oldest page. Pages count from the newest turn, so the list of user messages locates the oldest. */
async function oldestPage(client: Client, sessionId: string): Promise<Page> {
  const params = { session_id: sessionId };
  const newest = await client.getTranscript({ params, query: { agent_id: 'main', page_size: pageSize } });
  if (!newest.has_more) return newest;
  const { agents } = await client.listUserMessages({ params, query: { agent_id: 'main' } });
  const second = agents[0]?.messages[1]?.turn_id;
  if (second === undefined) return newest;
  const query = { agent_id: 'main', page_size: pageSize, before_turn: second };
  return { ...(await client.getTranscript({ params, query })), has_more: true };
}

/** Returns before a turn the `/goal` command that began its work, since such a turn has no prompt. */
function createGoalTexts(): (item: TranscriptItem) => Update | undefined {
  const known = new Set<string>();
  let begun: GoalSnapshot | undefined;
  return (item) => {
    if (item.kind === 'turn') {
      const goal = begun;
      begun = undefined;
      // a prompt that sets a goal has its objective as text
      if (!goal || item.prompt?.trim() === goal.objective) return undefined;
      return { kind: 'text', of: 'user', messageId: goal.goalId, text: `/goal ${goal.objective}` };
    }
    if (item.kind !== 'marker' || item.marker !== 'goal') return undefined;
    const { snapshot, change } = (item.payload ?? {}) as Partial<EventPayloads['goal.updated']>;
    if (!snapshot || known.has(snapshot.goalId)) return undefined;
    known.add(snapshot.goalId);
    // a goal of the model begins with a call, which is shown
    if (snapshot.status === 'active' && change?.actor !== 'model') begun = snapshot;
    return undefined;
  };
}

/** Prepares a running turn for its live updates. */
function adoptTurn(turn: TranscriptTurn, { calls }: ReplayOptions): RunningTurn | undefined {
  if (turn.state !== 'running') return undefined;
  for (const frame of runningCalls(turn)) calls.adopt('main', turn.ordinal, frame.toolCallId, frame.name);
  return { turnId: turn.ordinal, step: turn.steps.at(-1)?.ordinal ?? 1 };
}

function runningCalls(turn: TranscriptTurn): TranscriptToolFrame[] {
  if (turn.state !== 'running') return [];
  return turn.steps
    .flatMap(({ frames }) => frames)
    .filter((frame) => frame.kind === 'tool')
    .filter((frame) => frame.state === 'running' && frame.input !== undefined);
}

async function* updatesOf(
  item: TranscriptItem,
  attachments: ReadonlyMap<string, TranscriptAttachment>,
  options: ReplayOptions,
): AsyncGenerator<Update> {
  // a marker of its own shows the beginning
  if (item.kind === 'marker' && item.marker === 'compaction' && item.payload?.['phase'] === 'completed') {
    yield { kind: 'text', of: 'thought', messageId: item.markerId, text: 'The older context was compacted.\n' };
    return;
  }
  if (item.kind !== 'turn') return;
  const userId = item.triggerPromptId ?? `main:${item.ordinal}`;
  if (item.prompt) yield { kind: 'text', of: 'user', messageId: userId, text: item.prompt };
  yield* images(item.attachmentIds, attachments, userId, options);
  for (const step of item.steps) {
    const isOpen = item.state === 'running' && step.state === 'running';
    const messageId = `main:${item.ordinal}.${step.ordinal}`;
    for (const frame of step.frames)
      yield* updatesOfFrame(frame, { messageId, turn: item, isOpen, attachments }, options);
  }
}

interface Around {
  messageId: string;
  turn: TranscriptTurn;
  /** the step is still streaming: the server sends its text again */
  isOpen: boolean;
  attachments: ReadonlyMap<string, TranscriptAttachment>;
}

async function* updatesOfFrame(
  frame: TranscriptFrame,
  { messageId, turn, isOpen, attachments }: Around,
  options: ReplayOptions,
): AsyncGenerator<Update> {
  switch (frame.kind) {
    case 'text': {
      const isUser = frame.role === 'user';
      const id = isUser ? frame.frameId : messageId;
      if (frame.text !== '' && (isUser || !isOpen))
        yield { kind: 'text', of: isUser ? 'user' : 'answer', messageId: id, text: cut(frame.text, longestText) };
      yield* images(frame.attachmentIds, attachments, id, options);
      return;
    }
    case 'thinking':
      if (!isOpen && frame.text !== '')
        yield { kind: 'text', of: 'thought', messageId, text: cut(frame.text, longestText) };
      return;
    case 'tool':
      if (frame.state !== 'running' || frame.input !== undefined)
        yield { kind: 'call', call: callOf(frame, turn, options) };
      return;
    default:
  }
}

function callOf(frame: TranscriptToolFrame, turn: TranscriptTurn, { cwd, calls }: ReplayOptions): CallNews {
  const { name, display, resultDisplay, output, error, state } = frame;
  const isOver = state !== 'running';
  const places = placesOfResult(resultDisplay, cwd) ?? placesOf(display, cwd);
  const result: string | ContentPart[] = output ?? error ?? '';
  const content = isOver ? contentOfResult(result, resultDisplay, cwd) : contentOf(display, cwd);
  return {
    id: calls.idOf('main', turn.ordinal, frame.toolCallId),
    isNew: true,
    title: titleOf(name, display, undefined, cwd),
    tool: name,
    kind: kindOf(name),
    status: !isOver ? 'in_progress' : state === 'error' ? 'failed' : 'completed',
    ...(content && { content }),
    ...(places && { locations: places }),
    ...(frame.input !== undefined && { input: shownInput(frame.input) }),
    ...(isOver && { output: cut(plainText(result), 16 * 1024) }),
  };
}

async function* images(
  ids: readonly string[] = [],
  attachments: ReadonlyMap<string, TranscriptAttachment>,
  messageId: string,
  { sessionId, files }: ReplayOptions,
): AsyncGenerator<Update> {
  for (const id of ids) {
    const { mediaType, source, name } = attachments.get(id) ?? {};
    if (mediaType === undefined) continue;
    const image = mediaType.startsWith('image/') ? await readImage(source, sessionId, files) : undefined;
    if (image) yield { kind: 'image', of: 'user', messageId, ...image };
    else
      yield {
        kind: 'text',
        of: 'user',
        messageId,
        text: `[${mediaType.split('/')[0] ?? 'file'}${name ? `: ${name}` : ''}]`,
      };
  }
}

/** Maximum size in bytes of an image in the history. */
const mostImageBytes = 1024 * 1024;

/** Returns undefined when the image is too large or no longer exists. */
async function readImage(
  source: TranscriptAttachment['source'],
  sessionId: string,
  files: Files,
): Promise<{ data: string; mimeType: string } | undefined> {
  if (source?.kind !== 'session_media') return undefined;
  const params = { session_id: sessionId, file_id: source.fileId };
  const response = await files.getSessionMedia({ params }).catch(() => undefined);
  if (!response) return undefined;
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > mostImageBytes) return undefined;
  return { data: bytes.toString('base64'), mimeType: response.headers.get('content-type') ?? 'image/png' };
}
