/** Lays out tool calls, their results and file changes as lines (tui.md 3.3, 3.10). */
import { rowsOfHunk, diffTexts, type DiffRow } from '../../view/diff.js';
import { visibleRow } from '../../view/clean.js';
import { languageOf } from '../../view/code/paths.js';
import type { BodyBlock, CallView, Tone } from '../../view/displays.js';
import { outputRows, type OutputRow } from '../../view/output.js';
import type { ResultView } from '../../view/results.js';
import type { CodeColors } from './code.js';
import { cutLine, lineOf, span, spread, type Line, type Span } from './line.js';
import type { Token } from './theme.js';
import { own } from '../../view/glyphs.js';

export interface CallLayout {
  width: number;
  /** number of output rows below a call */
  toolLines: number;
  /** `●` or its ASCII form */
  mark: string;
  /** where cut text can be read in full; default: `Ctrl-O` */
  more?: string;
  /** absent: code in diffs has no colors */
  code?: CodeColors | undefined;
}

const tones: Readonly<Record<Tone, Token | undefined>> = {
  plain: 'textDim',
  good: 'success',
  warning: 'warning',
  error: 'error',
};

/** Returns a row with name and subject, and the result at the right. */
function callHead(call: CallView, right: Line, { width, mark }: CallLayout, tone: Tone = 'good'): Line {
  const outcome = right.reduce((sum, { text }) => sum + text.length, 0);
  const left: Span[] = [span(`${mark} `, tones[tone]), span(visibleRow(call.title), { bold: true })];
  if (call.subject !== '') left.push(span('  '), span(visibleRow(call.subject)));
  return spread(cutLine(left, Math.max(20, width - outcome - 2)), right, width);
}

/** Returns a finished call: its row, and what it wrote or changed. */
export function callLines(call: CallView, result: ResultView, layout: CallLayout): Line[] {
  const { outcome, tone, summary, badges } = result;
  const facts = badges.filter(({ text }) => text !== summary && !summary.includes(text)).map(({ text }) => text);
  const words = [outcome || summary, ...facts].filter((word) => word !== '').map((word) => visibleRow(word));
  const head = callHead(call, lineOf(words.join(', '), tones[outcome === '' ? 'plain' : tone]), layout, tone);
  return quietTools.has(call.title) && outcome === '' ? [head] : [head, ...resultLines(result, layout)];
}

/** Tools whose outcome has a row or a panel of its own; their output is only for the model. */
const quietTools: ReadonlySet<string> = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']);

export function resultLines({ body, outcome }: ResultView, layout: CallLayout): Line[] {
  return body.flatMap((block) => {
    if (block.kind === 'output') return lastRows(outputRows(block.text).rows, layout);
    if (block.kind === 'diff') return firstLines(diffLines(block, layout.code, layout.toolLines), layout);
    if (block.kind === 'error') return firstLines(textLines(block.text, 'error'), layout);
    // reads and searches show only how much they found
    if (block.kind === 'file' || block.kind === 'matches' || block.kind === 'url' || block.kind === 'todos') return [];
    return outcome === '' && block.kind === 'json' ? [] : firstLines(bodyLines(block, undefined, layout.code), layout);
  });
}

/** Returns a whole block, for panels and views; a command shows its directory if it is not `cwd`. */
export function bodyLines(block: BodyBlock, cwd?: string, code?: CodeColors): Line[] {
  switch (block.kind) {
    case 'command':
      return [
        ...(block.cwd === undefined || block.cwd === cwd ? [] : [lineOf(`in ${visibleRow(block.cwd)}`, 'textDim')]),
        ...textLines(block.text),
      ];
    case 'output':
      return outputRows(block.text).rows.map(outputLine);
    case 'diff':
      return diffLines(block, code);
    case 'file':
      return block.text.split('\n').map((text, at) => numbered(block.firstLine + at, ' ', text));
    case 'matches':
      return block.matches.map(({ file, line, text }) =>
        lineOf(visibleRow(line === 0 ? file : `${file}:${line}: ${text}`)),
      );
    case 'todos':
      return block.items.map(todoLine);
    case 'url':
      return [lineOf(visibleRow(block.url))];
    case 'error':
      return textLines(block.text, 'error');
    default:
      return textLines(block.text);
  }
}

export function todoLine({ title, status }: { title: string; status: string }): Line {
  const text = visibleRow(title);
  if (status === 'done') return [span('[x] ', 'success'), span(text, 'textDim')];
  return status === 'in_progress' ? [span('[>] ', 'primary'), span(text)] : [span(`[ ] ${text}`)];
}

export function textLines(text: string, token?: Token): Line[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((row) => lineOf(visibleRow(row).trimEnd(), token));
}

/** Maximum rows of a diff with colored code, since coloring takes time. */
const mostColored = 300;

function diffLines(
  { path, before, after, firstLine }: BodyBlock & { kind: 'diff' },
  code: CodeColors | undefined,
  most = mostColored,
): Line[] {
  let left = most;
  return diffTexts(before, after, { firstLine }).hunks.flatMap(({ rows }, at) => {
    const lines = diffRows(rows, path, code, left);
    left = Math.max(0, left - rows.length);
    return at === 0 ? lines : [lineOf(own('  ⋮'), 'diffGutter'), ...lines];
  });
}

export function hunkLines(hunk: Parameters<typeof rowsOfHunk>[0], path = '', code?: CodeColors): Line[] {
  return diffRows(rowsOfHunk(hunk), path, code, mostColored);
}

/** Colors the code of new and unchanged rows; removed rows stay plain. */
function diffRows(rows: readonly DiffRow[], path: string, code: CodeColors | undefined, most: number): Line[] {
  const kept = rows.filter(({ kind }) => kind !== 'del').slice(0, most);
  const paint = code?.createPainter();
  const painted =
    paint?.(
      languageOf(path),
      0,
      kept.map(({ text }) => text),
    ) ?? [];
  const colored = new Map(kept.map((row, at) => [row, painted[at]]));
  return rows.map((row) => diffLine(row, colored.get(row)));
}

/** Maximum length of a line with colors; longer lines are cut. */
const longestColored = 1_000;

/** Returns line number, sign and text; changed words are emphasized. */
function diffLine(row: DiffRow, painted: Line | undefined): Line {
  const { kind, old, new: fresh, text, words = [] } = row;
  const token: Token = kind === 'context' ? 'textDim' : kind === 'add' ? 'diffAdded' : 'diffRemoved';
  const strong: Token = kind === 'add' ? 'diffAddedStrong' : 'diffRemovedStrong';
  const number = (kind === 'del' ? old : fresh) ?? '';
  const sign = kind === 'context' ? ' ' : kind === 'add' ? '+' : '-';
  // cleaned text has other positions, so it cannot be colored
  const code = painted && text.length <= longestColored && visibleRow(text) === text ? painted : [{ text }];
  const spans: Span[] = [];
  let from = 0;
  for (const { text: piece, style = { token } } of code) {
    const to = from + piece.length;
    for (const [start, end] of words) {
      if (end <= from || start >= to) continue;
      if (start > from) spans.push({ text: text.slice(from, start), style });
      from = Math.min(end, to);
      spans.push(span(text.slice(Math.max(start, to - piece.length), from), { token: strong, bold: true }));
    }
    spans.push({ text: text.slice(from, to), style });
    from = to;
  }
  return [
    span(`${String(number).padStart(4)} `, 'diffGutter'),
    span(`${sign} `, token),
    ...spans.flatMap((each) => (each.text === '' ? [] : [{ ...each, text: visibleRow(each.text) }])),
  ];
}

function numbered(line: number, sign: string, text: string): Line {
  return [span(`${String(line).padStart(4)} `, 'diffGutter'), span(`${sign} ${visibleRow(text)}`, 'textDim')];
}

export function outputLine({ spans, cut }: OutputRow): Line {
  const line: Span[] = spans.map(({ text, style }) => ({ text, style }));
  return cut > 0 ? [...line, span(`${own('…')} +${cut} chars`, 'textMuted')] : line;
}

/** Returns the last rows of a command's output. */
export function lastRows(
  rows: readonly OutputRow[],
  { width, toolLines, more: where }: Pick<CallLayout, 'width' | 'toolLines' | 'more'>,
): Line[] {
  const shown = toolLines === 0 ? [] : rows.slice(-toolLines);
  const hidden = rows.length - shown.length;
  const more = hidden > 0 ? [moreLines(hidden, where)] : [];
  return [...more, ...shown.map((row) => cutLine([span('  '), ...outputLine(row)], width))];
}

function firstLines(lines: readonly Line[], { width, toolLines, more }: CallLayout): Line[] {
  const shown = lines.slice(0, toolLines).map((line) => cutLine([span('  '), ...line], width));
  return lines.length > toolLines ? [...shown, moreLines(lines.length - toolLines, more)] : shown;
}

function moreLines(count: number, where = 'Ctrl-O'): Line {
  return lineOf(`  ${own('…')} +${count} lines (${where})`, 'textMuted');
}

/** Lays out the unified diff of one file, in the format of git. */
export function diffTextLines(diff: string, path = '', code?: CodeColors): Line[] {
  const rows = diff.replace(/\n$/, '').split('\n');
  const first = rows.findIndex((row) => row.startsWith('@@'));
  const isKept = (row: string, at: number): boolean => first >= 0 && at > first && /^[+ ]/.test(row);
  const kept = rows.filter(isKept).slice(0, mostColored);
  const painted = code?.createPainter()?.(
    languageOf(path),
    0,
    kept.map((row) => row.slice(1)),
  );
  let next = 0;
  return rows.map((row, at) => {
    const token: Token | undefined = row.startsWith('@@')
      ? 'diffMeta'
      : row.startsWith('+')
        ? 'diffAdded'
        : row.startsWith('-')
          ? 'diffRemoved'
          : undefined;
    const colors = isKept(row, at) ? painted?.[next++] : undefined;
    const isPlain = !colors || row.length > longestColored || visibleRow(row) !== row;
    if (isPlain) return lineOf(visibleRow(row).trimEnd(), token);
    return [
      span(row.slice(0, 1), token),
      ...colors.map(({ text, style }) => (style ? { text, style } : span(text, token))),
    ];
  });
}
