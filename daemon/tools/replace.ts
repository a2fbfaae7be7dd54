/** Replacing the content of a user's file whole: parents, mode bits and owner as they should be. */
import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { lchown, mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { writeFileAtomic } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';
import { heldPath, openDirectoryInPlace } from '../base/fs/held.js';
import { diskFailure } from './target.js';

/** what a new file may be to others, before the umask */
const NEW_FILE_MODE = 0o666;

/**
 * Writes a file (`path` with links resolved) and returns what is on disk then; `existing`: what is there now;
 * `isPrivate`: a new one is for its owner only, and so are the directories made for it; `isHeld`: no link that comes on
 * the way meanwhile is followed.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  existing: Stats | undefined,
  { isPrivate = false, isHeld = false } = {},
): Promise<Stats> {
  const directoryMode = isPrivate ? 0o700 : 0o777;
  const write = async (path: string): Promise<Stats> => {
    if (existing) {
      // a rename would get past the write protection of the file itself
      accessSync(path, constants.W_OK);
    } else {
      await makeDirectories(dirname(path), directoryMode);
    }
    const mode = existing ? existing.mode & 0o7777 : isPrivate ? 0o600 : NEW_FILE_MODE & ~process.umask();
    await writeFileAtomic(path, content, mode);
    const now = statSync(path);
    return existing && (await tookOwner(path, now, existing)) ? statSync(path) : now;
  };
  try {
    if (!isHeld) return await write(path);
    const directory = await openDirectoryInPlace(dirname(path), directoryMode);
    try {
      return await write(`${heldPath(directory.fd)}/${basename(path)}`);
    } finally {
      await directory.close();
    }
  } catch (error) {
    throw diskFailure(error, path);
  }
}

/**
 * Creates a directory and those above it. Node's own `recursive` never ends where the system reports a missing file in a
 * directory that is there, such as /proc.
 */
async function makeDirectories(directory: string, mode: number): Promise<void> {
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
    // a file in its place is named by what is created below it
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return true;
}

/** Gives a file the owner that it had before; false when it has it, or cannot get it. */
async function tookOwner(path: string, now: Stats, before: Stats): Promise<boolean> {
  if (now.uid === before.uid && now.gid === before.gid) return false;
  try {
    await lchown(path, before.uid, before.gid);
    return true;
  } catch (error) {
    // only root may give files away; the content is what was asked for
    if (errorCode(error) !== 'EPERM') throw error;
    return false;
  }
}
