/** Identifies states of a file without reading it. */
import { type BigIntStats, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from '../base/fs/errno.js';

/** A state of a file; every write produces a different `mark`. */
export interface Stamp {
  /** empty when the file is missing */
  mark: string;
  /** epoch milliseconds of the last write; 0 when the file is missing */
  writtenAt: number;
}

/** The state of the file at a path, following links. */
export function stampOf(path: string): Stamp {
  let found: BigIntStats | undefined;
  try {
    found = statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // a link loop or an inaccessible directory: reading fails the same way
    return { mark: errorCode(error) ?? 'unknown', writtenAt: 0 };
  }
  if (!found) return { mark: '', writtenAt: 0 };
  return {
    mark: `${found.ino}:${found.mtimeNs}:${found.ctimeNs}:${found.size}`,
    writtenAt: Number(found.mtimeMs),
  };
}

/** Maximum number of links that are followed. */
const mostLinks = 40;

/** The paths of a chain of links, the file itself last; it need not exist. */
export function linksOf(path: string): string[] {
  const paths = [path];
  for (let at = behind(path); at !== undefined && paths.length <= mostLinks; at = behind(at)) paths.push(at);
  return paths;
}

/** The target of a link; undefined when it is not a link, or not accessible. */
function behind(path: string): string | undefined {
  try {
    return resolve(realpathSync(dirname(path)), readlinkSync(path));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
