/** Computes the hunks of a changed text (additions.md A1). */
import type { TextEdit, TextHunk } from '../../../schemas/generated/types.js';
import { createPause } from '../async/pieces.js';
import { changedRegion, hunksOfRegion, lineCount, wholeHunk, type LineHunk, type Region } from './linediff.js';

/** Maximum bytes of all lines of the hunks; above it the hunks are left out. */
const MAX_BYTES = 64 * 1024;
const MAX_HUNKS = 200;

export type TextHunks = Pick<TextEdit, 'hunks' | 'newline' | 'newline_changed' | 'final_newline' | 'truncated'>;

type BareHunk = Omit<TextHunk, 'id'>;

/** The changes of a text as hunks; `mostBytes`: maximum bytes of the lines of all hunks. */
export async function hunksOf(before: string, after: string, mostBytes = MAX_BYTES): Promise<TextHunks> {
  const region = changedRegion(before, after);
  const skipped = await lineCount(before.slice(0, region.start));
  const compared = await hunksOfRegion(region);
  // a region that takes too long to compare may still be short enough for one hunk
  const bare = compared ?? (fits(region, mostBytes) ? [await wholeHunk(region)] : undefined);
  const found = bare?.map((hunk) => hunkOf(hunk, skipped));
  const ends = await countEnds(before === '' ? after : before);
  const changesEnds = compared ? compared.some(holdsOtherEnd) : await hasOtherEnds(region);
  const facts = {
    newline: ends.crlf > ends.lf ? ('crlf' as const) : ('lf' as const),
    ...(changesEnds ? { newline_changed: true as const } : {}),
    final_newline: { before: before.endsWith('\n'), after: after.endsWith('\n') },
  };
  const isShort = found && found.length <= MAX_HUNKS && bytesOf(found) <= mostBytes;
  return isShort
    ? { hunks: found.map((hunk, index) => ({ id: `h${index + 1}`, ...hunk })), ...facts }
    : { hunks: [], ...facts, truncated: true };
}

/** The hunks as lines of a unified diff, without file names. */
export function unifiedLines(hunks: readonly BareHunk[]): string[] {
  return hunks.flatMap(({ old_start, old_lines, new_start, new_lines, lines }) => [
    `@@ -${old_start},${old_lines} +${new_start},${new_lines} @@`,
    ...lines,
  ]);
}

function hunkOf(hunk: LineHunk, skipped: number): BareHunk {
  return {
    old_start: hunk.oldStart + skipped - (hunk.oldLines === 0 ? 1 : 0),
    old_lines: hunk.oldLines,
    new_start: hunk.newStart + skipped - (hunk.newLines === 0 ? 1 : 0),
    new_lines: hunk.newLines,
    lines: withoutEnds(hunk.lines),
  };
}

/** A carriage return at the end of the last line belongs to the line when no line feed follows. */
function withoutEnds(lines: readonly string[]): string[] {
  return lines.map((line, index) =>
    line.endsWith('\r') && !lines[index + 1]?.startsWith('\\') ? line.slice(0, -1) : line,
  );
}

function fits({ before, after }: Region, mostBytes: number): boolean {
  return before.length + after.length <= mostBytes;
}

function bytesOf(hunks: readonly BareHunk[]): number {
  return hunks.reduce(
    (sum, { lines }) => sum + lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0),
    0,
  );
}

/** Whether a hunk removes a line and adds it with another line ending. */
function holdsOtherEnd({ lines }: LineHunk): boolean {
  const removed = new Set(lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1)));
  return lines.some(
    (line) => line.startsWith('+') && removed.has(line.endsWith('\r') ? line.slice(1, -1) : `${line.slice(1)}\r`),
  );
}

/** The same for lines that were not compared: one kind of ending becomes rarer, the other more frequent. */
async function hasOtherEnds({ before, after }: Region): Promise<boolean> {
  const [old, fresh] = [await countEnds(before), await countEnds(after)];
  return (fresh.crlf - old.crlf) * (fresh.lf - old.lf) < 0;
}

async function countEnds(text: string): Promise<{ lf: number; crlf: number }> {
  const pauseIfDue = createPause();
  const ends = { lf: 0, crlf: 0 };
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text.charCodeAt(at - 1) === 0x0d) ends.crlf += 1;
    else ends.lf += 1;
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return ends;
}
