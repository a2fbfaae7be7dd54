/** Writing files so that a reader sees the old content or the new one, never a part, reading them without waiting, and making their directories. */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './errno.js';

/** The name of temporary files beside the real ones; a crash may leave one behind. */
export const TEMPORARY_SUFFIX = '.tmp';

/** Replaces or creates a file; it is on disk when this returns. `mode` holds whatever the umask is. */
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
 * As `writeFileAtomic`, with a last word: when all is written `finish` calls `rename` and gives true, or gives false
 * or throws, and the file stays as it was. Between its looking and `rename` nothing of this process comes.
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

/** As `writeFileAtomic`, for what must be there after a power cut too; clears away what killed writers left. */
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

/** Removes a file, and the temporary files of killed writers; only where no process writes it now. */
export async function removeFileWhole(path: string): Promise<void> {
  await rm(path, { force: true });
  await removeLeftovers(path, 0);
}

/** Where a system cannot do that the file is there all the same. */
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

/** Milliseconds after which a temporary file has no writer any more. */
const leftoverAge = 60_000;

/** What writers of a file left beside it when they were killed. */
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
      // its writer was faster
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

/** Creates a file whole; false, and nothing changed, when there is one already. Of several at once one wins. */
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

/** The text of a file; undefined when there is none. A pipe is not waited for, and no device is read. */
export function readRegular(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    // removed between two looks
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
 * Creates a directory and those above it. Node's own `recursive` never ends where the system reports a missing file in a
 * directory that is there, such as /proc.
 */
export async function makeDirectories(directory: string, mode: number): Promise<void> {
  const missing: string[] = [];
  for (let at = directory; !(await makeDirectory(at, mode, at !== dirname(at))); at = dirname(at)) missing.push(at);
  for (const each of missing.reverse()) await makeDirectory(each, mode, false);
}

/** Whether it is there now; false only when `mayLack` and the directory above it is missing. */
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
