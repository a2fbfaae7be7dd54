/** Subagents in the foreground: their frames, what the caller gets, limits, nesting, resume (engine.md 4.14, 17; ws.md 8.10). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTrial, type Talk, type Trial } from '../helpers/turns.js';

jest.setTimeout(60_000);

let trial: Trial;
beforeEach(async () => {
  trial = await startTrial();
});
afterEach(() => trial.close());

const long = (words: string) => `${words} `.repeat(Math.ceil(210 / (words.length + 1))).trim();

/** Durable lines with the agent in front, without what is bookkeeping of the session. */
function lines(talk: Talk, from = 0): string[] {
  const durable = talk.frames.slice(from).filter((frame) => !frame.volatile);
  const texts = talk.lines(from);
  return durable
    .map((frame, at) => `${String(frame.payload['agentId'])}: ${texts[at] ?? ''}`)
    .filter((line) => !/session\.(meta|work)/.test(line));
}

const payloads = (talk: Talk, type: string, from = 0) =>
  talk.frames
    .slice(from)
    .filter((frame) => frame.type === type)
    .map(({ payload }) => payload);
const results = (talk: Talk, from = 0) =>
  payloads(talk, 'tool.result', from).filter(({ agentId }) => agentId === 'main') as {
    output: string;
    isError?: boolean;
    display?: Record<string, unknown>;
  }[];

describe('a child in the foreground', () => {
  test('its frames, in the order of ws.md 8.10', async () => {
    const talk = await trial.talk();
    await talk.run(`agent explore: say ${long('a long report')}`);
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
    const call = payloads(talk, 'tool.call.started')[0];
    expect(payloads(talk, 'agent.created')).toMatchObject([
      { agentId: 'agent_1', agentKind: 'sub', parentAgentId: 'main', subagentType: 'explore' },
    ]);
    expect(payloads(talk, 'subagent.spawned')).toEqual([
      expect.objectContaining({
        agentId: 'main',
        subagentId: 'agent_1',
        subagentName: 'explore',
        parentToolCallId: call?.['toolCallId'],
        parentAgentId: 'main',
        callerAgentId: 'main',
        runInBackground: false,
        model: 'offline/echo',
        taskId: expect.stringMatching(/^agent-[0-9a-z]{8}$/),
      }),
    ]);
    expect(call?.['display']).toMatchObject({ kind: 'agent_call', agent_name: 'explore', background: false });
    expect(payloads(talk, 'subagent.completed')).toEqual([
      expect.objectContaining({
        agentId: 'main',
        subagentId: 'agent_1',
        resultSummary: long('a long report'),
        usage: expect.objectContaining({ output: expect.any(Number) }),
        contextTokens: expect.any(Number),
      }),
    ]);
  });

  test('its result: the lines of engine.md 4.14, and nothing of its work', async () => {
    const talk = await trial.talk();
    await talk.run(`agent: todo a; b\\nsay ${long('all done')}`);
    expect(results(talk)).toMatchObject([
      {
        output: expect.stringMatching(
          /^agent_id: agent_1\nactual_subagent_type: coder\nstatus: completed\n\n\[summary\]\nall done all done/,
        ),
        display: { kind: 'agent_summary', agent_name: 'coder', steps: 2 },
      },
    ]);
    expect((await talk.messages()).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  test('its tokens count in the session, by agent', async () => {
    const talk = await trial.talk();
    await talk.run(`agent: say ${long('counted')}`);
    const { data } = await talk.call<{
      total: { output_tokens: number; turn_count: number };
      by_agent: Record<string, { output_tokens: number; turn_count: number }>;
    }>('GET', '/usage');
    const { main, agent_1: child } = data.by_agent;
    expect(child).toMatchObject({ turn_count: 1 });
    expect(child?.output_tokens).toBeGreaterThan(40);
    expect(data.total.output_tokens).toBe((main?.output_tokens ?? 0) + (child?.output_tokens ?? 0));
    expect(payloads(talk, 'subagent.completed')[0]?.['usage']).toMatchObject({ output: child?.output_tokens });
  });
});
