/** What changed within the lines of a diff, word by word. */
import { diffArrays } from 'diff';

/** From a char of a line to the one it ends before. */
export type Range = readonly [from: number, to: number];

/** A row of a diff, as far as its words are concerned. */
interface WordRow {
  kind: 'context' | 'add' | 'del';
  text: string;
  words?: readonly Range[];
}

const longestLine = 1_000;
/** Lines of a diff whose words are looked at. */
const maxPairs = 1_000;
const maxEdits = 200;

/** Words, runs of blanks, and every other character by itself; CJK has no blanks, so each of its letters is a word. */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{M}\p{N}_]|$)|\s+|[^]/gu;

/** Marks the words of removed lines and of the added ones behind them, line by line. */
export function markWords(rows: readonly WordRow[]): void {
  let left = maxPairs;
  for (let at = 0; at < rows.length && left > 0;) {
    const removed = run(rows, at, 'del');
    const added = run(rows, at + removed.length, 'add');
    removed.slice(0, Math.min(added.length, left)).forEach((old, index) => mark(old, added[index]));
    left -= Math.min(removed.length, added.length);
    at += Math.max(1, removed.length + added.length);
  }
}

function run(rows: readonly WordRow[], from: number, kind: WordRow['kind']): WordRow[] {
  let to = from;
  while (rows[to]?.kind === kind) to += 1;
  return rows.slice(from, to);
}

function mark(old: WordRow, fresh: WordRow | undefined): void {
  if (!fresh || old.text.length > longestLine || fresh.text.length > longestLine) return;
  const changes = diffArrays(old.text.match(pieces) ?? [], fresh.text.match(pieces) ?? [], { maxEditLength: maxEdits });
  if (!changes) return;
  const ranges: { del: Range[]; add: Range[] } = { del: [], add: [] };
  let [i, j, kept] = [0, 0, 0];
  for (const { added, removed, value } of changes) {
    const text = value.join('');
    if (removed) ranges.del.push([i, i + text.length]);
    else if (added) ranges.add.push([j, j + text.length]);
    else kept += text.replace(/\s+/g, '').length;
    if (!added) i += text.length;
    if (!removed) j += text.length;
  }
  // lines that share next to nothing are another line, not a changed one
  const shorter = Math.min(old.text.replace(/\s+/g, '').length, fresh.text.replace(/\s+/g, '').length);
  if (kept * 4 < shorter || kept === 0) return;
  old.words = ranges.del;
  fresh.words = ranges.add;
}
