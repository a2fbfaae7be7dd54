/** Imports conversations of other assistants as new sessions, each in one transaction (acp-cli.md 2.2). */
import { promptText } from '../../../schemas/folds/said.js';
import { hash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { ulid } from 'ulid';
import { toolTable } from '../../../schemas/generated/tools.js';
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { ContentPart, Message } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { HomePaths } from '../../home/paths.js';
import { openDatabase, type Db } from '../log/database.js';
import { prepareEvents } from '../log/frames.js';
import { createHub } from '../log/hub.js';
import { createLog } from '../log/log.js';
import { storeContent } from '../prompts/media.js';
import { firstTitle, lastPromptText } from '../prompts/text.js';
import { createStore, iso, type SessionRow } from '../store.js';
import { textsOf } from '../texts/texts.js';
import { createWorkspaces, normalRoot } from '../workspaces/workspaces.js';

/** A conversation in the common form of all sources. */
export interface ImportedConversation {
  /** name of the source, such as `claude` */
  source: string;
  /** canonical path of its file, and SHA-256 of its content */
  path: string;
  hash: string;
  cwd: string;
  title: string;
  turns: ImportedTurn[];
}

export interface ImportedTurn {
  time: number;
  parts: ({ type: 'text'; text: string } | { type: 'image'; mediaType: string; data: string })[];
  steps: ImportedStep[];
}

export interface ImportedStep {
  time: number;
  model: string;
  text: string;
  calls: {
    name: string;
    input: Record<string, unknown>;
    /** absent: the call got no result */
    result?: { time: number; output: string; isError: boolean };
  }[];
}

export interface Importer {
  isKnown(path: string, hash: string): boolean;
  /** Returns the id of the session, and how many images could not be kept. */
  add(conversation: ImportedConversation): Promise<{ id: string; lostImages: number }>;
  close(): void;
}

/** Maximum pixels of the longer edge of a stored image, and maximum bytes of an image in the source. */
const maxEdge = 2_000;
const maxImageBytes = 10 * 1024 * 1024;
/** Maximum characters of a result when its call is kept as text. */
const shownResult = 4_000;
const lostResult = 'The result of this call is not in the imported session.';

export function openImporter(paths: HomePaths): Importer {
  const db = openDatabase({ path: paths.database });
  const serverId = `import-${ulid().toLowerCase()}`;
  const newId = (prefix: string): string => `${prefix}_${ulid().toLowerCase()}`;
  /** time of the next event: the log keeps the times of the source */
  let clock: number | undefined;
  const log = createLog({
    db,
    hub: createHub(),
    serverId,
    now: () => clock ?? Date.now(),
    epoch: () => newId('ep'),
  });
  const workspaces = createWorkspaces({ db, log, now: Date.now });
  const leases = { present: () => ({ alive: () => false, foreignOwner: () => undefined }), living: () => [] };
  const store = createStore({ db, leases, contextLimit: () => undefined });
  const insert = db.prepare(
    `INSERT INTO sessions (id, epoch, owner, workspace_id, cwd, created_at, updated_at, metadata)
     VALUES (@id, @epoch, @owner, @workspaceId, @cwd, @first, @first, @metadata) RETURNING key`,
  );
  const release = db.prepare('UPDATE sessions SET owner = NULL, updated_at = ? WHERE key = ?');
  const known = knownSources(db);

  async function add(given: ImportedConversation): Promise<{ id: string; lostImages: number }> {
    const id = newId('session');
    const epoch = newId('ep');
    const cwd = await realpath(given.cwd).catch(() => normalRoot(given.cwd));
    const { directory } = paths.session(id);
    try {
      const { rows, lostImages } = await eventsOf(given, { id, directory, newId });
      for (const { event } of rows) {
        const preparing = prepareEvents(textsOf(db), id, [event]);
        if (preparing) await preparing;
      }
      const first = rows[0]?.time ?? Date.now();
      const last = rows.at(-1)?.time ?? first;
      log.commit(() => {
        let key = 0;
        const imported = {
          source: given.source,
          path: hash('sha256', given.path),
          hash: given.hash,
          at: iso(Date.now()),
        };
        workspaces.open(cwd, undefined, (workspaceId) => {
          const metadata = JSON.stringify({ imported });
          ({ key } = insert.get({ id, epoch, owner: serverId, workspaceId, cwd, first, metadata }) as { key: number });
        });
        for (const { time, event } of rows) {
          clock = time;
          log.append({ key, id, epoch }, [event]);
        }
        const session = { ...store.session(store.row(id) as SessionRow), last_seq: log.lastSeq(key) + 1 };
        log.append({ key, id, epoch }, [{ type: 'event.session.created', agentId: 'main', session }]);
        release.run(last, key);
      });
      known.add(sourceKey(hash('sha256', given.path), given.hash));
      return { id, lostImages };
    } catch (error) {
      await rm(directory, { recursive: true, force: true });
      throw error;
    } finally {
      clock = undefined;
    }
  }

  return {
    isKnown: (path, content) => known.has(sourceKey(hash('sha256', path), content)),
    add,
    close: () => void db.close(),
  };
}

function sourceKey(path: string, content: string): string {
  return `${path} ${content}`;
}

function knownSources(db: Db): Set<string> {
  const rows = db
    .prepare<[], { path: string | null; hash: string | null }>(
      `SELECT json_extract(metadata, '$.imported.path') AS path, json_extract(metadata, '$.imported.hash') AS hash
       FROM sessions WHERE forming = 0 AND json_extract(metadata, '$.imported.hash') IS NOT NULL`,
    )
    .all();
  return new Set(rows.map(({ path, hash: content }) => sourceKey(path ?? '', content ?? '')));
}

interface Making {
  id: string;
  /** absolute path of the session's directory, which receives its media */
  directory: string;
  newId(prefix: string): string;
}

interface TimedEvent {
  time: number;
  event: NewEvent;
}

/** The events that the same conversation would have produced here. */
async function eventsOf(
  { turns, title }: ImportedConversation,
  making: Making,
): Promise<{ rows: TimedEvent[]; lostImages: number }> {
  const rows: TimedEvent[] = [];
  let lostImages = 0;
  const add = (time: number, event: NewEvent): void => void rows.push({ time, event });
  add(turns[0]?.time ?? Date.now(), { type: 'agent.created', agentId: 'main', agentKind: 'main' });
  for (const [index, turn] of turns.entries()) {
    const turnId = index + 1;
    const { content, lost } = await contentOf(turn, making);
    lostImages += lost;
    const prompt = promptText(content);
    const message = messageOf(making, 'user', content, turn.time, { origin: { kind: 'user' }, turn_id: turnId });
    const patch = { lastPrompt: lastPromptText(content) };
    if (index > 0) add(turn.time, { type: 'session.meta.updated', agentId: 'main', patch });
    else {
      const named = title === '' ? firstTitle(prompt) : firstTitle(title);
      const kind = { isCustomTitle: title !== '', titleKind: title === '' ? 'replaceable' : 'custom' } as const;
      add(turn.time, {
        type: 'session.meta.updated',
        agentId: 'main',
        title: named,
        patch: { title: named, ...kind, ...patch },
      });
    }
    add(turn.time, { type: 'turn.started', agentId: 'main', turnId, origin: { kind: 'user' }, prompt });
    add(turn.time, { type: 'message.appended', agentId: 'main', turnId, message });
    for (const [at, step] of turn.steps.entries()) rows.push(...stepEvents(step, turnId, at + 1, making));
    const time = rows.at(-1)?.time ?? turn.time;
    const durationMs = Math.max(0, time - turn.time);
    add(time, { type: 'turn.ended', agentId: 'main', turnId, reason: 'completed', durationMs, time });
  }
  return { rows, lostImages };
}

function stepEvents(step: ImportedStep, turnId: number, number: number, making: Making): TimedEvent[] {
  const { time, model } = step;
  const stepId = making.newId('step');
  const place = { agentId: 'main', turnId, step: number } as const;
  const calls = step.calls
    .filter(({ name }) => Object.hasOwn(toolTable, name))
    .map((call) => ({ ...call, id: making.newId('call') }));
  const asText = step.calls.filter(({ name }) => !Object.hasOwn(toolTable, name)).map(callAsText);
  const text = [step.text, ...asText].filter((each) => each.trim() !== '').join('\n\n');
  const content: ContentPart[] = [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', tool_call_id: id, tool_name: name, input }) as const),
  ];
  const message = messageOf(making, 'assistant', content, time, { turn_id: turnId, step: number });
  const rows: TimedEvent[] = [
    { time, event: { type: 'turn.step.started', ...place, stepId, attempt: 1, model } },
    ...(content.length === 0 ? [] : [{ time, event: { type: 'message.appended', ...place, message } } as const]),
  ];
  for (const { id, name, input } of calls)
    rows.push({ time, event: { type: 'tool.call.started', ...place, toolCallId: id, name, args: input } });
  for (const { id, result } of calls) {
    const { output, isError } = result ?? { output: lostResult, isError: true };
    const event: NewEvent = {
      type: 'tool.result',
      ...place,
      toolCallId: id,
      messageId: making.newId('msg'),
      output: output === '' ? 'The tool gave no output.' : output,
      ...(isError ? { isError } : {}),
      ...(result ? {} : { synthetic: true }),
      durationMs: Math.max(0, (result?.time ?? time) - time),
    };
    rows.push({ time: result?.time ?? time, event });
  }
  const finishReason = calls.length > 0 ? 'tool_use' : 'end_turn';
  rows.push({
    time: rows.at(-1)?.time ?? time,
    event: { type: 'turn.step.completed', ...place, stepId, finishReason },
  });
  return rows;
}

/** A call of an unknown tool as plain text, so that the model does not try to call it. */
function callAsText({ name, input, result }: ImportedStep['calls'][number]): string {
  const call = `[called ${name}: ${JSON.stringify(input)}]`;
  if (!result) return call;
  const { output, isError } = result;
  const shown = output.length > shownResult ? `${output.slice(0, shownResult).toWellFormed()} …` : output;
  return `${call}\n[${isError ? 'its error' : 'its result'}: ${shown}]`;
}

function messageOf(
  { id, newId }: Making,
  role: Message['role'],
  content: ContentPart[],
  time: number,
  metadata: Omit<NonNullable<Message['metadata']>, 'agent_id'>,
): Message {
  return {
    id: newId('msg'),
    session_id: id,
    role,
    content,
    created_at: iso(time),
    metadata: { ...metadata, agent_id: 'main' },
  };
}

/** Stores images as files of the session; an image that cannot be stored becomes a text. */
async function contentOf(
  { parts }: ImportedTurn,
  { directory }: Making,
): Promise<{ content: ContentPart[]; lost: number }> {
  const content: ContentPart[] = [];
  let lost = 0;
  for (const part of parts) {
    if (part.type === 'text') {
      content.push({ type: 'text', text: part.text.toWellFormed() });
      continue;
    }
    const image = await keptImage(part, directory);
    if (!image) lost += 1;
    content.push(image ?? { type: 'text', text: '[image]' });
  }
  return { content, lost };
}

async function keptImage(
  { mediaType, data }: { mediaType: string; data: string },
  directory: string,
): Promise<ContentPart | undefined> {
  if (data.length * 0.75 > maxImageBytes) return undefined;
  try {
    const source = { kind: 'base64', media_type: mediaType, data } as const;
    const nothing = { find: () => undefined };
    const { parts } = await storeContent([{ type: 'image', source }], { directory, uploads: nothing }, maxEdge);
    return parts[0];
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
