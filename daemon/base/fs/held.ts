/** Paths by descriptor: they lead to what is held open, whatever its name does meanwhile. */
import { constants, existsSync, openSync } from 'node:fs';
import { mkdir, open, readlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errorCode } from './errno.js';

/** Whether the system gives what is held open a path of its own (Linux). */
export const hasHeldPaths = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Leads to what a descriptor holds; the name of an entry may follow behind a slash. */
export function heldPath(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

/** The descriptor of a directory; a link in the last place is not followed. */
export function holdDirectory(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

/** Opens a canonical path; rejects when a link has come on the way to it. `path`: another name of the same. */
export async function openInPlace(place: string, flags: number, path = place): Promise<FileHandle> {
  const file = await open(path, flags);
  try {
    const found = await readlink(heldPath(file.fd));
    // one that was replaced in this moment is still the file of that place
    if (found.replace(/ \(deleted\)$/u, '') === place) return file;
    throw Object.assign(new Error('it leads elsewhere than when permission was given'), { code: 'EMOVED' });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The same for a directory; those that are missing are made, with this mode. */
export async function openDirectoryInPlace(directory: string, mode: number): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  try {
    return await openInPlace(directory, flags);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(directory) === directory) throw error;
  }
  const parent = await openDirectoryInPlace(dirname(directory), mode);
  try {
    const path = `${heldPath(parent.fd)}/${basename(directory)}`;
    await mkdir(path, { mode }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    return await openInPlace(directory, flags | constants.O_NOFOLLOW, path);
  } finally {
    await parent.close();
  }
}
