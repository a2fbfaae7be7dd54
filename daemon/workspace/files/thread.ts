/** Looks at files in a thread of its own: in that of the server each of the many small steps would wait for all else. */
import type { Worker } from 'node:worker_threads';
import { waitAtMost } from '../../base/async/wait.js';
import { ApiError } from '../../errors.js';
import { asJson, type Json } from '../../base/text/pieces.js';
import { beside, startThread } from '../thread.js';
import type { CallContext, Failure, FileCall, FileCalls, FilesOrder, FilesQuestion, FilesWord } from './filesworker.js';
import type { ListContext } from './list.js';
import type { Reach } from './reach.js';

type Ask<Call> = Call extends (context: CallContext, ...args: infer Args) => Promise<infer Result>
  ? (reach: Reach, ...args: [...Args, context?: ListContext]) => Promise<Json<Result>>
  : never;

/**
 * The calls of `list.ts`, `read.ts` and `stat.ts` with their errors. Those that run when the thread fails are asked once
 * more; what fails it twice rejects.
 */
export type Files = { [Name in FileCall]: Ask<FileCalls[Name]> } & {
  /** ends the thread, and what runs in it */
  close(): Promise<void>;
};

/** Milliseconds without a call after which the thread goes. */
const restMs = 60_000;
/** Milliseconds that it may take to go. */
const closeMs = 2_000;
/** A list may have 200,000 entries. */
const memory = { heapMb: 512, youngMb: 16 };
const maxTries = 2;

interface Waiting {
  question: FilesQuestion;
  tries: number;
  resolve(json: Json<never>): void;
  reject(error: unknown): void;
}

/** `startOne`: starts what runs `filesworker.ts`. */
export function createFiles(startOne = startWorker): Files {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let rest: NodeJS.Timeout | undefined;
  let closed = false;
  let lastId = 0;

  function start(): Worker {
    const started = startOne();
    let failure: Error | undefined;
    started.on('message', hear);
    started.on('error', (error: Error) => (failure = error));
    started.on('exit', () => {
      // whoever asks from now on gets another one
      if (worker === started) worker = undefined;
      for (const entry of [...waiting.values()]) {
        if (!closed && entry.tries < maxTries) send(entry);
        else entry.reject(failure ?? new Error('the thread for files ended'));
      }
    });
    started.unref();
    return started;
  }

  function hear(word: FilesWord): void {
    const asked = waiting.get(word.id);
    if ('json' in word) asked?.resolve(asJson(word.json));
    else asked?.reject(errorOf(word.failure));
  }

  function send(entry: Waiting): void {
    clearTimeout(rest);
    worker ??= start();
    entry.tries += 1;
    worker.postMessage(entry.question);
  }

  async function ask(
    name: FileCall,
    reach: Reach,
    args: unknown[],
    { signal, env }: Partial<ListContext> = {},
  ): Promise<Json<never>> {
    signal?.throwIfAborted();
    if (closed) throw new Error('the thread for files ended');
    const id = (lastId += 1);
    let abort = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        abort = () => {
          worker?.postMessage({ id, abort: true } satisfies FilesOrder);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', abort, { once: true });
        const entry: Waiting = { question: { id, name, reach, env, args }, tries: 0, resolve, reject };
        waiting.set(id, entry);
        send(entry);
      });
    } finally {
      signal?.removeEventListener('abort', abort);
      waiting.delete(id);
      if (waiting.size === 0 && !closed) rest = setTimeout(() => void worker?.terminate(), restMs).unref();
    }
  }

  return {
    listFiles: (reach, path, wish, context) => ask('listFiles', reach, [path, wish], context),
    listManyFiles: (reach, paths, wish, context) => ask('listManyFiles', reach, [paths, wish], context),
    readFile: (reach, wish) => ask('readFile', reach, [wish]),
    statFile: (reach, path) => ask('statFile', reach, [path]),
    statManyFiles: (reach, paths) => ask('statManyFiles', reach, [paths]),
    async close() {
      closed = true;
      clearTimeout(rest);
      const ending = worker;
      if (!ending) return;
      const gone = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      ending.postMessage({ end: true } satisfies FilesOrder);
      // a disk that does not answer holds it, and cannot be helped
      await waitAtMost(gone, closeMs);
      if (worker === ending) void ending.terminate();
    },
  };
}

function errorOf(failure: Failure): Error {
  if ('outcome' in failure) return new ApiError(failure.outcome, failure.options);
  const { message, ...more } = failure;
  return Object.assign(new Error(message), more);
}

export const startWorker = (): Worker => startThread(beside(import.meta.url, 'filesworker'), memory);
