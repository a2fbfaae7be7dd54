/** Replays events from the log: checks cursors, and reads pages at the reader's speed (ws.md 10). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerFrames } from '../../schemas/generated/frames.js';
import type { Cursor } from '../../schemas/generated/types.js';
import type { EventRow, Log, SessionRef } from '../sessions/log/log.js';
import type { FoundSession } from './feed.js';

export type ResyncReason = ServerFrames['resync_required']['reason'];

/** Why the events after a cursor cannot be sent; undefined when they can. */
export function cursorProblem(log: Log, found: FoundSession, cursor: Cursor): ResyncReason | undefined {
  if (cursor.epoch !== undefined && cursor.epoch !== found.epoch) return 'epoch_changed';
  if (cursor.seq > found.lastSeq) return 'epoch_changed';
  // Only the global log drops old events, and its numbers have no gaps.
  const isTrimmed =
    found.key === log.globalRef().key && (log.read(found.key, cursor.seq, 1)[0]?.seq ?? 0) > cursor.seq + 1;
  return isTrimmed ? 'buffer_overflow' : undefined;
}

export interface Pages {
  log: Log;
  ref: SessionRef;
  /** number of the last event that the reader has */
  after: number;
  /** resolves when the reader can take another page */
  ready(): Promise<void>;
  /** called before each row; true ends the reading */
  stopped(): boolean;
  row(row: EventRow): void;
  /** called synchronously after the last row, so that no event can come between */
  end(lastSeq: number): void;
}

/** Characters read from the log at a time. */
const pageChars = 512 * 1024;

/** Reads visible rows in order; returns early when stopped. */
export async function readPages({ log, ref, ready, stopped, row, end, after }: Pages): Promise<void> {
  let last = after;
  for (;;) {
    await ready();
    if (stopped()) return;
    const { rows, isEnd } = log.page(ref.key, last, pageChars);
    for (const each of rows) {
      last = each.seq;
      if (each.visibility !== 0) row(each);
      if (stopped()) return;
    }
    if (isEnd) return end(last);
    await nextTurn();
  }
}

/** Whether the reader wants more than `most` rows after a number. */
export async function isMoreThan(
  most: number,
  { log, ref, after, wants }: { log: Log; ref: FoundSession; after: number; wants(row: EventRow): boolean },
): Promise<boolean> {
  if (ref.lastSeq - after <= most) return false;
  let count = 0;
  await readPages({
    log,
    ref,
    after,
    ready: () => Promise.resolve(),
    stopped: () => count > most,
    row: (row) => void (wants(row) && count++),
    end: () => undefined,
  });
  return count > most;
}
