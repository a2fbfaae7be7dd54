/** Reads text files of any origin: limited in size, strictly UTF-8, never blocked by a pipe or device. */
import { constants } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { errorCode, isMissing } from '../base/fs/errno.js';
import { isSensitive } from './sensitive.js';
import { plainText } from '../base/text/visible.js';

export interface Problem {
  /** why the file cannot be used, as the end of a sentence */
  problem: string;
  /** there is no such file */
  missing?: true;
}

/** A regular file that may be read. */
export interface TextFile {
  /** links resolved */
  realPath: string;
  /** bytes */
  size: number;
}

/** Follows links, and refuses anything but a regular file without secrets. Never throws. */
export async function checkTextFile(
  file: string,
  homes: { home: string; userHome: string },
): Promise<TextFile | Problem> {
  try {
    const realPath = await realpath(file);
    // a repository must not send the user's secrets to a provider by a link
    if (isSensitive(realPath, { ...homes, operation: 'read' })) return { problem: 'it leads to a sensitive file' };
    const stats = await stat(realPath);
    return stats.isFile() ? { realPath, size: stats.size } : { problem: 'it is not a regular file' };
  } catch (error) {
    return unreadable(error);
  }
}

/** Text of a file of at most `limit` bytes, fit for a prompt; `large` when it has more. Never throws. */
export async function readTextFile(
  file: string,
  limit: number,
): Promise<{ text: string; bytes: number } | Problem | 'large'> {
  try {
    // no blocking on a pipe that took the file's place
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { problem: 'it is not a regular file' };
      if (stats.size > limit) return 'large';
      const bytes = await readUpTo(handle, stats.size, limit);
      return bytes === undefined ? 'large' : decodeText(bytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return unreadable(error);
  }
}

/** Strict UTF-8 as text fit for a prompt. */
function decodeText(bytes: Uint8Array): { text: string; bytes: number } | Problem {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) return { problem: 'it is not UTF-8 text' };
    return { text: plainText(text).trim(), bytes: bytes.length };
  } catch {
    // the decoder gives no further details
    return { problem: 'it is not UTF-8 text' };
  }
}

/** All of a file that may grow meanwhile; undefined beyond the limit. */
async function readUpTo(handle: FileHandle, expected: number, limit: number): Promise<Buffer | undefined> {
  let buffer = Buffer.alloc(Math.min(expected, limit) + 1);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, bytes, buffer.length - bytes, null);
    if (bytesRead === 0) return buffer.subarray(0, bytes);
    bytes += bytesRead;
    if (bytes > limit) return undefined;
    if (bytes === buffer.length) buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, limit + 1));
  }
}

function unreadable(error: unknown): Problem {
  return {
    problem: `it cannot be read (${errorCode(error) ?? 'unknown error'})`,
    ...(isMissing(error) ? { missing: true } : {}),
  };
}
