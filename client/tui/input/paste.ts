/** Replaces texts that are too long to show by placeholders (tui.md 3.6). */
import { counted } from '../../view/format.js';
import type { Buffer } from './buffer.js';

/** Maximum size of a pasted text that is shown; a larger one becomes a placeholder. */
const pastedLines = 10;
const pastedChars = 1_000;
/** Maximum length of a shown line, pasted or not. */
export const longestLine = 2_000;

/** Inserts a text of the user; with `isPaste`, many lines become a placeholder. Returns whether one was created. */
export function insertText(
  buffer: Buffer,
  text: string,
  { isPaste, count: before }: { isPaste: boolean; count: number },
): boolean {
  const lines = text.split('\n');
  // a final line end starts no further line
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length;
  const isLong = lines.some((line) => line.length > longestLine);
  if (!isLong && (!isPaste || (count <= pastedLines && text.length <= pastedChars))) {
    buffer.insert(text);
    return false;
  }
  const more = count > 1 ? ` +${counted(count, 'line')}` : ` ${text.length} chars`;
  buffer.insertUnit({ label: `[Pasted text #${before + 1}${more}]`, text });
  return true;
}

/** Converts line ends to `\n`, and removes control characters except tabs. */
export function cleanPaste(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
