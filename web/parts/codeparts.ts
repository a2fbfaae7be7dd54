/** What a block of Markdown knows of those above it: parts of long code, which has its colours when it is finished, and levels of headings (web.md 5.5.2). */
import type { MarkdownBlock } from '../../client/view/markdown-blocks.js';

/** Parts of 200 lines; longer code has no colours. */
const mostParts = 10;

const none: readonly string[] = [];
/** by part of finished code; a part keeps its object, and so it is drawn once */
const known = new WeakMap<MarkdownBlock, readonly string[]>();

/** Of each part of finished code the texts above it. */
export function partsAbove(blocks: readonly MarkdownBlock[]): ReadonlyMap<MarkdownBlock, readonly string[]> {
  const found = new Map<MarkdownBlock, readonly string[]>();
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'code' || !block.closed || block.part >= mostParts) continue;
    const parts = blocks.slice(at - block.part, at + 1);
    for (const [place, part] of parts.entries()) {
      let above = known.get(part);
      if (!above) known.set(part, (above = place === 0 ? none : parts.slice(0, place).map(textOf)));
      found.set(part, above);
    }
  }
  return found;
}

/** The same for code within a list or a quote, which is in one part. */
export function partsOfOne(block: MarkdownBlock): readonly string[] | undefined {
  return block.kind === 'code' && block.closed ? none : undefined;
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
