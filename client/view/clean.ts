/** Makes untrusted text safe to show: escapes characters that control a terminal, or hide or reorder letters. */
import { invisible } from '../../schemas/invisible.js';
import { own } from './glyphs.js';

/** Spelling of an escape: `\x1b` on a terminal, `⟦U+001B⟧` on a page (tui.md 4.1, web.md 9). */
export type Spelling = 'terminal' | 'page';

/** Every character that may need an escape; joiners and variation selectors depend on their neighbors. */
const suspect = new RegExp(String.raw`(?![\t\n])(?:${invisible}|\p{Cs})`, 'u');
export const suspects = new RegExp(suspect, 'gu');
export const joiner = /[\u200c\u200d]/;
/** Characters between which a joiner is allowed in an emoji. */
const emojiStart = /^[\p{ExtPict}\p{EMod}\ufe0f]/u;
const emojiNext = /^\p{ExtPict}/u;
/** Characters before a joiner in scripts that use it: Arabic to Sinhala, Myanmar, Khmer and Mongolian. */
const joined = /^(?=[\p{L}\p{M}])[\u0620-\u0dff\u1000-\u109f\u1780-\u18af]/u;
export const selector = /[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
/** Characters before a variation selector: emoji, keys, symbols, and scripts whose letters have variants. */
const varied = /^[\p{ExtPict}\p{S}\p{Lo}0-9#*]/u;

/** Cleans a text of several lines: keeps lines and tabs, and turns `\r\n` into a line break. */
export function visibleText(text: string, spelling: Spelling = 'terminal'): string {
  if (!suspect.test(text)) return text;
  const spelt = spelling === 'page' ? marked : escaped;
  return text
    .replaceAll('\r\n', '\n')
    .replace(suspects, (char, at: number, whole: string) => (belongs(char, at, whole) ? char : spelt(char)));
}

/** Cleans a text that must stay on one line, such as a name, a path or a title. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', String.raw`\n`);
}

export interface RowOptions {
  spelling?: Spelling;
  /** replaces each line break */
  lineBreak?: string;
  /** maximum number of chars to show */
  length?: number;
}

/** Cleans a text for one row of a screen; a long one is cut and marked as cut (tui.md 4.1). */
export function visibleRow(
  text: string,
  { spelling = 'terminal', lineBreak = own('⏎'), length = 2_000 }: RowOptions = {},
): string {
  // the part that is cut off needs no cleaning
  const kept = text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;
  const shown = visibleText(kept, spelling).replaceAll('\n', () => lineBreak);
  return kept === text ? shown : `${shown}${own('…')} +${text.length - kept.length} chars`;
}

/** Cleans a message; indents lines after the first, so that they cannot imitate a line of the program. */
export function visibleMessage(text: string): string {
  return visibleText(text.trimEnd()).replaceAll('\n', '\n  ');
}

/** A piece of a text; `raw`: the original of an escape, which a reader copies. */
export interface TextPart {
  text: string;
  raw?: string;
}

/** Returns the text in pieces, so that a page can mark the escapes and copy their originals. */
export function visibleParts(text: string, spelling: Spelling = 'page'): TextPart[] {
  const spelt = spelling === 'page' ? marked : escaped;
  const whole = text.replaceAll('\r\n', '\n');
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: raw, index } of whole.matchAll(suspects)) {
    if (belongs(raw, index, whole)) continue;
    if (index > from) parts.push({ text: whole.slice(from, index) });
    parts.push({ text: spelt(raw), raw });
    from = index + raw.length;
  }
  if (from < whole.length) parts.push({ text: whole.slice(from) });
  return parts;
}

/** Cleans a text that arrives in pieces, which may split a surrogate pair or a line break. */
export interface TextCleaner {
  /** adds a piece; returns cleaned text, holding back an end that depends on what follows */
  push(piece: string): string;
  /** returns the text held back, and resets the cleaner */
  end(): string;
}

/** Without `clean` the text stays unchanged, and only surrogate pairs are kept together. */
export function createTextCleaner(clean?: (text: string) => string): TextCleaner {
  let held = '';
  /** the last character returned, which decides about a following joiner or selector */
  let last = '';
  return {
    push(piece) {
      const text = held + piece;
      held = (clean ? /[\r\u200d]?[\ud800-\udbff]?$/ : /[\ud800-\udbff]$/).exec(text)?.[0] ?? '';
      const whole = held === '' ? text : text.slice(0, -held.length);
      if (!clean || whole === '') return whole;
      const shown = clean(last + whole).slice(clean(last).length);
      last = lastOf(whole.slice(-2));
      return shown;
    },
    end() {
      const rest = clean ? clean(last + held).slice(clean(last).length) : held;
      [held, last] = ['', ''];
      return rest;
    },
  };
}

/** Shortens a text to `length` chars, without splitting a surrogate pair. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}${own('…')}` : text;
}

/** Shortens a text in the middle, for names with an informative end. */
export function shortenedMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.ceil((length - 1) / 2);
  const start = text.slice(0, length - 1 - tail).replace(/[\ud800-\udbff]$/, '');
  return `${start}${own('…')}${tail > 0 ? text.slice(-tail).replace(/^[\udc00-\udfff]/, '') : ''}`;
}

/** Returns whether a joiner or selector is valid between its neighbors. */
function belongs(char: string, at: number, whole: string): boolean {
  const before = lastOf(whole.slice(Math.max(0, at - 2), at));
  if (selector.test(char)) return varied.test(before);
  if (!joiner.test(char)) return false;
  return (
    joined.test(before) || (char === '\u200d' && emojiStart.test(before) && emojiNext.test(whole.slice(at + 1, at + 3)))
  );
}

/** Returns the last character. Some browsers find no character above U+FFFF with a class before `$`. */
function lastOf(text: string): string {
  return [...text].at(-1) ?? '';
}

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

function marked(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
}

const subjectLength = 100;

/** Returns the first non-blank line, trimmed. */
export function firstLine(text: string): string {
  // avoids splitting a long text: most begin with a non-blank line
  const [, line = ''] = /^\s*([^\n]*)/.exec(text) ?? [];
  return line.trim();
}

/** Returns the first non-blank line, shortened for a line with other content. */
export function oneLine(text: string): string {
  return shortened(firstLine(text), subjectLength);
}
