/** Applies selected hunks of a change: the server to write the result, clients to preview it (additions.md A1). */
import type { TextHunk } from './generated/types.js';

/** Positions of a hunk in both texts. */
export type HunkRange = Pick<TextHunk, 'old_start' | 'old_lines' | 'new_start' | 'new_lines'>;

/** Returns `before` with the hunks `taken` applied: some of the hunks between both texts, in their order. */
export function takeHunks(before: string, after: string, taken: readonly HunkRange[]): string {
  const old = lineFinder(before);
  const fresh = lineFinder(after);
  let text = '';
  let done = 0;
  for (const hunk of taken) {
    const at = firstLine(hunk.old_start, hunk.old_lines);
    text += before.slice(done, old(at));
    done = old(at + hunk.old_lines);
    const freshAt = firstLine(hunk.new_start, hunk.new_lines);
    text += after.slice(fresh(freshAt), fresh(freshAt + hunk.new_lines));
  }
  return text + before.slice(done);
}

/** Number of lines before a hunk; a hunk without lines names the line before it. */
function firstLine(start: number, lines: number): number {
  return lines === 0 ? start : start - 1;
}

/** Returns the offset of a line, counted from 0; the end of the text for later lines. Call with ascending lines. */
function lineFinder(text: string): (line: number) => number {
  let line = 0;
  let at = 0;
  return (wanted) => {
    for (; line < wanted; line += 1) {
      const end = text.indexOf('\n', at);
      if (end < 0) return text.length;
      at = end + 1;
    }
    return at;
  };
}
