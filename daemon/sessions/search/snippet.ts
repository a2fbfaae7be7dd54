/** Builds the snippet that is shown around a hit (rest.md 23). */
import { plainText } from '../../base/text/visible.js';
import { foldFor, type TextRange, type Wanted } from './match.js';

/** Length of a snippet in characters, counted as graphemes. */
const length = 80;
/** UTF-16 units on each side of the hit that are examined; whitespace among them is folded. */
const reach = 300;

/** Parts of a text that fold independently: words with the whitespace after them, and in a word ... */
const blocks = /\S*\s+|\S+/gu;
/** ... a letter with its marks, the parts of a Korean syllable. */
const clusters = /[\u1100-\u11ff]+\p{M}*|\P{M}\p{M}*|\p{M}+/gu;
const ascii = /^[\0-\x7f]*$/;

let segmenter: Intl.Segmenter | undefined;

/** 80 characters around the first hit in a text; `…` where the text continues. */
export function snippetOf(text: string, place: TextRange, mode: Wanted['mode']): string {
  const hit = originalPlace(text, place, mode);
  const from = wholeFrom(text, Math.max(0, hit.from - reach));
  const to = wholeFrom(text, Math.min(text.length, hit.to + reach));
  const chars = charsOf(clean(text.slice(from, to)).trimStart());
  const before = charsOf(clean(text.slice(from, hit.from)).trimStart()).length;
  const size = Math.min(length, charsOf(clean(text.slice(hit.from, Math.min(hit.to, hit.from + reach)))).length);
  const room = length - size;
  const after = Math.max(0, chars.length - before - size);
  const left = Math.min(before, Math.max(Math.floor(room / 2), room - after));
  const start = Math.min(before - left, Math.max(0, chars.length - 1));
  const end = Math.min(chars.length, start + length);
  const body = chars.slice(start, end).join('').trim();
  return `${start > 0 || from > 0 ? '…' : ''}${body}${end < chars.length || to < text.length ? '…' : ''}`;
}

const clean = (text: string): string => plainText(text).replace(/\s+/gu, ' ');

function charsOf(text: string): string[] {
  if (ascii.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Moves a position out of the middle of a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && at > 0 ? at - 1 : at;
}

/** Maps a range of the folded text to the original text. */
function originalPlace(text: string, { from, to }: TextRange, mode: Wanted['mode']): TextRange {
  const folded = foldFor(mode, text);
  if (folded.length === text.length && folded === text.toLowerCase()) return { from, to };
  return { from: clusterAt(text, from, mode).from, to: clusterAt(text, to - 1, mode).to };
}

/** The range of the characters that fold to the one at an index of the folded text. */
function clusterAt(text: string, index: number, mode: Wanted['mode']): TextRange {
  let [start, reached, part] = [0, 0, text];
  for (const pieces of [blocks, clusters]) {
    for (const [piece] of part.matchAll(pieces)) {
      const size = foldFor(mode, piece).length;
      if (reached + size > index) {
        part = piece;
        break;
      }
      start += piece.length;
      reached += size;
    }
  }
  return { from: Math.min(start, text.length - 1), to: Math.min(text.length, start + part.length) };
}
