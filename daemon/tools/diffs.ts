/** Builds the diff of a file change that clients show: before, after and a unified diff, all limited in length. */
import type { ResultDisplay } from '../../schemas/generated/types.js';
import { changedRegion, lineCount, hunksOfRegion } from '../base/text/linediff.js';
import { CUT, cutText, showPath } from './text.js';

/** Maximum length of `before`, `after` and `unified` in chars; events contain all three. */
const MAX_CHARS = 20_000;

/** Returns the display of a changed file. Cuts large texts to the part around the change. */
export async function diffDisplay(path: string, before: string, after: string): Promise<ResultDisplay> {
  const region = changedRegion(before, after);
  const small = before.length <= MAX_CHARS && after.length <= MAX_CHARS;
  const skipped = await lineCount(before.slice(0, region.start));
  const texts = small
    ? { before, after }
    : {
        before: cutText(region.before, MAX_CHARS),
        after: cutText(region.after, MAX_CHARS),
        first_line: skipped + 1,
      };
  const header = `--- ${showPath(path)}\n+++ ${showPath(path)}`;
  const hunks = await hunksOfRegion(region);
  if (!hunks) {
    const added = await lineCount(region.after);
    const removed = await lineCount(region.before);
    return { kind: 'diff', path, ...texts, hunks: 1, unified: `${header}\n${CUT}`, added, removed };
  }
  const lines = hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart + skipped},${hunk.oldLines} +${hunk.newStart + skipped},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  const unified = cutText([header, ...lines].join('\n'), MAX_CHARS);
  return {
    kind: 'diff',
    path,
    ...texts,
    hunks: hunks.length,
    unified: small || unified.endsWith(CUT) ? unified : `${unified}\n${CUT}`,
    added: starting(hunks, '+'),
    removed: starting(hunks, '-'),
  };
}

/** Returns the display of a change whose old or new content is not text or too large. */
export function opaqueDiff(path: string, after: string): ResultDisplay {
  return { kind: 'diff', path, before: CUT, after: cutText(after, MAX_CHARS), unified: CUT };
}

function starting(hunks: { lines: string[] }[], sign: string): number {
  return hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(sign)).length, 0);
}
