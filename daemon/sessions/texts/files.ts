/** The files that hold long texts: UTF-8, one text after the other, written once and never changed. */
import { closeSync, constants, fdatasyncSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** Characters that are encoded at once, and bytes that are read at once. */
const pieceLength = 64 * 1024;

/** Opens neither a link out of the folder nor a pipe that blocks. */
const reading = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Writes texts into a new file (mode 0600); resolves with the bytes of each, when they are on disk. */
export async function writeTexts(file: string, texts: readonly string[]): Promise<number[]> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'wx', 0o600);
  try {
    const sizes: number[] = [];
    for (const text of texts) {
      let size = 0;
      for (const piece of piecesOf(text)) size += await writeAll(handle, Buffer.from(piece));
      sizes.push(size);
    }
    // the row that names it is committed next and must not outlive it
    await handle.datasync();
    return sizes;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Like `writeTexts`, but synchronous. */
export function writeTextsSync(file: string, texts: readonly string[]): number[] {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    const sizes = texts.map((text) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      return bytes.length;
    });
    fdatasyncSync(descriptor);
    return sizes;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Yields the bytes from a position on; ends early where the file does. Rejects when it cannot be read. */
export async function* readPieces(file: string, at: number, bytes: number): AsyncGenerator<Buffer> {
  const handle = await open(file, reading);
  try {
    for (let done = 0; done < bytes;) {
      const length = Math.min(pieceLength, bytes - done);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at + done);
      if (bytesRead === 0) return;
      done += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Like `readPieces`, but synchronous; returns fewer bytes where the file ends. Throws when it cannot be read. */
export function readBytesSync(file: string, at: number, bytes: number): Buffer {
  const descriptor = openSync(file, reading);
  try {
    const buffer = Buffer.allocUnsafe(bytes);
    let done = 0;
    while (done < bytes) {
      const read = readSync(descriptor, buffer, done, bytes - done, at + done);
      if (read === 0) break;
      done += read;
    }
    return buffer.subarray(0, done);
  } finally {
    closeSync(descriptor);
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + pieceLength, text.length);
    const last = text.charCodeAt(end - 1);
    // keeps surrogate pairs together
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    yield text.slice(at, end);
    at = end;
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<number> {
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
  return bytes.length;
}
