/** The width of text in terminal columns. Styles have no width: they are SGR sequences and links (OSC 8). */
import { eastAsianWidth } from 'get-east-asian-width';

/** A user-perceived character with its width in columns. */
export interface Grapheme {
  readonly text: string;
  readonly width: number;
}

const style = /\x1b\[[\d;:]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g;

const tabStop = 8;
const plain = /^[ -~]*$/;
/** Characters that may join their neighbors into a grapheme; text without them is measured by code points. */
const joining = new RegExp(
  '[\\p{Mark}\\p{Cf}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u1100-\\u11ff\\ua960-\\ua97f\\ud7b0-\\ud7ff\\ufe0f]',
  'u',
);
/** Characters without a width of their own. */
const invisible = /^[\p{Mark}\p{Cf}\p{Cc}\u115f\u1160-\u11ff\ud7b0-\ud7ff]+$/u;
const emoji = /\ufe0f|^\p{Extended_Pictographic}.*\u200d|^\p{Regional_Indicator}{2}|.\p{Emoji_Modifier}$/u;

/** Created on first use: it takes 10 ms, which would delay every start. */
let segmenter: Intl.Segmenter | undefined;
/** Maximum length of a piece to segment: Node 20 copies the whole text for each segment. */
const segmented = 2000;

/** Returns the width of a text in one row. */
export function visibleWidth(text: string): number {
  if (plain.test(text)) return text.length;
  const bare = text.includes('\x1b') ? text.replace(style, '') : text;
  if (plain.test(bare)) return bare.length;
  if (!joining.test(bare) && !bare.includes('\t')) {
    let width = 0;
    for (const character of bare) width += codePointWidth(character.codePointAt(0) ?? 0);
    return width;
  }
  let column = 0;
  for (const { text: grapheme, width } of graphemesOf(bare)) column += grapheme === '\t' ? tabWidth(column) : width;
  return column;
}

/** Yields the graphemes of a text without styles, segmenting it piece by piece. */
export function* graphemesOf(text: string): Generator<Grapheme> {
  if (!joining.test(text)) {
    for (const character of text) yield { text: character, width: codePointWidth(character.codePointAt(0) ?? 0) };
    return;
  }
  let rest = text;
  while (rest !== '') {
    const piece = rest.slice(0, segmented);
    const isLast = piece.length === rest.length;
    segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    const found = [...segmenter.segment(piece)].map(({ segment }) => segment);
    // the last grapheme of a piece may continue in the next
    if (!isLast && found.length > 1) found.pop();
    let length = 0;
    for (const segment of found) {
      length += segment.length;
      yield { text: segment, width: graphemeWidth(segment) };
    }
    rest = rest.slice(length);
  }
}

function graphemeWidth(text: string): number {
  if (invisible.test(text)) return 0;
  if (emoji.test(text)) return 2;
  let width = 0;
  for (const character of text) width += codePointWidth(character.codePointAt(0) ?? 0);
  return width;
}

function codePointWidth(point: number): number {
  if (point < 0x300) return point < 32 || (point >= 0x7f && point < 0xa0) || point === 0xad ? 0 : 1;
  if ((point >= 0x4e00 && point <= 0x9fff) || (point >= 0xac00 && point <= 0xd7a3)) return 2;
  if (point >= 0x3041 && point <= 0x30ff && point !== 0x3099 && point !== 0x309a) return 2;
  if (point === 0xff9e || point === 0xff9f) return 1;
  if (invisible.test(String.fromCodePoint(point))) return 0;
  return eastAsianWidth(point, { ambiguousAsWide: false });
}

const tabWidth = (column: number): number => tabStop - (column % tabStop);
