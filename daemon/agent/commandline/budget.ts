/** The time that parsing and judging one command line may take together (engine.md 7). */
import { limits, Unparsable } from './syntax.js';

export interface Budget {
  /** Counts pieces of work, each well below a microsecond; throws `Unparsable` once the time is over. */
  spend(pieces?: number): void;
  /** Runs a part of the work; the time between two parts does not count. */
  within<T>(body: () => T): T;
}

/** Reading the clock costs about as much as this many pieces of work. */
const betweenLooks = 256;

/** A budget by a clock that gives milliseconds; once it is over it stays over. */
export function createBudget(now: () => number = () => performance.now()): Budget {
  let left: number = limits.milliseconds;
  let deadline = Infinity;
  let pieces = 0;
  let over = false;
  return {
    spend(more = 1) {
      pieces += more;
      if (pieces >= betweenLooks) {
        pieces = 0;
        over ||= now() > deadline;
      }
      if (over) throw new Unparsable('takes too long to judge');
    },
    within(body) {
      // a part of a part
      if (deadline !== Infinity) return body();
      const started = now();
      deadline = started + left;
      try {
        return body();
      } finally {
        left -= now() - started;
        over ||= left < 0;
        deadline = Infinity;
      }
    },
  };
}
