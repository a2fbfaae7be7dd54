/** The short version of `npm run chaos -- --cuts 500`. */
import { expect, jest, test } from '@jest/globals';
import { rounds, seedOf } from '../helpers/rounds.js';
import { runCuts } from './cuts.js';

jest.setTimeout(rounds(120_000, 600_000));

test('clients that are cut off again and again end with the texts and events of one that was never cut off', async () => {
  const seed = seedOf(6);
  const each = rounds(6, 60);
  const { problems, cuts, steps, recovered } = await runCuts({ cuts: each, seed });
  expect({ seed, problems }).toEqual({ seed, problems: [] });
  expect((cuts['naive'] ?? 0) + (cuts['api'] ?? 0)).toBeGreaterThanOrEqual(2 * each);
  expect(steps).toBeGreaterThan(3);
  expect(recovered).toBeGreaterThan(0);
});
