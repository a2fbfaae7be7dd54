/** Queues run concurrent work in order, limit how much runs in parallel, and keep the event loop free. */
import { describe, expect, test } from '@jest/globals';
import { createFairQueue, createSemaphore } from '../../daemon/base/async/queues.js';

/** Works for some milliseconds. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('much at once is done in order, with room for others', async () => {
  const nextTurn = createFairQueue();
  const done: number[] = [];
  let longest = 0;
  let rounds = 0;
  let seen = 0;
  let running = true;
  const look = (): void => {
    rounds += 1;
    longest = Math.max(longest, done.length - seen);
    seen = done.length;
    if (running) setImmediate(look);
  };
  setImmediate(look);
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      await nextTurn();
      work(1);
      done.push(index);
    }),
  );
  running = false;
  expect(done).toEqual(Array.from({ length: 60 }, (_, index) => index));
  // the queue yields after 3 ms; the work that runs at that moment still finishes
  expect(longest).toBeLessThanOrEqual(5);
  expect(rounds).toBeGreaterThanOrEqual(12);
});

test('little is done at once', async () => {
  const nextTurn = createFairQueue();
  for (let count = 0; count < 3; count += 1) {
    let later = false;
    setImmediate(() => (later = true));
    await nextTurn();
    expect(later).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
  }
});

describe('a semaphore', () => {
  test('runs so many at once, and the others in the order they came', async () => {
    const run = createSemaphore(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((index) =>
      run(() => {
        begun.push(index);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    await works[1];
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    await works[0];
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[2]?.();
    ends[3]?.();
    await Promise.all(works);
  });

  test('hands its place on after a failure, and past those who no longer wait', async () => {
    const run = createSemaphore(1);
    let fail = (): void => undefined;
    const first = run(() => new Promise<void>((_, reject) => (fail = () => reject(new Error('mine')))));
    const gone = new AbortController();
    const left = run(() => Promise.resolve('never'), gone.signal);
    const last = run(() => Promise.resolve('done'));
    gone.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    fail();
    await expect(first).rejects.toThrow('mine');
    expect(await last).toBe('done');
    expect(await run(() => Promise.resolve('again'))).toBe('again');
  });

  test('keeps its place when the abort and the free place come together', async () => {
    const run = createSemaphore(1);
    let end = (): void => undefined;
    const first = run(() => new Promise<void>((resolve) => (end = resolve)));
    const gone = new AbortController();
    const left = run(() => Promise.resolve('late'), gone.signal).catch((error: Error) => error.message);
    void first.then(() => gone.abort(new Error('left')));
    end();
    expect(['late', 'left']).toContain(await left);
    expect(await run(() => Promise.resolve('again'))).toBe('again');
  });
});
