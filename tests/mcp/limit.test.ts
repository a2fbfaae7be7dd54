/** The time limit of a call, which progress extends (engine.md 5). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLimit } from '../../daemon/mcp/connect/link.js';
import { programTimers } from '../helpers/programglobal.js';

beforeEach(() => void programTimers.useFakeTimers());
afterEach(() => void programTimers.useRealTimers());

/** Returns the milliseconds until the limit aborts, with progress every `stepMs`. */
function lifetime(limitMs: number, stepMs: number): number {
  const limit = createLimit(limitMs);
  let passed = 0;
  while (!limit.signal.aborted && passed < 100_000) {
    programTimers.advanceTimersByTime(1);
    passed += 1;
    if (passed % stepMs === 0) limit.extend();
  }
  limit.end();
  return passed;
}

test('without progress it is over after its time', () => {
  expect(lifetime(50, 1_000)).toBe(50);
});

test('progress extends it ten times, each time from the last progress on', () => {
  expect(lifetime(50, 49)).toBe(50 + 10 * 49);
  expect(lifetime(50, 50)).toBe(50);
});

test('progress that stops extends it once more', () => {
  const limit = createLimit(50);
  programTimers.advanceTimersByTime(30);
  limit.extend();
  programTimers.advanceTimersByTime(49);
  expect(limit.signal.aborted).toBe(false);
  programTimers.advanceTimersByTime(1);
  expect(limit.signal.aborted).toBe(true);
});

test('after its end it does not abort', () => {
  const limit = createLimit(50);
  limit.end();
  programTimers.advanceTimersByTime(1_000);
  expect(limit.signal.aborted).toBe(false);
});
