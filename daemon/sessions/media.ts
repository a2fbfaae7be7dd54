/** Makes the content of a prompt ready to be stored: media are checked, made fit, and go to files of the session (engine.md 2.1). */
import { existsSync } from 'node:fs';
import type { ContentPart, MediaSource, PromptContentPart } from '../../schemas/generated/types.js';
import { ApiError, invalid } from '../errors.js';
import { fitImage, maxImageBytes } from '../workspace/images.js';
import { decodeMedia, dropMedia, locateMedia, storeMedia } from '../workspace/media.js';
import { isImageType, type MediaType } from '../workspace/mediatypes.js';

export interface StoredContent {
  parts: ContentPart[];
  /** takes the files back, for a prompt that is refused after all */
  discard(): Promise<void>;
}

type SpokenPart = Exclude<PromptContentPart, { type: 'file' | 'tool_use' | 'tool_result' | 'thinking' }>;

/** A part that counts, with its place in what was given. */
interface Checked {
  part: Exclude<ContentPart, { type: 'thinking' | 'file' | 'tool_use' | 'tool_result' }>;
  index: number;
}

/** Media in memory, about to be stored. */
interface Medium {
  type: 'image' | 'video';
  bytes: Buffer;
  mediaType: MediaType;
}

/**
 * Pictures are made to fit the longest edge (pixels) and what providers take of one picture; they are not squeezed into the
 * budget of pictures that the model looks at by itself, since a person chose them.
 * Throws 40001 for an empty prompt or a medium that cannot be used, 40407 for an unknown file; stores nothing then.
 */
export async function storeContent(
  given: PromptContentPart[],
  sessionDirectory: string,
  maxEdge: number,
): Promise<StoredContent> {
  const checked = checkedParts(given, sessionDirectory);
  const ready = await Promise.all(checked.map((each) => prepare(each, maxEdge)));
  const files: string[] = [];
  const discard = async () => {
    await Promise.all(files.map((file) => dropMedia(sessionDirectory, file)));
  };
  const parts: ContentPart[] = [];
  try {
    for (const each of ready) {
      if (!('bytes' in each)) {
        parts.push(each);
        continue;
      }
      const file_id = await storeMedia(sessionDirectory, each);
      files.push(file_id);
      parts.push({ type: each.type, source: { kind: 'session_media', file_id } });
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { parts, discard };
}

/** Throws as `storeContent` does, for all that can be told without decoding. */
export function checkContent(given: PromptContentPart[], sessionDirectory: string): void {
  checkedParts(given, sessionDirectory);
}

/** The parts that count, without keys that nobody knows. */
function checkedParts(given: PromptContentPart[], sessionDirectory: string): Checked[] {
  const content: Checked[] = [];
  given.forEach((part, index) => {
    // accepted and dropped (rest.md 12)
    if (part.type === 'tool_use' || part.type === 'tool_result' || part.type === 'thinking') return;
    if (part.type === 'file') throw new ApiError('FILE_NOT_FOUND', { message: `no file ${part.file_id}` });
    checkStored(part, index, sessionDirectory);
    content.push({ part: plain(part, index), index });
  });
  const says = content.some(({ part }) => (part.type === 'text' ? part.text.trim() !== '' : true));
  if (!says) throw invalid('content', 'has neither text nor media');
  return content;
}

function plain(part: SpokenPart, index: number): Checked['part'] {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text.toWellFormed() };
    case 'mention':
      // comes back as text wherever the prompt is shown (rest.md 10)
      return { type: 'text', text: `@${part.path.toWellFormed()}` };
    case 'image':
    case 'video':
      return { type: part.type, source: plainSource(part.source, `content.${index}.source`) };
  }
}

function plainSource(source: MediaSource, path: string): MediaSource {
  switch (source.kind) {
    case 'url':
      if (/^data:/i.test(source.url)) return dataSource(source.url, path);
      if (!/^https?:\/\//i.test(source.url)) throw invalid(path, 'is no http, https or data address');
      return { kind: 'url', url: source.url, ...(source.id === undefined ? {} : { id: source.id }) };
    case 'base64':
      return { kind: 'base64', media_type: source.media_type, data: source.data };
    case 'file':
    case 'session_media':
      return { kind: source.kind, file_id: source.file_id };
  }
}

/** A data address holds the bytes themselves, which must not get into the log (ws.md 6.1). */
function dataSource(url: string, path: string): MediaSource {
  const comma = url.indexOf(',');
  const [media_type = '', ...options] = url.slice('data:'.length, Math.max(comma, 0)).split(';');
  if (comma < 0 || options.at(-1)?.toLowerCase() !== 'base64') throw invalid(path, 'is no data address with base64');
  return { kind: 'base64', media_type, data: url.slice(comma + 1) };
}

function checkStored(part: PromptContentPart, index: number, sessionDirectory: string): void {
  if (part.type !== 'image' && part.type !== 'video') return;
  const { source } = part;
  if (source.kind === 'file') throw new ApiError('FILE_NOT_FOUND', { message: `no file ${source.file_id}` });
  if (source.kind !== 'session_media') return;
  const media = locateMedia(sessionDirectory, source.file_id);
  if (!media || !existsSync(media.path))
    throw new ApiError('FILE_NOT_FOUND', { message: `no media ${source.file_id}` });
  if (!media.media_type.startsWith(`${part.type}/`)) throw invalid(`content.${index}.source`, `is no ${part.type}`);
}

async function prepare({ part, index }: Checked, maxEdge: number): Promise<ContentPart | Medium> {
  if ((part.type !== 'image' && part.type !== 'video') || part.source.kind !== 'base64') return part;
  const { media_type, data } = part.source;
  const { bytes, mediaType } = decodeMedia({ media_type, data, kind: part.type });
  if (!isImageType(mediaType)) return { type: part.type, bytes, mediaType };
  const fitted = await fitImage({ bytes }, { maxEdge, maxBytes: maxImageBytes });
  if ('refused' in fitted) throw invalid(`content.${index}.source`, `the image ${fitted.refused}`);
  return { type: part.type, ...fitted.image };
}
