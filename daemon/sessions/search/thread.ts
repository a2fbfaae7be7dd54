/** The thread of the search as the server sees it: started with the first order, gone when there was none for a while. */
import type { Worker } from 'node:worker_threads';
import { beside, startThread } from '../../workspace/thread.js';
import type { Outcome } from './answer.js';
import type { Query } from './query.js';
import type { ThreadData, ThreadOrder, ThreadWord } from './indexworker.js';

export interface SearchThread {
  /** rejects when the thread fails, and with the signal's reason when nobody waits any more */
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
const closeMs = 2_000;

interface Waiting {
  order: ThreadOrder & { kind: 'search' };
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

export function createSearchThread(data: ThreadData, events: ThreadEvents): SearchThread {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let worker: Worker | undefined;

  function hear(word: ThreadWord): void {
    if (word.kind === 'trouble') events.trouble(word.message);
    else if (word.kind === 'damaged') events.damaged(word.message);
    else {
      const asked = waiting.get(word.id);
      waiting.delete(word.id);
      if (word.kind === 'answer') asked?.resolve(word.outcome);
      else asked?.reject(Object.assign(new Error(word.message), { code: word.code }));
    }
  }

  function start(): Worker {
    const started = startThread(beside(import.meta.url, 'indexworker'), memory, { workerData: data });
    let failure: Error | undefined;
    started.on('message', hear);
    started.on('error', (error: Error) => (failure = error));
    started.on('exit', (code) => {
      if (worker === started) worker = undefined;
      if (code !== 0) failure ??= new Error(`the thread of the search ended with ${code}`);
      const left = [...waiting.values()];
      waiting.clear();
      events.ended(failure);
      for (const each of left) {
        if (failure === undefined) send(each);
        else each.reject(failure);
      }
    });
    started.unref();
    return started;
  }

  function tell(order: ThreadOrder): void {
    worker ??= start();
    worker.postMessage(order);
  }

  /** An order that came when the thread was just going is given to the next one. */
  function send(asked: Waiting): void {
    waiting.set(asked.order.id, asked);
    tell(asked.order);
  }

  return {
    ask: (query, writes, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const id = (lastId += 1);
        const abort = (): void => {
          waiting.delete(id);
          worker?.postMessage({ kind: 'cancel', id } satisfies ThreadOrder);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', abort, { once: true });
        const over = (): void => signal.removeEventListener('abort', abort);
        send({
          order: { kind: 'search', id, query, writes },
          resolve: (outcome) => {
            over();
            resolve(outcome);
          },
          reject: (error) => {
            over();
            reject(error);
          },
        });
      }),
    index: () => tell({ kind: 'index' }),
    runs: () => worker !== undefined,
    async close() {
      const ending = worker;
      if (!ending) return;
      const gone = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      ending.postMessage({ kind: 'end' } satisfies ThreadOrder);
      const late = setTimeout(() => void ending.terminate(), closeMs);
      await gone;
      clearTimeout(late);
    },
  };
}
