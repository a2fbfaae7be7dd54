/** The short version of the part `replies` of `npm run chaos -- --hostile`. */
import { expect, jest, test } from '@jest/globals';
import { runReplies } from './hostilereplies.js';

jest.setTimeout(120_000);

test('after each reply of a hostile model its turn has ended, and an ordinary prompt works', async () => {
  const { problems } = await runReplies({ seed: 13, rounds: 24, longest: 1_000_000, bounds: false });
  expect(problems).toEqual([]);
});
