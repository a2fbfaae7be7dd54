/** The view of a file change for the user: before, after and a unified diff, all bounded. */
import { structuredPatch, type StructuredPatch } from 'diff';
import type { ResultDisplay } from '../../schemas/generated/types.js';
import { createBreath } from '../base/async/pieces.js';
import { CUT, cutText, showPath } from './text.js';

/** chars of `before`, `after` and `unified` each; events carry them */
const MAX_CHARS = 20_000;
/** chars of the part around a change, before and after, that are compared line by line */
const MAX_REGION = 512 * 1024;
/** lines that differ at most for a line-by-line comparison */
const MAX_EDITS = 5_000;
/** as many are found in a few milliseconds; with more, others run in between */
const MAX_EDITS_AT_ONCE = 300;
const CONTEXT = 3;
const MILLISECONDS = 1_000;
/** chars that are compared at once */
const STRETCH = 64 * 1024;

/** The display of a changed file; large texts are cut to the part around the change. */
export async function diffDisplay(path: string, before: string, after: string): Promise<ResultDisplay> {
  const region = changedRegion(before, after);
  const small = before.length <= MAX_CHARS && after.length <= MAX_CHARS;
  const texts = small
    ? { before, after }
    : { before: cutText(region.before, MAX_CHARS), after: cutText(region.after, MAX_CHARS) };
  const header = `--- ${showPath(path)}\n+++ ${showPath(path)}`;
  const patch =
    region.before.length + region.after.length <= MAX_REGION ? await patchOf(region.before, region.after) : undefined;
  if (!patch) {
    const added = await lineCount(region.after);
    const removed = await lineCount(region.before);
    return { kind: 'diff', path, ...texts, hunks: 1, unified: `${header}\n${CUT}`, added, removed };
  }
  const skipped = await lineCount(before.slice(0, region.start));
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart + skipped},${hunk.oldLines} +${hunk.newStart + skipped},${hunk.newLines} @@`,
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

/** Undefined when too many lines differ. */
async function patchOf(before: string, after: string): Promise<StructuredPatch | undefined> {
  const atOnce = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT,
    maxEditLength: MAX_EDITS_AT_ONCE,
    timeout: MILLISECONDS,
  });
  if (atOnce) return atOnce;
  return new Promise((resolve) => {
    structuredPatch('', '', before, after, '', '', {
      context: CONTEXT,
      maxEditLength: MAX_EDITS,
      timeout: MILLISECONDS,
      callback: resolve,
    });
  });
}

interface Region {
  before: string;
  after: string;
  /** chars left out at the start */
  start: number;
}

/** Drops what is equal at both ends but for the lines of the context, so that a small change to a large file stays small. */
function changedRegion(before: string, after: string): Region {
  const same = equalStart(before, after);
  const sameEnd = equalEnd(before, after, Math.min(before.length, after.length) - same);
  const start = lineStart(before, same, CONTEXT);
  const dropped = before.length - lineEnd(before, before.length - sameEnd, CONTEXT);
  return {
    before: before.slice(start, before.length - dropped),
    after: after.slice(start, after.length - dropped),
    start,
  };
}

/** Chars at the start that are equal. */
function equalStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.slice(at, Math.min(at + STRETCH, most)) === b.slice(at, Math.min(at + STRETCH, most)))
    at = Math.min(at + STRETCH, most);
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** Chars at the end that are equal, at most so many. */
function equalEnd(a: string, b: string, most: number): number {
  const ends = (text: string, count: number, length: number) =>
    text.slice(text.length - count - length, text.length - count);
  let count = 0;
  for (let length = STRETCH; count < most; count += length) {
    length = Math.min(STRETCH, most - count);
    if (ends(a, count, length) !== ends(b, count, length)) break;
  }
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count += 1;
  return count;
}

/** Where the line of a place begins, or one so many lines before it. */
function lineStart(text: string, at: number, lines: number): number {
  let start = at;
  for (let line = 0; line <= lines && start >= 0; line += 1)
    start = start === 0 ? -1 : text.lastIndexOf('\n', start - 1);
  return start + 1;
}

/** Behind the line of a place, or behind one so many lines after it. */
function lineEnd(text: string, at: number, lines: number): number {
  let end = at - 1;
  for (let line = 0; line <= lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length;
  }
  return end + 1;
}

/** Lines of a text; in one with very many, others run in between. */
async function lineCount(text: string): Promise<number> {
  const breath = createBreath();
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    const pause = breath();
    if (pause) await pause;
  }
  return lines;
}

function starting(hunks: { lines: string[] }[], sign: string): number {
  return hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(sign)).length, 0);
}
