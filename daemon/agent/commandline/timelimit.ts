/** The time that parsing and judging one command line may take together (engine.md 7). */
import { limits, Unparsable } from './syntax.js';

export interface TimeLimit {
  /** Counts pieces of work, each below half a microsecond; throws `Unparsable` once the time is over. */
  count(pieces?: number): void;
  /** Runs a part of the work; the time between two parts does not count. */
  within<T>(body: () => T): T;
}

/** Less work than this takes below a millisecond, so any time beyond that is of other processes. */
const shortWork = 2_048;
/** Reading the clock costs about as much as this many pieces of work. */
const betweenLooks = 256;

/** A limit by a clock that gives milliseconds; once the time is over it stays over. */
export function createTimeLimit(now: () => number = () => performance.now()): TimeLimit {
  let left: number = limits.milliseconds;
  let deadline = Infinity;
  let untilLook = shortWork;
  let short = true;
  let over = false;
  return {
    count(pieces = 1) {
      untilLook -= pieces;
      if (untilLook <= 0) {
        untilLook = betweenLooks;
        short = false;
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
        if (!short) left -= now() - started;
        over ||= left < 0;
        deadline = Infinity;
      }
    },
  };
}
