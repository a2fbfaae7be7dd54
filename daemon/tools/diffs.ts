/** What a change to a file looks like to people: before, after and a unified diff, all bounded. */
import { structuredPatch } from 'diff';
import type { ResultDisplay } from '../../schemas/generated/types.js';
import { CUT, cutText, showPath } from './text.js';

/** chars of `before`, `after` and `unified` each; events carry them */
const MAX_CHARS = 20_000;
/** lines that differ at most for a line-by-line comparison */
const MAX_EDITS = 5_000;
const CONTEXT = 3;
const MILLISECONDS = 200;

/** The display of a changed file; large texts are cut to the part around the change. */
export function diffDisplay(path: string, before: string, after: string): ResultDisplay {
  const region = changedRegion(before.split('\n'), after.split('\n'));
  const patch = structuredPatch(path, path, region.before.join('\n'), region.after.join('\n'), '', '', {
    context: CONTEXT,
    maxEditLength: MAX_EDITS,
    timeout: MILLISECONDS,
  });
  const small = before.length <= MAX_CHARS && after.length <= MAX_CHARS;
  const texts = small
    ? { before, after }
    : { before: cutText(region.before.join('\n'), MAX_CHARS), after: cutText(region.after.join('\n'), MAX_CHARS) };
  const header = `--- ${showPath(path)}\n+++ ${showPath(path)}`;
  if (!patch) {
    const added = region.after.length;
    const removed = region.before.length;
    return { kind: 'diff', path, ...texts, hunks: 1, unified: `${header}\n${CUT}`, added, removed };
  }
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart + region.skipped},${hunk.oldLines} +${hunk.newStart + region.skipped},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  const unified = cutText([header, ...lines].join('\n'), MAX_CHARS);
  return {
    kind: 'diff',
    path,
    ...texts,
    hunks: patch.hunks.length,
    unified: small || unified.endsWith(CUT) ? unified : `${unified}\n${CUT}`,
    added: starting(patch.hunks, '+'),
    removed: starting(patch.hunks, '-'),
  };
}

/** The display of a change whose old or new content cannot be shown as text. */
export function opaqueDiff(path: string, after: string): ResultDisplay {
  return { kind: 'diff', path, before: CUT, after: cutText(after, MAX_CHARS), unified: CUT };
}

interface Region {
  before: string[];
  after: string[];
  /** lines left out at the start */
  skipped: number;
}

/** Drops equal lines at both ends but for the context, so that a small change to a large file stays small. */
function changedRegion(before: string[], after: string[]): Region {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same += 1;
  let sameEnd = 0;
  while (sameEnd < shorter - same && before[before.length - 1 - sameEnd] === after[after.length - 1 - sameEnd])
    sameEnd += 1;
  const skipped = Math.max(0, same - CONTEXT);
  const dropped = Math.max(0, sameEnd - CONTEXT);
  return {
    before: before.slice(skipped, before.length - dropped),
    after: after.slice(skipped, after.length - dropped),
    skipped,
  };
}

function starting(hunks: { lines: string[] }[], sign: string): number {
  return hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(sign)).length, 0);
}
