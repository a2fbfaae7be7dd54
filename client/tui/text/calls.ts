/** Tool calls, their results and changes of files as lines (tui.md 3.3, 3.10). */
import { rowsOfHunk, diffTexts, type DiffRow } from '../../view/diff.js';
import { visibleRow } from '../../view/clean.js';
import type { BodyBlock, CallView, Tone } from '../../view/displays.js';
import { outputRows, type OutputRow } from '../../view/output.js';
import type { ResultView } from '../../view/results.js';
import { cutLine, lineOf, span, spread, type Line, type Span } from './line.js';
import type { Token } from './theme.js';
import { own } from '../../view/glyphs.js';

export interface CallLayout {
  width: number;
  /** rows of output below a call */
  toolLines: number;
  /** `●` or its ASCII form */
  mark: string;
  /** where all of what is cut can be read; default: `Ctrl-O` */
  more?: string;
}

const tones: Readonly<Record<Tone, Token | undefined>> = {
  plain: 'textDim',
  good: 'success',
  warning: 'warning',
  error: 'error',
};

/** Name and subject in one row, what came of it at the right. */
function callHead(call: CallView, right: Line, { width, mark }: CallLayout, tone: Tone = 'good'): Line {
  const outcome = right.reduce((sum, { text }) => sum + text.length, 0);
  const left: Span[] = [span(`${mark} `, tones[tone]), span(visibleRow(call.title), { bold: true })];
  if (call.subject !== '') left.push(span('  '), span(visibleRow(call.subject)));
  return spread(cutLine(left, Math.max(20, width - outcome - 2)), right, width);
}

/** A finished call: its row, and what it wrote or changed. */
export function callLines(call: CallView, result: ResultView, layout: CallLayout): Line[] {
  const { outcome, tone, summary, badges } = result;
  const facts = badges.filter(({ text }) => text !== summary && !summary.includes(text)).map(({ text }) => text);
  const words = [outcome || summary, ...facts].filter((word) => word !== '').map((word) => visibleRow(word));
  const head = callHead(call, lineOf(words.join(', '), tones[outcome === '' ? 'plain' : tone]), layout, tone);
  return quietTools.has(call.title) && outcome === '' ? [head] : [head, ...resultLines(result, layout)];
}

/** Tools whose outcome has a row or a panel of its own: what they return is for the model. */
const quietTools: ReadonlySet<string> = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']);

export function resultLines({ body, outcome }: ResultView, layout: CallLayout): Line[] {
  return body.flatMap((block) => {
    if (block.kind === 'output') return lastRows(outputRows(block.text).rows, layout);
    if (block.kind === 'diff') return firstLines(diffLines(block.before, block.after), layout);
    if (block.kind === 'error') return firstLines(textLines(block.text, 'error'), layout);
    // reads and searches say how much they found
    if (block.kind === 'file' || block.kind === 'matches' || block.kind === 'url' || block.kind === 'todos') return [];
    return outcome === '' && block.kind === 'json' ? [] : firstLines(bodyLines(block), layout);
  });
}

/** Everything of a block, for panels and views; a command names its directory where it is not `cwd`. */
export function bodyLines(block: BodyBlock, cwd?: string): Line[] {
  switch (block.kind) {
    case 'command':
      return [
        ...(block.cwd === undefined || block.cwd === cwd ? [] : [lineOf(`in ${visibleRow(block.cwd)}`, 'textDim')]),
        ...textLines(block.text),
      ];
    case 'output':
      return outputRows(block.text).rows.map(outputLine);
    case 'diff':
      return diffLines(block.before, block.after);
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

function diffLines(before: string, after: string): Line[] {
  return diffTexts(before, after).hunks.flatMap(({ rows }, at) => [
    ...(at === 0 ? [] : [lineOf(own('  ⋮'), 'diffGutter')]),
    ...rows.map(diffLine),
  ]);
}

export function hunkLines(hunk: Parameters<typeof rowsOfHunk>[0]): Line[] {
  return rowsOfHunk(hunk).map(diffLine);
}

/** Line number, sign, text; what changed within the line is stronger. */
function diffLine({ kind, old, new: fresh, text, words }: DiffRow): Line {
  if (kind === 'context') return numbered(fresh ?? old ?? 0, ' ', text);
  const isNew = kind === 'add';
  const token: Token = isNew ? 'diffAdded' : 'diffRemoved';
  const strong: Token = isNew ? 'diffAddedStrong' : 'diffRemovedStrong';
  const number = span(`${String(isNew ? fresh : old).padStart(4)} `, 'diffGutter');
  const sign = span(isNew ? '+ ' : '- ', token);
  if (!words) return [number, sign, ...lineOf(visibleRow(text), token)];
  const spans: Span[] = [];
  let from = 0;
  for (const [start, end] of words) {
    spans.push(span(visibleRow(text.slice(from, start)), token));
    spans.push(span(visibleRow(text.slice(start, end)), { token: strong, bold: true }));
    from = end;
  }
  spans.push(span(visibleRow(text.slice(from)), token));
  return [number, sign, ...spans.filter((each) => each.text !== '')];
}

function numbered(line: number, sign: string, text: string): Line {
  return [span(`${String(line).padStart(4)} `, 'diffGutter'), span(`${sign} ${visibleRow(text)}`, 'textDim')];
}

export function outputLine({ spans, cut }: OutputRow): Line {
  const line: Span[] = spans.map(({ text, style }) => ({ text, style }));
  return cut > 0 ? [...line, span(`${own('…')} +${cut} chars`, 'textMuted')] : line;
}

/** The end of what a command wrote. */
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

/** A unified diff as text, such as git writes it. */
export function diffTextLines(diff: string): Line[] {
  return diff
    .replace(/\n$/, '')
    .split('\n')
    .map((row) => {
      const token: Token | undefined = row.startsWith('@@')
        ? 'diffMeta'
        : row.startsWith('+')
          ? 'diffAdded'
          : row.startsWith('-')
            ? 'diffRemoved'
            : undefined;
      return lineOf(visibleRow(row).trimEnd(), token);
    });
}
