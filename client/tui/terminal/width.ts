/** How many columns styled text takes in a terminal, and its division into rows. Styles are SGR sequences and links (OSC 8). */
import { eastAsianWidth } from 'get-east-asian-width';

/** What a reader sees as one character, with the columns it takes. */
export interface Grapheme {
  readonly text: string;
  readonly width: number;
}

const style = /\x1b\[[\d;:]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g;
const reset = '\x1b[0m';

const tabStop = 8;
const plain = /^[ -~]*$/;
/** Characters that may join their neighbours to one grapheme; text without them is measured by code points. */
const joining = new RegExp(
  '[\\p{Mark}\\p{Cf}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u1100-\\u11ff\\ua960-\\ua97f\\ud7b0-\\ud7ff\\ufe0f]',
  'u',
);
/** Takes no column by itself. */
const invisible = /^[\p{Mark}\p{Cf}\p{Cc}\u115f\u1160-\u11ff\ud7b0-\ud7ff]+$/u;
const emoji = /\ufe0f|^\p{Extended_Pictographic}.*\u200d|^\p{Regional_Indicator}{2}|.\p{Emoji_Modifier}$/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Node 20 keeps a copy of the whole text for each segment. */
const segmented = 2000;

/** The columns of a text in one row. */
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

/** The graphemes of a text without styles, in pieces that the segmenter can take. */
export function* graphemesOf(text: string): Generator<Grapheme> {
  if (!joining.test(text)) {
    for (const character of text) yield { text: character, width: codePointWidth(character.codePointAt(0) ?? 0) };
    return;
  }
  let rest = text;
  while (rest !== '') {
    const piece = rest.slice(0, segmented);
    const isLast = piece.length === rest.length;
    const found = [...segmenter.segment(piece)].map(({ segment }) => segment);
    // the last one of a piece may continue in the next
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

/** The part of a text that fits into the columns; `mark` replaces the end of a text that does not. */
export function cutText(text: string, columns: number, mark = '…'): string {
  if (visibleWidth(text) <= columns) return text;
  const markWidth = visibleWidth(mark);
  if (markWidth > columns) return '';
  const styles = createStyles();
  let cut = '';
  let column = 0;
  for (const part of partsOf(text)) {
    if (part.isStyle) {
      styles.apply(part.text);
      cut += part.text;
      continue;
    }
    for (const { text: grapheme, width } of graphemesOf(part.text)) {
      const taken = grapheme === '\t' ? tabWidth(column) : width;
      if (column + taken > columns - markWidth) return cut + mark + styles.close();
      cut += grapheme;
      column += taken;
    }
  }
  return cut;
}

/**
 * The rows of a text at a width: divided at blanks, beside wide characters, and inside a word only when it is wider than
 * a row. Each row has the styles it needs, ends them, and has no trailing blanks.
 */
export function wrapText(text: string, columns: number): string[] {
  const styles = createStyles();
  const rows: string[] = [];
  let line: Item[] = [];
  const endLine = (): void => {
    let done = 0;
    for (const { start, end } of divide(line, Math.max(1, columns))) {
      // styles among the blanks that a division leaves out
      for (const { text: each, isStyle } of line.slice(done, start)) if (isStyle) styles.apply(each);
      let row = styles.open();
      for (const { text: each, isStyle } of line.slice(start, end)) {
        if (isStyle) styles.apply(each);
        row += each;
      }
      rows.push(row + styles.close());
      done = end;
    }
    for (const { text: each, isStyle } of line.slice(done)) if (isStyle) styles.apply(each);
    line = [];
  };
  for (const part of partsOf(text)) {
    if (part.isStyle) line.push({ text: part.text, width: 0, isStyle: true });
    else
      for (const { text: grapheme, width } of graphemesOf(part.text)) {
        if (grapheme === '\n') endLine();
        else line.push({ text: grapheme, width, isStyle: false });
      }
  }
  endLine();
  return rows;
}

interface Item extends Grapheme {
  readonly isStyle: boolean;
}

/** Where the rows of a line begin and end. */
function divide(line: readonly Item[], columns: number): { start: number; end: number }[] {
  const rows: { start: number; end: number }[] = [];
  let start = 0;
  let width = 0;
  /** behind the last character that is no blank */
  let end = 0;
  let division: { end: number; next: number } | undefined;
  let wasWide = false;
  for (let at = 0; at < line.length; at += 1) {
    const { text, width: own, isStyle } = line[at] as Item;
    if (isStyle) continue;
    if (text === ' ' || text === '\t') {
      width += text === '\t' ? tabWidth(width) : 1;
      if (end > start) division = { end, next: at + 1 };
      wasWide = false;
      continue;
    }
    if ((own > 1 || wasWide) && end > start && own > 0 && division?.next !== at) division = { end, next: at };
    if (width + own > columns && width > 0) {
      const { end: rowEnd, next } = division ?? { end: Math.max(end, start), next: at };
      // blanks alone are no row: what is behind them begins the row instead
      if (rowEnd > start) rows.push({ start, end: rowEnd });
      [start, end, width, division, wasWide] = [next, next, 0, undefined, false];
      at = next - 1;
      continue;
    }
    width += own;
    end = at + 1;
    wasWide = own > 1;
  }
  rows.push({ start, end });
  return rows;
}

/** A text as styles and what is between them. */
function* partsOf(text: string): Generator<{ text: string; isStyle: boolean }> {
  let from = 0;
  if (text.includes('\x1b')) {
    for (const { 0: found, index } of text.matchAll(style)) {
      if (index > from) yield { text: text.slice(from, index), isStyle: false };
      yield { text: found, isStyle: true };
      from = index + found.length;
    }
  }
  if (from < text.length) yield { text: text.slice(from), isStyle: false };
}

/** What an SGR parameter changes, by the one that ends it. */
const attributes: readonly [end: string, starts: RegExp][] = [
  ['22', /^[12]$/],
  ['23', /^3$/],
  ['24', /^(?:4|21)$/],
  ['25', /^[56]$/],
  ['27', /^7$/],
  ['28', /^8$/],
  ['29', /^9$/],
  ['39', /^(?:3[0-8]|9[0-7])$/],
  ['49', /^(?:4[0-8]|10[0-7])$/],
  ['59', /^58$/],
];

/** The styles in force at a place of a text. */
function createStyles() {
  const active = new Map<string, string>();
  let link = '';
  const applyParameters = (parameters: readonly string[]): void => {
    for (let at = 0; at < parameters.length; at += 1) {
      const parameter = parameters[at] || '0';
      const [code = '0'] = parameter.split(':');
      if (code === '0') active.clear();
      let value = parameter;
      if (/^[345]8$/.test(parameter)) {
        const length = parameters[at + 1] === '5' ? 2 : 4;
        value = parameters.slice(at, at + 1 + length).join(';');
        at += length;
      }
      for (const [end, starts] of attributes) {
        if (code === end) for (const key of active.keys()) if (key.startsWith(end)) active.delete(key);
        // bold and dim end together but are two
        if (starts.test(code)) active.set(end === '22' ? `${end} ${code}` : end, value);
      }
    }
  };
  return {
    apply(sequence: string): void {
      if (sequence.startsWith('\x1b[')) applyParameters(sequence.slice(2, -1).split(';'));
      else link = /^.\]8;[^;]*;[^\x07\x1b]/.test(sequence) ? sequence : '';
    },
    open: () => (active.size === 0 ? '' : `\x1b[${[...active.values()].join(';')}m`) + link,
    close: () => (link === '' ? '' : '\x1b]8;;\x1b\\') + (active.size === 0 ? '' : reset),
  };
}
