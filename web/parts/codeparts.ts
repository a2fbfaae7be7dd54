/** What a block of Markdown knows of its neighbours: the other parts of long code, and levels of headings (web.md 5.5.2). */
import { signal, type Signal } from '@preact/signals';
import type { MarkdownBlock } from '../../client/view/markdown-blocks.js';

/** Parts of 200 lines; longer code has no colours. */
const mostParts = 10;

/** A code block of a text: a long one is several blocks here, its parts. */
export interface Code {
  /** text of each part so far */
  parts: readonly string[];
  /** whether its lines wrap, where the user chose */
  wraps: Signal<boolean | undefined>;
}

export interface PartOfCode {
  code: Code;
  /** parts before this one; undefined: without colours, as the code may still grow, or is too long */
  above: readonly string[] | undefined;
}

/** by part; it keeps its object, and so it is drawn once */
const known = new WeakMap<MarkdownBlock, PartOfCode>();

export function codeOf(parts: readonly string[]): Code {
  return { parts, wraps: signal<boolean | undefined>(undefined) };
}

/** Of each part of code what it belongs to. */
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

/** Levels of headings, from 1 and without gaps, whatever levels the text has. */
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
