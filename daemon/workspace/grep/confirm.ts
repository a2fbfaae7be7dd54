/** Confirms found lines in files that are held: the searching program goes by names, which may lead out by then. */
import type { FileHandle } from 'node:fs/promises';
import { ApiError } from '../../errors.js';
import { openPinned } from '../files/pin.js';
import { withPath, type Reach } from '../files/reach.js';
import { createBreath } from '../../base/async/pieces.js';
import type { SeenLine } from './matches.js';

/** Bytes that are read at once. */
const windowLength = 256 * 1024;
/** Bytes of a file in UTF-16 that is looked at again; in a larger one nothing is confirmed. */
const maxTranscoded = 64 * 1024 * 1024;

/** Whether these lines are in the file that a path leads to. A file that changed meanwhile has lost them. */
export async function standsIn(reach: Reach, path: string, lines: readonly SeenLine[]): Promise<boolean> {
  try {
    return await withPath(reach, path, async (pin) => {
      const file = await openPinned(pin);
      try {
        return await holdsAll(await openText(file), lines);
      } finally {
        await file.close();
      }
    });
  } catch (error) {
    // gone, replaced, or leading out
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Bytes of a text in UTF-8 without its byte order mark. */
type ReadText = (offset: number, length: number) => Promise<Buffer>;

async function holdsAll(read: ReadText, lines: readonly SeenLine[]): Promise<boolean> {
  const breath = createBreath();
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  for (const { offset, text } of lines.toSorted((a, b) => a.offset - b.offset)) {
    // text that is no UTF-8 is reported with more bytes than it has
    const length = Buffer.byteLength(text) + 3;
    if (offset < window.start || offset + length > window.start + window.bytes.length)
      window = { start: offset, bytes: await read(offset, Math.max(length, windowLength)) };
    const at = offset - window.start;
    const found = window.bytes.toString('utf8', at, at + length);
    if (!found.startsWith(text) && !found.startsWith(`\ufeff${text}`)) return false;
    const pause = breath();
    if (pause) await pause;
  }
  return true;
}

async function openText(file: FileHandle): Promise<ReadText> {
  const raw: ReadText = async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  const [first, second, third] = await raw(0, 3);
  if (first === 0xef && second === 0xbb && third === 0xbf) return (offset, length) => raw(offset + 3, length);
  const isLittle = first === 0xff && second === 0xfe;
  if (!isLittle && !(first === 0xfe && second === 0xff)) return raw;
  const { size } = await file.stat();
  const text = size > maxTranscoded ? Buffer.alloc(0) : await transcoded(file, isLittle ? 'utf-16le' : 'utf-16be');
  return (offset, length) => Promise.resolve(text.subarray(offset, offset + length));
}

async function transcoded(file: FileHandle, encoding: string): Promise<Buffer> {
  const decoder = new TextDecoder(encoding);
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(windowLength), 0, windowLength, at);
    at += bytesRead;
    pieces.push(Buffer.from(decoder.decode(buffer.subarray(0, bytesRead), { stream: bytesRead > 0 })));
    if (bytesRead === 0 || at > maxTranscoded) return Buffer.concat(pieces);
  }
}
