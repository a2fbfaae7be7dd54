/** The worker thread for files: starts calls in order and answers each in JSON as soon as it completes. */
import { parentPort } from 'node:worker_threads';
import { ApiError, type ApiErrorOptions, type ErrorName } from '../../errors.js';
import { jsonInPieces } from '../../base/text/pieces.js';
import { listFiles, listManyFiles, type ListContext, type ListRequest } from './list.js';
import { readFile, type ReadRequest } from './read.js';
import type { Reach } from './reach.js';
import { statFile, statManyFiles } from './stat.js';

/** The context of each call. A listing stops when its caller no longer waits. */
export interface CallContext extends ListContext {
  reach: Reach;
}

const calls = {
  listFiles: ({ reach, ...context }: CallContext, path: string, request: ListRequest) =>
    listFiles(reach, path, request, context),
  listManyFiles: ({ reach, ...context }: CallContext, paths: readonly string[], request: ListRequest) =>
    listManyFiles(reach, paths, request, context),
  readFile: ({ reach }: CallContext, request: ReadRequest) => readFile(reach, request),
  statFile: ({ reach }: CallContext, path: string) => statFile(reach, path),
  statManyFiles: ({ reach }: CallContext, paths: readonly string[]) => statManyFiles(reach, paths),
};

export type FileCalls = typeof calls;
export type FileCall = keyof FileCalls;

/** A call for the thread to run. */
export interface FilesQuestion {
  id: number;
  name: FileCall;
  reach: Reach;
  /** environment variables for git */
  env: Readonly<Record<string, string>> | undefined;
  args: unknown[];
}

/** Requests to the thread. */
export type FilesOrder =
  | FilesQuestion
  /** the caller no longer waits for the answer */
  | { id: number; abort: true }
  /** no caller waits for any result */
  | { end: true };

/** An error that can be sent between threads. */
export type Failure =
  { outcome: ErrorName; options: ApiErrorOptions } | { message: string; stack?: string; code?: unknown };

/** Messages from the thread. `json` is the result, in pieces. */
export type FilesWord = { id: number; json: Uint8Array<ArrayBuffer>[] } | { id: number; failure: Failure };

const running = new Map<number, AbortController>();
let ending = false;

parentPort?.on('message', (order: FilesOrder) => {
  if ('end' in order) {
    for (const controller of running.values()) controller.abort();
    ending = true;
    endWhenDone();
  } else if ('abort' in order) running.get(order.id)?.abort();
  else void answer(order);
});

function endWhenDone(): void {
  if (ending && running.size === 0) process.exit();
}

async function answer({ id, name, reach, env, args }: FilesQuestion): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const call = calls[name] as (context: CallContext, ...args: unknown[]) => Promise<unknown>;
    const context = { reach, signal: controller.signal, ...(env === undefined ? {} : { env }) };
    const json = await jsonInPieces('', await call(context, ...args), '');
    post(
      { id, json },
      json.map(({ buffer }) => buffer),
    );
  } catch (error) {
    post({ id, failure: failureOf(error) });
  } finally {
    running.delete(id);
    endWhenDone();
  }
}

function post(word: FilesWord, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(word, moved);
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { errorName, message, data, details } = error;
    return { outcome: errorName, options: { message, data, details } };
  }
  const { message, stack, code } = error as { message?: string; stack?: string; code?: unknown };
  return { message: message ?? String(error), ...(stack === undefined ? {} : { stack }), code };
}
