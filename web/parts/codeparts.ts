/** The parts of long code: which code is finished, so that it has its colours, and what of it is above each part (web.md 5.5.2). */
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

function textOf(block: MarkdownBlock): string {
  return block.kind === 'code' ? block.text : '';
}
