/** Facts of single paths: links within the directories of the session followed, others shown as the links they are. */
import { basename } from 'node:path';
import type { FileEntry } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import { entryAt, newEffort, pinnedEntry, type Effort } from './entry.js';
import { noRegularFile } from './failures.js';
import { namesOf, shownPath } from './names.js';
import { withPath, type Reach } from './reach.js';
import { mapSome } from './work.js';

/** Throws FS_PATH_*, FS_PERMISSION_DENIED. */
export function statFile(reach: Reach, given: string): Promise<FileEntry> {
  return entryOf(reach, given, newEffort());
}

/** By the path as it was given; null for what is not there or may not be looked at. Throws FS_PATH_ESCAPES_SESSION. */
export async function statManyFiles(
  reach: Reach,
  paths: readonly string[],
): Promise<{ entries: Record<string, FileEntry | null> }> {
  const effort = newEffort();
  const each = async (path: string): Promise<[string, FileEntry | null]> => {
    try {
      return [path, await entryOf(reach, path, effort)];
    } catch (error) {
      if (!(error instanceof ApiError) || error.errorName === 'FS_PATH_ESCAPES_SESSION') throw error;
      return [path, null];
    }
  };
  return { entries: Object.fromEntries(await mapSome([...new Set(paths)], each)) };
}

async function entryOf(reach: Reach, given: string, effort: Effort): Promise<FileEntry> {
  const names = namesOf(given);
  const name = names.at(-1);
  const path = shownPath(names);
  const entry = await (name === undefined
    ? withPath(reach, '.', (pin) => pinnedEntry({ path, name: basename(reach.cwd) }, pin, effort))
    : withPath(reach, shownPath(names.slice(0, -1)), (parent) => entryAt({ reach, parent, name, path }, effort)));
  if (!entry) throw noRegularFile(given);
  return entry;
}
