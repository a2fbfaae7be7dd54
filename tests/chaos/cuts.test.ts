/** The short version of `npm run chaos -- --cuts 500`. */
import { expect, jest, test } from '@jest/globals';
import { runCuts } from './cuts.js';

jest.setTimeout(120_000);

test('clients that are cut off 20 times each end with the texts and events of one that was never cut off', async () => {
  const seed = Date.now() % 1_000_000;
  const { problems, cuts, steps, recovered } = await runCuts({ cuts: 20, seed });
  expect({ seed, problems }).toEqual({ seed, problems: [] });
  expect((cuts['naive'] ?? 0) + (cuts['api'] ?? 0)).toBeGreaterThanOrEqual(40);
  expect(steps).toBeGreaterThan(3);
  expect(recovered).toBeGreaterThan(0);
});
