/** Lists the entries of a directory that belong to the watched workspace, and why others do not. */
import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { UnwatchedPlace } from '../../schemas/generated/types.js';
import { errorCode } from '../base/fs/errno.js';
import { isIgnored, type IgnoreLevel } from '../base/ignore/levels.js';

export interface Listing {
  /** absolute paths, because joining them at each scan takes longer than the scan */
  files: string[];
  directories: string[];
  unwatched: UnwatchedPlace[];
  readable: boolean;
}

/** Directories that tools fill and users do not edit. */
const HUGE = new Set([
  '.git',
  '.hg',
  '.svn',
  '.jj',
  'node_modules',
  'bower_components',
  '.venv',
  '__pycache__',
  '.tox',
]);
/** Prefix of the names that the program uses during a restore. */
export const WORK_PREFIX = '.agent-restore-';
export function listingOf(path: string, ignore: IgnoreLevel | undefined, own: ReadonlySet<string>): Listing {
  const found: Listing = { files: [], directories: [], unwatched: [], readable: true };
  let entries: Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return { ...found, unwatched: [{ path, reason: 'unreadable' }], readable: false };
  }
  for (const entry of entries) {
    const isDirectory = entry.isDirectory();
    const absolute = join(path, entry.name);
    if (entry.name.startsWith(WORK_PREFIX) || (isDirectory && own.has(absolute))) continue;
    const reason = unwatchedBecause(absolute, entry, isDirectory, ignore);
    if (reason) found.unwatched.push({ path: absolute, reason });
    else (isDirectory ? found.directories : found.files).push(absolute);
  }
  return found;
}

function unwatchedBecause(
  path: string,
  entry: Dirent,
  isDirectory: boolean,
  ignore: IgnoreLevel | undefined,
): UnwatchedPlace['reason'] | undefined {
  // invalid UTF-8 is decoded to this character, and the name is then unusable
  if (entry.name.includes('\ufffd')) return 'name';
  if (isDirectory && HUGE.has(entry.name)) return 'huge';
  if (isIgnored(ignore, path, isDirectory)) return 'ignored';
  return isDirectory || entry.isFile() || entry.isSymbolicLink() ? undefined : 'special';
}
