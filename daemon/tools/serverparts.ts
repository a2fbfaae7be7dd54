/** Stores media of an MCP server's answer: scales pictures for the model, stores other data as session files. */
import type { ContentPart } from '../../schemas/generated/types.js';
import { fitImage, type FittedImage } from '../workspace/images.js';
import { storeMedia } from '../workspace/media.js';
import { imageTypeOf } from '../workspace/mediatypes.js';
import { plainName } from '../base/text/visible.js';
import type { Embedded } from './embedded.js';
import { keepResult } from './large.js';
import { diskFailure } from './target.js';
import { count } from './text.js';
import type { ToolRun } from './tool.js';

/** Maximum size of one part in bytes (engine.md 5). */
const maxPartBytes = 10 * 1024 * 1024;
/** Limits for what is stored of one answer: bytes, pictures and files. */
const maxBytes = 64 * 1024 * 1024;
const maxImages = 20;
const maxFiles = 20;

/** File extensions by media type; `bin` for all others. */
const endings: Record<string, string> = {
  'application/gzip': 'gz',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'weba',
  'audio/x-wav': 'wav',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tiff',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

export interface Medium {
  /** base64 */
  data: string;
  mediaType: string;
  /** the address of the resource */
  name?: string;
}

export interface Kept {
  image?: ContentPart;
  /** describes the outcome; absent for a part that exceeds the limits of the answer */
  note?: string;
}

export interface AnswerFiles {
  keep(medium: Medium): Promise<Kept>;
  /** stores a medium found in a text; returns the text that replaces it */
  replace(embedded: Embedded): Promise<string>;
  /** returns the number of omitted parts without a note */
  leftOut(): number;
}

/** Handles one answer, and numbers its files so that no name repeats. `shown`: data of parts that are media. */
export function createAnswerFiles(run: ToolRun, shown: ReadonlySet<string> = new Set()): AnswerFiles {
  let images = 0;
  let files = 0;
  let bytes = 0;
  let skipped = 0;

  async function keepImage(given: Buffer, what: string): Promise<Kept | undefined> {
    images += 1;
    const { maxEdge, byteBudget } = run.pictures;
    const fitted = await fitImage({ bytes: given }, { maxEdge, maxBytes: byteBudget });
    if ('refused' in fitted) return undefined;
    const file_id = await storeMedia(run.sessionDirectory, fitted.image);
    return {
      image: { type: 'image', source: { kind: 'session_media', file_id } },
      note: imageNote(fitted.image, what),
    };
  }

  async function keepFile(given: Buffer, mediaType: string, what: string): Promise<Kept> {
    if (files >= maxFiles) {
      skipped += 1;
      return {};
    }
    files += 1;
    const ending = endings[mediaType.toLowerCase().split(';')[0]?.trim() ?? ''] ?? 'bin';
    const path = await keepResult({ ...run }, `-${files}.${ending}`, given);
    return { note: `${what}, ${count(given.length, 'byte')}, stored at ${path}` };
  }

  return {
    async keep({ data, mediaType, name }) {
      const what = [
        ...(name === undefined ? [] : [`resource ${plainName(name, 1_000)}`]),
        mediaType === '' ? 'bytes of an unknown kind' : plainName(mediaType),
      ].join(', ');
      const size = Math.floor((data.length * 3) / 4);
      if (size > maxPartBytes + 2) return { note: `${what}, ${count(size, 'byte')}, left out: more than 10 MiB` };
      const decoded = Buffer.from(data, 'base64');
      if (decoded.length === 0) return { note: `${what}, left out: it has no content` };
      if (decoded.length > maxPartBytes)
        return { note: `${what}, ${count(decoded.length, 'byte')}, left out: more than 10 MiB` };
      bytes += decoded.length;
      if (bytes > maxBytes) {
        skipped += 1;
        return {};
      }
      try {
        const isImage = imageTypeOf(decoded.subarray(0, 64)) !== undefined && images < maxImages;
        const image = isImage ? await keepImage(decoded, what) : undefined;
        return image ?? (await keepFile(decoded, mediaType, what));
      } catch (error) {
        throw diskFailure(error, run.sessionDirectory);
      }
    },
    async replace({ data, mediaType }) {
      const decoded = Buffer.from(data, 'base64');
      const what = `${mediaType === '' ? 'bytes' : plainName(mediaType)}, ${count(decoded.length, 'byte')}`;
      if (shown.has(data)) return `[${what}: a part of this result]`;
      const isFit = decoded.length > 0 && decoded.length <= maxPartBytes && bytes + decoded.length <= maxBytes;
      if (!isFit || files >= maxFiles) return `[${what}, left out]`;
      bytes += decoded.length;
      try {
        const { note = what } = await keepFile(decoded, mediaType, mediaType === '' ? 'bytes' : plainName(mediaType));
        return `[${note}]`;
      } catch (error) {
        throw diskFailure(error, run.sessionDirectory);
      }
    },
    leftOut: () => skipped,
  };
}

function imageNote(image: FittedImage, what: string): string {
  const { original, width, height } = image;
  const now = `${what}, ${width} x ${height} pixels`;
  return width === original.width && height === original.height
    ? now
    : `${now}, scaled down from ${original.width} x ${original.height}`;
}
