/** Stores pictures and videos of a session as files beside the log, under validated ids (engine.md 2.1-5). */
import { constants } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { ulid } from 'ulid';
import type { FilePart, ImagePart, VideoPart } from '../../schemas/generated/types.js';
import { ApiError } from '../errors.js';
import { copyNew } from '../base/fs/copy.js';
import { mediaTypes } from '../../schemas/mediatypes.js';
import { extensionOf, mediaTypeOf, type MediaExtension, type MediaType } from './mediatypes.js';
import { locateFile } from './sessionfiles.js';
import { plainName } from '../base/text/visible.js';

const idPattern = /^media_[0-7][0-9a-hjkmnp-tv-z]{25}\.(png|jpg|gif|webp|mp4|mov|webm)$/;
/** Maximum size in bytes of a video that is sent within a request (engine.md 4.8). */
export const maxVideoBytes = 20_000_000;
/** Maximum length in characters of an address that a note repeats. */
const addressLimit = 300;

/** Decodes base64 media and detects its type; `kind` is the declared kind. Throws VALIDATION_FAILED. */
export function decodeMedia(media: { media_type: string; data: string; kind: 'image' | 'video' }): {
  bytes: Buffer;
  mediaType: MediaType;
} {
  const bytes = decode(media.data);
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === undefined) {
    throw new ApiError('VALIDATION_FAILED', {
      message: `unsupported media (${plainName(media.media_type)}): PNG, JPEG, GIF and WebP pictures and MP4, QuickTime and WebM films are accepted`,
    });
  }
  if (!mediaType.startsWith(`${media.kind}/`)) {
    throw new ApiError('VALIDATION_FAILED', {
      message: `the content is ${mediaType}, not ${media.kind === 'image' ? 'an image' : 'a video'}`,
    });
  }
  return { bytes, mediaType };
}

/** Media in memory, or in a file to copy. */
export type Medium = ({ bytes: Buffer } | { path: string }) & { mediaType: MediaType };

/** Stores media as `<sessionDirectory>/media/<id>` (mode 0600) and returns its id. */
export async function storeMedia(
  sessionDirectory: string,
  media: Medium,
  newUlid: () => string = ulid,
): Promise<string> {
  const fileId = `media_${newUlid().toLowerCase()}.${extensionOf(media.mediaType)}`;
  const directory = path.join(sessionDirectory, 'media');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const target = path.join(directory, fileId);
  if ('bytes' in media) await writeNew(target, media.bytes);
  else await copyNew(media.path, target);
  return fileId;
}

/** Deletes media that no event refers to yet. */
export async function dropMedia(sessionDirectory: string, fileId: string): Promise<void> {
  await rm(path.join(sessionDirectory, 'media', fileId), { force: true });
}

/** Returns where media of a session is stored; undefined for a malformed id, so that no id leads out of the folder. */
export function locateMedia(
  sessionDirectory: string,
  fileId: string,
): { path: string; media_type: string } | undefined {
  const extension = idPattern.exec(fileId)?.[1];
  if (extension === undefined) return undefined;
  return { path: path.join(sessionDirectory, 'media', fileId), media_type: mediaTypes[extension as MediaExtension] };
}

/** Returns the stored bytes; undefined for a malformed id, a missing file, or more than `maxBytes` bytes. */
export async function readMedia(
  sessionDirectory: string,
  fileId: string,
  maxBytes: number,
): Promise<{ media_type: string; bytes: Buffer } | undefined> {
  const located = locateMedia(sessionDirectory, fileId);
  if (located === undefined) return undefined;
  try {
    const bytes = await readPlain(located.path, maxBytes);
    return bytes && { media_type: located.media_type, bytes };
  } catch {
    // A picture that cannot be read must not end the turn: the model gets a note in its place.
    return undefined;
  }
}

/** Returns the first bytes of a file, enough to detect its type. Rejects with ENOENT when the file is missing. */
export async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Returns the text that replaces omitted media in a request: its stored path, address or name. `why` is a sentence. */
export function mediaNote(part: ImagePart | VideoPart | FilePart, sessionDirectory: string, why?: string): string {
  const reason = why === undefined ? '' : ` ${why}`;
  return `<system>${describe(part, sessionDirectory)} Its content is not part of this request.${reason}</system>`;
}

function describe(part: ImagePart | VideoPart | FilePart, sessionDirectory: string): string {
  const noun = part.type === 'image' ? 'Image' : part.type === 'video' ? 'Video' : 'File';
  if (part.type === 'file') {
    const stored = locateFile(sessionDirectory, part);
    const place = stored === undefined ? '' : `, stored at ${plainName(stored, addressLimit)}`;
    return `${noun} "${plainName(part.name)}" (${plainName(part.media_type)}, ${part.size} bytes)${place}.`;
  }
  const { source } = part;
  switch (source.kind) {
    case 'session_media': {
      const stored = locateMedia(sessionDirectory, source.file_id);
      return `${noun} stored at ${plainName(stored?.path ?? source.file_id, addressLimit)}.`;
    }
    case 'file':
      return `${noun}, upload ${plainName(source.file_id)}.`;
    case 'url':
      return `${noun} at ${plainName(source.url, addressLimit)}.`;
    case 'base64':
      return `${noun} (${plainName(source.media_type)}).`;
  }
}

function decode(data: string): Buffer {
  const bytes = Buffer.from(data, 'base64');
  const digits = data.endsWith('==') ? data.length - 2 : data.endsWith('=') ? data.length - 1 : data.length;
  // The decoder skips invalid characters, so that the length reveals them.
  if (bytes.length === 0 || bytes.length !== Math.floor((digits * 3) / 4)) {
    throw new ApiError('VALIDATION_FAILED', { message: 'media data is not valid base64' });
  }
  return bytes;
}

async function writeNew(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    // the next commit stores a message with this file's name, so the bytes must be on disk before it
    await handle.datasync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function readPlain(file: string, maxBytes: number): Promise<Buffer | undefined> {
  // follow no link out of the folder, and do not block on a pipe
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = await handle.stat();
    return facts.isFile() && facts.size <= maxBytes ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}
