/** Queues: a semaphore for work that may run only so often at once, and a queue that keeps the event loop free. */
import { untilAborted } from './wait.js';

/** Milliseconds of work after which others come first. */
const sliceMs = 3;

/** Runs the work as soon as a place is free; `signal` ends only the wait for a place, with its reason. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Runs at most `size` works at once, the others in the order they came; begins at once while a place is free. */
export function createSemaphore(size: number): Semaphore {
  let running = 0;
  const waiting = new Set<() => void>();

  async function waitForPlace(signal?: AbortSignal): Promise<void> {
    let enter = (): void => undefined;
    const turn = new Promise<void>((resolve) => (enter = resolve));
    waiting.add(enter);
    try {
      await (signal ? untilAborted(turn, signal) : turn);
    } catch (error) {
      // an abort and a free place may come in the same step
      if (!waiting.delete(enter)) leave();
      throw error;
    }
  }

  /** Hands the place on, so that no newcomer takes it. */
  function leave(): void {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (work, signal) => {
    if (running < size) running += 1;
    else await waitForPlace(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** Resolves when it is the caller's turn, in the order of the calls; at once while there is little to do. */
export type NextTurn = () => Promise<void>;

/** What many ask for at the same moment is done one after another, and the loop is free in between. */
export function createFairQueue(): NextTurn {
  let last = Promise.resolve();
  let since = 0;
  let resting = true;

  async function wait(): Promise<void> {
    if (resting) {
      // no caller has had a turn since the loop was last free
      resting = false;
      since = performance.now();
      setImmediate(() => (resting = true));
    } else if (performance.now() - since > sliceMs) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
  }

  return () => (last = last.then(wait));
}
