/** Hooks in the background: a limited number run at once, the others wait their turn. */
import { setMaxListeners } from 'node:events';
import { createSemaphore } from '../../base/async/queues.js';

/** How many run at once, over all sessions. */
const atOnce = 16;
/** How many may wait. */
const mayWait = 500;

export interface Backlog {
  /** `work` must not reject; false: too many wait already, and it is not done */
  add(work: () => Promise<void>): boolean;
  /** resolves when nothing runs and nothing waits */
  idle(): Promise<void>;
  /** aborted by `stop` */
  signal: AbortSignal;
  stop(): void;
}

export function createBacklog(): Backlog {
  const inTurn = createSemaphore(atOnce);
  const closing = new AbortController();
  // each hook that runs listens
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
