/** Removes uploads whose time is over and what a crash left half done; several servers may do so at once. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../base/fs/errno.js';
import type { UploadDeps, UploadRows } from './uploads.js';

const hour = 60 * 60 * 1000;

/** Finished and unfinished uploads; whatever else is in the directory is not ours. */
const ownName = /^(?:f_[0-9a-f-]{36}|\.f_[0-9a-f-]{36}\.part)$/;

export interface Sweeper {
  /** sweeps now and every hour */
  start(): void;
  /** sweeps when that is due */
  hurry(): void;
  /** waits for a sweep that runs */
  close(): Promise<void>;
}

export interface SweeperDeps extends UploadDeps {
  rows: UploadRows;
  /** milliseconds that the row of an expired upload is kept */
  remembered: number;
  /** an upload of this process that is on its way */
  isStaged(path: string): boolean;
}

export function createSweeper({ directory, rows, now, warn, remembered, isStaged }: SweeperDeps): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let next = 0;
  let isClosed = false;

  async function sweep(): Promise<void> {
    rows.forget(now() - remembered);
    const names = (await readdir(directory)).filter((name) => ownName.test(name));
    for (const name of names) {
      if (isClosed) return;
      const row = rows.get(name);
      const path = join(directory, name);
      if (row ? row.expiresAt <= now() : await isLeftOver(path)) await rm(path, { force: true });
    }
    const files = new Set(names);
    for (const id of isClosed ? [] : rows.present(now())) {
      // one that was sent after the look into the directory is there
      if (!files.has(id) && (await ageOf(join(directory, id))) === undefined && !isClosed) rows.remove(id);
    }
  }

  /** No process writes to it any more, and no row came for it. */
  async function isLeftOver(path: string): Promise<boolean> {
    const age = isStaged(path) ? undefined : await ageOf(path);
    return age !== undefined && age > hour;
  }

  /** Milliseconds since it was written to; undefined when it is not there. */
  async function ageOf(path: string): Promise<number | undefined> {
    try {
      return now() - (await stat(path)).mtimeMs;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  function run(): void {
    if (isClosed || running) return;
    next = now() + hour;
    running = sweep()
      .catch((error: unknown) => warn('uploads could not be swept', { err: error }))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    start() {
      run();
      timer = setInterval(run, hour).unref();
    },
    hurry() {
      if (now() >= next) run();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
