/** Facts that show whether a file is unchanged since the last scan. */
import { lstatSync, type Stats } from 'node:fs';
import { errorCode } from '../base/fs/errno.js';

/** Facts that differ after any change of a file. */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  /** including the file type bits */
  mode: number;
  /** number of hard links */
  nlink: number;
}

/** Resolution of file times, and of file systems with whole seconds, with a margin. Milliseconds. */
const PRECISE_MS = 60;
const COARSE_MS = 2_100;

const quiet = { throwIfNoEntry: false } as const;

/** Facts of a path, without following links; undefined when it is missing or not accessible. */
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

/** Whether a further change would have another time. The file system must use the same clock. */
export function isSettled({ mtimeMs, ctimeMs }: Stamp, now = Date.now()): boolean {
  const latest = Math.max(mtimeMs, ctimeMs);
  return now - latest > (ctimeMs % 1000 === 0 ? COARSE_MS : PRECISE_MS);
}
