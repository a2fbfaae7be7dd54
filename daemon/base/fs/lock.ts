/** One writer at a time, over all processes: a lock that the system gives back when its holder dies. */
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { later } from '../later.js';
import { ApiError } from '../../errors.js';
import { errorCode } from './errno.js';

export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface LockOptions {
  /** milliseconds after which a waiter gives up */
  mostWaiting: number;
  /** the error message then */
  message: string;
}

const ofConfiguration: LockOptions = {
  mostWaiting: 10_000,
  message: 'another program has been changing the configuration',
};
/** Milliseconds between two tries, at least and at most. */
const pauses = { least: 2, spread: 20 };

/**
 * A lock on a separate, empty file. Throws ApiError PERSISTENCE_FAILURE when it stays taken, and the
 * system's error when the file cannot be made.
 *
 * SQLite does the locking: its locks end with the process on every system, so a writer that was killed leaves none
 * behind and no process has to guess from a time whether it is still there.
 */
export function createLock(path: string, options = ofConfiguration): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(() => locked(path, work, options));
    // the next in line must not get this failure
    last = mine.catch(() => undefined);
    return mine;
  };
}

const loadSqlite = later(() => import('better-sqlite3'));

async function locked<Result>(
  path: string,
  work: () => Promise<Result>,
  { mostWaiting, message }: LockOptions,
): Promise<Result> {
  const { default: Database } = await loadSqlite();
  makePrivate(path);
  const db = new Database(path, { timeout: 0 });
  try {
    const until = performance.now() + mostWaiting;
    while (!takes(() => db.exec('BEGIN EXCLUSIVE'))) {
      if (performance.now() > until) {
        throw new ApiError('PERSISTENCE_FAILURE', { message });
      }
      await wait(pauses.least + Math.random() * pauses.spread);
    }
    return await work();
  } finally {
    db.close();
  }
}

/** SQLite would leave the file readable to others. One that is there is not opened: closing it ends all locks of this process. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Whether a lock was free. */
function takes(take: () => void): boolean {
  try {
    take();
    return true;
  } catch (error) {
    if (errorCode(error) === 'SQLITE_BUSY') return false;
    throw error;
  }
}
