/** A queue between concurrent work and one reader; the reader gets all that waits at once. */

export interface Channel<T> extends AsyncIterable<T[]> {
  push(item: T): void;
  /** resolves when the reader is done with all that was pushed before */
  taken(): Promise<void>;
  close(): void;
}

export function createChannel<T>(): Channel<T> {
  let items: T[] = [];
  let closed = false;
  let wake: (() => void) | undefined;
  /** called once the reader is done with `items`, or with what it reads now */
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
