/** Pictures and films of a session: stored as files beside the log, named by an id that can be checked (engine.md 2.1-5). */
import { constants } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { ulid } from 'ulid';
import type { FilePart, ImagePart, VideoPart } from '../../schemas/generated/types.js';
import { ApiError } from '../errors.js';
import { plainName } from './visible.js';

const mediaTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
} as const;
type Extension = keyof typeof mediaTypes;

const idPattern = /^media_[0-7][0-9a-hjkmnp-tv-z]{25}\.(png|jpg|gif|webp|mp4|mov|webm)$/;
/** Chars of an address that a note repeats. */
const addressLimit = 300;

export interface StoredMedia {
  file_id: string;
  /** by content, whatever the sender said */
  media_type: string;
  /** bytes */
  size: number;
}

/**
 * Stores base64 data as `<sessionDirectory>/media/<file_id>` (mode 0600). `kind`: what the part says it is.
 * Throws ApiError VALIDATION_FAILED for data that is not base64, of no supported type, or of the other kind.
 */
export async function storeMedia(
  sessionDirectory: string,
  media: { media_type: string; data: string; kind?: 'image' | 'video' },
  newUlid: () => string = ulid,
): Promise<StoredMedia> {
  const bytes = decode(media.data);
  const extension = sniff(bytes);
  if (extension === undefined) {
    throw new ApiError('VALIDATION_FAILED', {
      message: `unsupported media (${plainName(media.media_type)}): PNG, JPEG, GIF and WebP pictures and MP4, QuickTime and WebM films are accepted`,
    });
  }
  const mediaType = mediaTypes[extension];
  if (media.kind !== undefined && !mediaType.startsWith(`${media.kind}/`)) {
    throw new ApiError('VALIDATION_FAILED', {
      message: `the content is ${mediaType}, not ${media.kind === 'image' ? 'an image' : 'a video'}`,
    });
  }
  const fileId = `media_${newUlid().toLowerCase()}.${extension}`;
  const directory = path.join(sessionDirectory, 'media');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeNew(path.join(directory, fileId), bytes);
  return { file_id: fileId, media_type: mediaType, size: bytes.length };
}

/** Where media of a session is stored; undefined when the id has another shape, so that no id leads out of the folder. */
export function locateMedia(
  sessionDirectory: string,
  fileId: string,
): { path: string; media_type: string } | undefined {
  const extension = idPattern.exec(fileId)?.[1];
  if (extension === undefined) return undefined;
  return { path: path.join(sessionDirectory, 'media', fileId), media_type: mediaTypes[extension as Extension] };
}

/** The stored bytes as base64; undefined when the id is not one or its file is gone. */
export async function readMedia(
  sessionDirectory: string,
  fileId: string,
): Promise<{ media_type: string; data: string } | undefined> {
  const located = locateMedia(sessionDirectory, fileId);
  if (located === undefined) return undefined;
  try {
    const bytes = await readPlain(located.path);
    return bytes === undefined ? undefined : { media_type: located.media_type, data: bytes.toString('base64') };
  } catch {
    // A picture that cannot be read must not end the turn: the model gets a note in its place.
    return undefined;
  }
}

/** What stands in a request where media is not sent along: the stored path, or the address or name. */
export function mediaNote(part: ImagePart | VideoPart | FilePart, sessionDirectory: string): string {
  return `<system>${describe(part, sessionDirectory)} Its content is not part of this request.</system>`;
}

function describe(part: ImagePart | VideoPart | FilePart, sessionDirectory: string): string {
  const noun = part.type === 'image' ? 'Image' : part.type === 'video' ? 'Video' : 'File';
  if (part.type === 'file') {
    const stored = locateMedia(sessionDirectory, part.file_id);
    const place = stored === undefined ? '' : `, stored at ${plainName(stored.path, addressLimit)}`;
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
  // The decoder skips what is not base64, so that a wrong length tells it.
  if (bytes.length === 0 || bytes.length !== Math.floor((digits * 3) / 4)) {
    throw new ApiError('VALIDATION_FAILED', { message: 'media data is not valid base64' });
  }
  return bytes;
}

/** The type by the first bytes. */
function sniff(bytes: Buffer): Extension | undefined {
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(0, 3) === '\xff\xd8\xff') return 'jpg';
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(0, 4) === '\x1a\x45\xdf\xa3' && ascii(4, 64).includes('webm')) return 'webm';
  if (ascii(4, 8) !== 'ftyp') return undefined;
  const brand = ascii(8, 12);
  if (brand === 'qt  ') return 'mov';
  return /^(?:iso[2-9m]|mp4[12]|avc1|M4V |MSNV|dash|mmp4)$/.test(brand) ? 'mp4' : undefined;
}

async function writeNew(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    // the message that names it is committed next and must not outlive it
    await handle.datasync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function readPlain(file: string): Promise<Buffer | undefined> {
  // neither a link out of the folder nor a pipe that blocks
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    return (await handle.stat()).isFile() ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}
