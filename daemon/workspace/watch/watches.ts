/** Watches files: asks the process that does the work, and starts it on demand. */
import type { FileEvent } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import { forkBeside } from '../../base/process/fork.js';
import { createWorker, processRunner } from '../../base/process/worker.js';
import type { WatchedPath } from './paths.js';
import type { Asked, WatchMessage, WatchLimits } from './watchworker.js';

/** Changes within a window. `count` is present when they were too many to list, or some may have been missed. */
export interface FileNews {
  changes: FileEvent[];
  count?: number;
}

/** The paths of a watcher. */
export interface FileWatch {
  /**
   * Watches exactly these paths; resolves once every later change will be reported. Throws FS_WATCH_LIMIT_EXCEEDED,
   * and changes nothing, when they contain too many files.
   */
  set(paths: readonly (WatchedPath & { recursive: boolean })[]): Promise<void>;
  close(): void;
}

export interface FileWatches {
  open(onChanges: (news: FileNews) => void): FileWatch;
  /** ends the process; resolves once it is gone */
  close(): Promise<void>;
}

export interface FileWatchesOptions {
  limits?: Partial<WatchLimits>;
  /** called when system watches run out, and when the process ended */
  warn(message: string): void;
}

/** The heap of the process in megabytes: half a million names take about 200. */
const maxHeapMb = 1_024;
/** The time limit in milliseconds for reading a tree. */
const answerMs = 60_000;
/** Milliseconds until an ended process is restarted. They double each time it ends before it answers. */
const restartMs = { first: 1_000, most: 60_000 };
/** Milliseconds until the process is stopped when no path is watched. */
const idleMs = 10_000;

interface Watching {
  onChanges(news: FileNews): void;
  wants: Asked['wants'];
}

export function createFileWatches({ limits = {}, warn }: FileWatchesOptions): FileWatches {
  const watching = new Map<number, Watching>();
  /** watchers that were active when the process ended */
  const lost = new Set<number>();
  let [closed, lastId] = [false, 0];
  let restart: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let pauseMs = restartMs.first;

  const worker = createWorker<WatchMessage>({
    name: 'the process that watches files',
    start() {
      clearTimeout(restart);
      const runner = processRunner(forkBeside(import.meta.url, 'watchworker', { given: limits, maxHeapMb }));
      // ask once the worker is registered as running
      queueMicrotask(renewLost);
      return runner;
    },
    receive(message, asked) {
      if (message.kind === 'warning') warn(message.message);
      else if (message.kind === 'answer') asked(message.ask)?.resolve(message.isTooMuch);
      else {
        const { changes, count } = message;
        watching.get(message.id)?.onChanges({ changes, ...(count === undefined ? {} : { count }) });
      }
    },
    ended() {
      if (closed || watching.size === 0) return;
      warn('the process that watches files ended; it is started again');
      for (const id of watching.keys()) lost.add(id);
      restart = setTimeout(renewLost, pauseMs).unref();
      pauseMs = Math.min(pauseMs * 2, restartMs.most);
    },
    answerMs,
  });

  function renewLost(): void {
    const ids = [...lost];
    lost.clear();
    for (const id of ids) void renew(id);
  }

  /** Watches the paths again, then notifies the watcher that it may have missed changes. */
  async function renew(id: number): Promise<void> {
    const entry = watching.get(id);
    if (!entry) return;
    // if the process ends again, the next restart repeats this
    const isDone = await ask(id, entry.wants).then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    pauseMs = restartMs.first;
    entry.onChanges({ changes: [], count: 0 });
  }

  /** Resolves with true when the paths exceed the limits. */
  function ask(id: number, wants: Asked['wants']): Promise<boolean> {
    return worker.ask<boolean>((number): Asked => ({ ask: number, id, wants }));
  }

  /** Stops the process after a while when no path is watched. */
  function rest(): void {
    clearTimeout(idle);
    if (watching.size > 0 || closed) return;
    idle = setTimeout(() => worker.stop(), idleMs).unref();
  }

  function keep(id: number, entry: Watching): void {
    if (entry.wants.length > 0) watching.set(id, entry);
    else watching.delete(id);
    rest();
  }

  return {
    open(onChanges) {
      const id = (lastId += 1);
      let isOver = false;
      return {
        async set(wants) {
          if (closed || isOver) return;
          const before = watching.get(id)?.wants ?? [];
          keep(id, { onChanges, wants });
          let isTooMuch = true;
          try {
            isTooMuch = await ask(id, wants);
          } finally {
            if (isTooMuch && !isOver) keep(id, { onChanges, wants: before });
          }
          if (!isTooMuch) return;
          throw new ApiError('FS_WATCH_LIMIT_EXCEEDED', {
            message: 'There are too many files in these paths; watch a part of them.',
          });
        },
        close() {
          isOver = true;
          watching.delete(id);
          worker.sendRunning({ ask: 0, id, wants: [] } satisfies Asked);
          rest();
        },
      };
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      clearTimeout(restart);
      await worker.close();
    },
  };
}
