/** Opens a file that the program stored itself, with the facts for a download. */
import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../base/fs/errno.js';
import { ApiError } from '../errors.js';

export interface StoredFile {
  /** the caller must close it */
  file: FileHandle;
  /** bytes */
  size: number;
  /** changes with the content; without quotes */
  etag: string;
  /** epoch milliseconds */
  modifiedAt: number;
}

/** Undefined when the file is missing. Throws PERSISTENCE_FAILURE when it is unreadable or not a regular file. */
export async function openStored(path: string): Promise<StoredFile | undefined> {
  const file = await openPlain(path);
  if (!file) return undefined;
  try {
    const { size, mtimeMs, ino } = await regular(file);
    const modifiedAt = Math.floor(mtimeMs);
    const etag = [modifiedAt, size, ino].map((value) => value.toString(36)).join('-');
    return { file, size, etag, modifiedAt };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openPlain(path: string): Promise<FileHandle | undefined> {
  try {
    // refuse links, and do not block on a pipe
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unreadable(error);
  }
}

async function regular(file: FileHandle): Promise<Stats> {
  const facts = await file.stat();
  if (!facts.isFile()) throw unreadable(new Error('is not a regular file'));
  return facts;
}

function unreadable(cause: unknown): ApiError {
  return new ApiError('PERSISTENCE_FAILURE', { message: 'the file cannot be read', cause });
}
