/** Prompts around aborts and undos, with a mode, in the order of their checks, and on failures (engine.md 2). */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTrial, type Envelope, type Trial } from '../helpers/turns.js';

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

function requestText(session: string, path: string, body?: unknown): string {
  const { host } = new URL(trial.daemon.baseUrl);
  const text = body === undefined ? '' : JSON.stringify(body);
  return [
    `POST /api/v1/sessions/${session}${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${trial.daemon.token}`,
    ...(body === undefined ? [] : ['content-type: application/json']),
    `content-length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n');
}

/** Opens a connection; `answers` resolves with the bodies of `count` answers. */
function connection(count: number): { socket: Socket; answers: Promise<Envelope[]> } {
  const { hostname, port } = new URL(trial.daemon.baseUrl);
  const socket = connect(Number(port), hostname);
  const answers = new Promise<Envelope[]>((resolve, reject) => {
    let text = '';
    socket.on('error', reject);
    socket.on('data', (data) => {
      text += data.toString();
      const bodies = text.match(/^\{.*\}(?=HTTP|$)/gm) ?? [];
      if (bodies.length < count) return;
      socket.destroy();
      resolve(bodies.map((body) => JSON.parse(body) as Envelope));
    });
  });
  return { socket, answers };
}

async function answersTo(requests: string[], delay: number | undefined): Promise<Envelope[]> {
  const { socket, answers } = connection(2);
  for (const [index, text] of requests.entries()) {
    if (index > 0) await wait(delay);
    socket.write(text);
  }
  return answers;
}

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

  test.each([
    ['the prompt', (id: string) => `/prompts/${id}:abort`],
    ['the session', () => ':abort'],
  ])('sent between the request to abort %s and its answer', async (_of, path) => {
    const delays = [undefined, 0, 1, 3, 10, 30];
    const outcomes = delays.map(async (delay) => {
      const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
      const first = await talk.submit(stubborn);
      await talk.until('tool.call.started');
      const abort = requestText(talk.id, path(first.data.prompt_id));
      const prompt = requestText(talk.id, '/prompts', { content: [{ type: 'text', text: 'say after' }] });
      // one connection: the server gets both in this order, the second before it sends the first answer
      const [aborted, submitted] = await answersTo(delay === undefined ? [abort + prompt] : [abort, prompt], delay);
      expect(aborted).toMatchObject({ code: 0, data: { aborted: true } });
      expect(submitted).toMatchObject({ code: 0, data: { status: 'queued' } });
      const id = submitted?.data['prompt_id'];
      await talk.until((frame) => frame.type === 'prompt.completed' && frame.payload['promptId'] === id);
      expect(talk.lines()).toContain('turn.ended cancelled user_cancelled');
      expect(talk.lines()).not.toContain('prompt.updated paused');
    });
    await Promise.all(outcomes);
  });

  test('one whose body comes after the abort was answered', async () => {
    const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    await talk.submit(stubborn);
    await talk.until('tool.call.started');
    const prompt = requestText(talk.id, '/prompts', { content: [{ type: 'text', text: 'say after' }] });
    const end = prompt.indexOf('{') + 5;
    const { socket, answers } = connection(1);
    socket.write(prompt.slice(0, end));
    expect((await talk.call('POST', ':abort')).code).toBe(0);
    socket.write(prompt.slice(end));
    const [submitted] = await answers;
    const id = submitted?.data['prompt_id'];
    await talk.until((frame) => frame.type === 'prompt.completed' && frame.payload['promptId'] === id);
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

describe('with a full queue', () => {
  const text = [{ type: 'text', text: 'say x' }];
  const file = { type: 'file', file_id: 'file_x', name: 'x', media_type: 'text/plain', size: 1 };
  const media = { type: 'image', source: { kind: 'session_media', file_id: 'nothing' } };
  const full = { code: 40901, msg: expect.stringContaining('the queue is full') };

  test('every other check comes first, and a refusal changes nothing', async () => {
    const talk = await trial.talk();
    await talk.run('say first', { prompt_id: 'over' });
    await talk.submit(`slow 500 ${'on '.repeat(100)}`, { prompt_id: 'runs' });
    await talk.until((frame) => frame.type === 'turn.started' && frame.payload['promptId'] === 'runs');
    for (let count = 0; count < 100; count += 1) await talk.submit('say x', { prompt_id: `waits-${count}` });
    const { cwd: _cwd, ...before } = (await talk.call('GET', '')).data;
    const from = talk.frames.length;
    const send = (body: Record<string, unknown>) => talk.call('POST', '/prompts', { content: text, ...body });

    expect(await send({})).toMatchObject(full);
    const first: [string, Record<string, unknown>, number][] = [
      ['a blank text', { content: [{ type: 'text', text: ' ' }] }, 40001],
      ['a file that is missing', { content: [file] }, 40407],
      ['an unknown agent', { agent_id: 'agent_7' }, 40401],
      ['an unknown skill', { skills: [{ name: 'none' }] }, 40415],
      ['session media that are missing', { content: [media] }, 40407],
      ['the id of a finished prompt', { prompt_id: 'over' }, 40903],
      ['the id of the running prompt', { prompt_id: 'runs' }, 40927],
      ['the id of a waiting prompt', { prompt_id: 'waits-7' }, 40927],
      ['a model without a key', { model: 'away/one' }, 40111],
      ['another profile', { profile: 'nobody' }, 40001],
      ['an unknown model', { model: 'none' }, 40413],
      ['a blank goal', { goal_objective: ' ' }, 40917],
      ['a goal that is too long', { goal_objective: 'x'.repeat(4001) }, 40918],
      ['a goal to resume that is not there', { goal_control: 'resume' }, 40914],
    ];
    const codes = [];
    for (const [name, body] of first) codes.push([name, (await send(body)).code]);
    expect(codes).toEqual(first.map(([name, , code]) => [name, code]));

    for (const accepted of [
      { model: 'offline/echo' },
      { permission_mode: 'yolo', plan_mode: true },
      { disabled_tools: ['Bash'] },
      { goal_objective: 'shine' },
      { prompt_id: 'new' },
    ])
      expect(await send(accepted)).toMatchObject(full);
    const { cwd: _same, ...after } = (await talk.call('GET', '')).data;
    expect(after).toEqual(before);
    expect(talk.frames.slice(from).filter(({ type }) => type !== 'assistant.delta')).toEqual([]);
  });
});

describe('an exception while a turn opens ends it', () => {
  const stages = ['reminderFacts', 'bareMessage', 'ingredients', 'requestReply', 'createTurn'];
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
