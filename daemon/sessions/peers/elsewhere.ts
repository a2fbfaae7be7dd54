/** Publishes events that other servers of the same home write into the log (ws.md 5.3). */
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { EventPayload } from '../../../schemas/generated/events.js';
import type { Db } from '../log/database.js';
import { GLOBAL, storedPayload, type Frame } from '../log/frames.js';
import type { Hub } from '../log/hub.js';
import { rowPayload, type EventRow, type Log, type OwnRows } from '../log/log.js';
import { fullLength } from '../texts/references.js';
import { textsOf } from '../texts/texts.js';

/** Milliseconds from a sign of a commit to the check; signs in quick succession share a check. */
const settleMs = 50;
/** Maximum rows, and maximum characters of their payloads, that are published before other work can run. */
const pageRows = 500;
const pageChars = 1024 * 1024;

export interface Others {
  /** Publishes all stored events to readers, then runs `read` at exactly that position of the log. */
  caughtUp<T>(read: () => T): T;
  /** stops following other servers */
  close(): void;
}

export interface OthersDeps {
  db: Db;
  hub: Hub;
  log: Log;
  now(): number;
  /** adapts an event whose content depends on the environment of the server that publishes it */
  localized(payload: EventPayload): EventPayload;
  /** called when another server wrote to this session or deleted it, before readers are notified */
  written(sessionId: string): void;
  /** called after other servers have committed, to the log or elsewhere */
  committed?(): void;
  failed(error: unknown): void;
}

/** A row without its payload, which may be long and is not always needed. */
type Row = Omit<EventRow, 'stored' | 'texts'> & { row: number; key: number; id: string; epoch: string };

interface Page {
  news: { id: string; frame?: Frame }[];
  /** number of the last row that was read */
  to: number;
  /** data version of the database; present when no more rows follow */
  version?: unknown;
}

/**
 * Row ids rise in the order of commits, over all sessions; `place` is the last row that readers know. Commits of this
 * server advance it, too, after all earlier commits of others. Readers get only what is in the log: such a session has
 * no deltas, and a subscriber gets its status from its rows (ws.md 7.5) before the ack.
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

  /** One page after a row; call it in a transaction, so that no commit falls between its queries. */
  function pageAfter(after: number, until: number): Page {
    const end = highest.get() ?? 0;
    // an older program may have deleted the last rows, and SQLite reuses their ids
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

  /** Undefined for a damaged row, which does not affect the others (engine.md 19). */
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
    // a failure in one session must not affect the readers of the others
    for (const id of new Set(news.map((each) => each.frame?.sessionId ?? each.id)))
      if (id !== GLOBAL) guarded(() => deps.written(id));
    for (const { frame } of news) if (frame) guarded(() => hub.publish(frame));
    guarded(() => deps.committed?.());
  }

  const read = db.transaction((until: number) => pageAfter(place, until));

  /** Publishes one page; returns whether more rows follow, up to the row `until`. */
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

  const moment = db.transaction(<T>(check: () => T): { pages: Page[]; found: T } => {
    const pages: Page[] = [];
    for (let at = place; version() !== known;) {
      const page = pageAfter(at, Infinity);
      pages.push(page);
      at = page.to;
      if (page.version !== undefined) break;
    }
    return { pages, found: check() };
  });

  function caughtUp<T>(check: () => T): T {
    const { pages, found } = moment(check) as { pages: Page[]; found: T };
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
    check: () => {
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

/** The volatile event of a deletion, from the record that the deletion left. */
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

/** Milliseconds between two checks while the watch works, in case it misses a commit. */
const watchedMs = 5_000;
/** Milliseconds between two checks while the watch is not trusted. */
const unwatchedMs = 1_000;

/** Callbacks for possible commits of other processes, from a watch on the database files or from a timer. */
interface CommitSigns {
  /** called each time that the watch reports a change of a file */
  changed(): void;
  /** called by the timer; returns whether it found new commits */
  check(): boolean;
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
    watcher.on('error', stopWatching);
  } catch {
    // the system has no more watches, or does not support them here: the timer remains
  }

  function stopWatching(): void {
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
        if (signs.check() && !announced) trusted = false;
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
