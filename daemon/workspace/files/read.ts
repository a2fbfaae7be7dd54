/** Reads parts of files as text or bytes. Text parts never split a character (rest.md 19). */
import type { FileHandle } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { ApiError } from '../../errors.js';
import { fileError, noRegularFile } from './failures.js';
import { encodingOf, languageOf, sentType, startLength, typeByName, typeOf, type TextEncoding } from './kinds.js';
import { namesOf, shownPath, short } from './names.js';
import { openPinned, readPinned, type Pin } from './pin.js';
import { reachPath, withPath, type Reach } from './reach.js';
import { etagOf, type OpenFile } from './system.js';
import { createPause, type PauseIfDue } from '../../base/async/pieces.js';

export interface ReadRequest {
  path: string;
  /** in bytes of the UTF-8 form; with `base64`, in bytes of the file */
  offset: number;
  length: number;
  encoding: 'auto' | 'utf-8' | 'base64';
}

export interface ReadPart {
  path: string;
  content: string;
  encoding: 'utf-8' | 'base64';
  size: number;
  truncated: boolean;
  etag: string;
  mime: string;
  language_id?: string;
  line_count?: number;
  is_binary: boolean;
}

/** Maximum size of a readable file in bytes. */
const maxSize = 10 * 1024 * 1024;
/** Bytes processed at a time; divisible by three for base64 and by two for UTF-16. */
const pieceLength = 192 * 1024;

/** Throws FS_PATH_*, FS_PERMISSION_DENIED, FS_IS_DIRECTORY, FS_TOO_LARGE, and FS_IS_BINARY for a request of text. */
export async function readFile(reach: Reach, request: ReadRequest): Promise<ReadPart> {
  const path = shownPath(namesOf(request.path));
  return withPath(reach, request.path, async (pin) => {
    requireFile(pin, request.path);
    const file = await readPinned(pin);
    try {
      return await readPart(file, path, await file.stat(), request);
    } finally {
      await file.close();
    }
  });
}

function requireFile(pin: Pin, given: string): void {
  if (pin.stats.isDirectory())
    throw new ApiError('FS_IS_DIRECTORY', { message: `this is a directory: ${short(given)}` });
  if (!pin.stats.isFile()) throw noRegularFile(given);
}

async function readPart(file: OpenFile, path: string, stats: Stats, request: ReadRequest): Promise<ReadPart> {
  if (stats.size > maxSize) throw new ApiError('FS_TOO_LARGE', { message: `this file is over 10 MiB: ${short(path)}` });
  // a single piece takes long, so check the clock after each one
  const pauseIfDue = createPause(1);
  const start = await bytesOf(file, 0, startLength);
  const text = encodingOf(start);
  const isBinary = text === undefined;
  if (isBinary && request.encoding === 'utf-8')
    throw new ApiError('FS_IS_BINARY', { message: `this is not text: ${short(path)}` });
  const name = path.slice(path.lastIndexOf('/') + 1);
  const language = languageOf(name);
  const encoding = isBinary || request.encoding === 'base64' ? 'base64' : 'utf-8';
  const part =
    encoding === 'base64'
      ? await base64Part(file, request, pauseIfDue)
      : await textPart(file, text ?? 'utf-8', request, pauseIfDue);
  return {
    path,
    encoding,
    size: stats.size,
    etag: etagOf(stats),
    mime: await typeOf(name, start, isBinary),
    language_id: language,
    is_binary: isBinary,
    ...part,
  };
}

type Part = Pick<ReadPart, 'content' | 'truncated' | 'line_count'>;

async function base64Part(file: OpenFile, { offset, length }: ReadRequest, pauseIfDue: PauseIfDue): Promise<Part> {
  const bytes = await bytesOf(file, offset, length + 1);
  const truncated = bytes.length > length;
  const wanted = truncated ? bytes.subarray(0, length) : bytes;
  let content = '';
  for (let at = 0; at < wanted.length; at += pieceLength) {
    content += wanted.toString('base64', at, Math.min(at + pieceLength, wanted.length));
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return { content, truncated };
}

async function textPart(
  file: OpenFile,
  encoding: TextEncoding,
  { offset, length }: ReadRequest,
  pauseIfDue: PauseIfDue,
): Promise<Part> {
  // four more bytes complete the last character, and show whether more follows
  const wide = length + 4;
  const bytes =
    encoding === 'utf-8'
      ? await bytesOf(file, offset, wide)
      : (await transcoded(file, encoding, pauseIfDue)).subarray(offset, offset + wide);
  const from = offset === 0 ? 0 : firstWhole(bytes);
  const to = lastWhole(bytes, from, length);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let content = '';
  let lines = 0;
  for (let at = from; at < to; at += pieceLength) {
    const piece = bytes.subarray(at, Math.min(at + pieceLength, to));
    content += decoder.decode(piece, { stream: at + pieceLength < to });
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, end + 1)) lines += 1;
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  if (to > from && bytes[to - 1] !== 0x0a) lines += 1;
  return { content, truncated: to < bytes.length, line_count: lines };
}

/** Returns the offset of the first character that the start does not cut. */
function firstWhole(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && isContinuation(bytes[at])) at += 1;
  return at;
}

/** Returns the end of the last whole character within `length` bytes, or of the first one if that alone is longer. */
function lastWhole(bytes: Buffer, from: number, length: number): number {
  if (bytes.length <= length) return bytes.length;
  let end = length;
  while (end > from && end > length - 3 && isContinuation(bytes[end])) end -= 1;
  if (isContinuation(bytes[end])) end = length;
  if (end > from) return end;
  end = from + 1;
  while (end < bytes.length && isContinuation(bytes[end])) end += 1;
  return Math.min(end, bytes.length);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Converts a UTF-16 file to UTF-8 without a byte order mark. */
async function transcoded(file: OpenFile, encoding: TextEncoding, pauseIfDue: PauseIfDue): Promise<Buffer> {
  const decoder = new TextDecoder(encoding);
  const bytes = await bytesOf(file, 0, maxSize);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceLength) {
    const piece = bytes.subarray(at, at + pieceLength);
    pieces.push(Buffer.from(decoder.decode(piece, { stream: at + pieceLength < bytes.length })));
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return Buffer.concat(pieces);
}

/** Reads up to `length` bytes from an offset. Returns fewer at the end of the file, whatever size it has by now. */
async function bytesOf(file: OpenFile, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** A file to send; the receiver closes it. */
export interface SentFile {
  file: FileHandle;
  size: number;
  etag: string;
  modifiedAt: number;
  mediaType: string;
  fileName: string;
}

/** Opens a whole file for a download. Throws the same errors as `readFile`, except those for size and content. */
export async function openDownload(reach: Reach, given: string): Promise<SentFile> {
  const fileName = namesOf(given).at(-1) ?? '';
  const pin = await reachPath(reach, given);
  try {
    requireFile(pin, given);
    return await openToSend(pin, fileName);
  } catch (error) {
    throw fileError(error, given);
  } finally {
    await pin.release();
  }
}

/** Opens a regular file. Detects its type by its first bytes when the name does not determine it. */
export async function openToSend(pin: Pin, fileName: string): Promise<SentFile> {
  const { stats } = pin;
  const file = await openPinned(pin);
  try {
    const mediaType = (await typeByName(fileName)) ?? sentType(await bytesOf(file, 0, startLength));
    return {
      file,
      size: stats.size,
      etag: etagOf(stats),
      modifiedAt: Math.floor(stats.mtimeMs),
      mediaType,
      fileName,
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
