/** Paths through open descriptors: they lead to the open file or directory even when its name is replaced. */
import { constants, existsSync, openSync } from 'node:fs';
import { mkdir, open, readlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errorCode } from './errno.js';

/** Whether the system offers paths to open descriptors (Linux). */
export const hasHeldPaths = process.platform === 'linux' && existsSync('/proc/self/fd');

/** The path of an open descriptor; the name of a directory entry may be appended after a slash. */
export function heldPath(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

/** Opens a directory and returns its descriptor; fails when the last component is a symbolic link. */
export function holdDirectory(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

/** Opens a canonical path; rejects when a symbolic link has appeared on the way. `path`: another name of the file. */
export async function openInPlace(place: string, flags: number, path = place): Promise<FileHandle> {
  const file = await open(path, flags);
  try {
    const found = await readlink(heldPath(file.fd));
    // a file that was replaced just now still belongs to that place
    if (found.replace(/ \(deleted\)$/u, '') === place) return file;
    throw Object.assign(new Error('it leads elsewhere than when permission was given'), { code: 'EMOVED' });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Like `openInPlace`, for a directory; creates missing directories with this mode. */
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
