/** Facts that show whether a file is unchanged since the last scan. */
import { lstatSync, type Stats } from 'node:fs';
import { errorCode } from '../base/fs/errno.js';

/** Shows whether a file is unchanged since the last scan. */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  /** with the bits of its type */
  mode: number;
  /** names that the file has */
  nlink: number;
}

/** Times on disk are no finer than this; file systems that count whole seconds need more. Milliseconds. */
const FINE_MS = 60;
const COARSE_MS = 2_100;

const quiet = { throwIfNoEntry: false } as const;

/** Facts of what is at a path, links not followed; undefined when nothing can be seen there. */
export function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, quiet);
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

export function stampOf({ size, mtimeMs, ctimeMs, ino, mode, nlink }: Stats): Stamp {
  return { size, mtimeMs, ctimeMs, ino, mode, nlink };
}

export function sameStamp(a: Stamp, b: Stamp): boolean {
  return (
    a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino && a.mode === b.mode
  );
}

/** Whether a further change would have another time. The clock is the one that the file system uses. */
export function isSettled({ mtimeMs, ctimeMs }: Stamp, now = Date.now()): boolean {
  const latest = Math.max(mtimeMs, ctimeMs);
  return now - latest > (ctimeMs % 1000 === 0 ? COARSE_MS : FINE_MS);
}
