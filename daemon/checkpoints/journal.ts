/** The journal of a restore: its operations, written before it begins, so that it completes or rolls back entirely. */
import { chmodSync, lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createPause } from '../base/async/pieces.js';
import { errorCode } from '../base/fs/errno.js';
import { NoWay, rootOf, withEntry } from './places.js';

/** One path of a restore; during it the old and new file are `<n>.old` and `<n>.new` in the work directory. */
export interface Operation {
  path: string;
  /** the path had a file before */
  existed: boolean;
  /** source of the new file: the work directory, or the old file of another operation */
  puts: 'new' | { operation: number } | undefined;
}

export interface Journal {
  restoreId: string;
  roots: string[];
  /** absolute paths of the work directories, by root */
  work: Record<string, string>;
  operations: Operation[];
  /** directories to remove when they are empty, parents first */
  away: { path: string; mode: number }[];
  /** directories to create, parents first */
  make: { path: string; mode: number }[];
}

const NAME = 'restoring.json';

export async function writeJournal(directory: string, journal: Journal): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `.${NAME}.tmp`);
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(journal));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(directory, NAME));
}

export async function readJournal(directory: string): Promise<Journal | undefined> {
  try {
    return JSON.parse(await readFile(join(directory, NAME), 'utf8')) as Journal;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Ends a completed restore: deletes the old files. */
export async function finish(directory: string, journal: Journal): Promise<void> {
  for (const work of Object.values(journal.work)) await rm(work, { recursive: true, force: true });
  await rm(join(directory, NAME), { force: true });
}

/** Rolls a restore back; can be repeated after an interruption. */
export async function takeBack(directory: string, journal: Journal): Promise<void> {
  const pauseIfDue = createPause(16);
  for (const { path, mode } of journal.away) makeDirectory(journal.roots, path, mode);
  for (let at = journal.operations.length - 1; at >= 0; at -= 1) {
    takeBackOne(journal, at);
    await pauseIfDue();
  }
  for (const { path } of journal.make.toReversed()) removeDirectory(journal.roots, path);
  await finish(directory, journal);
}

function takeBackOne(journal: Journal, at: number): void {
  const { roots } = journal;
  const { path, existed, puts } = journal.operations[at] as Operation;
  const old = workPath(journal, path, `${at}.old`);
  if (existed) {
    if (isThere(roots, old)) move(roots, old, path);
    return;
  }
  if (puts === undefined) return;
  const source = puts === 'new' ? workPath(journal, path, `${at}.new`) : sourceOf(journal, puts.operation);
  const staged = fileAt(roots, source);
  const placed = fileAt(roots, path);
  // the new file was not placed, so a file at the path is not ours, unless it is a hard link to the same one
  if (placed === undefined || (staged !== undefined && staged !== placed)) return;
  if (puts === 'new') withEntry(roots, path, unlinkSync);
  else move(roots, path, source);
}

function sourceOf(journal: Journal, operation: number): string {
  return workPath(journal, (journal.operations[operation] as Operation).path, `${operation}.old`);
}

/** The temporary path of a file during an operation. */
export function workPath(journal: Pick<Journal, 'work'>, path: string, name: string): string {
  const root = rootOf(Object.keys(journal.work), path);
  return join(journal.work[root ?? ''] ?? '', name);
}

export function isThere(roots: readonly string[], path: string): boolean {
  return fileAt(roots, path) !== undefined;
}

/** The inode of a file; undefined when there is none. */
function fileAt(roots: readonly string[], path: string): number | undefined {
  try {
    return withEntry(roots, path, (entry) => lstatSync(entry, { throwIfNoEntry: false })?.ino);
  } catch (error) {
    // the path does not lead to a file of this restore
    if (error instanceof NoWay) return undefined;
    throw error;
  }
}

/** Renames a file; both parent directories are held open. */
export function move(roots: readonly string[], from: string, to: string): void {
  withEntry(roots, from, (source) => withEntry(roots, to, (target) => renameSync(source, target)));
}

/** Creates a directory; false when it exists already. */
export function makeDirectory(roots: readonly string[], path: string, mode: number): boolean {
  try {
    withEntry(roots, path, (entry) => {
      mkdirSync(entry);
      chmodSync(entry, mode);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes an empty directory; false when it is not empty or missing. */
export function removeDirectory(roots: readonly string[], path: string): boolean {
  try {
    withEntry(roots, path, rmdirSync);
    return true;
  } catch (error) {
    const stays = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY', 'ENOENT'].includes(errorCode(error) ?? '');
    if (stays || (error instanceof NoWay && error.why === 'missing')) return false;
    throw error;
  }
}
