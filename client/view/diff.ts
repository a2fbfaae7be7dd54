/** The diff of two texts: hunks with line numbers, changed words, and changes of line endings. */
import type { TextHunk } from '../../schemas/generated/types.js';
import { matchLines } from './diff-match.js';
import { markWords, type Range } from './diff-words.js';

export interface Line {
  text: string;
  /** empty on a last line without a line break */
  end: '\n' | '\r\n' | '';
}

export interface DiffRow extends Line {
  kind: 'context' | 'add' | 'del';
  /** line numbers from 1; absent when unknown */
  old?: number;
  new?: number;
  /** the changed ranges of the line in chars; absent when the whole line changed */
  words?: readonly Range[];
}

export interface DiffHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  rows: DiffRow[];
}

export interface Diff {
  hunks: DiffHunk[];
  added: number;
  removed: number;
  /** whether the lines differ only in their endings */
  onlyLineEnds: boolean;
  /** whether each text ends with a line break; true for an empty one */
  finalNewline: { before: boolean; after: boolean };
}

export interface DiffOptions {
  /** number of unchanged lines around a change; Infinity for all */
  context?: number;
  /** whether to look for changed words */
  words?: boolean;
  /** treats lines that differ only in blanks as equal, and shows the new ones */
  ignoreSpace?: boolean;
  /** number of the first line of both texts; null: rows without numbers; default 1 */
  firstLine?: number | null;
}

/** Splits a text into lines; a carriage return belongs to the line break after it. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length;) {
    const at = text.indexOf('\n', from);
    if (at < 0) {
      lines.push({ text: text.slice(from), end: '' });
      break;
    }
    const crlf = at > from && text.charCodeAt(at - 1) === 13;
    lines.push({ text: text.slice(from, crlf ? at - 1 : at), end: crlf ? '\r\n' : '\n' });
    from = at + 1;
  }
  return lines;
}

export function diffTexts(before: string, after: string, options: DiffOptions = {}): Diff {
  const { context = 3, words = true, ignoreSpace = false, firstLine = 1 } = options;
  const [old, fresh] = [splitLines(before), splitLines(after)];
  const rows = rowsOf(old, fresh, { ignoreSpace, firstLine });
  if (words) markWords(rows);
  const count = (kind: DiffRow['kind']): number => rows.reduce((sum, row) => sum + (row.kind === kind ? 1 : 0), 0);
  const [added, removed] = [count('add'), count('del')];
  return {
    hunks: hunksOf(rows, context, firstLine ?? 1),
    added,
    removed,
    onlyLineEnds: added > 0 && added === removed && sameTexts(rows),
    finalNewline: { before: old.at(-1)?.end !== '', after: fresh.at(-1)?.end !== '' },
  };
}

function rowsOf(
  old: readonly Line[],
  fresh: readonly Line[],
  { ignoreSpace, firstLine }: Required<Pick<DiffOptions, 'ignoreSpace' | 'firstLine'>>,
): DiffRow[] {
  const numbers = new Map<string, number>();
  const numberOf = ({ text, end }: Line): number => {
    const key = ignoreSpace ? text.replace(/\s+/g, ' ').trim() : text + end;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  const pairs = matchLines(old.map(numberOf), fresh.map(numberOf));
  const lineNumber = (at: number): number | undefined => (firstLine === null ? undefined : at + firstLine);
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...pairs, [old.length, fresh.length] as const]) {
    for (; i < a; i++) rows.push({ kind: 'del', ...lineAt(old, i), old: lineNumber(i) });
    for (; j < b; j++) rows.push({ kind: 'add', ...lineAt(fresh, j), new: lineNumber(j) });
    if (a === old.length) break;
    rows.push({ kind: 'context', ...lineAt(fresh, b), old: lineNumber(a), new: lineNumber(b) });
    [i, j] = [a + 1, b + 1];
  }
  return rows;
}

function lineAt(lines: readonly Line[], at: number): Line {
  return lines[at] ?? { text: '', end: '' };
}

/** Groups changes with the lines around them into hunks; touching ones are merged. */
function hunksOf(rows: readonly DiffRow[], context: number, firstLine: number): DiffHunk[] {
  const ranges: [number, number][] = [];
  rows.forEach(({ kind }, at) => {
    if (kind === 'context') return;
    const from = Math.max(0, at - context);
    const to = Math.min(rows.length, at + context + 1);
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = to;
    else ranges.push([from, to]);
  });
  let [old, fresh, at] = [firstLine - 1, firstLine - 1, 0];
  return ranges.map(([from, to]) => {
    for (; at < from; at++) {
      if (rows[at]?.kind !== 'add') old += 1;
      if (rows[at]?.kind !== 'del') fresh += 1;
    }
    const part = rows.slice(from, to);
    const oldLines = part.filter(({ kind }) => kind !== 'add').length;
    const newLines = part.filter(({ kind }) => kind !== 'del').length;
    // an empty range is numbered by the line before it
    return {
      oldStart: oldLines === 0 ? old : old + 1,
      oldLines,
      newStart: newLines === 0 ? fresh : fresh + 1,
      newLines,
      rows: part,
    };
  });
}

function sameTexts(rows: readonly DiffRow[]): boolean {
  const texts = (kind: DiffRow['kind']): string[] => rows.filter((row) => row.kind === kind).map(({ text }) => text);
  const fresh = texts('add');
  return texts('del').every((text, at) => text === fresh[at]);
}

/** Returns the rows of a hunk of an approval or list of changes (additions.md A1); `end` is the file's line ending. */
export function rowsOfHunk(hunk: TextHunk, end: '\n' | '\r\n' = '\n', words = true): DiffRow[] {
  const rows: DiffRow[] = [];
  let old = Math.max(1, hunk.old_start);
  let fresh = Math.max(1, hunk.new_start);
  for (const line of hunk.lines) {
    const text = line.slice(1);
    const last = rows.at(-1);
    if (line.startsWith('\\')) {
      if (last) last.end = '';
    } else if (line.startsWith('+')) rows.push({ kind: 'add', text, end, new: fresh++ });
    else if (line.startsWith('-')) rows.push({ kind: 'del', text, end, old: old++ });
    else rows.push({ kind: 'context', text, end, old: old++, new: fresh++ });
  }
  if (words) markWords(rows);
  return rows;
}
