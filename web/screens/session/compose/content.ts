/** Converts the content of the message box to parts of a prompt: text, mentions at their positions, attachments. */
import type { PromptContentPart } from '../../../../schemas/generated/types.js';
import type { Draft, DraftFile } from '../drafts.js';

export function contentOf({ text, mentions, files }: Draft): PromptContentPart[] {
  const parts = splitMentions(text, mentions);
  return [...parts, ...files.map(filePart)];
}

/** A known path is a mention after an @ at the start of a word, if a delimiter or the end follows; the longest wins. */
function splitMentions(text: string, mentions: readonly string[]): PromptContentPart[] {
  const paths = [...mentions].sort((a, b) => b.length - a.length);
  const parts: PromptContentPart[] = [];
  let from = 0;
  const addText = (to: number): void => {
    if (to > from) parts.push({ type: 'text', text: text.slice(from, to) });
  };
  for (const { index } of text.matchAll(/(?<=^|\s)@/g)) {
    if (index < from) continue;
    const path = paths.find((each) => text.startsWith(each, index + 1) && endsThere(text, index + 1 + each.length));
    if (path === undefined) continue;
    addText(index);
    parts.push({ type: 'mention', path });
    from = index + 1 + path.length;
  }
  addText(text.length);
  return parts.filter((part) => part.type !== 'text' || part.text.trim() !== '' || parts.length > 1);
}

function endsThere(text: string, at: number): boolean {
  return at === text.length || /[\s:,.;)]/.test(text.charAt(at));
}

function filePart({ fileId, name, mediaType, size, isKept }: DraftFile): PromptContentPart {
  const kind = mediaKind(mediaType);
  if (kind === 'file') return { type: 'file', file_id: fileId, name, media_type: mediaType, size };
  return { type: kind, source: { kind: isKept ? 'session_media' : 'file', file_id: fileId } };
}

/** Pictures that models take; others are files. The transcript names those that a session has `image/*`. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function mediaKind(mediaType: string): 'image' | 'video' | 'file' {
  if (pictures.has(mediaType) || mediaType === 'image/*') return 'image';
  return mediaType.startsWith('video/') ? 'video' : 'file';
}
