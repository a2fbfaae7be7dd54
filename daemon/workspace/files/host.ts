/** Browses and reads the whole machine with the rights of the server's user (rest.md 20). */
import { mkdir, opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError, invalid } from '../../errors.js';
import { fileError, noDirectory } from './failures.js';
import { missing, short } from './names.js';
import { pinPath, type Pin } from './pin.js';
import { openToSend, type SentFile } from './read.js';
import { createPause, mapSome, sortInPieces } from '../../base/async/pieces.js';

export interface BrowsedDirectory {
  /** absolute, with links resolved */
  path: string;
  parent: string | null;
  entries: { name: string; path: string; is_dir: true }[];
}

/**
 * Lists the directories in a directory, including links to directories.
 * Throws VALIDATION_FAILED, FS_PATH_NOT_FOUND, FS_PERMISSION_DENIED.
 */
export async function browseHost(given: string): Promise<BrowsedDirectory> {
  requireAbsolute(given);
  return onHost(given, async (pin) => {
    if (!pin.stats.isDirectory()) throw noDirectory(pin, given);
    const pauseIfDue = createPause();
    const directories: BrowsedDirectory['entries'] = [];
    const links: string[] = [];
    for await (const entry of await opendir(pin.by, { bufferSize: 256 })) {
      if (entry.isDirectory()) directories.push(shownIn(pin, entry.name));
      else if (entry.isSymbolicLink()) links.push(entry.name);
      const pause = pauseIfDue();
      if (pause) await pause;
    }
    const lead = await mapSome(links, (name) => isDirectory(`${pin.by}/${name}`));
    links.forEach((name, at) => {
      if (lead[at]) directories.push(shownIn(pin, name));
    });
    const entries = await sortInPieces(directories, visibleFirst, pauseIfDue);
    return { path: pin.real, parent: pin.real === path.dirname(pin.real) ? null : path.dirname(pin.real), entries };
  });
}

/** Opens a file for a download. Throws VALIDATION_FAILED, FS_PATH_NOT_FOUND, FS_PERMISSION_DENIED, FS_IS_DIRECTORY. */
export async function openHostFile(given: string): Promise<SentFile> {
  requireAbsolute(given);
  return onHost(given, async (pin) => {
    if (pin.stats.isDirectory()) throw new ApiError('FS_IS_DIRECTORY');
    if (!pin.stats.isFile()) throw invalid('path', 'must be a regular file');
    return await openToSend(pin, path.basename(given));
  });
}

/** Throws VALIDATION_FAILED, FS_PATH_NOT_FOUND when the parent is missing, FS_PERMISSION_DENIED, FS_ALREADY_EXISTS. */
export async function makeHostDirectory(given: string): Promise<{ path: string }> {
  requireAbsolute(given);
  const wanted = path.resolve(given);
  try {
    await mkdir(wanted);
  } catch (error) {
    throw fileError(error, given);
  }
  return { path: wanted };
}

async function onHost<T>(given: string, work: (pin: Pin) => Promise<T>): Promise<T> {
  let pin: Pin | undefined;
  try {
    pin = await pinPath(given);
    return await work(pin);
  } catch (error) {
    throw fileError(error, given);
  } finally {
    await pin?.release();
  }
}

function requireAbsolute(given: string): void {
  if (!path.isAbsolute(given) || given.includes('\0'))
    throw invalid('path', `must be an absolute path: ${short(given)}`);
  if (!given.isWellFormed()) throw missing(given);
}

function shownIn({ real }: Pin, name: string): BrowsedDirectory['entries'][number] {
  return { name, path: path.join(real, name), is_dir: true };
}

async function isDirectory(name: string): Promise<boolean> {
  try {
    return (await stat(name)).isDirectory();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

function visibleFirst(a: { name: string }, b: { name: string }): number {
  const hidden = Number(a.name.startsWith('.')) - Number(b.name.startsWith('.'));
  return hidden || (a.name < b.name ? -1 : 1);
}
