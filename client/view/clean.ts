/** Text of others as a terminal or a page may show it: what controls a terminal, hides or reorders letters is an escape. */
import { invisible } from '../../schemas/invisible.js';
import { own } from './glyphs.js';

/** How an escape is spelt: `\x1b` on a terminal, `⟦U+001B⟧` on a page (tui.md 4.1, web.md 9). */
export type Spelling = 'terminal' | 'page';

/** Every character that may not be shown as it is; joiners and variation selectors are looked at one by one. */
const suspect = new RegExp(String.raw`(?![\t\n])(?:${invisible}|\p{Cs})`, 'u');
export const suspects = new RegExp(suspect, 'gu');
export const joiner = /[\u200c\u200d]/;
/** What a joiner may stand between within an emoji. */
const emojiStart = /^[\p{ExtPict}\p{EMod}\ufe0f]/u;
const emojiNext = /^\p{ExtPict}/u;
/** What a joiner may follow in languages that spell with it: letters from Arabic to Sinhala, of Myanmar, Khmer and Mongolian. */
const joined = /^(?=[\p{L}\p{M}])[\u0620-\u0dff\u1000-\u109f\u1780-\u18af]/u;
export const selector = /[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
/** What a variation selector may follow: emoji, keys, symbols, and scripts whose letters have variants. */
const varied = /^[\p{ExtPict}\p{S}\p{Lo}0-9#*]/u;

/** A text of several lines: lines and tabs stay, `\r\n` is a line break. */
export function visibleText(text: string, spelling: Spelling = 'terminal'): string {
  if (!suspect.test(text)) return text;
  const spelt = spelling === 'page' ? marked : escaped;
  return text
    .replaceAll('\r\n', '\n')
    .replace(suspects, (char, at: number, whole: string) => (belongs(char, at, whole) ? char : spelt(char)));
}

/** A text that must stay on one line, such as a name, a path or a title. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', String.raw`\n`);
}

export interface RowOptions {
  spelling?: Spelling;
  /** stands for each line break */
  lineBreak?: string;
  /** chars of the text that are shown */
  length?: number;
}

/** A row of a screen: one line, and cut when it is long, which it says (tui.md 4.1). */
export function visibleRow(
  text: string,
  { spelling = 'terminal', lineBreak = own('⏎'), length = 2_000 }: RowOptions = {},
): string {
  // what is cut off need not be looked at
  const kept = text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;
  const shown = visibleText(kept, spelling).replaceAll('\n', () => lineBreak);
  return kept === text ? shown : `${shown}${own('…')} +${text.length - kept.length} chars`;
}

/** A message of one or more lines; the further ones are indented, so that none of them looks like a line of our own. */
export function visibleMessage(text: string): string {
  return visibleText(text.trimEnd()).replaceAll('\n', '\n  ');
}

/** A piece of a text; `raw`: what the escape stands for, which is what a reader copies. */
export interface TextPart {
  text: string;
  raw?: string;
}

/** The text in pieces, so that a page can mark the escapes and copy what they stand for. */
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

/** Cleans a text that arrives in pieces, which may cut a pair of surrogates or a line break in two. */
export interface TextCleaner {
  /** the next piece; its end is held back while what follows decides about it */
  push(piece: string): string;
  /** what is held back; the cleaner starts again */
  end(): string;
}

/** Without `clean` everything stays as it is, and surrogate pairs are kept together. */
export function createTextCleaner(clean?: (text: string) => string): TextCleaner {
  let held = '';
  /** the last character given out: a joiner or selector is judged by it */
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

/** A row of a list may not hold more than `length` characters; never half of a surrogate pair. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}${own('…')}` : text;
}

/** Shortened in the middle, for names whose end says most. */
export function shortenedMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.ceil((length - 1) / 2);
  const start = text.slice(0, length - 1 - tail).replace(/[\ud800-\udbff]$/, '');
  return `${start}${own('…')}${tail > 0 ? text.slice(-tail).replace(/^[\udc00-\udfff]/, '') : ''}`;
}

/** A joiner or selector that belongs to what is beside it. */
function belongs(char: string, at: number, whole: string): boolean {
  const before = lastOf(whole.slice(Math.max(0, at - 2), at));
  if (selector.test(char)) return varied.test(before);
  if (!joiner.test(char)) return false;
  return (
    joined.test(before) || (char === '\u200d' && emojiStart.test(before) && emojiNext.test(whole.slice(at + 1, at + 3)))
  );
}

/** Not by a pattern: in a browser a class before `$` may find no character above U+FFFF. */
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

/** The first line that holds something, without the blanks around it. */
export function firstLine(text: string): string {
  // texts may be long, and most begin with what is sought
  const [, line = ''] = /^\s*([^\n]*)/.exec(text) ?? [];
  return line.trim();
}

/** The same, shortened for a line that says more than this. */
export function oneLine(text: string): string {
  return shortened(firstLine(text), subjectLength);
}
