/** Describes single paths. Follows links within the directories of the session and shows others as links. */
import { basename } from 'node:path';
import type { FileEntry } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import { entryAt, newEffort, pinnedEntry, type Effort } from './entry.js';
import { fileError, noRegularFile } from './failures.js';
import { namesOf, shownPath } from './names.js';
import type { Pin } from './pin.js';
import { withPath, type Reach } from './reach.js';
import { mapSome } from '../../base/async/pieces.js';

/** A path split into its directory and its name there. The working directory itself has no name. */
interface PathParts {
  path: string;
  parent: string;
  name: string | undefined;
}

/** Throws FS_PATH_*, FS_PERMISSION_DENIED. */
export async function statFile(reach: Reach, given: string): Promise<FileEntry> {
  const place = placeOf(given);
  const entry = await withPath(reach, place.parent, (parent) => entryIn(reach, parent, place, newEffort()), given);
  if (!entry) throw noRegularFile(given);
  return entry;
}

/** Returns entries by the given path; null for a missing or unreadable file. Throws FS_PATH_ESCAPES_SESSION. */
export async function statManyFiles(
  reach: Reach,
  paths: readonly string[],
): Promise<{ entries: Record<string, FileEntry | null> }> {
  const effort = newEffort();
  const entries = new Map<string, FileEntry | null>(paths.map((given) => [given, null]));
  await mapSome(byParent([...entries.keys()]), async (members) => {
    const [
      {
        place: { parent },
      },
    ] = members;
    try {
      await withPath(reach, parent, (pin) =>
        mapSome(members, async ({ given, place }) => {
          try {
            entries.set(given, (await entryIn(reach, pin, place, effort)) ?? null);
          } catch (error) {
            requireMissing(error, given);
          }
        }),
      );
    } catch (error) {
      requireMissing(error, parent);
      for (const { given } of members) entries.set(given, null);
    }
  });
  return { entries: Object.fromEntries(entries) };
}

interface Member {
  given: string;
  place: PathParts;
}

/** Groups paths by directory, so that each directory is resolved once. Drops paths that cannot exist. */
function byParent(paths: readonly string[]): [Member, ...Member[]][] {
  const groups = new Map<string, [Member, ...Member[]]>();
  for (const given of paths) {
    try {
      const place = placeOf(given);
      const group = groups.get(place.parent);
      if (group) group.push({ given, place });
      else groups.set(place.parent, [{ given, place }]);
    } catch (error) {
      requireMissing(error, given);
    }
  }
  return [...groups.values()];
}

/** Rethrows an error that fails the whole call. Returns for a missing or unreadable file. */
function requireMissing(error: unknown, given: string): void {
  const outcome = fileError(error, given);
  if (!(outcome instanceof ApiError) || outcome.errorName === 'FS_PATH_ESCAPES_SESSION') throw outcome;
}

function placeOf(given: string): PathParts {
  const names = namesOf(given);
  return { path: shownPath(names), parent: shownPath(names.slice(0, -1)), name: names.at(-1) };
}

function entryIn(reach: Reach, parent: Pin, { path, name }: PathParts, effort: Effort): Promise<FileEntry | undefined> {
  if (name === undefined) return pinnedEntry({ path, name: basename(reach.cwd) }, parent, effort);
  return entryAt({ reach, parent, name, path }, effort);
}
