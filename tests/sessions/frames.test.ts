/** The order of events, frame by frame (ws.md 8.1 to 8.8). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, hurried, startTrial, type EventFrame, type Talk, type Trial } from '../helpers/turns.js';

let trial: Trial;
let talk: Talk;
beforeEach(async () => {
  trial = await startTrial({ sleep: hurried(25), random: () => 0 });
  talk = await trial.talk();
});
afterEach(() => trial.close());

const opening = ['prompt.submitted running', 'session.meta.updated', 'turn.started user', 'event.session.work_changed busy none', 'message.appended user'];
const later = [...opening.slice(0, 3), 'event.session.work_changed busy none completed', 'message.appended user'];
const closing = ['turn.ended completed', 'event.session.work_changed idle none completed', 'prompt.completed completed'];
const say = (step: number) => [`turn.step.started ${step}`, 'message.appended assistant', `turn.step.completed ${step} end_turn`];
const call = (step: number, name: string, result = 'ok') => [
  `turn.step.started ${step}`, 'message.appended assistant', `tool.call.started ${name}`, `tool.result ${result}`, `turn.step.completed ${step} tool_use`,
];
const pending = (kind: string) => `event.session.work_changed busy ${kind}`;
const cancelled = (step: number, by = 'user_cancelled') => [
  `turn.step.interrupted ${step} aborted`, `turn.ended cancelled ${by}`, 'event.session.work_changed idle none cancelled', 'prompt.aborted',
];

describe('8.1 plain reply', () => {
  test('durable frames are exactly these; deltas stand between step start and message', async () => {
    await talk.run('think of a hat');
    expect(talk.lines()).toEqual([...opening, ...say(1), ...closing]);
    const types = talk.frames.map(({ type }) => type);
    const texts = talk.frames.flatMap(({ type }, at) => (type.endsWith('.delta') ? [at] : []));
    expect(Math.min(...texts)).toBeGreaterThan(types.indexOf('turn.step.started'));
    expect(Math.max(...texts)).toBeLessThan(types.lastIndexOf('message.appended'));
    expect(types.indexOf('thinking.delta')).toBeLessThan(types.indexOf('assistant.delta'));
    const [submitted, , started] = talk.frames;
    expect(started?.payload).toMatchObject({ turnId: 1, prompt: 'think of a hat', promptId: submitted?.payload['promptId'], origin: { kind: 'user' } });
    const meta = talk.frames[1]?.payload;
    expect(meta).toMatchObject({ title: 'think of a hat', patch: { lastPrompt: 'think of a hat', title: 'think of a hat' } });
    await eventually(() => talk.statuses.some(({ payload }) => payload['contextTokens'] !== undefined && payload['usage'] !== undefined), 'a status with usage');
  });

  test('the second prompt has no title of its own', async () => {
    await talk.run('say one');
    const from = talk.frames.length;
    await talk.run('say two');
    expect(talk.lines(from)).toEqual([...later, ...say(1), ...closing]);
    expect(talk.frames.slice(from).find(({ type }) => type === 'session.meta.updated')?.payload).not.toHaveProperty('title');
  });

  test('numbers rise, none twice; turn.started and turn.ended enclose their turn', async () => {
    writeFileSync(join(trial.cwd, 'a.txt'), 'x');
    await talk.run('read a.txt\nlist files');
    const durable = talk.frames.filter((frame) => !frame.volatile);
    durable.forEach((frame, at) => expect(frame.seq).toBeGreaterThan(durable[at - 1]?.seq ?? 0));
    const mine = talk.frames.filter(({ payload }) => payload['turnId'] === 1);
    expect([mine[0]?.type, mine.at(-1)?.type]).toEqual(['turn.started', 'turn.ended']);
    talk.frames.forEach((frame, at) => {
      const before = talk.frames.slice(0, at).findLast((each) => !each.volatile)?.seq;
      // internal records have numbers too, so a volatile frame may know of more than was sent
      if (frame.volatile) expect(frame.seq).toBeGreaterThanOrEqual(before ?? 0);
    });
  });
});

describe('8.2 tool calls', () => {
  test('one call', async () => {
    writeFileSync(join(trial.cwd, 'a.txt'), 'x');
    await talk.run('read a.txt');
    expect(talk.lines()).toEqual([...opening, ...call(1, 'Read'), ...say(2), ...closing]);
    const delta = talk.frames.find(({ type }) => type === 'tool.call.delta');
    expect(delta).toMatchObject({ volatile: true, offset: 0, payload: { name: 'Read', step: 1 } });
    const started = talk.frames.find(({ type }) => type === 'tool.call.started');
    expect(started?.payload).toMatchObject({ step: 1, args: { path: 'a.txt' }, display: { kind: 'file_io', operation: 'read' } });
    expect(talk.frames.find(({ type }) => type === 'tool.result')?.payload).toMatchObject({
      step: 1, toolCallId: started?.payload['toolCallId'], messageId: expect.stringMatching(/^msg_/), durationMs: expect.any(Number),
    });
  });

  test('parallel calls: started in the order of the message, one result each', async () => {
    writeFileSync(join(trial.cwd, 'a.txt'), 'x');
    await talk.run('read a.txt\n+ list files\n+ todo a; b');
    const lines = talk.lines().slice(opening.length);
    expect(lines.filter((each) => each.startsWith('tool.call.started'))).toEqual(['Read', 'Glob', 'TodoList'].map((name) => `tool.call.started ${name}`));
    expect(lines.filter((each) => each === 'tool.result ok')).toHaveLength(3);
    expect(lines.slice(0, 2)).toEqual(['turn.step.started 1', 'message.appended assistant']);
    expect(lines.filter((each) => each === 'todo.changed')).toHaveLength(1);
    expect(lines.slice(9)).toEqual(['turn.step.completed 1 tool_use', ...say(2), ...closing]);
    const ids = (type: string) => talk.frames.filter((frame) => frame.type === type).map(({ payload }) => payload['toolCallId']);
    expect(new Set(ids('tool.result'))).toEqual(new Set(ids('tool.call.started')));
  });

  test('unknown tool, bad arguments, no JSON: both frames, the others run', async () => {
    writeFileSync(join(trial.cwd, 'a.txt'), 'x');
    await talk.run('call Nothing {}\n+ call Read {"line_offset":1}\n+ call Read {no\n+ read a.txt');
    const results = talk.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => payload['isError'] ?? false);
    // the stand-in does not ask for tools that it was not offered
    expect(results).toEqual([true, true, false]);
    expect(talk.lines().at(-1)).toBe('prompt.completed completed');
  });

  test('progress stands between its call and its result', async () => {
    const free = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    await free.run('run for i in 1 2 3; do echo $i; sleep 0.1; done');
    const types = free.frames.map(({ type }) => type);
    const progress = types.flatMap((type, at) => (type === 'tool.progress' ? [at] : []));
    expect(progress.length).toBeGreaterThan(0);
    expect(Math.min(...progress)).toBeGreaterThan(types.indexOf('tool.call.started'));
    expect(Math.max(...progress)).toBeLessThan(types.indexOf('tool.result'));
  });
});

describe('8.3 approval', () => {
  const asked = [...opening, 'turn.step.started 1', 'message.appended assistant', 'event.approval.requested', pending('approval')];

  test('approved', async () => {
    void talk.submit('run echo hi');
    const request = await talk.decide({ decision: 'approved' });
    await talk.until('prompt.completed');
    expect(talk.lines()).toEqual([
      ...asked, 'event.approval.resolved approved client', pending('none'), 'tool.call.started Bash', 'tool.result ok', 'turn.step.completed 1 tool_use',
      ...say(2), ...closing,
    ]);
    expect(request.payload).toMatchObject({ tool_name: 'Bash', action: 'Run: echo hi', session_scope: true, scope_rule: 'Bash(echo hi)', turn_id: 1 });
    expect(Date.parse(String(request.payload['expires_at'])) - Date.parse(String(request.payload['created_at']))).toBe(86_400_000);
  });

  test('rejected with feedback: the model reads it, the turn goes on', async () => {
    void talk.submit('run echo hi');
    await talk.decide({ decision: 'rejected', feedback: 'use the other one' });
    await talk.until('prompt.completed');
    expect(talk.lines()).toEqual([
      ...asked, 'event.approval.resolved rejected client', pending('none'), 'tool.call.started Bash', 'tool.result error', 'turn.step.completed 1 tool_use',
      ...say(2), ...closing,
    ]);
    expect(talk.frames.find(({ type }) => type === 'tool.result')?.payload['output']).toContain('use the other one');
  });

  test('cancelled: the other calls are skipped and the turn ends', async () => {
    writeFileSync(join(trial.cwd, 'a.txt'), 'x');
    void talk.submit('run echo hi\n+ read a.txt');
    await talk.decide({ decision: 'cancelled' });
    await talk.until('prompt.aborted');
    expect(talk.lines()).toEqual([
      ...asked, 'event.approval.resolved cancelled client', pending('none'), 'tool.call.started Bash', 'tool.result error',
      'tool.call.started Read', 'tool.result error', ...cancelled(1),
    ]);
    expect(talk.frames.filter(({ type }) => type === 'tool.result')[1]?.payload['output']).toMatch(/skipped/i);
  });

  test('a mode change resolves it', async () => {
    void talk.submit('run echo hi');
    await talk.until('event.approval.requested');
    await talk.call('POST', '/profile', { agent_config: { permission_mode: 'yolo' } });
    await talk.until('prompt.completed');
    expect(talk.lines()).toEqual([
      ...asked, 'event.approval.resolved approved policy', pending('none'), 'tool.call.started Bash', 'tool.result ok', 'turn.step.completed 1 tool_use',
      ...say(2), ...closing,
    ]);
  });

  test('aborted while it waits', async () => {
    void talk.submit('run echo hi');
    await talk.until('event.approval.requested');
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    expect(talk.lines()).toEqual([
      ...asked, 'event.approval.resolved cancelled abort', pending('none'), 'tool.call.started Bash', 'tool.result error', ...cancelled(1),
    ]);
  });

  test('several ask one after another, before the first call runs', async () => {
    void talk.submit('run echo one\n+ run echo two');
    await talk.decide({ decision: 'approved' });
    const second = await talk.until(({ type, payload }) => type === 'event.approval.requested' && String(payload['action']).includes('two'));
    expect(talk.lines().some((each) => each.startsWith('tool.call.started'))).toBe(false);
    await talk.call('POST', `/approvals/${String(second.payload['approval_id'])}`, { decision: 'approved' });
    await talk.until('prompt.completed');
    expect(talk.lines().filter((each) => each === 'tool.result ok')).toHaveLength(2);
  });
});

describe('8.4 question', () => {
  const asked = [
    ...opening, 'turn.step.started 1', 'message.appended assistant', 'tool.call.started AskUserQuestion', 'event.question.requested', pending('question'),
  ];
  const question = async (): Promise<EventFrame> => {
    void talk.submit('ask Which one? Red | Blue');
    return talk.until('event.question.requested');
  };

  test('answered', async () => {
    const { payload } = await question();
    expect(payload['questions']).toMatchObject([{ id: 'q_0', question: 'Which one?', options: [{ id: 'opt_0_0', label: 'Red' }, { id: 'opt_0_1', label: 'Blue' }], allow_other: true }]);
    await talk.call('POST', `/questions/${String(payload['question_id'])}`, { answers: { q_0: { kind: 'single', option_id: 'opt_0_1' } } });
    await talk.until('prompt.completed');
    expect(talk.lines()).toEqual([
      ...asked, 'event.question.answered', pending('none'), 'tool.result ok', 'turn.step.completed 1 tool_use', ...say(2), ...closing,
    ]);
    expect(JSON.parse(String(talk.frames.find(({ type }) => type === 'tool.result')?.payload['output']))).toEqual({ answers: { 'Which one?': 'Blue' } });
  });

  test('dismissed: empty answers, the turn goes on', async () => {
    const { payload } = await question();
    expect((await talk.call('POST', `/questions/${String(payload['question_id'])}:dismiss`)).code).toBe(40909);
    await talk.until('prompt.completed');
    expect(talk.lines()).toEqual([
      ...asked, 'event.question.dismissed client', pending('none'), 'tool.result ok', 'turn.step.completed 1 tool_use', ...say(2), ...closing,
    ]);
  });

  test('aborted while it waits', async () => {
    await question();
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    expect(talk.lines()).toEqual([...asked, 'event.question.dismissed abort', pending('none'), 'tool.result error', ...cancelled(1)]);
  });
});

describe('8.5 aborted turn', () => {
  test('while streaming: the text so far is kept as partial', async () => {
    await talk.submit('slow 20 one two three four five six seven eight nine ten');
    await talk.until((frame) => frame.type === 'assistant.delta' && (frame.offset ?? 0) > 0);
    const answers = await Promise.all([talk.call('POST', ':abort'), talk.call('POST', ':abort')]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    await talk.until('prompt.aborted');
    expect(talk.lines()).toEqual([...opening, 'turn.step.started 1', 'message.appended assistant partial', ...cancelled(1)]);
    const shown = talk.frames.filter(({ type }) => type === 'assistant.delta').map(({ payload }) => payload['delta']).join('');
    const kept = talk.frames.find(({ type, payload }) => type === 'message.appended' && payload['step'] === 1)?.payload['message'] as { content: { text: string }[] };
    expect(kept.content[0]?.text).toBe(shown);
    expect((await talk.call('POST', ':abort')).code).toBe(0);
    expect(talk.lines().at(-1)).toBe('prompt.aborted');
  });

  test('before any text: no message', async () => {
    await talk.submit('fail 500 50\nsay hi');
    await talk.until('turn.step.retrying');
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    expect(talk.lines().filter((each) => each.startsWith('message.appended'))).toEqual(['message.appended user']);
    expect(talk.lines().slice(-4)).toEqual(cancelled(1));
  });

  test('during a tool: each call gets its result', async () => {
    const free = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    await free.submit('run sleep 20\n+ run echo later');
    await free.until('tool.call.started');
    const began = Date.now();
    await free.call('POST', ':abort');
    await free.until('prompt.aborted');
    expect(Date.now() - began).toBeLessThan(4_000);
    expect(free.lines()).toEqual([
      ...opening, 'turn.step.started 1', 'message.appended assistant', 'tool.call.started Bash', 'tool.result error', 'tool.call.started Bash',
      'tool.result error', ...cancelled(1),
    ]);
  });

  test('a queued prompt: prompt.aborted only; removed: prompt.updated first', async () => {
    await talk.submit('slow 20 one two three four five six seven eight');
    const [first, second] = [await talk.submit('say a'), await talk.submit('say b')];
    const from = talk.frames.filter((frame) => !frame.volatile).length;
    await talk.call('POST', `/prompts/${first.data.prompt_id}:abort`);
    await talk.call('DELETE', `/prompts/${second.data.prompt_id}`);
    await talk.until('prompt.completed');
    expect(talk.lines().slice(from).filter((each) => each.startsWith('prompt.'))).toEqual([
      'prompt.aborted', 'prompt.updated removed', 'prompt.aborted', 'prompt.completed completed',
    ]);
  });

  test('by the socket frame', async () => {
    const { data } = await talk.submit('slow 20 one two three four five six seven eight');
    await talk.until('turn.step.started');
    const ack = await talk.send('abort', { session_id: talk.id, prompt_id: data.prompt_id });
    expect(ack).toMatchObject({ code: 0, payload: { aborted: true, at_seq: expect.any(Number) } });
    await talk.until('prompt.aborted');
    expect(await talk.send('abort', { session_id: talk.id, prompt_id: data.prompt_id })).toMatchObject({ code: 40903, payload: { aborted: false } });
    expect(await talk.send('abort', { session_id: talk.id, prompt_id: 'no-such' })).toMatchObject({ code: 40402 });
  });
});

describe('8.6 failed turn', () => {
  test('attempts that work in the end', async () => {
    await talk.run('fail 529 2\nsay hi');
    expect(talk.lines()).toEqual([
      ...opening, 'turn.step.started 1', 'turn.step.retrying 1 1', 'turn.step.started 1 attempt 2', 'turn.step.retrying 1 2', 'turn.step.started 1 attempt 3',
      'message.appended assistant', 'turn.step.completed 1 paused', ...say(2), ...closing,
    ]);
    const steps = talk.frames.filter(({ type }) => type === 'turn.step.started').map(({ payload }) => payload['stepId']);
    expect(new Set(steps).size).toBe(steps.length);
    expect(talk.frames.find(({ type }) => type === 'turn.step.retrying')?.payload).toMatchObject({
      failedAttempt: 1, nextAttempt: 2, maxAttempts: 10, delayMs: 500, statusCode: 529, errorName: 'provider.overloaded',
    });
  });

  test('what is not tried again', async () => {
    await talk.run('fail 401');
    expect(talk.lines()).toEqual([
      ...opening, 'turn.step.started 1', 'turn.step.interrupted 1 error', 'turn.ended failed error', 'error auth.token_unauthorized',
      'event.session.work_changed idle none failed', 'prompt.completed failed',
    ]);
    const ended = talk.frames.find(({ type }) => type === 'turn.ended')?.payload['error'];
    const { type: _type, agentId: _agent, sessionId: _session, ...told } = talk.frames.find(({ type }) => type === 'error')?.payload ?? {};
    expect(told).toEqual(ended);
  });

  test('a withheld answer', async () => {
    await talk.run('fail filtered');
    expect(talk.lines()).toEqual([
      ...opening, 'turn.step.started 1', 'turn.step.completed 1 filtered', 'turn.ended failed filtered', 'error provider.filtered',
      'event.session.work_changed idle none failed', 'prompt.completed failed',
    ]);
  });
});

describe('8.7 and 8.8 the queue', () => {
  test('a queued prompt starts when the running one completes; busy does not fall', async () => {
    await talk.submit('slow 20 one two three');
    const queued = await talk.submit('say next');
    expect(queued.data.status).toBe('queued');
    await talk.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === queued.data.prompt_id);
    const lines = talk.lines().filter((each) => !each.startsWith('session.meta'));
    expect(lines.filter((each) => each.startsWith('event.session.work_changed'))).toEqual([
      'event.session.work_changed busy none', 'event.session.work_changed busy none completed', 'event.session.work_changed idle none completed',
    ]);
    const ended = lines.indexOf('turn.ended completed');
    expect(lines.slice(ended)).toEqual([
      'turn.ended completed', 'event.session.work_changed busy none completed', 'prompt.completed completed', 'turn.started user', 'message.appended user',
      ...say(1), ...closing,
    ]);
    expect(lines.filter((each) => each.startsWith('prompt.'))).toEqual([
      'prompt.submitted running', 'prompt.submitted queued', 'prompt.queued 1', 'prompt.completed completed', 'prompt.completed completed',
    ]);
  });

  test('steered prompts are merged into the next step, parts kept apart', async () => {
    const running = await talk.submit('slow 20 one two three four five six');
    const [a, b] = [await talk.submit('say a'), await talk.submit('say b')];
    const steer = await talk.call('POST', '/prompts:steer', { prompt_ids: [a.data.prompt_id, b.data.prompt_id] });
    expect(steer.data).toEqual({ steered: true, prompt_ids: [a.data.prompt_id, b.data.prompt_id] });
    await talk.until('prompt.completed');
    const lines = talk.lines();
    const from = lines.indexOf('prompt.steered');
    expect(lines.slice(from)).toEqual([
      'prompt.steered', 'message.appended assistant', 'turn.step.completed 1 end_turn', 'message.appended user', 'turn.step.started 2',
      // the stand-in says one line per step
      'message.appended assistant', 'turn.step.completed 2 paused', ...say(3), ...closing,
    ]);
    const steered = talk.frames.find(({ type }) => type === 'prompt.steered')?.payload;
    expect(steered).toMatchObject({ activePromptId: running.data.prompt_id, content: [{ type: 'text', text: 'say a' }, { type: 'text', text: 'say b' }] });
    const added = talk.frames.filter(({ type, payload }) => type === 'message.appended' && (payload['message'] as { role: string }).role === 'user')[1];
    expect((added?.payload['message'] as { content: unknown }).content).toEqual([{ type: 'text', text: 'say a' }, { type: 'text', text: 'say b' }]);
    expect(lines.filter((each) => each.startsWith('prompt.completed'))).toHaveLength(1);
    expect((await talk.call('POST', `/prompts/${a.data.prompt_id}:abort`)).code).toBe(40903);
    expect((await talk.call('POST', `/prompts/${a.data.prompt_id}:steer`)).code).toBe(40402);
  });

  test('an unknown id steers nothing', async () => {
    await talk.submit('slow 20 one two three');
    const a = await talk.submit('say a');
    expect((await talk.call('POST', '/prompts:steer', { prompt_ids: [a.data.prompt_id, 'nope'] })).code).toBe(40402);
    const { data } = await talk.call<{ queued: unknown[] }>('GET', '/prompts');
    expect(data.queued).toHaveLength(1);
    await talk.call('POST', ':abort');
  });

  test('what was steered into a turn that is then aborted stays in the conversation', async () => {
    await talk.submit('slow 25 one two three four five six seven eight nine ten');
    await talk.until((frame) => frame.type === 'assistant.delta');
    const a = await talk.submit('say a');
    await talk.call('POST', `/prompts/${a.data.prompt_id}:steer`);
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    const roles = (await talk.messages()).map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'user']);
    expect(talk.frames.filter(({ payload }) => payload['turnId'] === 1).at(-1)?.type).toBe('turn.ended');
    const from = talk.frames.length;
    await talk.run('say later');
    const texts = talk.frames.slice(from).filter(({ type }) => type === 'message.appended').map(({ payload }) => JSON.stringify(payload['message']));
    expect(texts.some((text) => text.includes('say a'))).toBe(false);
  });

  test('after an abort the queue waits; a new prompt resumes it, the oldest first', async () => {
    await talk.submit('slow 20 one two three four five six');
    await talk.until('turn.step.started');
    const a = await talk.submit('say a');
    await talk.call('POST', ':abort');
    await talk.until('prompt.updated paused');
    expect(talk.lines().slice(-2)).toEqual(['prompt.aborted', 'prompt.updated paused']);
    expect((await talk.call('GET', '/prompts')).data).toMatchObject({ active: null, paused: true, queued: [{ prompt_id: a.data.prompt_id }] });
    const b = await talk.submit('say b');
    await talk.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === b.data.prompt_id);
    expect(talk.frames.filter(({ type }) => type === 'turn.started').map(({ payload }) => payload['promptId']).slice(1)).toEqual([a.data.prompt_id, b.data.prompt_id]);
    expect(talk.lines()).toContain('prompt.updated resumed');
  });

  test('a paused queue whose prompts are gone holds nothing up', async () => {
    await talk.submit('slow 20 one two three four five six');
    const a = await talk.submit('say a');
    await talk.call('POST', ':abort');
    await talk.until('prompt.updated paused');
    await talk.call('DELETE', `/prompts/${a.data.prompt_id}`);
    await talk.run('say b');
    expect(talk.lines().at(-1)).toBe('prompt.completed completed');
  });

  test('a failed turn pauses as well; steering a waiting prompt starts it', async () => {
    await talk.submit('slow 20 one two\nfail 401');
    const a = await talk.submit('say a');
    await talk.until('prompt.updated paused');
    expect(talk.lines().slice(-2)).toEqual(['prompt.completed failed', 'prompt.updated paused']);
    await talk.call('POST', `/prompts/${a.data.prompt_id}:steer`);
    await talk.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === a.data.prompt_id);
    expect(talk.lines()).not.toContain('prompt.steered');
  });
});
