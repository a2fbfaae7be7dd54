/** Reads the files of a session's directory by descriptor, without following links or opening pipes. */
import { isUtf8 } from 'node:buffer';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { constants } from 'node:fs';
import { errorCode } from '../../base/fs/errno.js';
import { openPinned, pinPath, type Pin } from '../../workspace/files/pin.js';
import { pinName } from '../../workspace/files/reach.js';

export interface FoundFile {
  /** relative to the directory, with `/` between the names on disk */
  path: string;
  mtime: Date;
  /** binary, judging by its first bytes */
  binary: boolean;
  /** at most as many bytes as the file had when it was found */
  content: AsyncGenerator<Buffer>;
}

/** A file or directory that the export leaves out. */
export interface LeftOut {
  path: string;
  reason: 'link' | 'special file' | 'unreadable' | 'too deep' | 'over 2 GiB';
}

export type LeaveOut = (item: LeftOut) => void;

const pieceBytes = 64 * 1024;
const startBytes = 8 * 1024;
/** Maximum depth of directories; each level holds a descriptor. */
const maxDepth = 64;
const maxBytes = 2 * 1024 * 1024 * 1024;

/** Yields regular files in order of name; none if the directory is missing. */
export async function* filesIn(directory: string, leaveOut: LeaveOut): AsyncGenerator<FoundFile> {
  const pin = await pinPath(directory, 'link').catch(gone('', leaveOut));
  if (!pin) return;
  try {
    if (pin.stats.isDirectory()) yield* below(pin, '', 1, leaveOut);
  } finally {
    await pin.release();
  }
}

async function* below(directory: Pin, prefix: string, depth: number, leaveOut: LeaveOut): AsyncGenerator<FoundFile> {
  const names = (await readdir(directory.by).catch(gone(prefix, leaveOut))) ?? [];
  // by code units, so that the order does not depend on the locale
  for (const name of names.sort((a, b) => (a < b ? -1 : 1))) {
    const path = prefix + name;
    const reach = { cwd: directory.real, directories: [directory.real] };
    const pin = await pinName(reach, directory, name).catch(gone(path, leaveOut));
    if (!pin) continue;
    try {
      if (pin.stats.isSymbolicLink()) leaveOut({ path, reason: 'link' });
      else if (pin.stats.isDirectory() && depth >= maxDepth) leaveOut({ path, reason: 'too deep' });
      else if (pin.stats.isDirectory()) yield* below(pin, `${path}/`, depth + 1, leaveOut);
      else if (!pin.stats.isFile()) leaveOut({ path, reason: 'special file' });
      else yield* single(pin, path, leaveOut);
    } finally {
      await pin.release();
    }
  }
}

async function* single(pin: Pin, path: string, leaveOut: LeaveOut): AsyncGenerator<FoundFile> {
  const file = await openPinned(pin).catch(gone(path, leaveOut));
  if (!file) return;
  try {
    if ((await file.stat()).size > maxBytes) leaveOut({ path, reason: 'over 2 GiB' });
    else yield await foundIn(file, path);
  } finally {
    await file.close();
  }
}

/** Opens a single file outside of a session's directory; undefined when it is missing or not a regular file. */
export async function openFile(
  path: string,
  leaveOut: LeaveOut,
): Promise<(FoundFile & { close(): Promise<void> }) | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(gone(path, leaveOut));
  if (!file) return undefined;
  if ((await file.stat()).isFile()) return { ...(await foundIn(file, path)), close: () => file.close() };
  await file.close();
  return undefined;
}

async function foundIn(file: FileHandle, path: string): Promise<FoundFile> {
  const { size, mtime } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, startBytes)), 0, null, 0);
  const start = buffer.subarray(0, bytesRead);
  return { path, mtime, binary: !isText(start), content: contentOf(file, size) };
}

async function* contentOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(pieceBytes, size - at)), 0, null, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Judges by the first bytes, which may end within a character. */
function isText(start: Buffer): boolean {
  if (start.includes(0)) return false;
  return [0, 1, 2, 3].some((cut) => cut <= start.length && isUtf8(start.subarray(0, start.length - cut)));
}

/** Skips files that were deleted since they were listed; reports others as unreadable. */
function gone(path: string, leaveOut: LeaveOut): (error: unknown) => undefined {
  return (error) => {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code !== 'ENOENT') leaveOut({ path, reason: 'unreadable' });
  };
}
