/** The short version of `npm run chaos -- --acknowledged 100`. */
import { expect, jest, test } from '@jest/globals';
import { seedOf } from '../helpers/rounds.js';
import { promptKinds, runAcknowledged } from './acknowledged.js';

jest.setTimeout(120_000);

test('a prompt that was acknowledged right before a kill is in the messages, the transcript and the next request, once', async () => {
  const seed = seedOf(8);
  const { problems, kills } = await runAcknowledged({ kills: promptKinds.length, seed });
  expect({ seed, problems }).toEqual({ seed, problems: [] });
  expect(kills).toBe(promptKinds.length);
});
