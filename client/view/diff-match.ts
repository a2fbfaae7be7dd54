/** Finds the lines that two texts share, and the words that two lines share, in bounded time. */

/** Positions of the same line in the old and the new text. */
export type Pair = readonly [number, number];

/** A line of a text: its position, and a number that equal lines share. */
interface Place {
  line: number;
  at: number;
}

/** Maximum edits for the exact search, and maximum steps of all searches in two texts. */
const maxEdits = 800;
const maxSteps = 2_000_000;

/** Returns matching lines in ascending order of both positions. */
export function matchLines(old: readonly number[], fresh: readonly number[]): Pair[] {
  const place = (line: number, at: number): Place => ({ line, at });
  const pairs: Pair[] = [];
  match(old.map(place), fresh.map(place), pairs, { steps: maxSteps });
  return pairs.sort(([a], [b]) => a - b);
}

function match(old: Place[], fresh: Place[], pairs: Pair[], budget: { steps: number }): void {
  let start = 0;
  while (start < old.length && start < fresh.length && same(old[start], fresh[start])) {
    push(pairs, old[start], fresh[start]);
    start += 1;
  }
  let [oldEnd, freshEnd] = [old.length, fresh.length];
  while (oldEnd > start && freshEnd > start && same(old[oldEnd - 1], fresh[freshEnd - 1])) {
    oldEnd -= 1;
    freshEnd -= 1;
    push(pairs, old[oldEnd], fresh[freshEnd]);
  }
  // a line on only one side cannot match
  const [a, b] = shared(old.slice(start, oldEnd), fresh.slice(start, freshEnd));
  if (a.length === 0 || b.length === 0) return;
  const limit = Math.min(maxEdits, Math.floor(Math.sqrt(budget.steps)));
  const changes = limit > 0 ? exact(a, b, limit) : undefined;
  if (changes) {
    pairs.push(...changes);
    return;
  }
  budget.steps -= limit * limit;
  // too different for an exact search: lines that are unique on both sides divide the texts
  const anchors = ascending(uniques(a, b));
  let [from, freshFrom] = [0, 0];
  for (const [i, j] of [...anchors, [a.length, b.length] as const]) {
    if (anchors.length > 0) match(a.slice(from, i), b.slice(freshFrom, j), pairs, budget);
    if (i < a.length) push(pairs, a[i], b[j]);
    [from, freshFrom] = [i + 1, j + 1];
  }
}

function exact(old: Place[], fresh: Place[], limit: number): Pair[] | undefined {
  const lines = (places: Place[]): number[] => places.map(({ line }) => line);
  const found = longestShared(lines(old), lines(fresh), limit);
  return found?.map(([i, j]) => [old[i]?.at ?? 0, fresh[j]?.at ?? 0]);
}

/**
 * Returns the positions of a longest common subsequence if at most `limit` removals and additions turn one list into
 * the other; else undefined. The time grows with the lengths plus the square of the edits (Myers 1986).
 */
export function longestShared<T extends number | string>(
  old: readonly T[],
  fresh: readonly T[],
  limit: number,
): Pair[] | undefined {
  const most = Math.min(limit, old.length + fresh.length);
  /** by diagonal: the furthest position reached in the old list; also a copy before each number of edits */
  const reach = new Int32Array(2 * most + 3);
  const before: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    before.push(reach.slice(most + 1 - edits, most + 2 + edits));
    for (let k = -edits; k <= edits; k += 2) {
      const [left, right] = [reach[most + k] ?? 0, reach[most + 2 + k] ?? 0];
      let i = k === -edits || (k !== edits && left < right) ? right : left + 1;
      while (i < old.length && i - k < fresh.length && old[i] === fresh[i - k]) i += 1;
      reach[most + 1 + k] = i;
      if (i >= old.length && i - k >= fresh.length) return walkBack(before, old.length, fresh.length);
    }
  }
  return undefined;
}

/** Returns the pairs of the path, traced from its end and then reversed. */
function walkBack(before: readonly Int32Array[], oldLength: number, freshLength: number): Pair[] {
  const pairs: Pair[] = [];
  let [i, j] = [oldLength, freshLength];
  for (let edits = before.length - 1; edits > 0; edits -= 1) {
    const reach = before[edits] ?? new Int32Array();
    const k = i - j;
    const [left, right] = [reach[edits + k - 1] ?? 0, reach[edits + k + 1] ?? 0];
    const isAdded = k === -edits || (k !== edits && left < right);
    const start = isAdded ? right : left + 1;
    while (i > start) pairs.push([--i, --j]);
    if (isAdded) j -= 1;
    else i -= 1;
  }
  while (i > 0 && j > 0) pairs.push([--i, --j]);
  return pairs.reverse();
}

function shared(old: Place[], fresh: Place[]): [Place[], Place[]] {
  const [inOld, inFresh] = [new Set(old.map(({ line }) => line)), new Set(fresh.map(({ line }) => line))];
  return [old.filter(({ line }) => inFresh.has(line)), fresh.filter(({ line }) => inOld.has(line))];
}

/** Returns lines that are unique on both sides, by their places in the two lists, in old order. */
function uniques(old: Place[], fresh: Place[]): Pair[] {
  const once = (places: Place[]): Map<number, number> => {
    const found = new Map<number, number>();
    // -1: more than once
    places.forEach(({ line }, at) => found.set(line, found.has(line) ? -1 : at));
    return found;
  };
  const inFresh = once(fresh);
  return [...once(old)].flatMap(([line, i]): Pair[] => {
    const j = inFresh.get(line) ?? -1;
    return i >= 0 && j >= 0 ? [[i, j]] : [];
  });
}

/** Returns the longest sequence of pairs in which both positions ascend. */
function ascending(pairs: readonly Pair[]): Pair[] {
  /** per length of a sequence: the pair with the lowest end; and the predecessor of each pair */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  pairs.forEach(([, j], at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < j) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = at;
  });
  const run: Pair[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) {
    const found = pairs[at];
    if (found) run.push(found);
  }
  return run.reverse();
}

function same(a: Place | undefined, b: Place | undefined): boolean {
  return a?.line === b?.line;
}

function push(pairs: Pair[], a: Place | undefined, b: Place | undefined): void {
  if (a && b) pairs.push([a.at, b.at]);
}
