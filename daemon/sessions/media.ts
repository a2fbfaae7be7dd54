/** Makes the content of a prompt ready to be stored: media go to files of the session (engine.md 2.1). */
import { existsSync } from 'node:fs';
import type { ContentPart, MediaSource, PromptContentPart } from '../../schemas/generated/types.js';
import { ApiError, invalid } from '../errors.js';
import { locateMedia, storeMedia } from '../workspace/media.js';

/** Throws 40001 for an empty prompt or a medium that cannot be used, 40407 for an unknown file; stores nothing then. */
export async function storedContent(parts: PromptContentPart[], sessionDirectory: string): Promise<ContentPart[]> {
  return Promise.all(checkContent(parts, sessionDirectory).map((part) => stored(part, sessionDirectory)));
}

/** The parts that count, without keys that nobody knows; throws as `storedContent` does. */
export function checkContent(parts: PromptContentPart[], sessionDirectory: string): ContentPart[] {
  const content: ContentPart[] = [];
  parts.forEach((part, index) => {
    // accepted and dropped (rest.md 12)
    if (part.type === 'tool_use' || part.type === 'tool_result' || part.type === 'thinking') return;
    if (part.type === 'file') throw new ApiError('FILE_NOT_FOUND', { message: `no file ${part.file_id}` });
    check(part, index, sessionDirectory);
    content.push(plain(part));
  });
  const says = content.some((part) => (part.type === 'text' ? part.text.trim() !== '' : true));
  if (!says) throw invalid('content', 'has neither text nor media');
  return content;
}

function plain(
  part: Exclude<PromptContentPart, { type: 'file' | 'tool_use' | 'tool_result' | 'thinking' }>,
): ContentPart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'mention':
      // comes back as text wherever the prompt is shown (rest.md 10)
      return { type: 'text', text: `@${part.path}` };
    case 'image':
    case 'video':
      return { type: part.type, source: plainSource(part.source) };
  }
}

function plainSource(source: MediaSource): MediaSource {
  switch (source.kind) {
    case 'url':
      return { kind: 'url', url: source.url, ...(source.id === undefined ? {} : { id: source.id }) };
    case 'base64':
      return { kind: 'base64', media_type: source.media_type, data: source.data };
    case 'file':
    case 'session_media':
      return { kind: source.kind, file_id: source.file_id };
  }
}

function check(part: PromptContentPart, index: number, sessionDirectory: string): void {
  if (part.type !== 'image' && part.type !== 'video') return;
  const { source } = part;
  if (source.kind === 'file') throw new ApiError('FILE_NOT_FOUND', { message: `no file ${source.file_id}` });
  if (source.kind !== 'session_media') return;
  const media = locateMedia(sessionDirectory, source.file_id);
  if (!media || !existsSync(media.path))
    throw new ApiError('FILE_NOT_FOUND', { message: `no media ${source.file_id}` });
  if (!media.media_type.startsWith(`${part.type}/`)) throw invalid(`content.${index}.source`, `is no ${part.type}`);
}

async function stored(part: ContentPart, sessionDirectory: string): Promise<ContentPart> {
  if ((part.type !== 'image' && part.type !== 'video') || part.source.kind !== 'base64') return part;
  const { media_type, data } = part.source;
  const { file_id } = await storeMedia(sessionDirectory, { media_type, data, kind: part.type });
  return { type: part.type, source: { kind: 'session_media', file_id } };
}
