/** Inserts stored media into a request, or a note if the model must not get them (engine.md 2.8-6). */
import type { ContentPart, ImagePart, VideoPart } from '../../schemas/generated/types.js';
import type { ModelMessage } from '../providers/provider.js';
import { maxVideoBytes, mediaNote, readMedia } from '../workspace/media.js';
import type { ContextEntry, RefusedImages } from './turn.js';

export interface MediaRules {
  sessionDirectory: string;
  takesImages: boolean;
  takesVideos: boolean;
  /** parts that the provider refused, or that were sent together with a refused one */
  refused: ReadonlySet<ContentPart>;
}

/** Maximum number of images in a request; older ones become notes. */
const maxImages = 50;
/** Maximum total size of the media in a request in bytes, before base64; providers accept 32 MB in total. */
const maxMediaBytes = 20 * 1024 * 1024;

const refusedNote = 'The provider refused it or an image that was sent with it.';

/** Replaces media in the messages in place. The newest have priority when not all fit. */
export async function inlineMedia(messages: ModelMessage[], rules: MediaRules): Promise<void> {
  const replaced = new Map<ContentPart, ContentPart>();
  let images = maxImages;
  let room = maxMediaBytes;
  for (const part of newestMedia(messages)) {
    const refused = rules.refused.has(part);
    const taken = part.type === 'image' ? rules.takesImages && images > 0 : rules.takesVideos;
    const found = taken && !refused ? await loadMedia(part, Math.min(room, maxVideoBytes), rules) : undefined;
    if (!found) {
      const note = mediaNote(part, rules.sessionDirectory, ...(refused ? [refusedNote] : []));
      replaced.set(part, { type: 'text', text: note });
      continue;
    }
    if (part.type === 'image') images -= 1;
    room -= found.bytes;
    replaced.set(part, found.part);
  }
  const sent = (part: ContentPart): ContentPart => {
    if (part.type === 'mention') return { type: 'text', text: `@${part.path}` };
    if (part.type === 'file') return { type: 'text', text: mediaNote(part, rules.sessionDirectory) };
    return replaced.get(part) ?? part;
  };
  for (const message of messages) {
    message.content = message.content.map((part) =>
      part.type === 'tool_result' && Array.isArray(part.output)
        ? { ...part, output: part.output.map(sent) }
        : sent(part),
    );
  }
}

/** Returns parts that a provider has refused (engine.md 2.3), so that they are not sent to it again. */
export function refusedParts(
  entries: readonly ContextEntry[],
  known: RefusedImages | undefined,
  family: string,
): Set<ContentPart> {
  const parts = new Set<ContentPart>();
  if (known?.family !== family) return parts;
  for (const { message } of entries) {
    // messages are not sorted by time: older ones may follow a summary
    if (message.created_at > known.until) continue;
    for (const part of flat(message.content)) if (isMedia(part)) parts.add(part);
  }
  return parts;
}

/** Whether a request contains pictures or videos. */
export function holdsMedia(messages: readonly ModelMessage[]): boolean {
  return messages.some(({ content }) => content.some(holdsAny));
}

function* newestMedia(messages: readonly ModelMessage[]): Generator<ImagePart | VideoPart> {
  for (const { content } of messages.toReversed()) {
    // skip fast: each request checks all messages, and nearly all have no media
    if (!content.some(holdsAny)) continue;
    for (const part of flat(content).toReversed()) if (isMedia(part)) yield part;
  }
}

function holdsAny(part: ContentPart): boolean {
  return part.type === 'tool_result' ? Array.isArray(part.output) && part.output.some(isMedia) : isMedia(part);
}

/** Returns the parts, including those inside tool results. */
function flat(content: readonly ContentPart[]): ContentPart[] {
  return content.flatMap((part) => (part.type === 'tool_result' && Array.isArray(part.output) ? part.output : [part]));
}

function isMedia(part: ContentPart): part is ImagePart | VideoPart {
  return part.type === 'image' || part.type === 'video';
}

/** Returns the part with its bytes if the file exists and is small enough. Web addresses are sent as they are. */
async function loadMedia(
  part: ImagePart | VideoPart,
  maxBytes: number,
  { sessionDirectory }: MediaRules,
): Promise<{ part: ContentPart; bytes: number } | undefined> {
  if (part.source.kind === 'url') return { part, bytes: 0 };
  if (part.source.kind !== 'session_media') return undefined;
  const media = await readMedia(sessionDirectory, part.source.file_id, maxBytes);
  if (!media) return undefined;
  const { bytes, media_type } = media;
  return {
    part: { type: part.type, source: { kind: 'base64', media_type, data: bytes.toString('base64') } },
    bytes: bytes.length,
  };
}
