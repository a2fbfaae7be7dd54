/** Prepares prompt content for storage: checks and resizes media, and writes them to session files (engine.md 2.1). */
import { existsSync } from 'node:fs';
import type { ContentPart, FilePart, MediaSource, PromptContentPart } from '../../../schemas/generated/types.js';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError, invalid } from '../../errors.js';
import type { FoundUpload, Uploads } from '../../files/uploads.js';
import { fitImage, maxImageBytes, maxImageFileSize } from '../../workspace/images.js';
import { decodeMedia, dropMedia, headOf, locateMedia, storeMedia, type Medium } from '../../workspace/media.js';
import { isImageType, mediaTypeOf } from '../../workspace/mediatypes.js';
import { findFile, storeFile, type Release } from '../../workspace/sessionfiles.js';

export interface StoredContent {
  parts: ContentPart[];
  /** call it with whether the prompt was accepted; removes the files of a refused prompt */
  release: Release;
}

/** The directory for the media of a prompt, and the store of earlier uploads. */
export interface MediaPlace {
  /** absolute path of `<home>/sessions/<id>` */
  directory: string;
  uploads: Pick<Uploads, 'find'>;
}

/** Where the files of a prompt are found; a session that does not exist has no directory. */
type References = Pick<MediaPlace, 'uploads'> & Partial<Pick<MediaPlace, 'directory'>>;

type SpokenPart = Exclude<PromptContentPart, { type: 'tool_use' | 'tool_result' | 'thinking' }>;

/** A part that counts, with its index in the request. */
interface Checked {
  part: Exclude<ContentPart, { type: 'thinking' | 'tool_use' | 'tool_result' | 'mention' }>;
  index: number;
}

/** A part that is ready, or what has to be stored for it. */
type Ready = { part: ContentPart } | { type: 'image' | 'video'; medium: Medium } | { file: FilePart; source: string };

/**
 * Stores the media of a prompt. Images are reduced to the longest edge (pixels) and the size that providers accept, but
 * not to the budget for images that the model reads by itself, since the user chose them.
 * Throws 40001 for an empty prompt or a medium that cannot be used, 40407 for an unknown file; stores nothing then.
 */
export async function storeContent(
  given: PromptContentPart[],
  place: MediaPlace,
  maxEdge: number,
): Promise<StoredContent> {
  const stored: Release[] = [];
  const release: Release = async (isAccepted) => {
    await Promise.all(stored.map((each) => each(isAccepted)));
  };
  try {
    const ready = await Promise.all(checkedParts(given, place).map((each) => prepare(each, place, maxEdge)));
    const parts: ContentPart[] = [];
    for (const each of ready) parts.push('part' in each ? each.part : await store(each, place.directory, stored));
    return { parts, release };
  } catch (error) {
    await release(false);
    // an upload was deleted in the meantime
    throw errorCode(error) === 'ENOENT' ? new ApiError('FILE_NOT_FOUND', { cause: error }) : error;
  }
}

async function store(
  each: Exclude<Ready, { part: ContentPart }>,
  directory: string,
  stored: Release[],
): Promise<ContentPart> {
  if ('file' in each) {
    stored.push(await storeFile(directory, each.file, each.source));
    return each.file;
  }
  const file_id = await storeMedia(directory, each.medium);
  stored.push((isAccepted) => (isAccepted ? Promise.resolve() : dropMedia(directory, file_id)));
  return { type: each.type, source: { kind: 'session_media', file_id } };
}

/** Throws the errors of `storeContent` that can be found without reading files. */
export function checkContent(given: PromptContentPart[], place: MediaPlace): void {
  checkedParts(given, place);
}

/** Throws FILE_NOT_FOUND for what is neither an upload nor a session file: the first check of a prompt (rest.md 12). */
export function checkReferences(given: PromptContentPart[], place: References): void {
  for (const part of given) {
    if (part.type === 'file') filePart(part.file_id, place);
    else if ((part.type === 'image' || part.type === 'video') && part.source.kind === 'file')
      uploadOf(part.source.file_id, place);
  }
}

/** Throws 40001 for an upload that is not the image or video that its part names. */
export async function checkKinds(given: readonly PromptContentPart[], place: References): Promise<void> {
  for (const [index, part] of given.entries())
    if ((part.type === 'image' || part.type === 'video') && part.source.kind === 'file')
      await uploadedMedium(uploadOf(part.source.file_id, place), part.type, `content.${index}.source`);
}

/** The parts that count, without unknown keys. */
function checkedParts(given: PromptContentPart[], place: MediaPlace): Checked[] {
  checkReferences(given, place);
  const content: Checked[] = [];
  given.forEach((part, index) => {
    // accepted and dropped (rest.md 12)
    if (part.type === 'tool_use' || part.type === 'tool_result' || part.type === 'thinking') return;
    checkStored(part, index, place.directory);
    content.push({ part: plain(part, index, place), index });
  });
  const hasContent = content.some(({ part }) => (part.type === 'text' ? /\S/.test(part.text) : true));
  if (!hasContent) throw invalid('content', 'has neither text nor media');
  return content;
}

function plain(part: SpokenPart, index: number, place: MediaPlace): Checked['part'] {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text.toWellFormed() };
    case 'mention':
      // comes back as text wherever the prompt is shown (rest.md 10)
      return { type: 'text', text: `@${part.path.toWellFormed()}` };
    case 'file':
      return filePart(part.file_id, place);
    case 'image':
    case 'video':
      return { type: part.type, source: plainSource(part.source, `content.${index}.source`) };
  }
}

/** A file as the session or the upload store describes it; the client's description does not count. */
function filePart(file_id: string, place: References): FilePart {
  const known = place.directory === undefined ? undefined : findFile(place.directory, file_id);
  if (known) return known;
  const { name, mediaType, size } = uploadOf(file_id, place);
  return { type: 'file', file_id, name, media_type: mediaType, size };
}

function uploadOf(fileId: string, { uploads }: References): FoundUpload {
  const upload = uploads.find(fileId);
  if (!upload) throw new ApiError('FILE_NOT_FOUND', { message: `no file ${fileId}` });
  return upload;
}

function plainSource(source: MediaSource, path: string): MediaSource {
  switch (source.kind) {
    case 'url':
      if (/^data:/i.test(source.url)) return dataSource(source.url, path);
      if (!/^https?:\/\//i.test(source.url)) throw invalid(path, 'is not an http, https or data address');
      return { kind: 'url', url: source.url, ...(source.id === undefined ? {} : { id: source.id }) };
    case 'base64':
      return { kind: 'base64', media_type: source.media_type, data: source.data };
    case 'file':
    case 'session_media':
      return { kind: source.kind, file_id: source.file_id };
  }
}

/** A data URL contains the bytes themselves, which must not get into the log (ws.md 6.1). */
function dataSource(url: string, path: string): MediaSource {
  const comma = url.indexOf(',');
  const [media_type = '', ...options] = url.slice('data:'.length, Math.max(comma, 0)).split(';');
  if (comma < 0 || options.at(-1)?.toLowerCase() !== 'base64') throw invalid(path, 'is not a data address with base64');
  return { kind: 'base64', media_type, data: url.slice(comma + 1) };
}

function checkStored(part: PromptContentPart, index: number, sessionDirectory: string): void {
  if (part.type !== 'image' && part.type !== 'video') return;
  const { source } = part;
  if (source.kind !== 'session_media') return;
  const media = locateMedia(sessionDirectory, source.file_id);
  if (!media || !existsSync(media.path))
    throw new ApiError('FILE_NOT_FOUND', { message: `no media ${source.file_id}` });
  if (!media.media_type.startsWith(`${part.type}/`))
    throw invalid(`content.${index}.source`, `is not of type ${part.type}`);
}

async function prepare({ part, index }: Checked, place: MediaPlace, maxEdge: number): Promise<Ready> {
  if (part.type === 'file') {
    if (findFile(place.directory, part.file_id)) return { part };
    return { file: part, source: uploadOf(part.file_id, place).path };
  }
  if (part.type === 'text' || part.source.kind === 'url' || part.source.kind === 'session_media') return { part };
  const at = `content.${index}.source`;
  const { type, source } = part;
  const medium =
    source.kind === 'file'
      ? await uploadedMedium(uploadOf(source.file_id, place), type, at)
      : decodeMedia({ ...source, kind: type });
  const { mediaType, ...bytes } = medium;
  if (!isImageType(mediaType)) return { type, medium };
  const fitted = await fitImage(bytes, { maxEdge, maxBytes: maxImageBytes });
  if ('refused' in fitted) throw invalid(at, `the image ${fitted.refused}`);
  return { type, medium: fitted.image };
}

/** The upload of a part, with the type that its content shows; throws 40001 when the part names another type. */
async function uploadedMedium({ path, size }: FoundUpload, kind: 'image' | 'video', at: string): Promise<Medium> {
  const mediaType = mediaTypeOf(await headOf(path));
  if (!mediaType?.startsWith(`${kind}/`)) throw invalid(at, `the file is ${mediaType ?? 'something else'}, no ${kind}`);
  if (kind === 'image' && size > maxImageFileSize) throw invalid(at, 'the image is over 64 MiB');
  return { path, mediaType };
}
