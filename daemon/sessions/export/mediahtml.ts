/** Embeds small images and videos in an export, only of types that cannot contain scripts. */
import type { ContentPart, TranscriptAttachment, TranscriptItem } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { OpenMedia } from '../prompts/mediaview.js';
import { referenceOf, type MediaReference } from './conversation.js';
import type { Html } from './markup.js';

export interface MediaDeps {
  /** throws ApiError when the file is missing */
  open(fileId: string): Promise<OpenMedia>;
  /** masks known secrets */
  cleanBytes(bytes: Uint8Array): Buffer;
  /** only images are embedded; videos are only named */
  onlyImages?: true;
}

const maxBytes = 1024 * 1024;
/** Types that a page may embed; none of them can contain scripts. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const videos = new Set(['video/mp4', 'video/webm']);
const dataUrl = /^data:([\w.+-]+\/[\w.+-]+);base64,([\w+/=]*)$/;

/** The HTML of media in a part of a transcript, by `keyOf`; without media that are not embedded. */
export async function loadMedia(
  { attachments, items }: { attachments: readonly TranscriptAttachment[]; items: readonly TranscriptItem[] },
  deps: MediaDeps,
): Promise<Map<string, Html>> {
  const wanted = [...attachments.flatMap(({ source }) => source ?? []), ...items.flatMap(inOutputs)];
  const found = new Map<string, Html>();
  for (const source of wanted) {
    const key = keyOf(source);
    const made = found.has(key) ? undefined : await load(source, deps);
    if (made) found.set(key, made);
  }
  return found;
}

export function keyOf(source: MediaReference): string {
  return source.kind === 'url' ? source.url : `${source.kind}:${source.fileId}`;
}

function inOutputs(item: TranscriptItem): MediaReference[] {
  if (item.kind !== 'turn') return [];
  const parts = item.steps.flatMap(({ frames }) =>
    frames.flatMap((frame): ContentPart[] =>
      frame.kind === 'tool' && Array.isArray(frame.output) ? frame.output : [],
    ),
  );
  return parts.flatMap((part) => (part.type === 'image' || part.type === 'video' ? referenceOf(part.source) : []));
}

async function load(source: MediaReference, deps: MediaDeps): Promise<Html | undefined> {
  if (source.kind === 'url') {
    const [, type = '', data = ''] = dataUrl.exec(source.url) ?? [];
    return type === '' ? undefined : htmlOf(type, Buffer.from(data, 'base64'), deps);
  }
  try {
    const { stored, mediaType } = await deps.open(source.fileId);
    try {
      return stored.size > maxBytes ? undefined : htmlOf(mediaType, await stored.file.readFile(), deps);
    } finally {
      await stored.file.close();
    }
  } catch (error) {
    // a missing file is only named
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function htmlOf(type: string, bytes: Buffer, { cleanBytes, onlyImages }: MediaDeps): Html | undefined {
  if (bytes.length > maxBytes || !(images.has(type) || (videos.has(type) && !onlyImages))) return undefined;
  const url = `data:${type};base64,${cleanBytes(bytes).toString('base64')}`;
  return { html: images.has(type) ? `<img src="${url}" alt="">` : `<video controls src="${url}"></video>` };
}
