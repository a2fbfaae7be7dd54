/** Creates directories, each inside a pinned parent, so that no link can redirect the creation. */
import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileEntry } from '../../../schemas/generated/types.js';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError } from '../../errors.js';
import { newEffort, pinnedEntry } from './entry.js';
import { fileError, noDirectory } from './failures.js';
import { namesOf, short, shownPath } from './names.js';
import type { Pin } from './pin.js';
import { reachName, reachPath, type Reach } from './reach.js';

/** Throws FS_PATH_*, FS_PERMISSION_DENIED, and FS_ALREADY_EXISTS unless `recursive`. */
export async function makeDirectory(reach: Reach, given: string, recursive: boolean): Promise<FileEntry> {
  const names = namesOf(given);
  let at = await reachPath(reach, '.');
  try {
    for (const [index, name] of names.entries()) {
      const path = shownPath(names.slice(0, index + 1));
      const isLast = index === names.length - 1;
      const next = await enter(reach, at, name, path, { make: isLast || recursive, mayExist: !isLast || recursive });
      await at.release();
      at = next;
    }
    if (names.length === 0 && !recursive) throw exists(given);
    if (!at.stats.isDirectory()) throw noDirectory(at, given);
    const entry = await pinnedEntry(
      { path: shownPath(names), name: names.at(-1) ?? basename(reach.cwd) },
      at,
      newEffort(),
    );
    if (!entry || !(await at.holds())) throw fileError({ code: 'ENOENT' }, given);
    return entry;
  } finally {
    await at.release();
  }
}

/** Pins a directory in another one and creates it if it is missing. */
async function enter(
  reach: Reach,
  parent: Pin,
  name: string,
  path: string,
  { make, mayExist }: { make: boolean; mayExist: boolean },
): Promise<Pin> {
  const made = make && (await makeIn(parent, name, path));
  const pin = await reachName(reach, parent, name, path).catch((error: unknown) => {
    // a dangling link occupies the name, too
    const isLoose = !made && !mayExist && error instanceof ApiError && error.errorName === 'FS_PATH_NOT_FOUND';
    throw isLoose ? exists(path) : error;
  });
  if (!made && !mayExist) return refuse(pin, exists(path));
  return pin.stats.isDirectory() ? pin : refuse(pin, noDirectory(pin, path));
}

/** Returns false when the name already exists. */
async function makeIn(parent: Pin, name: string, path: string): Promise<boolean> {
  try {
    if (!(await parent.holds())) throw Object.assign(new Error('moved'), { code: 'ESTALE' });
    await mkdir(`${parent.by}/${name}`);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw fileError(error, path);
  }
}

async function refuse(pin: Pin, error: ApiError): Promise<never> {
  await pin.release();
  throw error;
}

function exists(path: string): ApiError {
  return new ApiError('FS_ALREADY_EXISTS', { message: `this exists already: ${short(path)}` });
}
