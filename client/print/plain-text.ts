/** Content parts as text, media as a mark that names where they are. */
import type { ContentPart, MediaSource } from '../../schemas/generated/types.js';
import { shortened } from '../view/clean.js';

const SUBJECT_LENGTH = 100;

/** What the model got from a tool, as one text. */
export function plainText(output: string | readonly ContentPart[]): string {
  if (typeof output === 'string') return output;
  return output
    .map(partText)
    .filter((text) => text !== '')
    .join('\n');
}

function partText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'video':
      return `[${part.type}: ${place(part.source)}]`;
    case 'file':
      return `[file: ${part.name}]`;
    default:
      return '';
  }
}

function place(source: MediaSource): string {
  switch (source.kind) {
    case 'url':
      return source.url;
    case 'base64':
      return source.media_type;
    default:
      return source.file_id;
  }
}

/** The first line that holds something, shortened. */
export function oneLine(text: string): string {
  const first =
    text
      .split('\n')
      .find((candidate) => candidate.trim() !== '')
      ?.trim() ?? '';
  return shortened(first, SUBJECT_LENGTH);
}
