/** Distinguishes states of a file without reading it. */
import { type BigIntStats, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from '../base/fs/errno.js';

/** A state of a file; no two writes of a file leave the same `mark`. */
export interface Stamp {
  /** empty when there is no file */
  mark: string;
  /** epoch milliseconds of the last write; 0 when there is no file */
  writtenAt: number;
}

/** The file behind a path, links followed. */
export function stampOf(path: string): Stamp {
  let found: BigIntStats | undefined;
  try {
    found = statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // a link into itself, a directory without access: reading it will fail the same way
    return { mark: errorCode(error) ?? 'unknown', writtenAt: 0 };
  }
  if (!found) return { mark: '', writtenAt: 0 };
  return {
    mark: `${found.ino}:${found.mtimeNs}:${found.ctimeNs}:${found.size}`,
    writtenAt: Number(found.mtimeMs),
  };
}

/** More links than this lead nowhere. */
const mostLinks = 40;

/** The paths that a path leads over, the file itself last; it does not have to exist. */
export function linksOf(path: string): string[] {
  const paths = [path];
  for (let at = behind(path); at !== undefined && paths.length <= mostLinks; at = behind(at)) paths.push(at);
  return paths;
}

/** Where a link leads; undefined for what is none, or cannot be looked at. */
function behind(path: string): string | undefined {
  try {
    return resolve(realpathSync(dirname(path)), readlinkSync(path));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
