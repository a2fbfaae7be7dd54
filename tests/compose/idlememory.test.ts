/** When an idle server collects its garbage. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createIdleMemory, type IdleMemory } from '../../daemon/compose/idlememory.js';
import { programTimers } from '../helpers/programglobal.js';
import { eventually } from '../helpers/turns.js';

const MiB = 1024 * 1024;
let bytes: number;
/** bytes that a collection cannot free */
let alive: number;
let load: number;
let collections: number;
let emptied: number;
let memory: IdleMemory;

beforeEach(() => {
  programTimers.useFakeTimers();
  [bytes, load, collections, emptied] = [50 * MiB, 0, 0, 0];
  alive = 50 * MiB;
  memory = createIdleMemory({
    used: () => bytes,
    worked: () => load,
    collect() {
      collections += 1;
      bytes = alive;
    },
    emptyCaches: () => void (emptied += 1),
    checkMs: 1_000,
    againMs: 100,
  });
});
afterEach(() => {
  memory.close();
  programTimers.useRealTimers();
});

test('after much work it collects twice, and no more while nothing happens', () => {
  bytes = 200 * MiB;
  programTimers.advanceTimersByTime(1_000);
  expect([collections, emptied]).toEqual([1, 1]);
  programTimers.advanceTimersByTime(60_000);
  expect([collections, emptied]).toEqual([2, 2]);
});

test('what was alive at a collection is collected once it is garbage', () => {
  [bytes, alive] = [300 * MiB, 200 * MiB];
  programTimers.advanceTimersByTime(2_000);
  expect([collections, bytes]).toEqual([2, 200 * MiB]);
  alive = 50 * MiB;
  programTimers.advanceTimersByTime(12_000);
  expect([collections, bytes]).toEqual([4, 50 * MiB]);
});

test('for what stays alive it collects more and more rarely, and again after much work', () => {
  [bytes, alive] = [300 * MiB, 200 * MiB];
  programTimers.advanceTimersByTime(2 * 60 * 60_000);
  expect(collections).toBeLessThan(25);
  load = 0.04;
  const before = collections;
  programTimers.advanceTimersByTime(30_000);
  expect(collections).toBeGreaterThan(before);
});

test('it waits while there is work to do', () => {
  [bytes, load] = [200 * MiB, 0.5];
  programTimers.advanceTimersByTime(10_000);
  expect(collections).toBe(0);
  load = 0.001;
  programTimers.advanceTimersByTime(1_000);
  expect(collections).toBe(1);
});

test('little garbage is left to V8', () => {
  bytes = 60 * MiB;
  programTimers.advanceTimersByTime(60_000);
  expect(collections).toBe(0);
});

test('nothing is collected once it is closed', () => {
  bytes = 200 * MiB;
  programTimers.advanceTimersByTime(1_000);
  memory.close();
  programTimers.advanceTimersByTime(60_000);
  expect(collections).toBe(1);
});

test('the collection of a process frees what nothing refers to', async () => {
  programTimers.useRealTimers();
  const kept = new WeakRef({ large: new Array(1_000).fill(0) });
  let seen = 0;
  const real = createIdleMemory({ used: () => (seen += 100 * MiB), worked: () => 0, checkMs: 5, againMs: 5 });
  try {
    await eventually(() => kept.deref() === undefined, 'the collection');
  } finally {
    real.close();
  }
});
