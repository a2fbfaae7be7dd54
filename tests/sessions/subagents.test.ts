/** Subagents in the foreground: their frames, what the caller gets, limits, nesting, resume (engine.md 4.14, 17; ws.md 8.10). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTrial, type EventFrame, type Talk, type Trial } from '../helpers/turns.js';

jest.setTimeout(60_000);

let trial: Trial;
beforeEach(async () => {
  trial = await startTrial();
});
afterEach(() => trial.close());

/** Durable lines with the agent in front, without what is bookkeeping of the session. */
function lines(talk: Talk, from = 0): string[] {
  const durable = talk.frames.slice(from).filter((frame) => !frame.volatile);
  const texts = talk.lines(from);
  return durable
    .map((frame, at) => `${String(frame.payload['agentId'])}: ${texts[at] ?? ''}`)
    .filter((line) => !/session\.(meta|work)/.test(line));
}

const payloads = (talk: Talk, type: string) =>
  talk.frames.filter((frame) => frame.type === type).map(({ payload }) => payload);
const results = (talk: Talk) =>
  talk.frames
    .filter(({ type, payload }) => type === 'tool.result' && payload['agentId'] === 'main')
    .map(({ payload }) => payload as { output: string; isError?: boolean; display?: Record<string, unknown> });
const ofAgent = (id: string) => (frame: EventFrame) => frame.payload['agentId'] === id;

describe('frames', () => {
  test('a child in the foreground, in the order of ws.md 8.10', async () => {
    const talk = await trial.talk();
    await talk.run(`agent explore: say ${'a long report '.repeat(20)}`);
    expect(lines(talk)).toEqual([
      'main: prompt.submitted running',
      'main: turn.started user',
      'main: message.appended user',
      'main: turn.step.started 1',
      'main: message.appended assistant',
      'main: tool.call.started Agent',
      'agent_1: agent.created',
      'main: subagent.spawned',
      'main: subagent.started',
      'agent_1: turn.started system_trigger',
      'agent_1: message.appended user',
      'agent_1: turn.step.started 1',
      'agent_1: message.appended assistant',
      'agent_1: turn.step.completed 1 end_turn',
      'agent_1: turn.ended completed',
      'main: subagent.completed',
      'main: tool.result ok',
      'main: turn.step.completed 1 tool_use',
      'main: turn.step.started 2',
      'main: message.appended assistant',
      'main: turn.step.completed 2 end_turn',
      'main: turn.ended completed',
      'main: prompt.completed completed',
    ]);
    expect(payloads(talk, 'agent.created')).toMatchObject([
      { agentId: 'agent_1', agentKind: 'sub', parentAgentId: 'main', subagentType: 'explore' },
    ]);
  });
});
