/** The thread of the search as the server sees it: started with the first order, gone when there was none for a while. */
import { beside, startThread } from '../../base/process/thread.js';
import { createWorker, threadRunner } from '../../base/process/worker.js';
import type { Outcome } from './answer.js';
import type { Query } from './query.js';
import type { ThreadData, ThreadOrder, ThreadWord } from './indexworker.js';

export interface SearchThread {
  /** rejects when the thread fails, and with the signal's reason when the caller aborts */
  ask(query: Query, writes: boolean, signal: AbortSignal): Promise<Outcome>;
  /** brings the index up to date */
  index(): void;
  runs(): boolean;
  /** ends it; after some time by force */
  close(): Promise<void>;
}

export interface ThreadEvents {
  trouble(message: string): void;
  damaged(message: string): void;
  /** `error`: it did not end by itself */
  ended(error: Error | undefined): void;
}

const memory = { heapMb: 256, youngMb: 4 };

export function createSearchThread(data: ThreadData, events: ThreadEvents): SearchThread {
  const worker = createWorker<ThreadWord>({
    name: 'the thread of the search',
    start: () => threadRunner(startThread(beside(import.meta.url, 'indexworker'), memory, { workerData: data })),
    hear(word, asked) {
      if (word.kind === 'trouble') events.trouble(word.message);
      else if (word.kind === 'damaged') events.damaged(word.message);
      else if (word.kind === 'answer') asked(word.id)?.resolve(word.outcome);
      else asked(word.id)?.reject(Object.assign(new Error(word.message), { code: word.code }));
    },
    // an order that came when the thread was just going is given to the next one
    again: (_, { error, code }) => error === undefined && code === 0,
    ended({ error, code }) {
      events.ended(error ?? (code === 0 ? undefined : new Error(`the thread of the search ended with ${code}`)));
    },
    farewell: { kind: 'end' } satisfies ThreadOrder,
  });

  return {
    ask: (query, writes, signal) =>
      worker.ask<Outcome>((id): ThreadOrder => ({ kind: 'search', id, query, writes }), {
        signal,
        cancel: (id): ThreadOrder => ({ kind: 'cancel', id }),
      }),
    index: () => worker.post({ kind: 'index' } satisfies ThreadOrder),
    runs: () => worker.isRunning(),
    close: () => worker.close(),
  };
}
