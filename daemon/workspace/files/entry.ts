/** Files and directories as answers show them (rest.md 19). */
import { constants, type Stats } from 'node:fs';
import type { FileEntry } from '../../../schemas/generated/types.js';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError } from '../../errors.js';
import { encodingOf, languageOf, startLength, typeByName, typeOf } from './kinds.js';
import { readPinned, type Pin } from './pin.js';
import { pinName, placeName, reachName, type Reach } from './reach.js';
import { etagOf, lstat, open, opendir, type OpenFile } from './system.js';

/** The limits of one request for details of its entries; beyond them the entries have fewer fields. */
export interface Effort {
  /** files of which the first bytes are read */
  starts: number;
  /** names of directories that are counted */
  names: number;
}

export function newEffort(): Effort {
  return { starts: 2_000, names: 100_000 };
}

/** Names of one directory that are counted. */
const maxCounted = 10_000;

/** The place of an entry: a pinned directory and a name in it. */
export interface Spot {
  reach: Reach;
  parent: Pin;
  name: string;
  /** as answers write it */
  path: string;
}

/**
 * The entry of a name in a pinned directory, links within the directories of the session followed. Undefined for
 * anything but a file, directory or link. Rejects with errors of the system.
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

/** The entry of what is pinned, no link. Undefined for a pipe, socket or device. */
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

/** The target of a link; the link itself when the target is outside, is missing or cannot be read. */
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
 * Opens a plain file at once, but never through a link and never waiting for a pipe. Undefined without read
 * permission, and when something else has replaced the file meanwhile.
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

/** Undefined for a file that may not be read. */
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

/** The bytes that distinguish text from other content; undefined when they cannot be read. */
async function readStart(file: OpenFile, size: number): Promise<Buffer | undefined> {
  // files that the kernel generates while they are read report a size of zero
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

/** The facts used for sorting, links followed as in the entry; undefined for what is gone. */
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

/** The moments that times with four-digit years can express. */
const lastTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const firstTime = Date.parse('0001-01-01T00:00:00.000Z');

function timeOf({ mtimeMs }: Stats): string {
  return new Date(Math.min(Math.max(mtimeMs, firstTime), lastTime)).toISOString();
}
