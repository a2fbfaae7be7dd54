/** Lays out the text of an input as rows with the caret, and maps between rows and text positions. */
import { visibleRow } from '../../view/clean.js';
import { graphemesOf } from '../terminal/width.js';
import { span, type Line, type Span } from '../text/line.js';
import type { Style } from '../text/theme.js';
import type { Buffer } from './buffer.js';

export interface InputRow {
  line: Line;
  /** positions in the text: of the first character, and after the last one */
  from: number;
  to: number;
}

export interface InputLayout {
  rows: readonly InputRow[];
  caret: { row: number; column: number };
}

export interface InputLayoutOptions {
  width: number;
  /** text before the first row; further rows are indented by its width */
  prefix: string;
  style?: Style;
  /** replaces every character, for secrets */
  mask?: string;
}

const unitStyle: Style = { token: 'accent' };

/** Wraps at characters, not words, so that the caret is where the next character goes. */
export function layoutInput(buffer: Pick<Buffer, 'text' | 'caret' | 'unit'>, options: InputLayoutOptions): InputLayout {
  const { width, prefix, style, mask } = options;
  const { text, caret } = buffer;
  const room = Math.max(1, width - prefix.length - 1);
  const rows: InputRow[] = [];
  let place = { row: 0, column: prefix.length };
  let spans: Span[] = [];
  let used = 0;
  let from = 0;
  let at = 0;

  function endRow(to: number): void {
    const head = rows.length === 0 ? span(prefix, style) : span(' '.repeat(prefix.length));
    rows.push({ line: [head, ...spans], from, to });
    spans = [];
    used = 0;
    from = to;
  }

  function put(shown: string, columns: number, own: Style | undefined, length: number): void {
    if (used + columns > room && used > 0) endRow(at);
    if (at <= caret) place = { row: rows.length, column: prefix.length + used };
    const last = spans.at(-1);
    if (last && last.style === own) spans[spans.length - 1] = { ...last, text: last.text + shown };
    else spans.push(own === undefined ? { text: shown } : { text: shown, style: own });
    used += columns;
    at += length;
    if (at <= caret) place = { row: rows.length, column: prefix.length + used };
  }

  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) {
      endRow(at);
      at += 1;
      from = at;
      if (at <= caret) place = { row: rows.length, column: prefix.length };
    }
    for (const { text: char, width: columns } of graphemesOf(part)) {
      const unit = buffer.unit(char);
      if (unit) put(unit.label, unit.label.length, unitStyle, char.length);
      else if (mask !== undefined) put(mask, 1, style, char.length);
      else if (char === '\t') put('  ', 2, style, 1);
      else {
        const shown = visibleRow(char);
        put(shown, shown === char ? columns : shown.length, style, char.length);
      }
    }
  }
  endRow(text.length);
  if (place.column > prefix.length + room) place = { row: place.row, column: prefix.length + room };
  return { rows, caret: place };
}

/** Returns the rows around the caret. Hidden rows have no `···` mark; they appear by scrolling. */
export function visibleRows(
  { rows, caret }: InputLayout,
  count: number,
): { lines: Line[]; caret: InputLayout['caret'] } {
  if (rows.length <= count) return { lines: rows.map(({ line }) => line), caret };
  const first = Math.max(0, Math.min(rows.length - count, caret.row - count + 1));
  return {
    lines: rows.slice(first, first + count).map(({ line }) => line),
    caret: { row: caret.row - first, column: caret.column },
  };
}

/** Returns the text position at a column of a row; undefined when there is no such row. */
export function placeAt(
  buffer: Buffer,
  layout: InputLayout,
  row: number,
  options: InputLayoutOptions,
): number | undefined {
  const target = layout.rows[row];
  if (!target) return undefined;
  const wanted = layout.caret.column - options.prefix.length;
  let used = 0;
  let place = target.from;
  for (const { text: char, width } of graphemesOf(buffer.text.slice(target.from, target.to))) {
    const columns = buffer.unit(char)?.label.length ?? width;
    if (used + columns > wanted) break;
    used += columns;
    place += char.length;
  }
  return place;
}
