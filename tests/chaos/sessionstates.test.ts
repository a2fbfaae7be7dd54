/** The short version of `npm run chaos -- --sessions 500`. */
import { expect, jest, test } from '@jest/globals';
import { runSessions } from './sessionstates.js';

jest.setTimeout(180_000);

test.each([3, 4])(
  'clients that lived through cuts, slow connections and kills show what a fresh one shows, seed %d',
  async (seed) => {
    const { problems, cuts, compared } = await runSessions({ seed, rounds: 5 });
    expect(problems).toEqual([]);
    expect(cuts).toBeGreaterThan(0);
    expect(compared).toBe(25);
  },
);
