/** Compares two texts line by line: only the region around the change, and with limited effort. */
import { createPause } from '../async/pieces.js';

/** maximum characters of the changed region, before plus after, for a line-by-line comparison */
const MAX_REGION = 512 * 1024;
/** maximum number of removed and inserted lines for a line-by-line comparison */
const MAX_EDITS = 3_000;
/** unchanged lines that a hunk shows around a change */
const CONTEXT = 3;
/** characters that are compared at once */
const STRETCH = 64 * 1024;
/** Follows a last line without a line ending. */
const UNENDED = '\\ No newline at end of file';

/** Lines that change together. First lines count from 1, even when the side has no lines. */
export interface LineHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** each begins with a space, `+`, `-` or `\`; without line feeds, but with carriage returns */
  lines: string[];
}

/** Lines `from` to `to` (exclusive) are replaced by lines `newFrom` to `newTo` (exclusive). */
interface Change {
  from: number;
  to: number;
  newFrom: number;
  newTo: number;
}

/** The hunks of a region, numbered by its lines; undefined when the region is too long or too many lines differ. */
export async function hunksOfRegion({ before, after }: Region): Promise<LineHunk[] | undefined> {
  if (before.length + after.length > MAX_REGION) return undefined;
  const old = await linesOf(before);
  const fresh = await linesOf(after);
  const changes = await changesOf(old, fresh);
  return changes && grouped(changes).map((group) => hunkOf(group, old, fresh));
}

/** The whole region as one hunk, without comparing its inner lines. */
export async function wholeHunk({ before, after }: Region): Promise<LineHunk> {
  const old = await linesOf(before);
  const fresh = await linesOf(after);
  return hunkOf([betweenEnds(old, fresh)], old, fresh);
}

/** Splits a text into lines, keeping their endings. */
async function linesOf(text: string): Promise<string[]> {
  const pauseIfDue = createPause();
  const lines: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end + 1;
    lines.push(text.slice(at, next));
    at = next;
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return lines;
}

/** The part that remains between the equal lines at both ends. */
function betweenEnds(old: string[], fresh: string[]): Change {
  const most = Math.min(old.length, fresh.length);
  let same = 0;
  while (same < most && old[same] === fresh[same]) same += 1;
  let sameEnd = 0;
  while (sameEnd < most - same && old.at(-1 - sameEnd) === fresh.at(-1 - sameEnd)) sameEnd += 1;
  return { from: same, to: old.length - sameEnd, newFrom: same, newTo: fresh.length - sameEnd };
}

/** The smallest set of removed and inserted lines (Myers 1986); undefined when there are too many. */
async function changesOf(old: string[], fresh: string[]): Promise<Change[] | undefined> {
  const inner = betweenEnds(old, fresh);
  const numbers = new Map<string, number>();
  const numbered = (lines: string[]) =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line) ?? numbers.size;
      numbers.set(line, known);
      return known;
    });
  const a = numbered(old.slice(inner.from, inner.to));
  const b = numbered(fresh.slice(inner.newFrom, inner.newTo));
  const steps = await search(a, b);
  return steps && changesAlong(steps, a.length, b.length, inner);
}

/** For each number of edits, how far each diagonal gets in `a`; the last step reaches the end of both. */
async function search(a: Int32Array, b: Int32Array): Promise<Int32Array[] | undefined> {
  const pauseIfDue = createPause(1);
  const steps: Int32Array[] = [];
  let last = Int32Array.of(0, 0, 0);
  for (let edits = 0; edits <= MAX_EDITS; edits += 1) {
    // the entry of a diagonal is at `edits + diagonal + 1`; both ends have one spare entry
    const reached = new Int32Array(2 * edits + 3).fill(-1);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = edits === 0 ? 0 : furthest(last, edits - 1, diagonal);
      let y = x - diagonal;
      if (x > a.length || y > b.length) continue;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      reached[edits + diagonal + 1] = x;
      if (x === a.length && y === b.length) return [...steps, reached];
    }
    steps.push((last = reached));
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return undefined;
}

/** Where a diagonal starts with one more edit: after a removed line, or after an inserted one if that is further. */
function furthest(last: Int32Array, edits: number, diagonal: number): number {
  const at = edits + diagonal + 1;
  const inserted = last[at + 1] ?? -1;
  const removed = last[at - 1] ?? -1;
  return inserted > removed ? inserted : removed + 1;
}

function changesAlong(steps: Int32Array[], length: number, newLength: number, inner: Change): Change[] {
  const changes: Change[] = [];
  let x = length;
  let y = newLength;
  for (let edits = steps.length - 1; edits > 0; edits -= 1) {
    const last = steps[edits - 1] as Int32Array;
    const at = edits - 1 + x - y + 1;
    const inserted = last[at + 1] ?? -1;
    const removed = last[at - 1] ?? -1;
    const isInsertion = inserted > removed;
    const start = isInsertion ? inserted : removed + 1;
    // go back along the equal lines to the edit before them
    y -= x - start;
    x = start;
    const edit = isInsertion
      ? { from: x, to: x, newFrom: y - 1, newTo: y }
      : { from: x - 1, to: x, newFrom: y, newTo: y };
    [x, y] = [edit.from, edit.newFrom];
    const next = changes.at(-1);
    if (next && next.from === edit.to && next.newFrom === edit.newTo) {
      next.from = edit.from;
      next.newFrom = edit.newFrom;
    } else changes.push(edit);
  }
  return changes.reverse().map((each) => ({
    from: each.from + inner.from,
    to: each.to + inner.from,
    newFrom: each.newFrom + inner.newFrom,
    newTo: each.newTo + inner.newFrom,
  }));
}

/** Groups changes whose context overlaps or touches. */
function grouped(changes: Change[]): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.from - last.to <= 2 * CONTEXT) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups;
}

function hunkOf(changes: Change[], old: string[], fresh: string[]): LineHunk {
  const first = changes[0] as Change;
  const last = changes.at(-1) as Change;
  const lead = Math.min(CONTEXT, first.from);
  const trailing = Math.min(CONTEXT, old.length - last.to);
  const lines: string[] = [];
  let at = first.from - lead;
  for (const { from, to, newFrom, newTo } of changes) {
    lines.push(...signed(' ', old.slice(at, from)), ...signed('-', old.slice(from, to)));
    lines.push(...signed('+', fresh.slice(newFrom, newTo)));
    at = to;
  }
  lines.push(...signed(' ', old.slice(at, last.to + trailing)));
  return {
    oldStart: first.from - lead + 1,
    oldLines: last.to + trailing - first.from + lead,
    newStart: first.newFrom - lead + 1,
    newLines: last.newTo + trailing - first.newFrom + lead,
    lines,
  };
}

function signed(sign: string, lines: string[]): string[] {
  return lines.flatMap((line) => (line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, UNENDED]));
}

export interface Region {
  before: string;
  after: string;
  /** number of characters dropped at the start */
  start: number;
}

/** Drops the equal text at both ends except the context lines, so that a small change to a large file stays small. */
export function changedRegion(before: string, after: string): Region {
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

/** Number of equal characters at the start. */
export function equalStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.slice(at, Math.min(at + STRETCH, most)) === b.slice(at, Math.min(at + STRETCH, most)))
    at = Math.min(at + STRETCH, most);
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** Number of equal characters at the end, at most `most`. */
export function equalEnd(a: string, b: string, most: number): number {
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

/** The start of the line that contains a position, or of the line `lines` above it. */
export function lineStart(text: string, at: number, lines: number): number {
  let start = at;
  for (let line = 0; line <= lines && start >= 0; line += 1)
    start = start === 0 ? -1 : text.lastIndexOf('\n', start - 1);
  return start + 1;
}

/** The end of the line that contains a position, or of the line `lines` below it. */
export function lineEnd(text: string, at: number, lines: number): number {
  let end = at - 1;
  for (let line = 0; line <= lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length;
  }
  return end + 1;
}

/** Counts the lines of a text; yields to the event loop in long ones. */
export async function lineCount(text: string): Promise<number> {
  const pauseIfDue = createPause();
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return lines;
}
