/** Locks that allow one writer at a time across processes; the system releases a lock when its holder dies. */
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { later } from '../later.js';
import { ApiError } from '../../errors.js';
import { errorCode } from './errno.js';

export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface LockOptions {
  /** milliseconds after which a waiting caller gives up */
  mostWaiting: number;
  /** the error message when a waiting caller gives up */
  message: string;
}

const ofConfiguration: LockOptions = {
  mostWaiting: 10_000,
  message: 'another program has been changing the configuration',
};
/** Milliseconds between two attempts: the minimum, and the range of the random part. */
const pauses = { least: 2, spread: 20 };

/**
 * Creates a lock on a separate, empty file. Throws ApiError PERSISTENCE_FAILURE when it stays taken, and the system's
 * error when the file cannot be created.
 *
 * SQLite does the locking: on every system its locks end with the process. A killed writer leaves no lock behind, and
 * no process has to guess from a timestamp whether the holder lives.
 */
export function createLock(path: string, options = ofConfiguration): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(() => locked(path, work, options));
    // this failure must not reach the next caller in line
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

/** SQLite would make a file readable to others. Does not open an existing one: closing it would drop our locks. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Returns whether the lock was free and is now taken. */
function takes(take: () => void): boolean {
  try {
    take();
    return true;
  } catch (error) {
    if (errorCode(error) === 'SQLITE_BUSY') return false;
    throw error;
  }
}
