/** Waits end by their work, a timeout or an abort, and report which. */
import { expect, test } from '@jest/globals';
import { startDeadline, untilAborted, waitAtMost } from '../../daemon/base/async/wait.js';

const never = new Promise<never>(() => undefined);

test('a wait says whether the work was over', async () => {
  expect(await waitAtMost(Promise.resolve('x'), 10_000)).toBe(true);
  expect(await waitAtMost(never, 1)).toBe(false);
  expect(await waitAtMost(never, Infinity, AbortSignal.abort())).toBe(false);
  const gone = new AbortController();
  const waiting = waitAtMost(never, Infinity, gone.signal);
  gone.abort();
  expect(await waiting).toBe(false);
  await expect(waitAtMost(Promise.reject(new Error('mine')), 10_000)).rejects.toThrow('mine');
});

test('a wait that can be aborted gives the reason', async () => {
  const gone = new AbortController();
  expect(await untilAborted(Promise.resolve(1), gone.signal)).toBe(1);
  const waiting = untilAborted(never, gone.signal);
  gone.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  await expect(untilAborted(Promise.reject(new Error('mine')), gone.signal)).rejects.toThrow('left');
});

test('a deadline ends with its error, or with the signal of the caller and its reason', async () => {
  const late = startDeadline(1, new Error('late'), new AbortController().signal);
  await expect(untilAborted(never, late.signal)).rejects.toThrow('late');
  const gone = new AbortController();
  const open = startDeadline(10_000, new Error('late'), gone.signal);
  gone.abort(new Error('left'));
  await expect(untilAborted(never, open.signal)).rejects.toThrow('left');
  open.close();
});
