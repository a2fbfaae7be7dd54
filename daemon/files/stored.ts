/** Opens a file that the program stored itself, with the facts for a download. */
import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../base/fs/errno.js';
import { ApiError } from '../errors.js';

export interface StoredFile {
  /** to be closed by the caller */
  file: FileHandle;
  /** bytes */
  size: number;
  /** changes when the bytes do; without quotes */
  etag: string;
  /** epoch milliseconds */
  modifiedAt: number;
}

/** Undefined when it is not there. Throws PERSISTENCE_FAILURE when it cannot be read, or something else is in its place. */
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
    // neither a link to elsewhere nor a pipe that blocks
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
