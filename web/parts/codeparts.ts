/** What a Markdown block needs from its neighbors: other parts of long code, and heading levels (web.md 5.5.2). */
import { signal, type Signal } from '@preact/signals';
import type { MarkdownBlock } from '../../client/view/markdown-blocks.js';

/** Maximum number of parts of 200 lines; longer code has no colors. */
const mostParts = 10;

/** A code block of a text. The parser splits a long one into several blocks, its parts. */
export interface Code {
  /** text of each part so far */
  parts: readonly string[];
  /** whether lines wrap; undefined until the user chooses */
  wraps: Signal<boolean | undefined>;
}

export interface PartOfCode {
  code: Code;
  /** text of the parts above; undefined: no colors, because the code may still grow or is too long */
  above: readonly string[] | undefined;
}

/** by block; each part keeps the same object, so that it renders once */
const known = new WeakMap<MarkdownBlock, PartOfCode>();

export function codeOf(parts: readonly string[]): Code {
  return { parts, wraps: signal<boolean | undefined>(undefined) };
}

/** Returns for each part of code the code that it belongs to. */
export function codeParts(blocks: readonly MarkdownBlock[]): ReadonlyMap<MarkdownBlock, PartOfCode> {
  const found = new Map<MarkdownBlock, PartOfCode>();
  for (const [at, block] of blocks.entries()) {
    const next = blocks[at + 1];
    if (block.kind !== 'code' || (next?.kind === 'code' && next.part > block.part)) continue;
    const parts = blocks.slice(at - block.part, at + 1);
    const [first = block] = parts;
    const code = known.get(first)?.code ?? codeOf([]);
    code.parts = parts.map(textOf);
    const hasColours = block.closed && block.part < mostParts;
    for (const [place, part] of parts.entries()) {
      let own = known.get(part);
      if (!own || (own.above !== undefined) !== hasColours)
        known.set(part, (own = { code, above: hasColours ? code.parts.slice(0, place) : undefined }));
      found.set(part, own);
    }
  }
  return found;
}

/** Returns heading levels from 1 without gaps, regardless of the levels in the text. */
export function headingLevels(blocks: readonly MarkdownBlock[]): ReadonlyMap<MarkdownBlock, number> {
  const found = new Map<MarkdownBlock, number>();
  let above = 0;
  for (const block of blocks) {
    if (block.kind !== 'heading') continue;
    above = Math.min(block.level, above + 1);
    found.set(block, above);
  }
  return found;
}

function textOf(block: MarkdownBlock): string {
  return block.kind === 'code' ? block.text : '';
}
