/** Brings to the readers here what other servers of the same home write into the log (ws.md 5.3). */
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import { eventTable, type EventPayload } from '../../schemas/generated/events.js';
import type { Db } from './database.js';
import { scopeOf, storedPayload, type Frame } from './frames.js';
import type { Hub } from './hub.js';
import { rowPayload, type EventRow, type Log } from './log.js';

/** Milliseconds after a sign of a commit; those that follow each other closely share a look. */
const settleMs = 50;
/** Milliseconds between two looks without a sign, in case one was lost. */
const intervalMs = 5_000;
/** The same where the file cannot be watched: a reader is told within a second. */
const unwatchedMs = 1_000;
const pageRows = 500;
/** A fork copies rows with their old times; those are no news. Milliseconds. */
const newsMs = 15_000;

type Row = EventRow & { row: number; id: string; epoch: string };

/** Starts looking; returns the end of it. */
export function followOthers(deps: {
  db: Db;
  hub: Hub;
  log: Log;
  now(): number;
  /** how an event reads here that depends on the environment of who tells it */
  localized(payload: EventPayload): EventPayload;
  failed(error: unknown): void;
}): () => void {
  const { db, hub, log } = deps;
  const highest = db.prepare<[], { row: number | null }>('SELECT max(rowid) AS row FROM events');
  const later = db.prepare<[number], Row>(
    `SELECT e.rowid AS row, e.seq, e.type, e.agent_id, e.visibility, e.time, e.payload AS stored, s.id, s.epoch
     FROM events e JOIN sessions s ON s.key = e.session_key WHERE e.rowid > ? ORDER BY e.rowid LIMIT ${pageRows}`,
  );
  /** changes when another connection has committed, and only then */
  const version = (): unknown => db.pragma('data_version', { simple: true });
  let known = version();
  let place = highest.get()?.row ?? 0;
  log.ownRows(place);

  /** One snapshot, so that no commit of another server falls between the two questions. */
  const look = db.transaction((): Row[] => {
    const end = highest.get()?.row ?? 0;
    const current = version();
    // rows at the end were deleted with their session, and their places are given again
    place = Math.min(place, end);
    if (current === known) {
      place = end;
      return [];
    }
    const rows = later.all(place);
    place = rows.at(-1)?.row ?? place;
    if (rows.length < pageRows) known = current;
    return rows;
  });

  /** Internal records are for those who build a transcript; a fork has rows of its origin that are nobody's. */
  function isWanted({ id, type, visibility }: Row): boolean {
    if (visibility === 0) return hub.watched(id) && eventTable[type].delivery === 'internal';
    return visibility === 2 || hub.readers(id) > 0 || hub.watched(id);
  }

  function tell(row: Row): void {
    if (!isWanted(row)) return;
    if (row.time < deps.now() - newsMs) return;
    const written = rowPayload(row, row.id);
    if (!written) return;
    const payload = deps.localized(written);
    const frame: Frame = {
      type: row.type,
      scope: scopeOf(row.type),
      durable: true,
      seq: row.seq,
      epoch: row.epoch,
      sessionId: row.id,
      agentId: row.agent_id,
      time: row.time,
      payload,
      stored: payload === written ? row.stored : storedPayload(payload),
      ...(row.visibility === 0 ? { internal: true } : {}),
    };
    hub.publish(frame);
  }

  function tellNews(): void {
    try {
      const rows = look();
      const own = log.ownRows(place);
      for (const row of rows) if (!own.has(row.row)) tell(row);
    } catch (error) {
      deps.failed(error);
    }
  }

  let waiting: NodeJS.Timeout | undefined;
  const watcher = watchCommits(db.name, () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      tellNews();
    }, settleMs).unref();
  });
  const timer = setInterval(tellNews, watcher ? intervalMs : unwatchedMs).unref();
  return () => {
    clearTimeout(waiting);
    clearInterval(timer);
    watcher?.close();
  };
}

/** Calls `changed` when a process has written to the write-ahead log of a database; undefined where that cannot be watched. */
function watchCommits(path: string, changed: () => void): FSWatcher | undefined {
  const log = `${basename(path)}-wal`;
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === log) changed();
    });
    // the looks by the clock go on
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
