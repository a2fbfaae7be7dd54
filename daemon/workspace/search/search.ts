/** Finding files by name: asks the process that holds the indexes, and starts it when it is needed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { forkBeside } from '../fork.js';
import { checkGlobs } from '../globcheck.js';
import { inside } from '../paths.js';
import type { Answer, Question } from './query.js';
import type { Answered, Asked, WorkerLimits } from './searchworker.js';

/** What is looked for, as requests say it (rest.md 19 and 20). */
export interface SearchWish {
  query: string;
  limit: number;
  follow_gitignore: boolean;
  show_hidden?: boolean;
  include_globs?: readonly string[];
  exclude_globs?: readonly string[];
}

export interface FileSearch {
  /** `root`: absolute. Nothing when there is no such directory, or a link leads to it. Throws VALIDATION_FAILED for a bad pattern. */
  search(root: string, wish: SearchWish): Promise<Answer>;
  suggest(root: string, wish: SearchWish): Promise<Answer>;
  /** ends the process and forgets all indexes; resolves when it is gone */
  close(): Promise<void>;
}

export interface FileSearchOptions {
  /** canonical; of it, and of what is above it, only a part is indexed */
  userHome: string;
  limits?: Partial<WorkerLimits>;
}

/** Megabytes of the process: a million names take about 200. */
const maxHeapMb = 1_024;
/** Milliseconds for an answer; a question waits half of that for the first reading. */
const patienceMs = 20_000;
/** A question that ends the process so often is not asked again. */
const maxTries = 2;

interface Waiting {
  asked: Asked;
  tries: number;
  resolve(answer: Answer | undefined): void;
  reject(error: Error): void;
}

const nothing: Answer = { items: [], truncated: false };
const partial: Answer = { items: [], truncated: true };

export function createFileSearch({ userHome, limits = {} }: FileSearchOptions): FileSearch {
  const waiting = new Map<number, Waiting>();
  let worker: ChildProcess | undefined;
  let closed = false;
  let lastId = 0;

  function send(entry: Waiting): void {
    worker ??= start();
    entry.tries += 1;
    // who cannot be reached has ended, which is told
    worker.send(entry.asked, () => undefined);
  }

  function start(): ChildProcess {
    const child = forkBeside(import.meta.url, 'searchworker', { given: limits, maxHeapMb });
    child.on('message', (message) => {
      const { id, answer } = message as Answered;
      waiting.get(id)?.resolve(answer);
    });
    child.on('error', (error) => ended(child, error));
    for (const event of ['disconnect', 'exit']) child.on(event, () => ended(child));
    return child;
  }

  /** What it was asked is asked again: it may have ended because nobody had asked it for long. */
  function ended(child: ChildProcess, cause?: Error): void {
    if (worker !== child) return;
    worker = undefined;
    for (const entry of waiting.values()) {
      if (closed) entry.resolve(partial);
      else if (entry.tries < maxTries) send(entry);
      else entry.reject(new Error('the process that holds the file indexes ended', { cause }));
    }
  }

  async function ask(root: string, followIgnore: boolean, question: Question): Promise<Answer> {
    if (closed) return partial;
    const id = (lastId += 1);
    const asked: Asked = { id, root, followIgnore, broad: inside([root], userHome), question };
    let timer: NodeJS.Timeout | undefined;
    try {
      const answer = await new Promise<Answer | undefined>((resolve, reject) => {
        const entry: Waiting = { asked, tries: 0, resolve, reject };
        if (worker?.connected === false) ended(worker);
        waiting.set(id, entry);
        timer = setTimeout(() => {
          // it hangs, as it does on a file system that does not answer
          resolve(partial);
          worker?.kill('SIGKILL');
        }, patienceMs);
        send(entry);
      });
      return answer ?? nothing;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  }

  return {
    search: async (root, wish) =>
      ask(root, wish.follow_gitignore, { kind: 'search', hidden: true, ...questionOf(wish) }),
    suggest: async (root, wish) =>
      ask(root, wish.follow_gitignore, { kind: 'suggest', hidden: wish.show_hidden ?? false, ...questionOf(wish) }),
    async close() {
      closed = true;
      const child = worker;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

function questionOf(wish: SearchWish): Pick<Question, 'query' | 'limit' | 'include' | 'exclude'> {
  return {
    query: wish.query,
    limit: wish.limit,
    include: checkGlobs('include_globs', wish.include_globs),
    exclude: checkGlobs('exclude_globs', wish.exclude_globs),
  };
}
