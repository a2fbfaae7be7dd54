/** Prompts that come while a turn ends, with a mode, against a rule of their order, or into a turn that cannot open (engine.md 2). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTrial, type Trial } from '../helpers/turns.js';

jest.setTimeout(60_000);

let trial: Trial;
let breaks: (() => void) | undefined;
beforeEach(async () => {
  breaks = undefined;
  trial = await startTrial({
    config: `default_model = "offline/echo"\n[providers.away]\ntype = "openai"\nbase_url = "https://models.invalid/v1"\n[models."away/one"]\nprovider = "away"\nmodel = "one"\nmax_context_size = 1000\n`,
    now: () => {
      breaks?.();
      return Date.now();
    },
  });
});
afterEach(() => trial.close());

const stubborn = `run trap '' TERM; sleep 5`;

describe('a prompt accepted after an abort starts', () => {
  test.each([
    ['the prompt', (id: string) => ['POST', `/prompts/${id}:abort`] as const],
    ['the session', () => ['POST', ':abort'] as const],
  ])('after an abort of %s', async (_of, path) => {
    const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    const first = await talk.submit(stubborn);
    await talk.until('tool.call.started');
    const [method, at] = path(first.data.prompt_id);
    expect((await talk.call(method, at)).code).toBe(0);
    const { data } = await talk.submit('say after');
    await talk.until((frame) => frame.type === 'prompt.completed' && frame.payload['promptId'] === data.prompt_id);
    expect(talk.lines()).not.toContain('prompt.updated paused');
  });

  test('after an abort over the socket, the ones before it too', async () => {
    const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    const first = await talk.submit(stubborn);
    await talk.until('tool.call.started');
    const waiting = await talk.submit('say before');
    await talk.send('abort', { session_id: talk.id, prompt_id: first.data.prompt_id });
    const last = await talk.submit('say after');
    for (const { data } of [waiting, last])
      await talk.until((frame) => frame.type === 'prompt.completed' && frame.payload['promptId'] === data.prompt_id);
    expect(talk.lines()).not.toContain('prompt.updated paused');
  });

  test('one that waited before the abort stays paused', async () => {
    const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    await talk.submit(stubborn);
    await talk.until('tool.call.started');
    await talk.submit('say before');
    await talk.call('POST', ':abort');
    await talk.until('prompt.updated paused');
    expect((await talk.call('GET', '/prompts')).data).toMatchObject({ active: null, paused: true });
  });
});

test('a mode sent with a prompt judges approvals that wait again', async () => {
  const talk = await trial.talk();
  await talk.submit('run echo hi');
  await talk.until('event.approval.requested');
  await talk.submit('say on', { permission_mode: 'auto' });
  await talk.until('event.approval.resolved approved policy');
  await talk.until('prompt.completed completed');
});

test('after an undo of a cancelled turn the session counts by the turns that are left, also after a restart', async () => {
  const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
  await talk.run('say one');
  await talk.submit('slow 50 one two three four five six seven');
  await talk.until((frame) => frame.type === 'assistant.delta' && frame.payload['turnId'] === 2);
  await talk.call('POST', ':abort');
  await talk.until('prompt.aborted');
  const reason = async () => (await talk.call('GET', '')).data['last_turn_reason'];
  expect(await reason()).toBe('cancelled');
  await trial.restart();
  expect((await talk.call('POST', ':undo', {})).code).toBe(0);
  expect(await reason()).toBe('completed');
  await trial.restart();
  expect(await reason()).toBe('completed');
  const fork = await talk.call('POST', ':fork', {});
  expect(fork.data).toMatchObject({ last_turn_reason: 'completed' });
  await talk.call('POST', ':undo', {});
  expect(await reason()).toBeUndefined();
});

test('a goal set through the profile begins with the next prompt', async () => {
  const talk = await trial.talk();
  const set = await talk.call('POST', '/profile', { agent_config: { goal_objective: 'shine' } });
  expect(set.data).toMatchObject({ busy: false, main_turn_active: false });
  expect(talk.lines().filter((line) => line.startsWith('turn.'))).toEqual([]);
  await talk.submit('say shine');
  await talk.until('turn.started system_trigger');
  const started = talk.lines().filter((line) => line.startsWith('turn.started'));
  expect(started.slice(0, 2)).toEqual(['turn.started user', 'turn.started system_trigger']);
});

describe('the checks of a prompt come in their order', () => {
  const text = [{ type: 'text', text: 'say x' }];
  const missingFile = [{ type: 'file', file_id: 'file_x', name: 'x', media_type: 'text/plain', size: 1 }];
  const missingMedia = [{ type: 'image', source: { kind: 'session_media', file_id: 'nothing' } }];
  test.each([
    ['file references before the session', 'session_x', { content: missingFile }, 40407],
    ['the session before skills', 'session_x', { content: text, skills: [{ name: 'none' }] }, 40401],
    ['skills before session media', '', { content: missingMedia, skills: [{ name: 'none' }] }, 40415],
    ['session media before the id', '', { content: missingMedia, prompt_id: 'taken' }, 40407],
    ['the id before the model', '', { content: text, prompt_id: 'taken', model: 'away/one' }, 40903],
    ['the model before overrides', '', { content: text, model: 'away/one', profile: 'nobody' }, 40111],
    ['the profile before the model name', '', { content: text, profile: 'nobody', model: 'none' }, 40001],
    ['the model name before the goal', '', { content: text, model: 'none', goal_objective: ' ' }, 40413],
  ])('%s', async (_order, session, body, code) => {
    const talk = await trial.talk();
    await talk.run('say first', { prompt_id: 'taken', model: 'offline/echo' });
    const answer = await trial.call('POST', `/api/v1/sessions/${session || talk.id}/prompts`, body);
    expect(answer.code).toBe(code);
  });
});

describe('an exception while a turn opens ends it', () => {
  const stages = ['reminderFacts', 'bareMessage', 'systemPrompt', 'requestReply', 'createTurn'];
  test.each(stages)('in %s', async (stage) => {
    const talk = await trial.talk();
    let thrown = 0;
    breaks = () => {
      if (thrown > 0 || !(new Error().stack ?? '').includes(stage)) return;
      thrown += 1;
      throw new TypeError(`broken in ${stage}`);
    };
    await talk.submit('say one');
    await talk.until((frame) => frame.type === 'prompt.completed');
    breaks = undefined;
    expect(thrown).toBe(1);
    expect(talk.lines()).toContain('turn.ended failed error');
    expect(talk.lines()).toContain('error internal');
    expect((await talk.messages())[0]).toMatchObject({ role: 'user', content: [{ text: 'say one' }] });
    await talk.run('say two');
    expect((await talk.call('GET', '')).data).toMatchObject({ busy: false, last_turn_reason: 'completed' });
  });
});
