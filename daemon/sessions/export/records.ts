/** Reads the stored records of a session from a snapshot on its own connection, while the session keeps working. */
import type { Agent, Session } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import { createAgentViews } from '../agents/agentviews.js';
import { openToRead, type Db } from '../log/database.js';
import type { Leases } from '../peers/leases.js';
import { createMessages } from '../messages/messages.js';
import { createStore, iso, type SessionRow, type Store } from '../store.js';
import { createGoalReader } from '../facts/goal.js';
import { createJobReader } from '../facts/jobs.js';
import { hasReferences, splitJson } from '../texts/references.js';
import { textsOf, type Texts } from '../texts/texts.js';
import { readPages, type Pages } from './pages.js';
import { jsonInPieces } from '../../base/text/pieces.js';

export interface RecordsOptions {
  /** absolute path of agent.db */
  database: string;
  sessionId: string;
  /** which servers are alive */
  leases: Pick<Leases, 'alive' | 'present' | 'living'>;
  /** window of a model alias, tokens */
  contextLimit(alias: string): number | undefined;
  now(): number;
}

export interface Records {
  /** `session.json` */
  summary: Summary;
  row: SessionRow;
  /** lines of `events.jsonl` in pieces */
  events(): AsyncGenerator<Buffer>;
  /** lines of `messages.jsonl` in pieces */
  messages(): AsyncGenerator<Buffer>;
  /** the transcripts of its agents */
  pages(): Pages;
  close(): void;
}

interface Summary {
  session: Session;
  agents: Agent[];
  usage: ReturnType<Store['usage']>;
  directories: string[];
  todos: ReturnType<Store['todos']>;
  goal: unknown;
  goal_queue: string[];
  cron: unknown[];
}

interface EventRow {
  seq: number;
  type: string;
  agent_id: string;
  time: number;
  payload: string;
  valid: 0 | 1;
}

/** Maximum characters of a piece, and maximum milliseconds to read one. */
const pieceLength = 64 * 1024;
const pieceMs = 2;
/** An open snapshot keeps the write-ahead log from restarting, so it is renewed after this time. */
const snapshotMs = 15_000;
const messagesAtOnce = 20;

/** Throws SESSION_NOT_FOUND. The caller must close it. */
export function openRecords(options: RecordsOptions): Records {
  const db = openToRead(options.database);
  try {
    db.exec('BEGIN');
    return readRecords(db, options);
  } catch (error) {
    db.close();
    throw error;
  }
}

function readRecords(db: Db, { sessionId, leases, contextLimit, now }: RecordsOptions): Records {
  const store = createStore({ db, leases, contextLimit });
  const row = store.row(sessionId);
  if (!row) throw new ApiError('SESSION_NOT_FOUND');
  const messages = createMessages(db);
  const texts = textsOf(db);
  const rows = db.prepare<[number, number, number], EventRow>(
    `SELECT seq, type, agent_id, time, payload, json_valid(payload) AS valid FROM events
     WHERE session_key = ? AND seq > ? AND seq <= ? ORDER BY seq`,
  );
  const present = db.prepare<[number]>('SELECT 1 FROM sessions WHERE key = ?').pluck();
  let since = now();

  /** Committed events never change, so a later snapshot holds the same ones; only the whole session can be deleted. */
  function renew(): void {
    if (Math.abs(now() - since) < snapshotMs) return;
    db.exec('COMMIT; BEGIN');
    since = now();
    if (present.get(row?.key ?? 0) === undefined) throw new ApiError('SESSION_NOT_FOUND');
  }

  async function* events(): AsyncGenerator<Buffer> {
    const { key, last_seq: until } = row as SessionRow;
    for (let after = 0; after < until;) {
      renew();
      const lines: string[] = [];
      let referring: EventRow | undefined;
      let length = 0;
      const end = performance.now() + pieceMs;
      for (const event of rows.iterate(key, after, until)) {
        after = event.seq;
        if (hasReferences(event.payload)) {
          referring = event;
          break;
        }
        const line = eventLine(event);
        lines.push(line);
        length += line.length;
        if (length > pieceLength || performance.now() > end) break;
      }
      if (lines.length > 0) yield Buffer.from(lines.join(''));
      if (referring) yield* referringLine(referring, texts);
      else if (lines.length === 0) return;
    }
  }

  async function* history(): AsyncGenerator<Buffer> {
    const session = row as SessionRow;
    for (let after = 0; ;) {
      renew();
      const from = after;
      const found = await texts.ready(() => messages.behind(session, from, messagesAtOnce));
      const last = found.findLast(({ seq }) => seq <= session.last_seq);
      if (!last) return;
      after = last.seq;
      for (const { seq, message } of found)
        if (message && seq <= session.last_seq)
          for (const piece of await jsonInPieces('', message, '\n')) yield Buffer.from(piece);
    }
  }

  const { goal, goalQueue } = createGoalReader(db)(row.key);
  const summary: Summary = {
    session: store.session(row),
    agents: createAgentViews({ db, store, leases }, { loaded: () => undefined }).list(row),
    usage: store.usage(row),
    directories: store.directories(row),
    todos: store.todos(row.key, 'main'),
    goal: goal?.snapshot ?? null,
    goal_queue: goalQueue,
    cron: createJobReader(db)(row.key),
  };
  return {
    summary,
    row,
    events,
    messages: history,
    pages: () => readPages(db, row, leases.alive(row.owner)),
    close: () => void db.close(),
  };
}

/** The line of an event with texts in files, which are read piece by piece. */
async function* referringLine(event: EventRow, texts: Texts): AsyncGenerator<Buffer> {
  for (const part of splitJson(eventLine(event)))
    if (typeof part === 'string') yield Buffer.from(part);
    else yield* texts.jsonPieces(part);
}

/** A line with the stored payload; a damaged payload is marked and does not affect other lines. */
function eventLine({ seq, type, agent_id, time, payload, valid }: EventRow): string {
  const facts = `{"seq":${seq},"time":"${iso(time)}","type":${JSON.stringify(type)},"agent_id":${JSON.stringify(agent_id)}`;
  return valid === 1 ? `${facts},"payload":${payload}}\n` : `${facts},"payload":null,"damaged":true}\n`;
}
