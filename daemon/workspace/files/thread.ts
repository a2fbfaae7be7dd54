/** Runs file access in a worker thread: in the main thread, each small step would wait for other work. */
import type { Worker } from 'node:worker_threads';
import { createWorker, threadRunner } from '../../base/process/worker.js';
import { ApiError } from '../../errors.js';
import { asJson, type Json } from '../../base/text/pieces.js';
import { beside, startThread } from '../../base/process/thread.js';
import type { CallContext, Failure, FileCall, FileCalls, FilesOrder, FilesQuestion, FilesWord } from './filesworker.js';
import type { ListContext } from './list.js';
import type { Reach } from './reach.js';

type Ask<Call> = Call extends (context: CallContext, ...args: infer Args) => Promise<infer Result>
  ? (reach: Reach, ...args: [...Args, context?: ListContext]) => Promise<Json<Result>>
  : never;

/**
 * The calls of `list.ts`, `read.ts` and `stat.ts` with their errors. When the thread fails, each running call is
 * repeated once. A call during which it fails twice rejects.
 */
export type Files = { [Name in FileCall]: Ask<FileCalls[Name]> } & {
  /** ends the thread and its running calls */
  close(): Promise<void>;
};

/** Milliseconds without a call after which the thread ends. */
const restMs = 60_000;
/** Memory limits of the thread. A list may have 200,000 entries. */
const memory = { heapMb: 512, youngMb: 16 };
const maxTries = 2;

/** `startOne` starts a worker that runs `filesworker.ts`. */
export function createFiles(startOne = startWorker): Files {
  const worker = createWorker<FilesWord>({
    name: 'the thread for files',
    start: () => threadRunner(startOne()),
    receive(word, asked) {
      if ('json' in word) asked(word.id)?.resolve(asJson(word.json));
      else asked(word.id)?.reject(errorOf(word.failure));
    },
    again: (tries) => tries < maxTries,
    idleMs: restMs,
    closeMessage: { end: true } satisfies FilesOrder,
  });

  function ask(
    name: FileCall,
    reach: Reach,
    args: unknown[],
    { signal, env }: Partial<ListContext> = {},
  ): Promise<Json<never>> {
    return worker.ask((id): FilesQuestion => ({ id, name, reach, env, args }), {
      signal,
      cancel: (id): FilesOrder => ({ id, abort: true }),
    });
  }

  return {
    listFiles: (reach, path, request, context) => ask('listFiles', reach, [path, request], context),
    listManyFiles: (reach, paths, request, context) => ask('listManyFiles', reach, [paths, request], context),
    readFile: (reach, request) => ask('readFile', reach, [request]),
    statFile: (reach, path) => ask('statFile', reach, [path]),
    statManyFiles: (reach, paths) => ask('statManyFiles', reach, [paths]),
    close: () => worker.close(),
  };
}

function errorOf(failure: Failure): Error {
  if ('outcome' in failure) return new ApiError(failure.outcome, failure.options);
  const { message, ...more } = failure;
  return Object.assign(new Error(message), more);
}

export const startWorker = (): Worker => startThread(beside(import.meta.url, 'filesworker'), memory);
