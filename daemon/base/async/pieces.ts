/** Splits long work into slices so that the event loop stays responsive, and limits parallel work. */

/** Milliseconds that work may block the event loop without a pause. */
const sliceMs = 2;
const sideBySide = 8;
/** Items that one synchronous sort handles; takes about a millisecond. */
const runLength = 1_024;

/** Yields to the event loop once a slice of time is used up; returns a promise only when the caller has to wait. */
export type PauseIfDue = () => Promise<void> | undefined;

/** `calls`: how many calls pass between two checks of the clock. */
export function createPause(calls = 32): PauseIfDue {
  let since = performance.now();
  let count = 0;
  return () => {
    count += 1;
    if (count % calls !== 0 || performance.now() - since < sliceMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}

/** Maps items, a few in parallel; results keep the order of the items. Rejects with the first failure. */
export async function mapSome<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length && !failed; at = next++) {
      try {
        results[at] = await work(items[at] as Item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(sideBySide, items.length) }, worker);
  // the other workers stop before the failure is reported
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return results;
}

/** Calls `work` for each item, a few in parallel; starts no further items once `stop` returns true. */
export async function eachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  stop: () => boolean = () => false,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && !stop()) {
      const item = items[next];
      next += 1;
      await work(item as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(sideBySide, items.length) }, worker));
}

/** Returns the items for which `holds` is true, in their order. */
export async function filterInPieces<Item>(
  items: readonly Item[],
  holds: (item: Item) => boolean,
  pauseIfDue: PauseIfDue,
): Promise<Item[]> {
  const kept: Item[] = [];
  for (const item of items) {
    if (holds(item)) kept.push(item);
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return kept;
}

/** Returns the first `limit` items in sorted order. */
export async function sortInPieces<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pauseIfDue: PauseIfDue,
  limit = Infinity,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += runLength) {
    runs.push(
      items
        .slice(at, at + runLength)
        .sort(compare)
        .slice(0, limit),
    );
    await new Promise(setImmediate);
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, pauseIfDue, limit));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  a: Item[],
  b: Item[],
  compare: (a: Item, b: Item) => number,
  pauseIfDue: PauseIfDue,
  limit: number,
): Promise<Item[]> {
  const merged: Item[] = [];
  let left = 0;
  let right = 0;
  while (merged.length < limit && (left < a.length || right < b.length)) {
    const fromLeft = right === b.length || (left < a.length && compare(a[left] as Item, b[right] as Item) <= 0);
    merged.push((fromLeft ? a[left++] : b[right++]) as Item);
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return merged;
}

/**
 * Caches the answer of `compute` for one pass of the event loop. Everything that a pass handles arrived before the pass
 * began, so no caller gets an answer older than its question.
 */
export function oncePerPass<Answer>(compute: () => Answer): () => Answer {
  let found: { answer: Answer } | undefined;
  return () => {
    if (!found) {
      found = { answer: compute() };
      setImmediate(() => (found = undefined));
    }
    return found.answer;
  };
}
