/** Lays out Markdown blocks as lines: prose is wrapped, code keeps its lines (tui.md 1, 3.3). */
import { visibleRow, visibleText } from '../../view/clean.js';
import { mayHaveFormula, readWithFormulas, type FormulaPlace } from '../../view/formulas/blocks.js';
import { formulaText } from '../../view/formulas/unicode.js';
import type { Inline, ListItem, MarkdownBlock } from '../../view/markdown-blocks.js';
import type { CodeColors, CodePainter } from './code.js';
import { lineOf, lineWidth, plainLine, span, wrapLine, type Line, type Span } from './line.js';
import type { Style } from './theme.js';
import { own } from '../../view/glyphs.js';

export interface MarkdownLayout {
  width: number;
  /** false: the terminal wraps prose (`wrap = "terminal"`) */
  isWrapped: boolean;
  /** whether link addresses are written as OSC 8 instead of text */
  hyperlinks: boolean;
  /** whether formulas are shown as Unicode */
  hasFormulas?: boolean;
  /** restores formulas that were extracted from a text */
  spell?: (text: string) => string;
  /** absent: code has no colors */
  code?: CodeColors | undefined;
}

const codeStyle: Style = { token: 'accent' };
const headingStyle: Style = { token: 'primary', bold: true };
const quoteStyle: Style = { token: 'textDim', italic: true };
const schemes = /^(?:https?|mailto):/i;
const widestRule = 40;

/** Returns whether the block continues another one, so that no empty line precedes it. */
export function isContinuation(block: MarkdownBlock): boolean {
  return 'part' in block && block.part > 0;
}

/** `paint` carries the colors of code from one part to the next; default: no earlier part. */
export function markdownLines(
  block: MarkdownBlock,
  layout: MarkdownLayout,
  paint: CodePainter | undefined = layout.code?.createPainter(),
): Line[] {
  const read = layout.hasFormulas && !layout.spell && mayHaveFormula(block) ? readWithFormulas(block) : undefined;
  if (read) return stacked(read.blocks, { ...layout, spell: (text) => read.split(text).map(spelled).join('') });
  switch (block.kind) {
    case 'paragraph':
      return proseLines(inlineSpans(block.children, layout), layout);
    case 'heading':
      return proseLines(restyled(inlineSpans(block.children, layout), headingStyle), layout);
    case 'code': {
      const rows = codeRows(block.text);
      return paint ? paint(block.language, block.part, rows) : rows.map((row) => lineOf(row));
    }
    case 'list':
      return block.items.flatMap((item, at) => itemLines(item, block.ordered ? `${block.start + at}. ` : '- ', layout));
    case 'quote':
      return indented(stacked(block.children, narrower(layout, 2)), '  ', '  ').map((line) =>
        restyled(line, quoteStyle),
      );
    case 'table':
      return tableLines(block, layout);
    case 'rule':
      return [lineOf(own('─').repeat(Math.min(widestRule, layout.width)), 'border')];
    case 'html':
      return codeRows(block.text).map((row) => lineOf(row));
  }
}

/** Stacks blocks, with empty lines between them. */
function stacked(blocks: readonly MarkdownBlock[], layout: MarkdownLayout): Line[] {
  return blocks.flatMap((block, at) => {
    const lines = markdownLines(block, layout);
    const isTight = at === 0 || block.kind === 'list' || isContinuation(block);
    return isTight ? lines : [[], ...lines];
  });
}

function spelled(part: string | FormulaPlace): string {
  return typeof part === 'string' ? part : formulaText(part.source);
}

function codeRows(text: string): string[] {
  return visibleText(text)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => visibleRow(line).trimEnd());
}

function itemLines({ checked, children }: ListItem, marker: string, layout: MarkdownLayout): Line[] {
  const box = checked === undefined ? '' : checked ? '[x] ' : '[ ] ';
  const first = marker + box;
  return indented(stacked(children, narrower(layout, first.length)), first, ' '.repeat(marker.length));
}

function indented(lines: readonly Line[], first: string, next: string): Line[] {
  if (lines.length === 0) return [lineOf(first.trimEnd())];
  return lines.map((line, at) => {
    if (line.length === 0 && at > 0) return line;
    const prefix = at === 0 ? first : next;
    const style = at === 0 && first.trim() !== '' ? ('textMuted' as const) : undefined;
    return [span(prefix, style), ...line];
  });
}

function narrower(layout: MarkdownLayout, columns: number): MarkdownLayout {
  return { ...layout, width: Math.max(10, layout.width - columns) };
}

function proseLines(spans: readonly Span[], { width, isWrapped }: MarkdownLayout): Line[] {
  return splitAtBreaks(spans).flatMap((line) => (isWrapped ? wrapLine(line, { width }) : [line]));
}

function splitAtBreaks(spans: readonly Span[]): Line[] {
  const lines: Span[][] = [[]];
  for (const each of spans)
    each.text.split('\n').forEach((text, at) => {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...each, text });
    });
  return lines;
}

function inlineSpans(children: readonly Inline[], layout: MarkdownLayout, style: Style = {}): Span[] {
  return children.flatMap((child): Span[] => {
    switch (child.kind) {
      case 'text':
        // models break lines intentionally
        return [styled(visibleText(layout.spell?.(child.text) ?? child.text), style)];
      case 'code':
        return [styled(visibleText(child.text), { ...style, ...codeStyle })];
      case 'break':
        return [{ text: '\n' }];
      case 'strong':
        return inlineSpans(child.children, layout, { ...style, bold: true });
      case 'emphasis':
        return inlineSpans(child.children, layout, { ...style, italic: true });
      case 'deleted':
        return inlineSpans(child.children, layout, { ...style, struck: true });
      case 'link':
        return linkSpans(inlineSpans(child.children, layout, style), child.href, layout, style);
      case 'image':
        return linkSpans([styled(visibleText(child.alt || 'image'), style)], child.href, layout, style);
    }
  });
}

/** Adds the address in brackets when the text does not show it, unless the terminal can open the link. */
function linkSpans(text: Span[], href: string, { hyperlinks }: MarkdownLayout, style: Style): Span[] {
  const address = visibleRow(href);
  const shown = plainLine(text);
  const isSame = shown === address || `mailto:${shown}` === address;
  const isOpenable = hyperlinks && schemes.test(href) && address === href;
  const linked = { ...style, underline: true, token: 'primary', ...(isOpenable && { link: href }) } as const;
  const spans = text.map((each) => ({ text: each.text, style: { ...each.style, ...linked } }));
  if (isSame || isOpenable || address === '') return spans;
  return [...spans, styled(` (${address})`, { ...style, token: 'textDim' })];
}

function styled(text: string, style: Style): Span {
  return Object.keys(style).length === 0 ? { text } : { text, style };
}

function restyled(line: Line, style: Style): Span[] {
  return line.map((each) => ({ text: each.text, style: { ...style, ...each.style } }));
}

/** Lays out a table in columns if they fit; otherwise each cell as a line with its column's name. */
function tableLines({ header, rows, align }: MarkdownBlock & { kind: 'table' }, layout: MarkdownLayout): Line[] {
  const cell = (inline: readonly Inline[] | undefined): Span[] =>
    inlineSpans(inline ?? [], layout).map((each) => ({ ...each, text: each.text.replaceAll('\n', ' ') }));
  const heads = header.map((each) => restyled(cell(each), { bold: true }));
  const body = rows.map((row) => header.map((_, at) => cell(row[at])));
  const widths = heads.map((head, at) => Math.max(lineWidth(head), ...body.map((row) => lineWidth(row[at] ?? []))));
  const total = widths.reduce((sum, width) => sum + width, 2 * (widths.length - 1));
  if (total > layout.width) return records(heads, body, layout);
  const rowOf = (cells: readonly Line[]): Line =>
    withoutEnd(
      cells.flatMap((each, at) => {
        const gap = (widths[at] ?? 0) - lineWidth(each);
        const before = align[at] === 'right' ? gap : align[at] === 'center' ? Math.floor(gap / 2) : 0;
        return [span(' '.repeat(before)), ...each, span(' '.repeat(gap - before + (at < cells.length - 1 ? 2 : 0)))];
      }),
    );
  const rule = lineOf(widths.map((width) => own('─').repeat(width)).join('  '), 'border');
  return [rowOf(heads), rule, ...body.map(rowOf)];
}

function records(heads: readonly Line[], body: readonly (readonly Line[])[], layout: MarkdownLayout): Line[] {
  return body.flatMap((row, at) => {
    const lines = row.flatMap((each, column) =>
      each.length === 0 ? [] : wrapLine([...(heads[column] ?? []), span(': '), ...each], { width: layout.width }),
    );
    return at === 0 ? lines : [[], ...lines];
  });
}

function withoutEnd(line: Line): Line {
  const kept = line.filter(({ text }) => text !== '');
  while (kept.length > 0 && kept.at(-1)?.text.trim() === '') kept.pop();
  return kept;
}
