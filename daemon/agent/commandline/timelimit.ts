/** Limits the total time for parsing and judging one command line (engine.md 7). */
import { limits, Unparsable } from './syntax.js';

export interface TimeLimit {
  /** Counts units of work, each below half a microsecond. Throws `Unparsable` once the time is used up. */
  count(pieces?: number): void;
  /** Runs a part of the work. Time between two parts does not count. */
  within<T>(body: () => T): T;
}

/** Units of work that take less than a millisecond; any longer time is due to other processes. */
const shortWork = 2_048;
/** Units of work that cost about as much as reading the clock. */
const unitsPerCheck = 256;

/** Creates a limit with a clock in milliseconds. Once used up, it stays used up. */
export function createTimeLimit(now: () => number = () => performance.now()): TimeLimit {
  let left: number = limits.milliseconds;
  let deadline = Infinity;
  let untilCheck = shortWork;
  let short = true;
  let over = false;
  return {
    count(pieces = 1) {
      untilCheck -= pieces;
      if (untilCheck <= 0) {
        untilCheck = unitsPerCheck;
        short = false;
        over ||= now() > deadline;
      }
      if (over) throw new Unparsable('takes too long to judge');
    },
    within(body) {
      // a nested call is part of the outer one
      if (deadline !== Infinity) return body();
      const started = now();
      deadline = started + left;
      try {
        return body();
      } finally {
        if (!short) left -= now() - started;
        over ||= left < 0;
        deadline = Infinity;
      }
    },
  };
}
