/** Resolves the paths that a client may watch to their real places. */
import { ApiError, invalid } from '../../errors.js';
import { escapes, namesOf, short, shownPath } from '../files/names.js';
import { withPath, type Reach } from '../files/reach.js';
import { inside, resolveReal } from '../../base/fs/paths.js';
import type { Want } from './wants.js';

/** A path that can be watched. `shown` is the same for all its spellings. */
export type WatchedPath = Omit<Want, 'recursive'> & { root: string };

/** Maximum length of one name in bytes; no file system accepts longer ones. */
const maxNameBytes = 255;

/** Normalizes a path: removes `.` and redundant slashes. Returns undefined for a path that cannot be watched. */
export function watchedName(given: string): string | undefined {
  try {
    return shownPath(checkedNames(given));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * Resolves a path, following links like the other operations on files. It need not exist: then its creation is
 * reported. Throws FS_PATH_ESCAPES_SESSION, and VALIDATION_FAILED for an impossible file name.
 */
export async function watchedPath(reach: Reach, given: string): Promise<WatchedPath> {
  const names = checkedNames(given);
  const shown = shownPath(names);
  const real = await realOf(reach, shown);
  const root = [...reach.directories].sort((a, b) => b.length - a.length).find((each) => inside([each], real));
  const isOwn = inside([reach.cwd], real);
  const at = isOwn ? reach.cwd : root;
  if (at === undefined) throw escapes(given);
  return { root: at, path: real === at ? '' : real.slice(at === '/' ? 1 : at.length + 1), shown };
}

async function realOf(reach: Reach, shown: string): Promise<string> {
  try {
    return await withPath(reach, shown, async ({ real }) => real);
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName === 'FS_PATH_ESCAPES_SESSION') throw error;
    // missing or unreadable: `withPath` has checked that no link leads out of the directories
    return resolveReal(shown === '.' ? reach.cwd : `${reach.cwd === '/' ? '' : reach.cwd}/${shown}`);
  }
}

function checkedNames(given: string): string[] {
  // reject `..` also as other systems would parse it
  if (given.split(/[\\/]/).includes('..')) throw escapes(given);
  let names: string[];
  try {
    names = namesOf(given);
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'FS_PATH_NOT_FOUND') throw impossible(given);
    throw error;
  }
  if (names.some((name) => Buffer.byteLength(name) > maxNameBytes)) throw impossible(given);
  return names;
}

function impossible(given: string): ApiError {
  return invalid('paths', `no file can be called this: ${short(given)}`);
}
