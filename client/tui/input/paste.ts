/** Texts that are too long to be shown while they are edited: a placeholder is in their place (tui.md 3.6). */
import { counted } from '../../view/format.js';
import type { Buffer } from './buffer.js';

/** Beyond these a pasted text is a placeholder. */
const pastedLines = 10;
const pastedChars = 1_000;
/** A line over it is one too, however it came. */
export const longestLine = 2_000;

/** Inserts a text of the user; `isPaste`: also a text of many lines becomes a placeholder. Returns whether one was made. */
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

/** Line ends are `\n`, and no control characters but tabs are left. */
export function cleanPaste(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
