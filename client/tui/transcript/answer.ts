/** A streaming answer: its finished part as lines, each returned once; the rest for the live region (tui.md 3.3). */
import { createMarkdown, type MarkdownStream } from '../../view/markdown.js';
import { mayHaveFormula } from '../../view/formulas/blocks.js';
import type { MarkdownBlock } from '../../view/markdown-blocks.js';
import type { CodePainter } from '../text/code.js';
import { plainLine, type Line, type Span } from '../text/line.js';
import { isContinuation, markdownLines, type MarkdownLayout } from '../text/markdown.js';

/** Lines of one block; `isTight`: no empty line before them. */
export interface BlockLines {
  lines: Line[];
  isTight: boolean;
}

export interface Answer {
  /** Takes the whole text so far. Returns false when it does not continue the committed text: a new answer begins. */
  write(text: string): boolean;
  end(): void;
  /** Returns final lines not returned before; `tallest`: number of rows up to which a paragraph stays open. */
  finished(layout: MarkdownLayout, tallest: number): BlockLines[];
  /** Returns the unfinished end, without the lines already returned. */
  open(layout: MarkdownLayout): Line[];
  readonly isEmpty: boolean;
}

/** Number of chars at the end of the known text that a longer one must repeat. */
const checkedTail = 256;

export function createAnswer(): Answer {
  const stream: MarkdownStream = createMarkdown();
  let known = '';
  /** number of completely committed blocks */
  let blocks = 0;
  /** of the next block: how much is committed, in lines of code or in non-blank characters */
  let part = 0;
  let isOver = false;

  function partsOf(): { done: readonly MarkdownBlock[]; open: readonly MarkdownBlock[] } {
    return isOver ? stream.end() : stream.view();
  }

  /** Carries the colors of code from committed to open lines. */
  let paint: CodePainter | undefined;

  function linesOf(block: MarkdownBlock, layout: MarkdownLayout): Line[] {
    return markdownLines(block, layout, (paint ??= layout.code?.createPainter()));
  }

  function rest(block: MarkdownBlock, layout: MarkdownLayout): Line[] {
    const lines = linesOf(block, layout);
    return block.kind === 'code' ? lines.slice(part) : withoutStart(lines, part);
  }

  return {
    write(text) {
      const tail = known.slice(-checkedTail);
      if (text.length < known.length || !text.startsWith(tail, known.length - tail.length)) return false;
      if (text.length > known.length) stream.push(text.slice(known.length));
      known = text;
      return true;
    },
    end: () => void (isOver = true),
    finished(layout, tallest) {
      const { done, open } = partsOf();
      const found: BlockLines[] = [];
      for (; blocks < done.length; blocks += 1) {
        const block = done[blocks] as MarkdownBlock;
        const lines = rest(block, layout);
        if (lines.length > 0) found.push({ lines, isTight: part > 0 || isContinuation(block) });
        part = 0;
      }
      const [next] = open;
      if (!next || (next.kind !== 'paragraph' && next.kind !== 'code')) return found;
      // an unclosed formula is rendered differently from a closed one
      if (layout.hasFormulas && mayHaveFormula(next)) return found;
      const lines = rest(next, layout);
      // the last row may still grow
      const ready = next.kind === 'code' || lines.length > tallest ? lines.slice(0, -1) : [];
      if (ready.length === 0) return found;
      found.push({ lines: ready, isTight: part > 0 || isContinuation(next) });
      part += next.kind === 'code' ? ready.length : ready.reduce((sum, line) => sum + inkOf(plainLine(line)), 0);
      return found;
    },
    open(layout) {
      return partsOf().open.flatMap((block, at) => {
        const lines = at === 0 ? rest(block, layout) : linesOf(block, layout);
        return at === 0 ? lines : [[], ...lines];
      });
    },
    get isEmpty() {
      return known.trim() === '';
    },
  };
}

/** Returns the lines after the first `count` non-blank characters, since line breaks may have moved. */
function withoutStart(lines: readonly Line[], count: number): Line[] {
  if (count === 0) return [...lines];
  let left = count;
  for (const [at, line] of lines.entries()) {
    const ink = inkOf(plainLine(line));
    if (ink > left) return [dropInk(line, left), ...lines.slice(at + 1)];
    left -= ink;
  }
  return [];
}

function inkOf(text: string): number {
  return text.replace(/\s/g, '').length;
}

function dropInk(line: Line, count: number): Line {
  let left = count;
  const kept: Span[] = [];
  for (const each of line) {
    let at = 0;
    while (left > 0 && at < each.text.length) {
      if (!/\s/.test(each.text[at] ?? '')) left -= 1;
      at += 1;
    }
    const text = kept.length === 0 ? each.text.slice(at).trimStart() : each.text.slice(at);
    if (text !== '') kept.push({ ...each, text });
  }
  return kept;
}
