/** Reads messages from the log: pages of the history, single messages, and the context of an agent. */
import type { EventPayloads, EventType } from '../../../schemas/generated/events.js';
import type { ContentPart, Message } from '../../../schemas/generated/types.js';
import type { ContextEntry } from '../../agent/turn.js';
import type { Db } from '../log/database.js';
import { createContextReader } from '../facts/compaction.js';
import { loadPayload } from '../log/frames.js';
import { waitingTypes } from '../facts/messages.js';
import { promptMessage, queued, type PromptRow } from './promptmessage.js';
import { textsOf } from '../texts/texts.js';
import { toolMessage } from './toolmessage.js';

export interface PageQuery {
  beforeId?: string;
  afterId?: string;
  pageSize: number;
}

export type ContextCopy = Pick<EventPayloads['context.copied'], 'messageIds' | 'kept'>;

export interface Messages {
  /** newest first; includes waiting prompts, leaves out undone messages */
  page(session: { key: number; id: string }, query: PageQuery): { items: Message[]; has_more: boolean };
  find(session: { key: number; id: string }, messageId: string): Message | undefined;
  /** the newest page of the context only: a client that follows the events receives other messages from them */
  newest(session: { key: number; id: string }, pageSize: number): { items: Message[]; has_more: boolean };
  /** messages of the context after an event number, oldest first; `message` is absent for a damaged one */
  behind(session: { key: number; id: string }, seq: number, limit: number): { seq: number; message?: Message }[];
  /** event number of a message of `main` that has entered the context and was not undone */
  position(key: number, messageId: string): { seq: number; turnId: number | null } | undefined;
  /** messages that the last compaction of an agent kept verbatim */
  kept(key: number, agentId: string): Message[];
  /** a copy of a context as `context.copied` records it, including later undone messages */
  copied(session: { key: number; id: string }, copy: ContextCopy): ContextEntry[];
  /** Reads the long texts of a session before it is loaded, so that loading does not wait for files. */
  loadTexts(session: { key: number; id: string }): Promise<void>;
  /** the context of an agent, oldest first */
  context(session: { key: number; id: string }, agentId: string): ContextEntry[];
}

interface Row {
  seq: number;
  model: string | null;
  type: EventType;
  time: number;
  payload: string;
  /** prompt of the turn, for tool messages, whose events do not name it */
  promptId: string | null;
}

const from = `FROM messages m JOIN events e ON e.session_key = m.session_key AND e.seq = m.seq
  WHERE m.session_key = ? AND m.agent_id = ? AND m.undone = 0`;
const entered = `e.type NOT IN (${waitingTypes})`;

export function createMessages(db: Db): Messages {
  const texts = textsOf(db);
  const columns = `m.seq, m.model, e.type, e.time, e.payload,
    (SELECT t.prompt_id FROM turns t WHERE t.session_key = m.session_key AND t.agent_id = m.agent_id AND t.turn_id = m.turn_id) AS promptId`;
  const newest = db.prepare<[number, string, number, number], Row>(
    `SELECT ${columns} ${from} AND m.seq < ? ORDER BY m.seq DESC LIMIT ?`,
  );
  const newestEntered = db.prepare<[number, string, number], Row>(
    `SELECT ${columns} ${from} AND ${entered} ORDER BY m.seq DESC LIMIT ?`,
  );
  const later = db.prepare<[number, string, number, number], Row>(
    `SELECT ${columns} ${from} AND m.seq > ? ORDER BY m.seq ASC LIMIT ?`,
  );
  const laterEntered = db.prepare<[number, string, number, number], Row>(
    `SELECT ${columns} ${from} AND ${entered} AND m.seq > ? ORDER BY m.seq ASC LIMIT ?`,
  );
  // the summary has a lower number than the compaction, so it is selected by its id
  const all = db.prepare<[number, string, number, string], Row>(
    `SELECT ${columns} ${from} AND ${entered} AND (m.seq > ? OR m.id = ?) ORDER BY m.seq`,
  );
  const begun = createContextReader(db);
  const byId = db.prepare<[number, string], Row & { undone: number }>(
    `SELECT ${columns}, m.undone FROM messages m JOIN events e ON e.session_key = m.session_key AND e.seq = m.seq
     WHERE m.session_key = ? AND m.id = ?`,
  );
  const some = db.prepare<[string, number], Row>(
    `SELECT ${columns} FROM json_each(?) wanted JOIN messages m ON m.id = wanted.value AND m.session_key = ?
       JOIN events e ON e.session_key = m.session_key AND e.seq = m.seq ORDER BY wanted.key`,
  );
  const place = db.prepare<[number, string], { seq: number; turnId: number | null }>(
    `SELECT seq, turn_id AS turnId FROM messages WHERE session_key = ? AND id = ? AND undone = 0 AND agent_id = 'main'`,
  );
  const inContext = db.prepare<[number, string, string], { seq: number; turnId: number | null }>(
    `SELECT m.seq, m.turn_id AS turnId ${from} AND m.id = ? AND ${entered}`,
  );
  const promptRow = db.prepare<[number, string], PromptRow>(
    'SELECT * FROM prompts WHERE session_key = ? AND prompt_id = ?',
  );

  const anyText = db.prepare<[number], number>('SELECT 1 FROM texts WHERE session_key = ? LIMIT 1').pluck();
  const retries = db.prepare<[number, string], { turn_id: number }>(
    `SELECT turn_id FROM turns WHERE session_key = ? AND agent_id = ? AND json_extract(origin, '$.kind') = 'retry'`,
  );

  /** The message of a row; undefined for a damaged row, which does not affect the others (engine.md 19). */
  function read(row: Row, session: { key: number; id: string }): Message | undefined {
    try {
      const event = loadPayload(texts, row.type, session.id, row.payload);
      switch (event.type) {
        case 'message.appended':
          return event.message;
        case 'tool.result':
          return {
            ...toolMessage(session.id, event, row.time),
            ...(row.promptId === null ? {} : { prompt_id: row.promptId }),
          };
        case 'prompt.submitted':
          return waiting(row, session, event.promptId);
        case 'prompt.steered':
          return waiting(row, session, event.promptIds[0] ?? '', event.content);
        default:
          return undefined;
      }
    } catch {
      return undefined;
    }
  }

  /** The message of a waiting prompt, as last edited; `content`: the combined content of steered prompts. */
  function waiting(
    { time }: Row,
    session: { key: number; id: string },
    promptId: string,
    content?: ContentPart[],
  ): Message | undefined {
    const stored = promptRow.get(session.key, promptId);
    if (!stored) return undefined;
    const prompt = { ...queued(stored, texts), ...(content === undefined ? {} : { content }) };
    return promptMessage(prompt, {
      sessionId: session.id,
      agentId: stored.agent_id,
      createdAt: new Date(time).toISOString(),
    });
  }

  function entry(row: Row, session: { key: number; id: string }): ContextEntry[] {
    const message = read(row, session);
    return message ? [{ message, ...(row.model === null ? {} : { family: row.model }) }] : [];
  }

  function context(session: { key: number; id: string }, agentId: string): ContextEntry[] {
    const start = begun(session.key, agentId);
    const rows = all.all(session.key, agentId, start?.seq ?? 0, start?.messageId ?? '');
    const entries = rows.flatMap((row) => entry(row, session));
    if (start) entries.unshift(...start.messages.map((message) => ({ message })));
    const retried = new Set(retries.all(session.key, agentId).map((turn) => turn.turn_id));
    return retried.size === 0
      ? entries
      : entries.filter((entry, at) => !replaced(entry.message, entries[at + 1]?.message, retried));
  }

  return {
    page(session, { beforeId, afterId, pageSize }) {
      const after = afterId === undefined ? undefined : place.get(session.key, afterId)?.seq;
      const before = beforeId === undefined ? undefined : place.get(session.key, beforeId)?.seq;
      const rows =
        after === undefined
          ? newest.all(session.key, 'main', before ?? Number.MAX_SAFE_INTEGER, pageSize + 1)
          : later.all(session.key, 'main', after, pageSize + 1);
      const page = rows.slice(0, pageSize);
      if (after !== undefined) page.reverse();
      return { items: page.flatMap((row) => read(row, session) ?? []), has_more: rows.length > pageSize };
    },
    find(session, messageId) {
      const row = byId.get(session.key, messageId);
      return row && row.undone === 0 ? read(row, session) : undefined;
    },
    newest(session, pageSize) {
      const rows = newestEntered.all(session.key, 'main', pageSize + 1);
      const items = rows.slice(0, pageSize).flatMap((row) => read(row, session) ?? []);
      return { items, has_more: rows.length > pageSize };
    },
    behind: (session, seq, limit) =>
      laterEntered.all(session.key, 'main', seq, limit).map((row) => {
        const message = read(row, session);
        return { seq: row.seq, ...(message === undefined ? {} : { message }) };
      }),
    kept: (key, agentId) => begun(key, agentId)?.messages ?? [],
    copied: (session, { messageIds, kept = [] }) => [
      ...kept.map((message) => ({ message })),
      ...some.all(JSON.stringify(messageIds), session.key).flatMap((row) => entry(row, session)),
    ],
    position: (key, messageId) => inContext.get(key, 'main', messageId),
    async loadTexts(session) {
      if (anyText.get(session.key) !== undefined) await texts.ready(() => context(session, 'main').length);
    },
    context,
  };
}

/** Whether the next turn replaced a cut-off answer, which the model must not see twice (engine.md 2.7). */
function replaced(message: Message, next: Message | undefined, retried: ReadonlySet<number>): boolean {
  const turn = message.metadata?.turn_id;
  return (
    message.metadata?.partial === true &&
    turn !== undefined &&
    retried.has(turn + 1) &&
    next?.metadata?.turn_id !== turn
  );
}
