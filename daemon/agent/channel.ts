/** A queue from concurrent work to one reader, which receives all waiting items at once. */
import { waitAtMost } from '../base/async/wait.js';

export interface Channel<T> extends AsyncIterable<T[]> {
  push(item: T): void;
  /** resolves once the reader has processed everything that was pushed before */
  taken(): Promise<void>;
  close(): void;
}

export function createChannel<T>(): Channel<T> {
  let items: T[] = [];
  let closed = false;
  let wake: (() => void) | undefined;
  /** `waiting`: called once the reader has processed `items`; `behind`: once it has processed its current batch */
  let waiting: (() => void)[] = [];
  let behind: (() => void)[] = [];
  let reading = false;
  return {
    push(item) {
      items.push(item);
      wake?.();
    },
    taken() {
      const last = items.length > 0 ? waiting : reading ? behind : undefined;
      return last === undefined ? Promise.resolve() : new Promise((resolve) => void last.push(resolve));
    },
    close() {
      closed = true;
      wake?.();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (items.length > 0) {
          const batch = items;
          items = [];
          [behind, waiting] = [waiting, []];
          reading = true;
          yield batch;
          reading = false;
          for (const resolve of behind) resolve();
        } else if (closed) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          wake = undefined;
        }
      }
    },
  };
}

/** Milliseconds that events wait for their successors. */
const joinMs = 2;

/**
 * Yields the lists of `rest`, joined with `events` into one commit if the first list follows soon. What `rest` does
 * until then must not depend on the events.
 */
export async function* joined<T, R>(events: T[], rest: AsyncGenerator<T[], R>): AsyncGenerator<T[], R> {
  const first = rest.next();
  try {
    // a failure follows the events
    const isSoon = await waitAtMost(
      first.catch(() => undefined),
      joinMs,
    );
    const next = isSoon ? await first.catch(() => undefined) : undefined;
    const yielded = next && !next.done ? next.value : [];
    yield [...events, ...yielded];
    if (next && !next.done) return yield* rest;
    const late = await first;
    if (late.done) return late.value;
    yield late.value;
    return yield* rest;
  } finally {
    // the reader may have stopped in the meantime
    await rest.return(undefined as R);
  }
}
