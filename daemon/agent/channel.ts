/** A queue between concurrent work and one reader; the reader gets all that waits at once. */

export interface Channel<T> extends AsyncIterable<T[]> {
  push(item: T): void;
  close(): void;
}

export function createChannel<T>(): Channel<T> {
  let items: T[] = [];
  let closed = false;
  let wake: (() => void) | undefined;
  return {
    push(item) {
      items.push(item);
      wake?.();
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
          yield batch;
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
