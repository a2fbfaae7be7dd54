/** How long a call may take: a time limit that progress arms again (engine.md 5). */
import { longestMs } from '../../base/async/wait.js';

const mostExtensions = 10;

export interface Limit {
  /** aborted when the time is over */
  readonly signal: AbortSignal;
  /** there was progress: the limit counts from now on, at most ten times */
  extend(): void;
  end(): void;
}

/**
 * Progress does not move the timer but is remembered until it is due, so that of the ten times none is spent while
 * there is time left.
 */
export function createLimit(ms: number): Limit {
  const over = new AbortController();
  const limit = Math.min(ms, longestMs);
  let last: number | undefined;
  let extensions = 0;
  let timer = setTimeout(due, limit);

  function due(): void {
    if (last === undefined || extensions === mostExtensions) return over.abort();
    extensions += 1;
    timer = setTimeout(due, Math.max(1, last + limit - performance.now()));
    last = undefined;
  }

  return {
    signal: over.signal,
    extend: () => (last = performance.now()),
    end: () => clearTimeout(timer),
  };
}
