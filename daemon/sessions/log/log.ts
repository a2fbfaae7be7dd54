/** The log: appends durable events with the tables derived from them in one transaction, then notifies the readers. */
import { eventTable, type EventPayload, type EventType, type NewEvent } from '../../../schemas/generated/events.js';
import { ApiError } from '../../errors.js';
import type { Db } from './database.js';
import { GLOBAL, loadPayload, scopeOf, storedEvent, type Frame } from './frames.js';
import type { Hub } from './hub.js';
import { createProjections } from '../facts/index.js';
import { filesOf, fullLength, hasReferences } from '../texts/references.js';
import { textsOf, type Texts } from '../texts/texts.js';

/** Identifies a session in the log. */
export interface SessionRef {
  key: number;
  id: string;
  epoch: string;
}

/** A row of the log; `stored` is JSON of the payload without `type` and `sessionId`. */
export interface EventRow {
  seq: number;
  type: EventType;
  agent_id: string;
  visibility: 0 | 1 | 2;
  time: number;
  stored: string;
  /** reads the files that `stored` refers to */
  texts: Texts;
}

export interface Log {
  /**
   * Appends events of a session that this server owns; they are committed when this returns.
   * Throws ApiError SESSION_BUSY when another server took the session over.
   */
  append(session: SessionRef, events: NewEvent[]): Frame[];
  /** appends an event that belongs to no session; `about` is the session its payload names */
  appendGlobal(event: NewEvent, about?: string): Frame;
  /** sends a volatile event; it is not stored */
  publish(session: Pick<SessionRef, 'id' | 'epoch'>, lastSeq: number, event: NewEvent, offset?: number): void;
  /** one immediate transaction around several changes; readers are notified after it */
  commit<T>(work: () => T): T;
  /** Like `commit`, in one transaction with other callers. Work that throws is rolled back without affecting others. */
  commitTogether<T>(work: () => T): Promise<T>;
  /** rows after a number, up to `until`, in order; leaves out a row whose payload is damaged */
  read(key: number, after: number, limit: number, until?: number): EventRow[];
  /** The same rows, as many as fit into `chars` characters of payload, at least one; `isEnd`: there are no more. */
  page(key: number, after: number, chars: number): { rows: EventRow[]; isEnd: boolean };
  /** strictly increasing epoch milliseconds of a session; messages and rows take their times from it */
  tick(key: number): number;
  /** drops what memory holds about a session */
  forget(key: number): void;
  /** sets the listener for commits of this server that runs before readers are notified */
  beforePublishing(listener: (own: OwnRows) => void): void;
  /** sets the listener for commits of this server that runs after readers were notified */
  afterPublishing(listener: () => void): void;
  globalRef(): SessionRef;
  lastSeq(key: number): number;
}

/** Row ids, over all sessions, of the events of one commit; no other row has an id between them. */
export interface OwnRows {
  first: number;
  last: number;
}

/** What a commit has to publish. */
interface Outbox {
  frames: Frame[];
  rows?: OwnRows;
}

/** Work that may share a transaction. */
interface Together {
  /** does the work; returns a function to call after the transaction */
  run(): () => void;
  reject(error: unknown): void;
}

const keptGlobalEvents = 10_000;
/** Maximum rows of a page; more would block other work. */
const mostPageRows = 500;
/** Length of a row, in characters, from which its checkpoint runs after the commit instead of within it. */
const longRow = 1024 * 1024;
/** Milliseconds from such a commit to its checkpoint. */
const checkpointAfterMs = 20;
const visibilities = { internal: 0, session: 1, global: 2 } as const;

export interface LogDeps {
  db: Db;
  hub: Hub;
  serverId: string;
  /** IANA name; absent: that of the system */
  timeZone?: string | undefined;
  now(): number;
  epoch(): string;
  /** called before each commit, which fails with what this throws */
  verify?(): void;
  /** milliseconds after which a shared transaction takes no more work; default 4 */
  togetherMs?: number;
}

export function createLog(deps: LogDeps): Log {
  const { db, hub, now, togetherMs = 4 } = deps;
  const texts = textsOf(db);
  const project = createProjections(db, deps.timeZone);
  const advance = db.prepare<[number, number, string], { last_seq: number }>(
    'UPDATE sessions SET last_seq = last_seq + ? WHERE key = ? AND owner = ? RETURNING last_seq',
  );
  const insert = db.prepare(
    'INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const select = db.prepare<[number, number, number, number], Omit<EventRow, 'texts'>>(
    `SELECT seq, type, agent_id, visibility, time, payload AS stored FROM events
     WHERE session_key = ? AND seq > ? AND seq <= ? AND json_valid(payload) ORDER BY seq LIMIT ?`,
  );
  const nameText = db.prepare('INSERT OR IGNORE INTO texts (session_key, name, seq) VALUES (?, ?, ?)');
  const last = db.prepare<[number], { last_seq: number }>('SELECT last_seq FROM sessions WHERE key = ?');
  const advanceGlobal = db.prepare<[], { last_seq: number }>(
    'UPDATE sessions SET last_seq = last_seq + 1 WHERE key = 0 RETURNING last_seq',
  );
  const trimGlobal = db.prepare('DELETE FROM events WHERE session_key = 0 AND seq <= ?');
  const global = openGlobal(db, deps.serverId, now(), deps.epoch());
  const transaction = db.transaction((work: () => unknown) => work());
  const together: Together[] = [];
  const lastTime = db.prepare<[number], { time: number }>(
    'SELECT time FROM events WHERE session_key = ? ORDER BY seq DESC LIMIT 1',
  );
  const clocks = new Map<number, number>();
  let outbox: Outbox | undefined;
  let isPostponed = false;
  let before: ((own: OwnRows) => void) | undefined;
  let after: (() => void) | undefined;

  /** Copying a long row into the database file takes as long as writing it, so this runs in a separate task. */
  function postponeCheckpoint(): void {
    if (isPostponed) return;
    isPostponed = true;
    db.pragma('wal_autocheckpoint = 0');
  }

  function checkpointSoon(): void {
    isPostponed = false;
    setTimeout(() => {
      if (!db.open) return;
      db.pragma('wal_autocheckpoint = 1000');
      db.pragma('wal_checkpoint(PASSIVE)');
    }, checkpointAfterMs).unref();
  }

  function tick(key: number): number {
    const last = clocks.get(key) ?? lastTime.get(key)?.time ?? 0;
    const time = Math.max(now(), last + 1);
    clocks.set(key, time);
    return time;
  }

  function commit<T>(work: () => T): T {
    if (outbox) return work();
    deps.verify?.();
    const mine: Outbox = { frames: [] };
    outbox = mine;
    let result: T;
    try {
      result = transaction.immediate(work) as T;
    } finally {
      outbox = undefined;
      if (isPostponed) checkpointSoon();
    }
    if (mine.rows) before?.(mine.rows);
    for (const frame of mine.frames) hub.publish(frame);
    if (mine.rows) after?.();
    return result;
  }

  /** Runs the work of one caller within a shared transaction; returns what to call after the transaction. */
  function part<T>(work: () => T, resolve: (result: T) => void, reject: (error: unknown) => void): () => void {
    const { frames, rows } = outbox as Outbox;
    const count = frames.length;
    try {
      const result = transaction(work) as T;
      return () => resolve(result);
    } catch (error) {
      // SQLite has rolled back the whole transaction, for example because the disk is full
      if (!db.inTransaction) throw error;
      frames.length = count;
      if (outbox) outbox.rows = rows;
      return () => reject(error);
    }
  }

  function commitWaiting(): void {
    const jobs: Together[] = [];
    const until = performance.now() + togetherMs;
    try {
      const ends = commit(() => {
        const done: (() => void)[] = [];
        while (together.length > 0 && (done.length === 0 || performance.now() < until)) {
          const job = together.shift() as Together;
          jobs.push(job);
          done.push(job.run());
        }
        return done;
      });
      for (const end of ends) end();
    } catch (error) {
      // the transaction may not have begun: then all waiting work is rejected
      if (jobs.length === 0) jobs.push(...together.splice(0));
      for (const { reject } of jobs) reject(error);
    }
    if (together.length > 0) setImmediate(commitWaiting);
  }

  function page(key: number, after: number, chars: number): { rows: EventRow[]; isEnd: boolean } {
    const rows: EventRow[] = [];
    let length = 0;
    for (const row of select.iterate(key, after, Number.MAX_SAFE_INTEGER, mostPageRows + 1)) {
      length += fullLength(row.stored);
      if (rows.length === mostPageRows || (rows.length > 0 && length > chars)) return { rows, isEnd: false };
      rows.push({ ...row, texts });
    }
    return { rows, isEnd: true };
  }

  function write(session: SessionRef, events: NewEvent[], from: number, about = session.id): Frame[] {
    return events.map((event, index) => {
      const time = tick(session.key);
      const payload = { ...event, sessionId: about };
      const { delivery, scope } = eventTable[event.type];
      const frame: Frame = {
        type: event.type,
        scope,
        durable: true,
        seq: from + index + 1,
        epoch: session.epoch,
        sessionId: session.id,
        agentId: event.agentId,
        time,
        payload,
        stored: storedEvent(texts, event, payload),
      };
      const visibility = delivery === 'internal' ? visibilities.internal : visibilities[scope];
      if ((frame.stored ?? '').length > longRow) postponeCheckpoint();
      const { lastInsertRowid } = insert.run(
        session.key,
        frame.seq,
        event.type,
        event.agentId,
        visibility,
        time,
        frame.stored,
      );
      if (hasReferences(frame.stored ?? ''))
        for (const name of filesOf(frame.stored ?? '')) nameText.run(session.key, name, frame.seq);
      project(session.key, frame);
      if (delivery === 'internal') frame.internal = true;
      if (outbox) {
        const last = Number(lastInsertRowid);
        outbox.frames.push(frame);
        outbox.rows = { first: outbox.rows?.first ?? last, last };
      }
      return frame;
    });
  }

  return {
    commit,
    commitTogether: (work) =>
      new Promise((resolve, reject) => {
        if (together.push({ run: () => part(work, resolve, reject), reject }) === 1) setImmediate(commitWaiting);
      }),
    append: (session, events) =>
      commit(() => {
        const row = advance.get(events.length, session.key, deps.serverId);
        if (!row) throw new ApiError('SESSION_BUSY', { message: 'another server has taken this session over' });
        return write(session, events, row.last_seq - events.length);
      }),
    appendGlobal: (event, about) =>
      commit(() => {
        const seq = advanceGlobal.get()?.last_seq ?? 1;
        const [frame] = write(global, [event], seq - 1, about);
        if (seq % 500 === 0) trimGlobal.run(seq - keptGlobalEvents);
        return frame as Frame;
      }),
    publish(session, lastSeq, event, offset) {
      hub.publish({
        type: event.type,
        scope: scopeOf(event.type),
        durable: false,
        seq: lastSeq,
        epoch: session.epoch,
        sessionId: session.id,
        agentId: event.agentId,
        time: now(),
        payload: { ...event, sessionId: session.id },
        offset,
      });
    },
    read: (key, after, limit, until = Number.MAX_SAFE_INTEGER) =>
      select.all(key, after, until, limit).map((row) => ({ ...row, texts })),
    page,
    tick,
    forget: (key) => void clocks.delete(key),
    beforePublishing: (listener) => void (before = listener),
    afterPublishing: (listener) => void (after = listener),
    globalRef: () => global,
    lastSeq: (key) => last.get(key)?.last_seq ?? 0,
  };
}

/** The parsed payload of a row; undefined for a row that cannot be read (engine.md 19, damaged row). */
export function rowPayload(row: EventRow, sessionId: string): EventPayload | undefined {
  try {
    return loadPayload(row.texts, row.type, sessionId, row.stored);
  } catch {
    return undefined;
  }
}

function openGlobal(db: Db, serverId: string, now: number, epoch: string): SessionRef {
  db.prepare(
    `INSERT OR IGNORE INTO sessions (key, id, epoch, owner, forming, workspace_id, cwd, created_at, updated_at)
     VALUES (0, ?, ?, ?, 1, '', '', ?, ?)`,
  ).run(GLOBAL, epoch, serverId, now, now);
  const row = db.prepare<[], { epoch: string }>('SELECT epoch FROM sessions WHERE key = 0').get();
  return { key: 0, id: GLOBAL, epoch: (row as { epoch: string }).epoch };
}
