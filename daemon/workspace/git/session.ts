/** Answers git requests about the files of a session, within its directories. */
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import { ApiError } from '../../errors.js';
import { noDirectory } from '../files/failures.js';
import { reachPath, withPath, type Reach } from '../files/reach.js';
import { missing, namesOf, shownPath } from '../files/names.js';
import type { Pin } from '../files/pin.js';
import { mapSome } from '../../base/async/pieces.js';
import { diffPath, type Diff } from './diff.js';
import { readGitChanges, type GitPathStatus } from './status.js';

export interface GitAsker {
  /** environment variables for git, without credentials */
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Throws FS_GIT_UNAVAILABLE, and FS_PATH_ESCAPES_SESSION for a path out of the session. */
export async function sessionStatus(
  reach: Reach,
  given: readonly string[] | undefined,
  asker: GitAsker,
): Promise<GitPathStatus & { additions: number; deletions: number }> {
  const paths = given && (await inside(reach, given));
  try {
    const changes = await withPath(reach, '.', (pin) =>
      readGitChanges({ cwd: pin.by, real: pin.real, ...asker }, paths),
    );
    return { ...changes, entries: await confirmed(reach, changes.entries) };
  } catch (error) {
    // the directory of the session is gone
    if (isMissing(error)) throw new ApiError('FS_GIT_UNAVAILABLE', { cause: error });
    throw error;
  }
}

/**
 * Keeps only the unknown files that also exist within the session's directories: git resolves paths by name, and a
 * name may lead elsewhere for a moment.
 */
async function confirmed(reach: Reach, entries: GitPathStatus['entries']): Promise<GitPathStatus['entries']> {
  const met = [...entries].filter(([, status]) => status === 'untracked' || status === 'ignored').map(([name]) => name);
  const folders = [...new Set(met.map((name) => dirname(name)))];
  const there = new Map(await mapSome(folders, async (folder) => [folder, await namesIn(reach, folder)] as const));
  const gone = new Set(met.filter((name) => !there.get(dirname(name))?.has(basename(name))));
  return new Map([...entries].filter(([name]) => !gone.has(name)));
}

async function namesIn(reach: Reach, folder: string): Promise<Set<string>> {
  try {
    return new Set(await withPath(reach, folder, (pin) => readdir(pin.by)));
  } catch (error) {
    // by now the name leads elsewhere or nowhere
    if (error instanceof ApiError) return new Set();
    throw error;
  }
}

/** Throws FS_GIT_UNAVAILABLE, FS_PATH_NOT_FOUND, FS_PATH_ESCAPES_SESSION. */
export async function sessionDiff(reach: Reach, given: string, asker: GitAsker): Promise<Diff & { path: string }> {
  const names = namesOf(given);
  const exists = await leadsSomewhere(reach, given);
  const { parent, name } = await nearest(reach, names);
  try {
    const by = exists && name !== '.' ? { by: `${parent.by}/${name}` } : {};
    const diff = await diffPath({ cwd: parent.by, real: parent.real, reach, parent, name, ...by, ...asker });
    if (!diff || !(await parent.holds())) throw missing(given);
    return { path: shownPath(names), ...diff };
  } finally {
    await parent.release();
  }
}

/** Returns the paths in git's form. Keeps deleted files, which have a status; drops paths that no file can have. */
async function inside(reach: Reach, given: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const path of given) {
    const names = possibleNames(path);
    if (names) paths.push(shownPath(names));
    await leadsSomewhere(reach, path);
  }
  return paths;
}

function possibleNames(given: string): string[] | undefined {
  try {
    return namesOf(given);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}

/** Whether a path exists. Throws FS_PATH_ESCAPES_SESSION. */
async function leadsSomewhere(reach: Reach, given: string): Promise<boolean> {
  try {
    await (await reachPath(reach, given)).release();
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Pins the nearest existing directory above a path and returns it with the rest of the path. Callers release it. */
async function nearest(reach: Reach, names: readonly string[]): Promise<{ parent: Pin; name: string }> {
  for (let count = Math.max(0, names.length - 1); ; count -= 1) {
    try {
      const parent = await reachPath(reach, shownPath(names.slice(0, count)));
      if (parent.stats.isDirectory()) return { parent, name: shownPath(names.slice(count)) };
      await parent.release();
      // a file has nothing below it now, but the last commit may have a directory in its place
      if (count === 0) throw noDirectory(parent, '.');
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (count === 0) throw new ApiError('FS_GIT_UNAVAILABLE', { cause: error });
    }
  }
}

/** Unreadable counts as missing. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && ['FS_PATH_NOT_FOUND', 'FS_PERMISSION_DENIED'].includes(error.errorName);
}
