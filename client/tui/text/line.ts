/** Lines of styled spans for the terminal: wrapping, cutting, and painting with a theme's colors. */
import { graphemesOf, visibleWidth } from '../terminal/width.js';
import { sgrOf, type ColorDepth, type Style, type Theme, type Token } from './theme.js';
import { own } from '../../view/glyphs.js';

/** Cleaned text of one style, without a line break. */
export interface Span {
  readonly text: string;
  readonly style?: Style;
}

export type Line = readonly Span[];

export function span(text: string, style?: Style | Token): Span {
  if (style === undefined) return { text };
  return { text, style: typeof style === 'string' ? { token: style } : style };
}

export function lineOf(text: string, style?: Style | Token): Line {
  return text === '' ? [] : [span(text, style)];
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + visibleWidth(text), 0);
}

export function plainLine(line: Line): string {
  return line.map(({ text }) => text).join('');
}

interface Wrapping {
  /** columns, at least 1 */
  width: number;
  /** begins each further row */
  indent?: Line;
}

/** Breaks at blanks, beside wide characters, and within words wider than a row. Drops the blanks at a break. */
export function wrapLine(line: Line, { width, indent = [] }: Wrapping): Line[] {
  if (lineWidth(line) <= width) return [line];
  const inner = Math.max(1, width - lineWidth(indent));
  const rows: Span[][] = [[]];
  let used = 0;
  let room = width;
  /** whether the row contains anything but blanks */
  let hasInk = false;
  const breakRow = (): void => {
    rows.push([...indent]);
    used = 0;
    room = inner;
    hasInk = false;
  };
  const put = (text: string, style: Style | undefined): void => {
    const row = rows.at(-1) as Span[];
    const last = row.at(-1);
    if (last && last.style === style) row[row.length - 1] = { ...last, text: last.text + text };
    else row.push(style === undefined ? { text } : { text, style });
  };
  // a word may extend over several spans
  for (const word of wordsOf(line)) {
    const length = word.reduce((sum, { text }) => sum + visibleWidth(text), 0);
    const isBlank = word.every(({ text }) => /^[ \t]*$/.test(text));
    if (used + length > room) {
      if (isBlank) {
        if (hasInk) breakRow();
        continue;
      }
      if (hasInk) breakRow();
    }
    hasInk ||= !isBlank;
    for (const { text, style } of word) {
      if (used + visibleWidth(text) <= room) {
        put(text, style);
        used += visibleWidth(text);
        continue;
      }
      for (const { text: char, width: columns } of graphemesOf(text)) {
        if (used + columns > room && used > 0) breakRow();
        put(char, style);
        used += columns;
      }
    }
  }
  return rows.map(trimmed);
}

/** Returns one row of at most `width` columns; an ellipsis replaces what was cut. */
export function cutLine(line: Line, width: number, ellipsis = own('…')): Line {
  if (lineWidth(line) <= width) return line;
  const kept: Span[] = [];
  let room = width - visibleWidth(ellipsis);
  if (room < 0) return [];
  for (const each of line) {
    const length = visibleWidth(each.text);
    if (length <= room) {
      kept.push(each);
      room -= length;
      continue;
    }
    let text = '';
    for (const { text: char, width: columns } of graphemesOf(each.text)) {
      if (columns > room) break;
      text += char;
      room -= columns;
    }
    kept.push({ ...each, text: text + ellipsis });
    break;
  }
  return kept;
}

/** Returns a row with a left and a right part; drops the right one when both do not fit. */
export function spread(left: Line, right: Line, width: number): Line {
  const gap = width - lineWidth(left) - lineWidth(right);
  if (right.length === 0 || gap < 2) return cutLine(left, width);
  return [...left, span(' '.repeat(gap)), ...right];
}

/** Marks the first and the last row of a part with the number of rows that are hidden before and after it. */
export function markHidden(rows: readonly Line[], before: number, after: number, width: number): Line[] {
  return rows.map((row, at) => {
    const hidden = (at === 0 ? before : 0) + (at === rows.length - 1 ? after : 0);
    if (hidden === 0) return row;
    const mark = lineOf(`+${hidden} more`, 'textMuted');
    return spread(cutLine(row, width - lineWidth(mark) - 2), mark, width);
  });
}

/** Lays out hints separated by ` · `: in two rows if one is too short and `height` leaves room. */
export function hintRows(hint: string, width: number, height: number): Line[] {
  const most = height > 10 ? 2 : 1;
  const rows: string[] = [];
  for (const part of hint.split(' · ')) {
    const longer = rows.length === 0 ? part : `${rows.at(-1)} · ${part}`;
    const isFull = rows.length > 0 && rows.length < most && visibleWidth(longer) > width;
    if (isFull) rows.push(part);
    else rows.splice(-1, 1, longer);
  }
  return rows.map((row) => cutLine(lineOf(own(row), 'textMuted'), width));
}

function wordsOf(line: Line): Span[][] {
  const words: Span[][] = [];
  let before: PieceKind | undefined;
  for (const { text, style } of line)
    for (const { text: piece, kind } of piecesOf(text)) {
      const part = style === undefined ? { text: piece } : { text: piece, style };
      if (kind === before && kind !== 'wide') words.at(-1)?.push(part);
      else words.push([part]);
      before = kind;
    }
  return words;
}

type PieceKind = 'blank' | 'word' | 'wide';

/** Yields blanks, words, and wide characters; each may begin a row. */
function* piecesOf(text: string): Generator<{ text: string; kind: PieceKind }> {
  for (const [piece] of text.matchAll(/[ \t]+|[^ \t]+/g)) {
    if (piece[0] === ' ' || piece[0] === '\t') yield { text: piece, kind: 'blank' };
    else if (visibleWidth(piece) === piece.length) yield { text: piece, kind: 'word' };
    else {
      let word = '';
      for (const { text: char, width } of graphemesOf(piece)) {
        if (width < 2) {
          word += char;
          continue;
        }
        if (word !== '') yield { text: word, kind: 'word' };
        word = '';
        yield { text: char, kind: 'wide' };
      }
      if (word !== '') yield { text: word, kind: 'word' };
    }
  }
}

/** Removes blanks at the end, unless the line consists of blanks. */
function trimmed(line: Line): Line {
  const last = line.at(-1);
  if (!last || !/[ \t]$/.test(last.text)) return line;
  const text = last.text.trimEnd();
  if (text !== '') return [...line.slice(0, -1), { ...last, text }];
  return line.length === 1 ? [] : trimmed(line.slice(0, -1));
}

/** Converts a line to the output for one terminal. */
export type Painter = (line: Line) => string;

export interface PainterOptions {
  theme: Theme;
  depth: ColorDepth;
  /** whether links are written as OSC 8 */
  hyperlinks: boolean;
}

export function createPainter({ theme, depth, hyperlinks }: PainterOptions): Painter {
  const known = new Map<Style, string>();
  return (line) => {
    let row = '';
    for (const { text, style } of line) {
      if (!style) {
        row += text;
        continue;
      }
      let codes = known.get(style);
      if (codes === undefined) {
        codes = sgrOf(style, theme, depth);
        // most styles are constants; those of command output exist only for one row
        if (known.size < 500) known.set(style, codes);
      }
      const shown = codes === '' ? text : `\x1b[${codes}m${text}\x1b[0m`;
      row += style.link !== undefined && hyperlinks ? `\x1b]8;;${style.link}\x1b\\${shown}\x1b]8;;\x1b\\` : shown;
    }
    return row;
  };
}
