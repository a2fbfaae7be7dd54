/** Builds the entries for files and directories that answers contain (rest.md 19). */
import { constants, type Stats } from 'node:fs';
import type { FileEntry } from '../../../schemas/generated/types.js';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError } from '../../errors.js';
import { encodingOf, languageOf, startLength, typeByName, typeOf } from './kinds.js';
import { readPinned, type Pin } from './pin.js';
import { pinName, placeName, reachName, type Reach } from './reach.js';
import { etagOf, lstat, open, opendir, type OpenFile } from './system.js';

/** The limits of one request for details of its entries. Entries beyond them have fewer fields. */
export interface Effort {
  /** number of files whose first bytes are read */
  starts: number;
  /** number of directory names that are counted */
  names: number;
}

export function newEffort(): Effort {
  return { starts: 2_000, names: 100_000 };
}

/** Maximum number of names to count in one directory. */
const maxCounted = 10_000;

/** Where an entry is: a pinned directory and a name in it. */
export interface Spot {
  reach: Reach;
  parent: Pin;
  name: string;
  /** the path as answers write it */
  path: string;
}

/**
 * Returns the entry of a name in a pinned directory. Follows links within the directories of the session.
 * Returns undefined for anything but a file, directory or link. Rejects with system errors.
 */
export async function entryAt(spot: Spot, effort: Effort): Promise<FileEntry | undefined> {
  const { reach, parent, name } = spot;
  const stats = await lstat(`${parent.by}/${name}`);
  if (stats.isFile()) {
    const entry = effort.starts > 0 ? await openedEntry(spot, effort) : undefined;
    return entry ?? fileEntry(spot.path, name, stats, undefined);
  }
  const pin = await pinName(reach, parent, name);
  try {
    if (pin.stats.isSymbolicLink()) return await linkEntry(spot, pin.stats, effort);
    return await pinnedEntry(spot, pin, effort);
  } finally {
    await pin.release();
  }
}

/** Returns the entry of a pinned file or directory. Returns undefined for a pipe, socket or device. */
export async function pinnedEntry(
  { path, name }: Pick<Spot, 'path' | 'name'>,
  pin: Pin,
  effort: Effort,
): Promise<FileEntry | undefined> {
  const { stats } = pin;
  if (stats.isDirectory()) {
    const count = await countNames(pin, effort);
    return { ...facts(path, name, 'directory', stats), child_count: count };
  }
  if (!stats.isFile()) return undefined;
  return fileEntry(path, name, stats, effort.starts > 0 ? await startOf(pin, effort) : undefined);
}

/** Returns the entry of a link's target, or of the link itself when the target is outside, missing or unreadable. */
async function linkEntry(spot: Spot, link: Stats, effort: Effort): Promise<FileEntry | undefined> {
  const { reach, parent, name, path } = spot;
  let target: Pin;
  try {
    target = await reachName(reach, parent, name, path);
  } catch (error) {
    if (error instanceof ApiError) return facts(path, name, 'symlink', link);
    throw error;
  }
  try {
    const entry = await pinnedEntry(spot, target, effort);
    return entry && { ...entry, is_symlink_to: placeName(reach, target.real) };
  } finally {
    await target.release();
  }
}

/**
 * Opens a regular file directly, without following a link or blocking on a pipe. Returns undefined without read
 * permission, and when something else has replaced the file in the meantime.
 */
async function openedEntry(spot: Spot, effort: Effort): Promise<FileEntry | undefined> {
  const { parent, name, path } = spot;
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | constants.O_NOFOLLOW;
  let file: OpenFile;
  try {
    file = await open(`${parent.by}/${name}`, flags);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return undefined;
    effort.starts -= 1;
    return await fileEntry(path, name, stats, await readStart(file, stats.size));
  } finally {
    await file.close();
  }
}

async function fileEntry(path: string, name: string, stats: Stats, start: Buffer | undefined): Promise<FileEntry> {
  const isBinary = start && encodingOf(start) === undefined;
  const mime = start ? await typeOf(name, start, isBinary === true) : await typeByName(name);
  const language = languageOf(name);
  return {
    ...facts(path, name, 'file', stats),
    size: stats.size,
    mime,
    language_id: language,
    is_binary: isBinary,
  };
}

/** Returns undefined for a file without read permission. */
async function startOf(pin: Pin, effort: Effort): Promise<Buffer | undefined> {
  effort.starts -= 1;
  let file: OpenFile;
  try {
    file = await readPinned(pin);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
  try {
    return await readStart(file, pin.stats.size);
  } finally {
    await file.close();
  }
}

/** Reads the bytes that distinguish text from binary content. Returns undefined when they cannot be read. */
async function readStart(file: OpenFile, size: number): Promise<Buffer | undefined> {
  // procfs and sysfs report a size of zero for files that the kernel generates on read
  const buffer = Buffer.allocUnsafe(size > 0 ? Math.min(size, startLength) : startLength);
  try {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

async function countNames(directory: Pin, effort: Effort): Promise<number | undefined> {
  let count = 0;
  try {
    const names = await opendir(directory.by, { bufferSize: 256 });
    try {
      while ((await names.read()) !== null) {
        count += 1;
        effort.names -= 1;
        if (count > maxCounted || effort.names < 0) return undefined;
      }
      return count;
    } finally {
      await names.close();
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Returns the facts used for sorting, following links as entries do. Returns undefined for a missing file. */
export async function sortFacts({ reach, parent, name, path }: Spot, isLink: boolean): Promise<Stats | undefined> {
  try {
    if (!isLink) return await lstat(`${parent.by}/${name}`);
    const target = await reachName(reach, parent, name, path);
    await target.release();
    return target.stats;
  } catch (error) {
    if (error instanceof ApiError) return lstat(`${parent.by}/${name}`).catch(() => undefined);
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function facts(
  path: string,
  name: string,
  kind: FileEntry['kind'],
  stats: Stats,
): Pick<FileEntry, 'path' | 'name' | 'kind' | 'modified_at' | 'etag'> {
  return { path, name, kind, modified_at: timeOf(stats), etag: etagOf(stats) };
}

/** The range of times that a four-digit year can express. */
const lastTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const firstTime = Date.parse('0001-01-01T00:00:00.000Z');

function timeOf({ mtimeMs }: Stats): string {
  return new Date(Math.min(Math.max(mtimeMs, firstTime), lastTime)).toISOString();
}
