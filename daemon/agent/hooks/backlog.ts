/** Runs hooks in the background: a limited number in parallel, the others wait. */
import { setMaxListeners } from 'node:events';
import { createSemaphore } from '../../base/async/queues.js';

/** Maximum number of hooks that run in parallel, over all sessions. */
const atOnce = 16;
/** Maximum number of waiting hooks. */
const mayWait = 500;

export interface Backlog {
  /** `work` must not reject; returns false without running it when too many wait */
  add(work: () => Promise<void>): boolean;
  /** resolves when no hook runs or waits */
  idle(): Promise<void>;
  /** aborted by `stop` */
  signal: AbortSignal;
  stop(): void;
}

export function createBacklog(): Backlog {
  const inTurn = createSemaphore(atOnce);
  const closing = new AbortController();
  // each running hook adds a listener
  setMaxListeners(0, closing.signal);
  let open = 0;
  let rest: (() => void)[] = [];

  async function run(work: () => Promise<void>): Promise<void> {
    open += 1;
    await inTurn(work);
    open -= 1;
    if (open > 0) return;
    for (const resolve of rest) resolve();
    rest = [];
  }

  return {
    add(work) {
      if (open >= atOnce + mayWait) return false;
      void run(work);
      return true;
    },
    idle: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => void rest.push(resolve))),
    signal: closing.signal,
    stop: () => closing.abort(),
  };
}
