/** Queues: a semaphore that limits parallel work, and a queue that keeps the event loop responsive. */
import { untilAborted } from './wait.js';

/** Milliseconds of work after which the queue yields to the event loop. */
const sliceMs = 3;

/** Runs the work as soon as a place is free; `signal` ends only the wait for a place, with its reason. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Runs at most `size` works in parallel, the others in order of arrival; starts at once while a place is free. */
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
      // the abort and a free place may arrive in the same step
      if (!waiting.delete(enter)) leave();
      throw error;
    }
  }

  /** Passes the place to the first waiter, so that no newcomer takes it. */
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

/** Resolves in the order of the calls; without delay while the event loop has little to do. */
export type NextTurn = () => Promise<void>;

/** Serializes callers that arrive at the same moment, and yields to the event loop between them. */
export function createFairQueue(): NextTurn {
  let last = Promise.resolve();
  let since = 0;
  let idle = true;

  async function wait(): Promise<void> {
    if (idle) {
      // no caller has had a turn since the loop was last free
      idle = false;
      since = performance.now();
      setImmediate(() => (idle = true));
    } else if (performance.now() - since > sliceMs) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
  }

  return () => (last = last.then(wait));
}
