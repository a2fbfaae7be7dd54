/** Goals: tools, clients, continuation, budgets, guard, queue and restart (engine.md 12, 4.19). */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ScriptedReply } from '../helpers/model.js';
import { model, trial, useScriptedTrial } from '../helpers/trial.js';
import type { Talk } from '../helpers/turns.js';

let now = Date.parse('2026-03-02T08:00:00Z');

beforeEach(() => {
  now = Date.parse('2026-03-02T08:00:00Z');
});
useScriptedTrial({ now: () => now });

const auto = () => trial.talk({ title: 'a goal', agent_config: { permission_mode: 'auto' } });
const call = (name: string, input: Record<string, unknown>): ScriptedReply => ({ calls: [{ name, input }] });
const goalOf = async (talk: Talk) => (await talk.call('GET', `/goal`)).data as never;
const post = (talk: Talk, action: string, body: unknown = {}) => talk.call('POST', `/goal${action}`, body);
const changes = (talk: Talk) =>
  talk.frames
    .filter(({ type }) => type === 'goal.updated')
    .map(({ payload }) => (payload['snapshot'] as { status: string } | null)?.status ?? null);
const gone = (frame: { type: string; payload: Record<string, unknown> }) =>
  frame.type === 'goal.updated' && frame.payload['snapshot'] === null;
const reaches = (status: string) => (frame: { type: string; payload: Record<string, unknown> }) =>
  frame.type === 'goal.updated' && (frame.payload['snapshot'] as { status?: string } | null)?.status === status;
const origins = (talk: Talk) =>
  talk.frames
    .filter(({ type }) => type === 'turn.started')
    .map(({ payload }) => (payload['origin'] as { kind: string }).kind);

describe('the way of a goal', () => {
  test('set by the model, continued after each completed turn, complete after its last report', async () => {
    const talk = await auto();
    model.reply(
      call('CreateGoal', { objective: 'make the tests pass', completionCriterion: 'npm test exits with 0' }),
      { text: 'set' },
      call('Glob', { pattern: '*' }),
      { text: 'looked' },
      call('UpdateGoal', { status: 'complete' }),
      { text: 'all done' },
    );
    await talk.submit('please');
    await talk.until(gone);
    expect(origins(talk)).toEqual(['user', 'system_trigger', 'system_trigger']);
    expect(changes(talk)).toEqual(['active', 'active', 'active', 'complete', null]);
    const last = talk.frames.findLast(({ type }) => type === 'goal.updated');
    expect(last?.payload['change']).toMatchObject({
      kind: 'completion',
      status: 'complete',
      actor: 'model',
      stats: { turnsUsed: 3 },
    });
    const asked = JSON.stringify(model.requests[2]?.body);
    expect(asked).toContain('make the tests pass');
    expect(asked).toContain('npm test exits with 0');
    expect(asked).toContain('used: 1 turns');
    expect(await goalOf(talk)).toBeNull();
    // the session is never idle between the turns of a goal
    const idle = talk.frames.filter(
      ({ type, payload }) => type === 'event.session.work_changed' && payload['busy'] === false,
    );
    expect(idle).toHaveLength(1);
  });

  test('one per session, also when several calls of a step set one', async () => {
    const talk = await auto();
    const set = (objective: string, replace = false) => ({ name: 'CreateGoal', input: { objective, replace } });
    model.reply({ calls: [set('one'), set('two'), set('three', true)] }, call('UpdateGoal', { status: 'complete' }), {
      text: 'done',
    });
    await talk.submit('please');
    await talk.until(gone);
    const results = talk.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => payload['isError']);
    expect(results).toEqual([undefined, true, undefined, undefined]);
    model.reply(call('CreateGoal', { objective: 'four' }), call('UpdateGoal', { status: 'complete' }), {
      text: 'done',
    });
    const from = talk.frames.length;
    await talk.submit('again');
    await talk.until(gone, from);
    expect(talk.frames.slice(from).filter(({ payload }) => payload['isError'] === true)).toEqual([]);
  });

  test('a prompt of the user goes first', async () => {
    const talk = await auto();
    model.reply(
      call('CreateGoal', { objective: 'one' }),
      { text: 'set', delayMs: 300 },
      { text: 'the person is answered' },
      call('UpdateGoal', { status: 'complete' }),
      { text: 'done' },
    );
    await talk.submit('set it');
    await talk.until('tool.result');
    await talk.submit('and this?');
    await talk.until(gone);
    expect(origins(talk)).toEqual(['user', 'user', 'system_trigger']);
  });

  test('by a client: set while idle, it begins at once', async () => {
    const talk = await auto();
    model.reply(call('UpdateGoal', { status: 'blocked', reason: 'needs a key' }), { text: 'I cannot go on' });
    const made = await post(talk, '', {
      objective: 'deploy',
      budget: { turns: 5, tokens: 1000, wall_clock_ms: 60_000 },
    });
    expect(made.data).toMatchObject({
      status: 'active',
      budget: { turnBudget: 5, tokenBudget: 1000, remainingTurns: 5 },
    });
    await talk.until('turn.ended');
    expect(JSON.stringify(model.requests[0]?.body)).toContain('Begin with this goal now');
    expect(await goalOf(talk)).toMatchObject({ status: 'blocked', terminalReason: 'needs a key' });
    expect(origins(talk)).toEqual(['system_trigger']);
  });

  test('asks in yolo, is refused in plan mode, and not approved for a session', async () => {
    const talk = await trial.talk({ title: 't', agent_config: { permission_mode: 'yolo' } });
    model.reply(call('CreateGoal', { objective: 'x' }), { text: 'no' });
    await talk.submit('go');
    const asked = await talk.until('event.approval.requested');
    expect(asked.payload).toMatchObject({
      session_scope: false,
      tool_input_display: { kind: 'goal_start', objective: 'x', mode: 'yolo' },
    });
    await talk.decide({ decision: 'rejected' });
    await talk.until('turn.ended');
    expect(await goalOf(talk)).toBeNull();
    const planning = await trial.talk({ title: 't', agent_config: { permission_mode: 'auto', plan_mode: true } });
    model.reply(call('CreateGoal', { objective: 'x' }), { text: 'no' });
    await planning.run('go');
    expect(
      (planning.frames.find(({ type }) => type === 'tool.result') as never as { payload: never }).payload,
    ).toMatchObject({
      isError: true,
      output: expect.stringContaining('plan mode'),
    });
  });
});

describe('pauses, blocks, budgets', () => {
  test('an abort pauses, resume continues', async () => {
    const talk = await trial.talk({ title: 't', agent_config: { model: 'offline/echo', permission_mode: 'auto' } });
    await talk.submit('slow 300 one two three four five six', { goal_objective: 'long' });
    await talk.until('turn.step.started');
    expect((await talk.call('POST', ':abort')).code).toBe(0);
    await talk.until('turn.ended');
    expect(await goalOf(talk)).toMatchObject({ status: 'paused', terminalReason: 'interrupted' });
    const from = talk.frames.length;
    expect((await post(talk, ':resume')).data).toMatchObject({ status: 'active' });
    await talk.until(gone, from);
  });

  test('a failed turn pauses', async () => {
    const talk = await auto();
    model.reply({ error: { status: 400, message: 'no' } });
    await post(talk, '', { objective: 'long' });
    await talk.until('turn.ended');
    expect(await goalOf(talk)).toMatchObject({ status: 'paused', terminalReason: expect.stringContaining('no') });
  });

  test('three continuation turns without a tool call block it', async () => {
    const talk = await auto();
    model.reply({ text: 'a' }, { text: 'b' }, { text: 'c' });
    await post(talk, '', { objective: 'talk' });
    await talk.until(reaches('blocked'));
    expect(origins(talk)).toHaveLength(3);
    expect(await goalOf(talk)).toMatchObject({ status: 'blocked', turnsUsed: 3 });
  });

  test('a budget of turns: one closing turn with one step, then blocked', async () => {
    const talk = await auto();
    model.reply(call('Glob', { pattern: 'a' }), { text: 'one' }, call('Glob', { pattern: 'b' }), {
      text: 'never asked for',
    });
    await post(talk, '', { objective: 'work', budget: { turns: 1 } });
    await talk.until(reaches('blocked'));
    expect(origins(talk)).toHaveLength(2);
    expect(model.requests).toHaveLength(3);
    expect(JSON.stringify(model.requests[2]?.body)).toContain('this is the last step');
    expect(await goalOf(talk)).toMatchObject({
      status: 'blocked',
      terminalReason: 'the budget is used up',
      budget: { overBudget: true, turnBudgetReached: true },
    });
  });

  test('a budget of tokens: a hint at three quarters, the last step announced at the end', async () => {
    const talk = await auto();
    model.reply(
      { ...call('Glob', { pattern: 'a' }), usage: { input: 10, output: 80 } },
      { ...call('Glob', { pattern: 'b' }), usage: { input: 10, output: 30 } },
      { text: 'summed up', usage: { input: 10, output: 5 } },
    );
    await post(talk, '', { objective: 'work', budget: { tokens: 100 } });
    await talk.until(reaches('blocked'));
    expect(JSON.stringify(model.requests[1]?.body)).toContain('Three quarters of the budget');
    expect(JSON.stringify(model.requests[2]?.body)).toContain('This is the last step');
    expect(await goalOf(talk)).toMatchObject({ tokensUsed: 115 });
  });

  test('counts what was said for it, once: not what was said before, nor again after a pause', async () => {
    const talk = await auto();
    model.reply({ text: 'before', usage: { input: 10, output: 500 } });
    await talk.run('hello');
    const asks = call('AskUserQuestion', {
      questions: [{ question: 'Q?', options: [{ label: 'A' }, { label: 'B' }], header: 'h' }],
    });
    model.reply(
      { ...call('Glob', { pattern: 'a' }), usage: { input: 10, output: 40 } },
      { ...asks, usage: { input: 10, output: 2 } },
      { text: 'end', usage: { input: 10, output: 3 } },
      { ...call('UpdateGoal', { status: 'blocked', reason: 'x' }), usage: { input: 10, output: 7 } },
    );
    await talk.call('POST', '/profile', { agent_config: { permission_mode: 'manual' } });
    expect((await post(talk, '', { objective: 'work' })).data).toMatchObject({ tokensUsed: 0 });
    const { payload } = await talk.until('event.question.requested');
    expect((await post(talk, ':pause')).data).toMatchObject({ status: 'paused', tokensUsed: 42 });
    expect((await post(talk, ':resume')).data).toMatchObject({ status: 'active', tokensUsed: 42 });
    await talk.call('POST', `/questions/${String(payload['question_id'])}:dismiss`);
    await talk.until(reaches('blocked'));
    expect(await goalOf(talk)).toMatchObject({ tokensUsed: 52 });
  });

  test('a budget of time, set by the model', async () => {
    const talk = await auto();
    model.reply(
      call('CreateGoal', { objective: 'work' }),
      call('SetGoalBudget', { value: 2, unit: 'seconds' }),
      { text: 'set' },
      { text: 'closing words' },
    );
    const ended = talk.until('turn.ended');
    await talk.submit('go');
    await talk.until((frame) => frame.type === 'tool.result' && String(frame.payload['output']).includes('2000'));
    now += 5_000;
    await ended;
    await talk.until(reaches('blocked'));
    expect(await goalOf(talk)).toMatchObject({ budget: { wallClockBudgetReached: true } });
  });

  test.each([
    [{ value: 1.5, unit: 'turns' }, 'whole number'],
    [{ value: 0.5, unit: 'seconds' }, 'between 1 second and 24 hours'],
    [{ value: 25, unit: 'hours' }, 'between 1 second and 24 hours'],
    [{ value: 0, unit: 'turns' }, 'not valid'],
    [{ value: 3, unit: 'turns' }, 'no goal'],
  ])('SetGoalBudget %j is refused: %s', async (input, message) => {
    const talk = await auto();
    model.reply(call('SetGoalBudget', input), { text: 'ok' });
    await talk.run('go');
    expect(talk.frames.find(({ type }) => type === 'tool.result')?.payload).toMatchObject({
      isError: true,
      output: expect.stringContaining(message),
    });
  });

  test('blocked needs a reason; GetGoal reports', async () => {
    const talk = await auto();
    model.reply(call('GetGoal', {}), call('UpdateGoal', { status: 'blocked' }), { text: 'ok' });
    await talk.run('go');
    const results = talk.frames
      .filter(({ type }) => type === 'tool.result')
      .map(({ payload }) => String(payload['output']));
    expect(results[0]).toContain('no goal');
    expect(results[1]).toContain('needs a reason');
  });
});

describe('clients', () => {
  test('errors', async () => {
    const talk = await trial.talk({ title: 't' });
    expect((await post(talk, ':pause')).code).toBe(40914);
    expect((await post(talk, ':resume')).code).toBe(40914);
    expect((await post(talk, ':cancel')).code).toBe(40914);
    expect((await post(talk, '', { objective: '  ' })).code).toBe(40917);
    expect((await post(talk, '', { objective: 'x'.repeat(4001) })).code).toBe(40918);
    model.reply({ text: 'slow', delayMs: 2_000 });
    await post(talk, '', { objective: 'one' });
    expect((await post(talk, '', { objective: 'two' })).code).toBe(40913);
    expect((await post(talk, ':resume')).code).toBe(40916);
    expect((await post(talk, ':pause')).data).toMatchObject({ status: 'paused' });
    expect((await post(talk, ':pause')).code).toBe(40915);
    expect((await post(talk, '', { objective: 'two', replace: true })).data).toMatchObject({ objective: 'two' });
    expect((await post(talk, ':cancel')).data).toBeNull();
    expect((await talk.submit('x', { agent_id: 'main', goal_control: 'pause' })).code).toBe(40914);
  });

  test('the next of the queue starts when the present one is complete; the model never sees the queue', async () => {
    const talk = await auto();
    const put = await talk.call('PUT', `/goal/queue`, { objectives: ['second thing'] });
    expect(put.data).toEqual({ objectives: ['second thing'] });
    model.reply(
      call('UpdateGoal', { status: 'complete' }),
      { text: 'first done' },
      call('UpdateGoal', { status: 'complete' }),
      { text: 'second done' },
    );
    await post(talk, '', { objective: 'first thing' });
    await talk.until(gone, talk.frames.indexOf(await talk.until(gone)) + 1);
    expect(JSON.stringify(model.requests[0]?.body)).not.toContain('second thing');
    expect(JSON.stringify(model.requests[2]?.body)).toContain('second thing');
    expect((await talk.call('GET', `/goal/queue`)).data).toEqual({ objectives: [] });
  });

  test('with a new session, a prompt, and the profile', async () => {
    model.reply(call('UpdateGoal', { status: 'complete' }), { text: 'done' });
    const talk = await trial.talk({
      title: 't',
      agent_config: { permission_mode: 'auto', goal_objective: 'from the start' },
    });
    await talk.until((frame) => frame.type === 'turn.ended');
    model.reply({ text: 'your prompt first' }, call('UpdateGoal', { status: 'complete' }), { text: 'done' });
    const from = talk.frames.length;
    await talk.submit('hi', { goal_objective: 'with a prompt' });
    await talk.until(gone, from);
    expect(origins(talk).slice(-2)).toEqual(['user', 'system_trigger']);
    const refused = await trial.call('POST', '/api/v1/sessions', {
      metadata: { cwd: trial.cwd },
      agent_config: { goal_objective: ' ' },
    });
    expect(refused.code).toBe(40917);
    const profile = `/profile`;
    expect((await talk.call('POST', profile, { agent_config: { goal_control: 'resume' } })).code).toBe(40914);
  });

  test('a session that is loaded again pauses its goal; a fork has none', async () => {
    const talk = await auto();
    model.reply({ text: 'waits', delayMs: 20_000 });
    await post(talk, '', { objective: 'keep me' });
    await talk.call('PUT', `/goal/queue`, { objectives: ['later'] });
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.call('POST', `:load`, {});
    expect(await goalOf(again)).toMatchObject({ status: 'paused', objective: 'keep me' });
    expect((await again.call('GET', `/goal/queue`)).data).toEqual({ objectives: ['later'] });
    const fork = await again.call<{ id: string }>('POST', `:fork`, {});
    expect((await trial.call('GET', `/api/v1/sessions/${fork.data.id}/goal`)).data).toBeNull();
  });
});

test('the offline provider reaches its goal after one continuation', async () => {
  const talk = await trial.talk({ title: 't', agent_config: { model: 'offline/echo', permission_mode: 'auto' } });
  await talk.submit('goal be nice');
  await talk.until(gone);
  expect(origins(talk)).toEqual(['user', 'system_trigger']);
});
