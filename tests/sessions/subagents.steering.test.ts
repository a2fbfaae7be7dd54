/** Subagents in the foreground: their time limit, aborts, and prompts of users (engine.md 4.14, 17). */
import { describe, expect, jest, test } from '@jest/globals';
import { openPairs } from '../chaos/pairs.js';
import { agentLines, long, outputs, payloads } from '../helpers/agents.js';
import { begin, trial, useTrial } from '../helpers/trial.js';

jest.setTimeout(60_000);

useTrial();

describe('the time limit', () => {
  test('ends a child; its caller reads why and continues', async () => {
    await begin({ config: '[subagent]\ntimeout_ms = 150\n' });
    const talk = await trial.talk();
    await talk.run('agent: slow 50 one two three four five six seven eight nine ten eleven twelve');
    expect(outputs(talk)[0]).toMatch(
      /^status: timed_out\nreason: .*subagent\.timeout_ms.*\nagent_id: agent_1\nresume_hint/,
    );
    expect(payloads(talk, 'subagent.failed')).toMatchObject([{ reason: 'timed_out' }]);
    expect(agentLines(talk)).toContain('agent_1: turn.ended cancelled aborted');
    expect(agentLines(talk).at(-1)).toBe('main: prompt.completed completed');
  });

  test('does not count the time the user takes', async () => {
    await begin({ config: '[subagent]\ntimeout_ms = 2000\n' });
    const talk = await trial.talk();
    await talk.submit('agent: run echo hi');
    await talk.until('event.approval.requested');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await talk.decide({ decision: 'approved' });
    await talk.until('prompt.completed');
    expect(payloads(talk, 'subagent.completed')).toHaveLength(1);
  });

  test('0 is none', async () => {
    await begin({ config: '[subagent]\ntimeout_ms = 0\n' });
    const talk = await trial.talk();
    await talk.run('agent: slow 30 one two three');
    expect(payloads(talk, 'subagent.completed')).toHaveLength(1);
  });
});

describe('stopping and steering', () => {
  test('an abort of the caller ends its children first', async () => {
    const talk = await trial.talk();
    await talk.submit('agent: slow 50 one two three four five six seven eight nine ten');
    await talk.until((frame) => frame.type === 'assistant.delta' && frame.payload['agentId'] === 'agent_1');
    const from = talk.frames.length;
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    expect(agentLines(talk, from)).toEqual([
      'agent_1: message.appended assistant partial',
      'agent_1: turn.step.interrupted 1 aborted',
      'agent_1: turn.ended cancelled user_cancelled',
      'main: subagent.failed',
      'main: tool.result error',
      'main: turn.step.interrupted 1 aborted',
      'main: turn.ended cancelled user_cancelled',
      'main: prompt.aborted',
    ]);
    expect(payloads(talk, 'subagent.failed')).toMatchObject([{ reason: 'aborted' }]);
    expect(openPairs(talk.frames.filter((frame) => !frame.volatile))).toEqual([]);
  });

  test('an abort of the child by its id: the caller continues', async () => {
    const talk = await trial.talk();
    await talk.submit('agent: slow 50 one two three four five six seven eight nine ten');
    await talk.until((frame) => frame.type === 'assistant.delta' && frame.payload['agentId'] === 'agent_1');
    expect((await talk.call('POST', '/agents/agent_1:abort')).data).toEqual({ aborted: true });
    await talk.until('prompt.completed');
    expect(outputs(talk)[0]).toMatch(/^status: killed\nreason: .*user.*\nagent_id: agent_1\nresume_hint: /);
    expect((await talk.call('POST', '/agents/agent_1:abort')).data).toEqual({ aborted: true });
  });

  test('a prompt for a running child can be steered into its turn', async () => {
    const talk = await trial.talk();
    await talk.submit('agent: slow 50 one two three four five six\\nsay later');
    await talk.until((frame) => frame.type === 'assistant.delta' && frame.payload['agentId'] === 'agent_1');
    const sent = await talk.submit(`say ${long('steered')}`, { agent_id: 'agent_1' });
    expect(sent.data.status).toBe('queued');
    await talk.call('POST', `/prompts/${sent.data.prompt_id}:steer`);
    await talk.until('prompt.completed');
    expect(payloads(talk, 'turn.started', 'agent_1')).toHaveLength(1);
    expect(outputs(talk)[0]).toContain('steered steered');
  });

  test('an idle child answers prompts of the user', async () => {
    const talk = await trial.talk();
    await talk.run('agent: say hi');
    const from = talk.frames.length;
    await talk.run('say hello', { agent_id: 'agent_1' });
    expect(agentLines(talk, from)).toEqual([
      'agent_1: prompt.submitted running',
      'agent_1: turn.started user',
      'agent_1: message.appended user',
      'agent_1: turn.step.started 1',
      'agent_1: message.appended assistant',
      'agent_1: turn.step.completed 1 end_turn',
      'agent_1: turn.ended completed',
      'agent_1: prompt.completed completed',
    ]);
    expect((await talk.submit('x', { agent_id: 'agent_7' })).code).toBe(40401);
  });
});
