/** What a restoration does to the disk, written down before it begins, so that it is done or taken back as a whole. */
import { chmod, lstat, mkdir, open, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './system.js';
import { withEntry } from './places.js';

/** One path of a restoration; its old and new file lie under `<n>.old` and `<n>.new` in the work directory meanwhile. */
export interface Operation {
  path: string;
  /** something was there */
  existed: boolean;
  /** something is put there: from the work directory, or the file of another operation */
  puts: 'new' | { operation: number } | undefined;
}

export interface Journal {
  restoreId: string;
  roots: string[];
  /** absolute, by root */
  work: Record<string, string>;
  operations: Operation[];
  /** directories that are taken away when they are empty, parents first */
  away: { path: string; mode: number }[];
  /** directories that are made, parents first */
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

/** Ends a restoration that is complete: what was there before goes. */
export async function finish(directory: string, journal: Journal): Promise<void> {
  for (const work of Object.values(journal.work)) await rm(work, { recursive: true, force: true });
  await rm(join(directory, NAME), { force: true });
}

/** Puts everything back as it was before the restoration; may be done again when it was cut off itself. */
export async function takeBack(directory: string, journal: Journal): Promise<void> {
  for (const { path, mode } of journal.away) await makeDirectory(journal.roots, path, mode);
  for (let at = journal.operations.length - 1; at >= 0; at -= 1) await takeBackOne(journal, at);
  for (const { path } of journal.make.toReversed()) await removeDirectory(journal.roots, path);
  await finish(directory, journal);
}

async function takeBackOne(journal: Journal, at: number): Promise<void> {
  const { path, existed, puts } = journal.operations[at] as Operation;
  const old = workPath(journal, path, `${at}.old`);
  const source = puts === 'new' ? workPath(journal, path, `${at}.new`) : puts && sourceOf(journal, puts.operation);
  const placed = source !== undefined && !(await isThere(journal.roots, source));
  if (existed) {
    if (await isThere(journal.roots, old)) await move(journal.roots, old, path);
  } else if (placed && typeof puts === 'object') {
    await move(journal.roots, path, sourceOf(journal, puts.operation));
  } else if (placed) {
    await withEntry(journal.roots, path, unlink).catch(absent);
  }
}

function sourceOf(journal: Journal, operation: number): string {
  return workPath(journal, (journal.operations[operation] as Operation).path, `${operation}.old`);
}

/** Where a file of an operation lies meanwhile. */
export function workPath(journal: Pick<Journal, 'work'>, path: string, name: string): string {
  const root = Object.keys(journal.work)
    .filter((each) => path.startsWith(each === '/' ? each : `${each}/`))
    .sort((a, b) => b.length - a.length)[0];
  return join(journal.work[root ?? ''] ?? '', name);
}

export async function isThere(roots: readonly string[], path: string): Promise<boolean> {
  return withEntry(roots, path, async (entry) => {
    await lstat(entry);
    return true;
  }).catch((error: unknown) => {
    absent(error);
    return false;
  });
}

/** Renames from one place to another, both held. */
export async function move(roots: readonly string[], from: string, to: string): Promise<void> {
  await withEntry(roots, from, (source) => withEntry(roots, to, (target) => rename(source, target)));
}

/** True when it was made, false when it is there already. */
export async function makeDirectory(roots: readonly string[], path: string, mode: number): Promise<boolean> {
  try {
    await withEntry(roots, path, async (entry) => {
      await mkdir(entry);
      await chmod(entry, mode);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** True when it was empty and is gone now. */
export async function removeDirectory(roots: readonly string[], path: string): Promise<boolean> {
  try {
    await withEntry(roots, path, rmdir);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY'].includes(errorCode(error) ?? '')) return false;
    absent(error);
    return false;
  }
}

/** What is not there needs nothing done. */
function absent(error: unknown): void {
  if (errorCode(error) === 'ENOENT' || (error instanceof Error && 'why' in error && error.why === 'missing')) return;
  throw error;
}
