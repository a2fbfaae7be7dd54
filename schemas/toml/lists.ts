/** Computes the fewest changes from one list to another. */
import { equal } from './document.js';

/** Positions in the list before and after; an absent one means that the item is added or removed. */
export interface Step {
  before?: number;
  after?: number;
  /** both positions exist and the items differ */
  changed: boolean;
}

/** Maximum number of comparisons; above it only items at both ends are matched. */
const mostComparisons = 250_000;

/** Steps in the order of both lists: matches equal items; the items between change in place, come or go. */
export function compareLists(before: readonly unknown[], after: readonly unknown[]): Step[] {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && equal(before[head], after[head])) head++;
  let tail = 0;
  while (tail < least - head && equal(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const inner = common(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  const meetings = [
    ...Array.from({ length: head }, (_, index) => [index, index] as const),
    ...inner.map(([a, b]) => [a + head, b + head] as const),
    ...Array.from({ length: tail }, (_, index) => [before.length - tail + index, after.length - tail + index] as const),
  ];
  const steps: Step[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...meetings, [before.length, after.length] as const]) {
    while (a < nextA && b < nextB) steps.push({ before: a++, after: b++, changed: true });
    while (a < nextA) steps.push({ before: a++, changed: false });
    while (b < nextB) steps.push({ after: b++, changed: false });
    if (nextA < before.length && nextB < after.length) steps.push({ before: a++, after: b++, changed: false });
  }
  return steps;
}

/** Positions of a longest common subsequence. */
function common(before: readonly unknown[], after: readonly unknown[]): Array<readonly [number, number]> {
  if (before.length * after.length > mostComparisons) return [];
  const same = before.map((item) => after.map((other) => equal(item, other)));
  // lengths[a][b]: length of the common subsequence of the items from a and from b on
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const at = (a: number, b: number): number => lengths[a]?.[b] ?? 0;
  for (let a = before.length - 1; a >= 0; a--) {
    const row = lengths[a] ?? [];
    for (let b = after.length - 1; b >= 0; b--) {
      row[b] = same[a]?.[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
    }
  }
  const found: Array<readonly [number, number]> = [];
  for (let a = 0, b = 0; a < before.length && b < after.length;) {
    if (same[a]?.[b]) found.push([a++, b++]);
    else if (at(a + 1, b) >= at(a, b + 1)) a++;
    else b++;
  }
  return found;
}
