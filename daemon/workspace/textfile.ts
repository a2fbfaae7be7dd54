/** Reads text files from any source: limits their size, requires valid UTF-8, never blocks on a pipe or device. */
import { constants } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { errorCode, isMissing } from '../base/fs/errno.js';
import { isSensitive } from './sensitive.js';
import { plainText } from '../base/text/visible.js';

export interface Problem {
  /** why the file cannot be used; completes a sentence */
  problem: string;
  /** the file does not exist */
  missing?: true;
}

/** A readable regular file. */
export interface TextFile {
  /** links resolved */
  realPath: string;
  /** in bytes */
  size: number;
}

/** Follows links. Returns a problem for anything but a regular file, and for a sensitive one. Never throws. */
export async function checkTextFile(
  file: string,
  homes: { home: string; userHome: string },
): Promise<TextFile | Problem> {
  try {
    const realPath = await realpath(file);
    // a link in a repository must not send the user's secrets to a provider
    if (isSensitive(realPath, { ...homes, operation: 'read' })) return { problem: 'it leads to a sensitive file' };
    const stats = await stat(realPath);
    return stats.isFile() ? { realPath, size: stats.size } : { problem: 'it is not a regular file' };
  } catch (error) {
    return unreadable(error);
  }
}

/** Returns the text of a file for a prompt; `large` when it has more than `limit` bytes. Never throws. */
export async function readTextFile(
  file: string,
  limit: number,
): Promise<{ text: string; bytes: number } | Problem | 'large'> {
  try {
    // O_NONBLOCK: do not block on a pipe that took the file's place
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

/** Decodes strict UTF-8 into text for a prompt. */
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

/** Reads a file to its end, even if it grows meanwhile; returns undefined beyond the limit. */
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
