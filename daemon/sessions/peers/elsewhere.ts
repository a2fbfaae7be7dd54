/** Publishes here what other servers of the same home write into the log (ws.md 5.3). */
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { EventPayload } from '../../../schemas/generated/events.js';
import type { Db } from '../log/database.js';
import { GLOBAL, storedPayload, type Frame } from '../log/frames.js';
import type { Hub } from '../log/hub.js';
import { rowPayload, type EventRow, type Log, type OwnRows } from '../log/log.js';
import { fullLength } from '../texts/references.js';
import { textsOf } from '../texts/texts.js';

/** Milliseconds after a sign of a commit; signs in quick succession share a check. */
const settleMs = 50;
/** Rows, and chars of their payloads, that are published before other work gets its turn. */
const pageRows = 500;
const pageChars = 1024 * 1024;

export interface Others {
  /** Publishes all stored events to readers, then runs `read` at exactly that position of the log. */
  caughtUp<T>(read: () => T): T;
  /** stops looking */
  close(): void;
}

export interface OthersDeps {
  db: Db;
  hub: Hub;
  log: Log;
  now(): number;
  /** adapts an event whose content depends on the environment of the server that publishes it */
  localized(payload: EventPayload): EventPayload;
  /** another server has written into this session or deleted it; called before its readers are notified */
  written(sessionId: string): void;
  /** another server has written something, in the log or not */
  committed?(): void;
  failed(error: unknown): void;
}

/** A row without its payload, which may be long and is not always wanted. */
type Row = Omit<EventRow, 'stored' | 'texts'> & { row: number; key: number; id: string; epoch: string };

interface Page {
  news: { id: string; frame?: Frame }[];
  /** number of the last row that was looked at */
  to: number;
  /** state of the database when these were the last rows */
  version?: unknown;
}

/**
 * Rows are numbered in the order of their commits, over all sessions; `place` is the last one that readers know. Writes
 * of this server advance it as well, after all earlier writes of others. Readers get only what is in the log: such
 * a session has no deltas, and a subscriber gets its status from its rows (ws.md 7.5) before the ack.
 */
export function followOthers(deps: OthersDeps): Others {
  const { db, hub, log } = deps;
  const texts = textsOf(db);
  const highest = db.prepare<[], number | null>('SELECT max(rowid) FROM events').pluck();
  const rowsOf = db.prepare<[number, number], Row>(
    `SELECT e.rowid AS row, s.key, e.seq, e.type, e.agent_id, e.visibility, e.time, s.id, s.epoch
     FROM events e CROSS JOIN sessions s ON s.key = e.session_key
     WHERE e.rowid > ? AND e.rowid <= ? AND e.seq > s.copied ORDER BY e.rowid`,
  );
  const payloadOf = db.prepare<[number], string>('SELECT payload FROM events WHERE rowid = ?').pluck();
  // changes when another connection has committed, and only then
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  const version = () => dataVersion.get();
  let known = version();
  let place = highest.get() ?? 0;

  /** One page after a row; to be called in a transaction, so that no commit falls between its questions. */
  function pageAfter(after: number, until: number): Page {
    const end = highest.get() ?? 0;
    // rows that an older program deleted at the end leave their places to others
    const from = Math.min(after, end);
    const last = Math.max(from, Math.min(end, until, from + pageRows));
    const page: Page = { news: [], to: last };
    let chars = 0;
    for (const row of rowsOf.all(from, last)) {
      const stored = isWanted(row) ? payloadOf.get(row.row) : undefined;
      const frame = stored === undefined ? undefined : frameOf(row, stored);
      if (frame || row.id !== GLOBAL) page.news.push({ id: row.id, ...(frame ? { frame } : {}) });
      chars += stored === undefined ? 0 : fullLength(stored);
      if (chars < pageChars) continue;
      page.to = row.row;
      break;
    }
    return page.to < end ? page : { ...page, version: version() };
  }

  function isWanted({ id, type, visibility }: Row): boolean {
    if (visibility === 2 || type === 'session.removed') return true;
    return hub.watched(id) || (visibility === 1 && hub.readers(id) > 0);
  }

  /** Undefined for a damaged row, which costs only itself (engine.md 19). */
  function frameOf(row: Row, stored: string): Frame | undefined {
    const written = rowPayload({ ...row, stored, texts }, row.id);
    if (!written) return undefined;
    if (written.type === 'session.removed') return deletion(written, deps.now());
    let payload: EventPayload = written;
    guarded(() => (payload = deps.localized(written)));
    return {
      type: row.type,
      // a newer program may know more types than this one
      scope: row.visibility === 2 ? 'global' : 'session',
      durable: true,
      ...(row.visibility === 0 ? { internal: true } : {}),
      seq: row.seq,
      epoch: row.epoch,
      sessionId: row.id,
      agentId: row.agent_id,
      time: row.time,
      payload,
      stored: payload === written ? stored : storedPayload(payload),
    };
  }

  function publish({ news }: Page): void {
    // one session that fails keeps nothing back from the readers of the others
    for (const id of new Set(news.map((each) => each.frame?.sessionId ?? each.id)))
      if (id !== GLOBAL) guarded(() => deps.written(id));
    for (const { frame } of news) if (frame) guarded(() => hub.publish(frame));
    guarded(() => deps.committed?.());
  }

  const read = db.transaction((until: number) => pageAfter(place, until));

  /** Publishes one page; false when there is nothing more up to a row. */
  function publishPage(until: number): boolean {
    const page = read(until);
    place = page.to;
    if (page.version !== undefined) known = page.version as number;
    publish(page);
    return page.version === undefined && page.to < until;
  }

  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      deps.failed(error);
    }
  }

  log.beforePublishing(({ first, last }: OwnRows) =>
    guarded(() => {
      if (version() !== known) while (publishPage(first - 1));
      place = Math.max(place, last);
    }),
  );

  const moment = db.transaction(<T>(look: () => T): { pages: Page[]; found: T } => {
    const pages: Page[] = [];
    for (let at = place; version() !== known;) {
      const page = pageAfter(at, Infinity);
      pages.push(page);
      at = page.to;
      if (page.version !== undefined) break;
    }
    return { pages, found: look() };
  });

  function caughtUp<T>(look: () => T): T {
    const { pages, found } = moment(look) as { pages: Page[]; found: T };
    for (const page of pages) {
      place = page.to;
      if (page.version !== undefined) known = page.version as number;
    }
    for (const page of pages) publish(page);
    return found;
  }

  let soon: NodeJS.Timeout | undefined;
  let next: NodeJS.Immediate | undefined;
  let closed = false;

  /** Publishes new rows page by page, so that a long absence does not block other work. */
  function publishNews(): boolean {
    if (version() === known) return false;
    let more = false;
    guarded(() => (more = publishPage(Infinity)));
    if (more && !closed) next ??= setImmediate(() => ((next = undefined), guarded(publishNews)));
    return true;
  }
  const commits = watchFiles(db.name, {
    changed: () => {
      soon ??= setTimeout(() => {
        soon = undefined;
        guarded(publishNews);
      }, settleMs).unref();
    },
    look: () => {
      let found = false;
      guarded(() => (found = publishNews()));
      return found;
    },
  });
  return {
    caughtUp,
    close() {
      closed = true;
      clearTimeout(soon);
      clearImmediate(next);
      commits.close();
    },
  };
}

/** The live event of a deletion, from the record that it left. */
function deletion(removed: Extract<EventPayload, { type: 'session.removed' }>, time: number): Frame {
  const { id, epoch, lastSeq } = removed;
  return {
    type: 'event.session.deleted',
    scope: 'global',
    durable: false,
    seq: lastSeq,
    epoch,
    sessionId: id,
    agentId: 'main',
    time,
    payload: { type: 'event.session.deleted', agentId: 'main', sessionId: id },
  };
}

/** Milliseconds between two looks where signs come, in case one is lost. */
const watchedMs = 5_000;
/** The same where none has come yet or one was missed. */
const unwatchedMs = 1_000;

/** Notices when a process has written into a database: by a watch on its files where that works, else by the clock. */
interface CommitSigns {
  /** a file was written; called once for each sign, however many there are */
  changed(): void;
  /** called by the clock; true when it found commits that no signal had reported */
  look(): boolean;
}

/**
 * A watch may stay silent, as on some network file systems. It is trusted once it has reported a commit, until a
 * check finds one that it missed.
 */
export function watchFiles(database: string, signs: CommitSigns): { close(): void } {
  const names = new Set([basename(database), `${basename(database)}-wal`]);
  let trusted = false;
  let signed = false;
  let closed = false;
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(dirname(database), { persistent: false }, (_event, name) => {
      if (name === null || !names.has(name)) return;
      trusted = true;
      signed = true;
      signs.changed();
    });
    watcher.on('error', forsake);
  } catch {
    // no watches left, or none here: the clock remains
  }

  function forsake(): void {
    watcher?.close();
    watcher = undefined;
    trusted = false;
  }

  let timer = wait();
  function wait(): NodeJS.Timeout {
    return setTimeout(
      () => {
        const announced = signed;
        signed = false;
        if (signs.look() && !announced) trusted = false;
        if (!closed) timer = wait();
      },
      trusted ? watchedMs : unwatchedMs,
    ).unref();
  }

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      watcher?.close();
    },
  };
}
