/** The short version of `npm run chaos`. */
import { expect, jest, test } from '@jest/globals';
import { openPairs } from './pairs.js';
import { runChaos } from './trial.js';
import type { EventFrame } from '../helpers/turns.js';

jest.setTimeout(90_000);

test('15 kills at random moments lose nothing', async () => {
  const seed = Date.now() % 1_000_000;
  const outcome = await runChaos({ runs: 15, seed });
  expect({ seed, problems: outcome.problems }).toEqual({ seed, problems: [] });
  expect(outcome.runs).toBe(15);
  expect(outcome.events).toBeGreaterThan(outcome.runs);
});

test('what stays open, and what is closed twice, is found', () => {
  const frame = (type: string, payload: Record<string, unknown>) => ({ type, payload }) as EventFrame;
  const call = frame('tool.call.started', { toolCallId: 'a' });
  const result = frame('tool.result', { toolCallId: 'a' });
  expect(openPairs([call, result])).toEqual([]);
  expect(openPairs([call])).toEqual([{ kind: 'turn or call', id: 'a' }]);
  expect(openPairs([call, result, result])).toHaveLength(1);
  expect(
    openPairs([frame('prompt.submitted', { promptId: 'p' }), frame('prompt.steered', { promptIds: ['p'] })]),
  ).toEqual([]);
});
