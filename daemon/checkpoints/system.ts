/** The words of the file system, and the time that work on it may take away from others. */

/** Milliseconds that others may be kept waiting at once. */
const SLICE_MS = 2;

/** Calls between two looks at the clock: each look takes about a tenth of what it watches. */
const CALLS = 16;

/** Lets others run once a slice of time is used up; a promise only when there is something to wait for. */
export function createBreath(): () => Promise<void> | undefined {
  let since = performance.now();
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % CALLS !== 0 || performance.now() - since < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}

/** Does the work for each item, a few at a time; `stop` ends it early. */
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
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, items.length) }, worker));
}

const SIDE_BY_SIDE = 8;
