/** The attachments of a turn: media and files in the user's messages. */
import type { ContentPart, MediaSource, TranscriptAttachment } from '../generated/types.js';

/** `before`: number of attachments that the turn has already. */
export function attachmentsOf(turnId: number, before: number, content: readonly ContentPart[]): TranscriptAttachment[] {
  return content.filter(isAttached).map((part, index) => {
    const attachmentId = `t${turnId}.att${before + index + 1}`;
    if (part.type !== 'file') return { attachmentId, mediaType: `${part.type}/*`, source: sourceOf(part.source) };
    const { file_id, name, media_type, size } = part;
    return { attachmentId, mediaType: media_type, name, size, source: { kind: 'file', fileId: file_id } };
  });
}

function isAttached(part: ContentPart): part is Extract<ContentPart, { type: 'image' | 'video' | 'file' }> {
  return part.type === 'image' || part.type === 'video' || part.type === 'file';
}

/** Inline bytes are no source that a client can fetch. */
function sourceOf(source: MediaSource): TranscriptAttachment['source'] {
  if (source.kind === 'base64') return undefined;
  return source.kind === 'url' ? { kind: 'url', url: source.url } : { kind: source.kind, fileId: source.file_id };
}
