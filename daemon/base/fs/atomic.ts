/** Writes files atomically, reads regular files without blocking, and creates directories. */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './errno.js';

/** Suffix of temporary files beside the real ones; a crash may leave one behind. */
export const TEMPORARY_SUFFIX = '.tmp';

/** Replaces or creates a file; its content is on disk when this resolves. `mode` applies regardless of the umask. */
export async function writeFileAtomic(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = await writeTemporary(path, content, mode);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Like `writeFileAtomic`, but `finish` decides at the end: it calls `rename` and returns true, or it returns false or
 * throws and the file keeps its content. `finish` is synchronous, so this process does nothing else between its check
 * and `rename`.
 */
export async function replaceFileAtomic(
  path: string,
  content: string | Uint8Array,
  finish: (rename: () => void) => boolean,
  mode = 0o600,
): Promise<boolean> {
  await removeLeftovers(path);
  const temporary = await writeTemporary(path, content, mode);
  let renamed = false;
  try {
    return finish(() => {
      renameSync(temporary, path);
      renamed = true;
    });
  } finally {
    if (!renamed) await rm(temporary, { force: true });
  }
}

/** Like `writeFileAtomic`, but the file also survives a power failure; removes temporary files of killed writers. */
export async function writeFileLasting(path: string, content: string, mode = 0o600): Promise<void> {
  await replaceFileAtomic(
    path,
    content,
    (rename) => {
      rename();
      return true;
    },
    mode,
  );
  await syncDirectory(dirname(path));
}

/** Removes a file and the temporary files of killed writers. Call it only when no process is writing the file. */
export async function removeFileWhole(path: string): Promise<void> {
  await rm(path, { force: true });
  await removeLeftovers(path, 0);
}

/** Flushes a directory to disk; where the system cannot do that, the file exists all the same. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path);
  try {
    await directory.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await directory.close();
  }
}

/** Milliseconds after which a temporary file counts as abandoned by its writer. */
const leftoverAge = 60_000;

/** Removes the temporary files that killed writers of a file left beside it. */
async function removeLeftovers(path: string, age = leftoverAge): Promise<void> {
  const names = await readdir(dirname(path)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter(
    (each) => each.startsWith(`.${basename(path)}.`) && each.endsWith(TEMPORARY_SUFFIX),
  )) {
    const leftover = join(dirname(path), name);
    try {
      if (age === 0 || (await stat(leftover)).mtimeMs < Date.now() - age) await rm(leftover, { force: true });
    } catch (error) {
      // its writer renamed or removed it first
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

/** Creates a file with its content; returns false and changes nothing if it exists. Of concurrent calls one wins. */
export async function createFileAtomic(path: string, content: string | Uint8Array, mode = 0o600): Promise<boolean> {
  const temporary = await writeTemporary(path, content, mode);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // some file systems have no hard links; an exclusive create still lets only one win
    if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errorCode(error) ?? '')) {
      return await createExclusive(path, content, mode);
    }
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns the text of a file, or undefined when it does not exist. Never blocks on a pipe and reads no device. */
export function readRegular(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    // the file was removed meanwhile
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    if (!fstatSync(file).isFile()) throw Object.assign(new Error('no regular file'), { code: 'EISDIR' });
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

async function createExclusive(path: string, content: string | Uint8Array, mode: number): Promise<boolean> {
  try {
    await writeSynced(path, content, mode);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function writeTemporary(path: string, content: string | Uint8Array, mode: number): Promise<string> {
  const name = `.${basename(path)}.${process.pid}.${randomBytes(6).toString('hex')}${TEMPORARY_SUFFIX}`;
  const temporary = join(dirname(path), name);
  try {
    await writeSynced(temporary, content, mode);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return temporary;
}

async function writeSynced(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.chmod(mode);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Creates a directory and its parents. Node's own `recursive` loops forever where the system reports ENOENT inside an
 * existing directory, such as /proc.
 */
export async function makeDirectories(directory: string, mode: number): Promise<void> {
  const missing: string[] = [];
  for (let at = directory; !(await makeDirectory(at, mode, at !== dirname(at))); at = dirname(at)) missing.push(at);
  for (const each of missing.reverse()) await makeDirectory(each, mode, false);
}

/** Returns whether the directory exists now; false only when `mayLack` is set and its parent is missing. */
async function makeDirectory(directory: string, mode: number, mayLack: boolean): Promise<boolean> {
  try {
    await mkdir(directory, { mode });
  } catch (error) {
    if (mayLack && errorCode(error) === 'ENOENT') return false;
    if (errorCode(error) !== 'EEXIST') throw error;
    if (!(await stat(directory)).isDirectory())
      throw Object.assign(new Error(`${directory} is not a directory`, { cause: error }), { code: 'ENOTDIR' });
  }
  return true;
}
