/** The words that changed within the lines of a diff, found in bounded time. */
import { longestShared } from './diff-match.js';

/** A range of chars in a line; `to` is exclusive. */
export type Range = readonly [from: number, to: number];

/** The fields of a diff row that word marking needs. */
interface WordRow {
  kind: 'context' | 'add' | 'del';
  text: string;
  words?: readonly Range[];
}

const longestLine = 1_000;
/** Maximum number of line pairs of a diff to compare. */
const maxPairs = 1_000;
/** Maximum edits for one pair of lines, and maximum steps for all pairs of a diff. */
const maxEdits = 200;
const maxSteps = 4_000_000;

/** Words, emoji, runs of blanks, and other single characters. CJK has no blanks, so each of its letters is a word. */
const pieces =
  /\p{ExtPict}[\p{EMod}\ufe0f]?(?:\u200d\p{ExtPict}[\p{EMod}\ufe0f]?)*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{M}\p{N}_\u200c\u200d]+?(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\p{L}\p{M}\p{N}_\u200c\u200d]|$)|\s+|[^]/gu;

/** Marks the changed words of removed lines and of the added lines after them, line by line. */
export function markWords(rows: readonly WordRow[]): void {
  const budget = { pairs: maxPairs, steps: maxSteps };
  for (let at = 0; at < rows.length && budget.pairs > 0;) {
    const removed = run(rows, at, 'del');
    const added = run(rows, at + removed.length, 'add');
    const pairs = Math.min(removed.length, added.length, budget.pairs);
    removed.slice(0, pairs).forEach((old, index) => mark(old, added[index], budget));
    budget.pairs -= pairs;
    at += Math.max(1, removed.length + added.length);
  }
}

function run(rows: readonly WordRow[], from: number, kind: WordRow['kind']): WordRow[] {
  let to = from;
  while (rows[to]?.kind === kind) to += 1;
  return rows.slice(from, to);
}

function mark(old: WordRow, fresh: WordRow | undefined, budget: { steps: number }): void {
  const limit = Math.min(maxEdits, Math.floor(Math.sqrt(budget.steps)));
  if (!fresh || limit === 0 || old.text.length > longestLine || fresh.text.length > longestLine) return;
  const [before, after] = [old.text.match(pieces) ?? [], fresh.text.match(pieces) ?? []];
  const shared = longestShared(before, after, limit);
  const edits = shared ? before.length + after.length - 2 * shared.length : limit;
  budget.steps -= edits * edits;
  if (!shared) return;
  // lines that share almost nothing are different lines, not a changed one
  const kept = lengthOf(shared.map(([at]) => before[at] ?? ''));
  const shorter = Math.min(lengthOf(before), lengthOf(after));
  if (kept * 4 < shorter || kept === 0) return;
  old.words = rangesBetween(
    before,
    shared.map(([at]) => at),
  );
  fresh.words = rangesBetween(
    after,
    shared.map(([, at]) => at),
  );
}

/** Returns the length without blank pieces. */
function lengthOf(all: readonly string[]): number {
  return all.reduce((sum, piece) => sum + (piece.trim() === '' ? 0 : piece.length), 0);
}

/** Returns the ranges of the pieces that are not kept, in chars. */
function rangesBetween(all: readonly string[], kept: readonly number[]): Range[] {
  const ranges: Range[] = [];
  let [next, start, end] = [0, 0, 0];
  all.forEach((piece, at) => {
    const isKept = kept[next] === at;
    if (isKept && end > start) ranges.push([start, end]);
    end += piece.length;
    if (!isKept) return;
    start = end;
    next += 1;
  });
  if (end > start) ranges.push([start, end]);
  return ranges;
}
