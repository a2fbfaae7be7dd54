/** Turns: what many do at the same moment happens in order, and the loop is free in between. */
import { expect, test } from '@jest/globals';
import { createFairQueue } from '../../daemon/base/async/queues.js';

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
  // three milliseconds at a time, and one that begins before they are over
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
