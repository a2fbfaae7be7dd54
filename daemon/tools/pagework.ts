/** Reads web pages in worker threads, so that no page blocks the server. Contains the caller and the thread's code. */
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { createSemaphore } from '../base/async/queues.js';
import { WebFailure } from '../web/failure.js';
import type { Page } from '../web/get.js';
import { readPage, type PageText } from '../web/page.js';
import { startThread } from '../base/process/thread.js';
import { plainName, plainText } from '../base/text/visible.js';

/** Messages of the thread. The last text before `done` is the result. */
type Word = { text: PageText } | { failure: string } | { done: true };

interface Task {
  readPage: Page;
}

/** Maximum number of threads; each may use as much memory as `memory` allows. */
const maxThreads = 2;
const memory = { heapMb: 256, youngMb: 32 };
/** Milliseconds for everything before the conversion: starting and decoding. */
const beginMs = 15_000;
/** Maximum length of a title in chars. */
const titleLimit = 300;

const inTurn = createSemaphore(maxThreads);

/** Takes over a page's bytes. Returns what it converts within `limitMs` milliseconds; throws WebFailure for nothing. */
export async function readInThread(page: Page, limitMs: number, signal: AbortSignal): Promise<PageText> {
  return await inTurn(() => {
    signal.throwIfAborted();
    return askThread(page, limitMs, signal);
  }, signal);
}

/** Cleans a text for the model: no invisible characters, nothing that imitates the engine. */
export function shownText({ title, text, note }: PageText): PageText {
  return {
    ...(title === undefined ? {} : { title: plainName(title, titleLimit) }),
    text: plainText(text),
    ...(note === undefined ? {} : { note }),
  };
}

function askThread(page: Page, limitMs: number, signal: AbortSignal): Promise<PageText> {
  const worker = startThread(new URL(import.meta.url), memory, {
    workerData: { readPage: page } satisfies Task,
    transferList: [page.bytes.buffer],
    // keep the libraries from writing to the program's own output
    stdout: true,
    stderr: true,
  });
  return new Promise<PageText>((resolve, reject) => {
    let best: PageText | undefined;
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      void worker.terminate();
      if (best) resolve(best);
      else reject(new WebFailure('The page cannot be read: it takes too much time or memory.'));
    };
    const abort = (): void => {
      reject(signal.reason as Error);
      settle();
    };
    let timer = setTimeout(settle, beginMs);
    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', (word: Word) => {
      if ('text' in word) {
        best = word.text;
        clearTimeout(timer);
        timer = setTimeout(settle, limitMs);
        return;
      }
      if ('failure' in word) reject(new WebFailure(word.failure));
      settle();
    });
    // out of memory, or a crash of a library: an earlier text is the result
    worker.on('error', settle);
    worker.on('exit', settle);
  });
}

async function work(page: Page): Promise<void> {
  const post = (word: Word): void => parentPort?.postMessage(word);
  try {
    for await (const text of readPage(page)) post({ text: shownText(text) });
  } catch (error) {
    if (error instanceof WebFailure) post({ failure: error.message });
    // the page made the library fail: an earlier text is the result
  }
  post({ done: true });
}

function isTask(data: unknown): data is Task {
  return typeof data === 'object' && data !== null && 'readPage' in data;
}

if (!isMainThread && isTask(workerData)) void work(workerData.readPage);
