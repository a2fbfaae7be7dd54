/** The checker of pairs finds what is wrong. */
import { expect, test } from '@jest/globals';
import { openPairs, strayFrames } from './pairs.js';
import type { EventFrame } from '../helpers/turns.js';

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

test('what stands outside of its turn is found', () => {
  const frame = (type: string, turnId = 1, agentId = 'main'): EventFrame => ({
    type,
    seq: 1,
    session_id: 'session_1',
    timestamp: '2026-03-01T08:00:00.000Z',
    payload: { agentId, turnId },
  });
  const turn = [frame('turn.started'), frame('assistant.delta'), frame('turn.ended')];
  expect(strayFrames([...turn, frame('turn.started', 2), frame('turn.ended', 2)])).toEqual([]);
  expect(strayFrames([...turn, frame('assistant.delta')])).toEqual(['assistant.delta of main turn 1']);
  expect(strayFrames([frame('tool.result', 1, 'agent_1'), ...turn])).toEqual(['tool.result of agent_1 turn 1']);
});
