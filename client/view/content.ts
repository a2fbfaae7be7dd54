/** Content parts as text; media become a mark with their location. */
import { joinTexts } from '../../schemas/folds/said.js';
import type { ContentPart, MediaSource } from '../../schemas/generated/types.js';

/** Returns the tool output for the model as one text. */
export function plainText(output: string | readonly ContentPart[]): string {
  if (typeof output === 'string') return output;
  return output
    .map(partText)
    .filter((text) => text !== '')
    .join('\n');
}

/** Returns a prompt of the user as one text; mentioned paths stay in their line. */
export function promptWords(content: readonly ContentPart[]): string {
  return joinTexts(content.map(partText));
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
