/** Prompts: submit, queue, edit, steer, abort (rest.md 12). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../schemas/generated/types.js';
import { codeOf, startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

const slow = 'slow 60 one two three four five six seven eight nine ten';
const text = (words: string) => [{ type: 'text', text: words }];
const submit = (id: string, body: Record<string, unknown>) =>
  daemon.ask('submitPrompt', { ...daemon.session(id), body });
const messages = async (id: string): Promise<Message[]> =>
  (await daemon.ok('listMessages', { ...daemon.session(id), query: { page_size: 100 } })).items;
const said = (message: Message | undefined) =>
  (message?.content ?? []).map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('|');
const spoken = async (id: string) =>
  (await messages(id)).reverse().map((message) => `${message.role}: ${said(message)}`);
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const newSession = async (body?: Record<string, unknown>) => (await daemon.createSession(body)).id;

describe('submit', () => {
  test('answers at once with the running prompt; the messages carry its id', async () => {
    const id = await newSession();
    const prompt = await daemon.prompt(id, 'say hello', { metadata: { from: 'test' } });
    expect(prompt).toMatchObject({ status: 'running', content: text('say hello') });
    expect(prompt.prompt_id).toMatch(/^prompt_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    const ended = await daemon.waitForEnd(id);
    expect(ended).toMatchObject({
      last_turn_reason: 'completed',
      last_prompt: 'say hello',
      title: 'say hello',
      title_kind: 'replaceable',
      message_count: 2,
      usage: { turn_count: 1 },
    });
    const [answer, question] = await messages(id);
    expect(question).toMatchObject({
      id: prompt.user_message_id,
      role: 'user',
      prompt_id: prompt.prompt_id,
      metadata: { origin: { kind: 'user' }, client: { from: 'test' } },
    });
    expect(answer).toMatchObject({ role: 'assistant', prompt_id: prompt.prompt_id, content: text('hello') });
    expect((answer?.created_at ?? '') > (question?.created_at ?? '')).toBe(true);
  });

  test('content: dropped parts, unknown keys, mentions, pictures', async () => {
    const id = await newSession();
    const answer = await submit(id, {
      content: [
        { type: 'thinking', thinking: 'x' },
        { type: 'tool_use', anything: 1 },
        { type: 'tool_result' },
        { type: 'text', text: 'say hi', cache: true },
        { type: 'mention', path: 'src/a.ts', more: {} },
        { type: 'image', source: { kind: 'base64', media_type: 'image/jpeg', data: png, more: 1 }, detail: 'high' },
        { type: 'image', source: { kind: 'url', url: 'http://127.0.0.1:9/x.png' } },
      ],
    });
    expect(answer.code).toBe(0);
    expect(answer.data.content.slice(0, 2)).toEqual([
      { type: 'text', text: 'say hi' },
      { type: 'text', text: '@src/a.ts' },
    ]);
    await daemon.waitForEnd(id);
    const stored = readdirSync(join(daemon.home, 'sessions', id, 'media'));
    expect(stored).toHaveLength(1);
    const question = (await messages(id)).at(-1);
    expect(question?.content).toEqual([
      { type: 'text', text: 'say hi' },
      { type: 'text', text: '@src/a.ts' },
      { type: 'image', source: { kind: 'session_media', file_id: stored[0] } },
      { type: 'image', source: { kind: 'url', url: 'http://127.0.0.1:9/x.png' } },
    ]);
    // a stored picture may be sent again
    expect(
      (await submit(id, { content: [{ type: 'image', source: { kind: 'session_media', file_id: stored[0] } }] })).code,
    ).toBe(0);
    await daemon.waitForEnd(id);
  });

  test.each([
    ['no body', undefined, 'VALIDATION_FAILED'],
    ['no content', {}, 'VALIDATION_FAILED'],
    ['empty content', { content: [] }, 'VALIDATION_FAILED'],
    ['blank text', { content: [{ type: 'text', text: ' \n' }] }, 'VALIDATION_FAILED'],
    ['only dropped parts', { content: [{ type: 'thinking' }] }, 'VALIDATION_FAILED'],
    ['an unknown part', { content: [{ type: 'audio' }] }, 'VALIDATION_FAILED'],
    [
      'no picture',
      { content: [{ type: 'image', source: { kind: 'base64', media_type: 'image/png', data: 'aGVsbG8=' } }] },
      'VALIDATION_FAILED',
    ],
    [
      'no base64',
      { content: [{ type: 'image', source: { kind: 'base64', media_type: 'image/png', data: '%%%' } }] },
      'VALIDATION_FAILED',
    ],
    [
      'a picture as film',
      { content: [{ type: 'video', source: { kind: 'base64', media_type: 'video/mp4', data: png } }] },
      'VALIDATION_FAILED',
    ],
    ['an unknown upload', { content: [{ type: 'file', file_id: 'f_1' }] }, 'FILE_NOT_FOUND'],
    [
      'an unknown upload as picture',
      { content: [{ type: 'image', source: { kind: 'file', file_id: 'f_1' } }] },
      'FILE_NOT_FOUND',
    ],
    [
      'unknown media',
      { content: [{ type: 'image', source: { kind: 'session_media', file_id: '../../../server.token' } }] },
      'FILE_NOT_FOUND',
    ],
    [
      'media that are gone',
      {
        content: [
          { type: 'image', source: { kind: 'session_media', file_id: 'media_01jn8q5j0c9m4v7x2b6k3t8w1y.png' } },
        ],
      },
      'FILE_NOT_FOUND',
    ],
    ['an unknown agent', { content: text('say x'), agent_id: 'agent_9' }, 'SESSION_NOT_FOUND'],
    ['an id with blanks', { content: text('say x'), prompt_id: 'a b' }, 'VALIDATION_FAILED'],
    ['a long id', { content: text('say x'), prompt_id: 'x'.repeat(129) }, 'VALIDATION_FAILED'],
    ['an id with skills', { content: text('say x'), prompt_id: 'a', skills: [{ name: 'x' }] }, 'VALIDATION_FAILED'],
    ['an unknown skill', { content: text('say x'), skills: [{ name: 'x' }] }, 'SKILL_NOT_FOUND'],
    ['another agent', { content: text('say x'), profile: 'other' }, 'VALIDATION_FAILED'],
    ['an unknown model', { content: text('say x'), model: 'nobody/knows', permission_mode: 'auto' }, 'MODEL_NOT_FOUND'],
    ['an unknown mode', { content: text('say x'), permission_mode: 'x' }, 'VALIDATION_FAILED'],
  ] as const)('%s is refused and changes nothing', async (_name, body, error) => {
    const session = await daemon.createSession();
    await daemon.fails('submitPrompt', error, { ...daemon.session(session.id), body });
    expect(await daemon.ok('getSession', daemon.session(session.id))).toEqual(session);
    expect(existsSync(join(daemon.home, 'sessions', session.id, 'media'))).toBe(false);
  });

  test('settings stay in force; keys of other calls mean nothing', async () => {
    const id = await newSession();
    await daemon.run(id, 'say hi', {
      thinking: 'low',
      permission_mode: 'yolo',
      plan_mode: true,
      model: '',
      profile: 'agent',
      swarm_mode: true,
      tools: [],
      system_prompt: 5,
      goal_objective: 'x',
    });
    expect((await daemon.ok('getSession', daemon.session(id))).agent_config).toMatchObject({
      thinking: 'low',
      permission_mode: 'yolo',
      plan_mode: true,
    });
    expect(
      (await daemon.ok('listTools', { query: { session_id: id } })).tools.find(({ name }) => name === 'Read')?.active,
    ).toBe(true);
  });

  test('unattended decides alone and leaves the mode of the session', async () => {
    const id = await newSession();
    await daemon.run(id, 'run expr 20 + 3', { unattended: true });
    expect((await spoken(id)).join()).toContain('23');
    expect((await daemon.ok('getSession', daemon.session(id))).agent_config.permission_mode).toBe('manual');
    await daemon.prompt(id, 'run expr 1');
    await daemon.approval(id);
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
  });

  test('an id makes the call repeatable', async () => {
    const id = await newSession();
    const body = { content: text(slow), prompt_id: 'mine.1' };
    expect((await submit(id, body)).data).toMatchObject({ prompt_id: 'mine.1', status: 'running' });
    expect((await submit(id, body)).code).toBe(codeOf('PROMPT_ID_CONFLICT'));
    expect((await submit(id, { ...body, prompt_id: 'mine.2' })).data).toMatchObject({ status: 'queued' });
    expect((await submit(id, { ...body, prompt_id: 'mine.2' })).code).toBe(codeOf('PROMPT_ID_CONFLICT'));
    await daemon.ok('abortPrompt', { params: { session_id: id, prompt_id: 'mine.2' } });
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
    for (const prompt_id of ['mine.1', 'mine.2']) {
      const answer = await submit(id, { content: text('say x'), prompt_id, model: 'nobody/knows' });
      expect([answer.code, answer.data]).toEqual([codeOf('PROMPT_ALREADY_COMPLETED'), { aborted: false }]);
    }
    // prompt ids belong to one session
    expect((await submit(await newSession(), { content: text('say x'), prompt_id: 'mine.1' })).code).toBe(0);
  });

  test('of two calls with one id at the same time one wins', async () => {
    const id = await newSession();
    const image = { type: 'image', source: { kind: 'base64', media_type: 'image/png', data: png } };
    const codes = await Promise.all(
      Array.from({ length: 5 }, () =>
        submit(id, { content: [...text('say x'), image], prompt_id: 'once' }).then(({ code }) => code),
      ),
    );
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect((await daemon.waitForEnd(id)).usage.turn_count).toBe(1);
  });
});

describe('queue', () => {
  const queue = async (id: string) => {
    const { active, queued, paused } = await daemon.ok('listPrompts', daemon.session(id));
    return { active: active?.prompt_id, queued: queued.map(({ prompt_id }) => prompt_id), paused };
  };
  const filled = async (count: number): Promise<string> => {
    const id = await newSession();
    await daemon.prompt(id, 'slow 300 one two three four five six seven eight nine ten', { prompt_id: 'p0' });
    for (let i = 1; i <= count; i += 1) await daemon.prompt(id, `say ${i}`, { prompt_id: `p${i}` });
    return id;
  };
  const at = (session_id: string, prompt_id: string) => ({ params: { session_id, prompt_id } });

  test('100 wait, the 101st is refused', async () => {
    const id = await filled(100);
    expect((await queue(id)).queued).toHaveLength(100);
    const refused = await submit(id, {
      content: [...text('say x'), { type: 'image', source: { kind: 'base64', media_type: 'image/png', data: png } }],
      permission_mode: 'auto',
    });
    expect(refused.code).toBe(codeOf('SESSION_BUSY'));
    expect(existsSync(join(daemon.home, 'sessions', id, 'media'))).toBe(false);
    expect((await daemon.ok('getSession', daemon.session(id))).agent_config.permission_mode).toBe('manual');
    await daemon.ok('removePrompt', at(id, 'p7'));
    expect((await submit(id, { content: text('say x'), prompt_id: 'late' })).data).toMatchObject({ status: 'queued' });
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
    expect(await queue(id)).toMatchObject({ active: undefined, paused: true });
  });

  test('edit, move and remove what waits', async () => {
    const id = await filled(3);
    expect(await queue(id)).toEqual({ active: 'p0', queued: ['p1', 'p2', 'p3'], paused: false });
    expect(
      await daemon.ok('editPrompt', {
        ...at(id, 'p2'),
        body: { content: [...text('say changed'), { type: 'thinking' }], position: 0 },
      }),
    ).toMatchObject({ content: text('say changed'), status: 'queued' });
    expect((await queue(id)).queued).toEqual(['p2', 'p1', 'p3']);
    await daemon.ok('editPrompt', { ...at(id, 'p2'), body: { position: 99 } });
    expect((await queue(id)).queued).toEqual(['p1', 'p3', 'p2']);
    await daemon.ok('editPrompt', { ...at(id, 'p2'), body: {} });
    expect(await daemon.ok('removePrompt', at(id, 'p1'))).toEqual({ deleted: true });
    expect((await queue(id)).queued).toEqual(['p3', 'p2']);
    for (const [prompt_id, error] of [
      ['p0', 'PROMPT_ALREADY_COMPLETED'],
      ['p1', 'PROMPT_ALREADY_COMPLETED'],
      ['never', 'PROMPT_NOT_FOUND'],
    ] as const) {
      await daemon.fails('editPrompt', error, { ...at(id, prompt_id), body: { position: 0 } });
      await daemon.fails('removePrompt', error, at(id, prompt_id));
    }
    for (const body of [{ position: -1 }, { position: 0.5 }, { content: [] }, { content: text(' ') }])
      await daemon.fails('editPrompt', 'VALIDATION_FAILED', { ...at(id, 'p2'), body });
    await daemon.fails('editPrompt', 'FILE_NOT_FOUND', {
      ...at(id, 'p2'),
      body: { content: [{ type: 'file', file_id: 'f_1' }] },
    });
    await daemon.ok('abortPrompt', at(id, 'p0'));
    await daemon.waitForEnd(id);
    expect(await queue(id)).toEqual({ active: undefined, queued: ['p3', 'p2'], paused: true });
    // a new prompt joins the end, and the oldest runs first
    expect(await daemon.prompt(id, 'say last')).toMatchObject({ status: 'queued' });
    await daemon.waitForEnd(id);
    expect((await spoken(id)).filter((line) => line.startsWith('user')).slice(1)).toEqual([
      'user: say 3',
      'user: say changed',
      'user: say last',
    ]);
  });

  test('abort of a queued, a running and a finished one', async () => {
    const id = await filled(1);
    expect(await daemon.ok('abortPrompt', at(id, 'p1'))).toEqual({ aborted: true });
    expect((await daemon.fails('abortPrompt', 'PROMPT_ALREADY_COMPLETED', at(id, 'p1'))).data).toEqual({
      aborted: false,
    });
    expect(await daemon.ok('abortPrompt', at(id, 'p0'))).toEqual({ aborted: true });
    expect(await daemon.waitForEnd(id)).toMatchObject({ last_turn_reason: 'cancelled' });
    await daemon.fails('abortPrompt', 'PROMPT_ALREADY_COMPLETED', at(id, 'p0'));
    await daemon.fails('abortPrompt', 'PROMPT_NOT_FOUND', at(id, 'never'));
    expect(await daemon.ok('abortSession', daemon.session(id))).toEqual({ aborted: true });
  });

  test('steer merges what waits into the running turn', async () => {
    const id = await filled(3);
    await daemon.fails('steerPrompts', 'PROMPT_NOT_FOUND', {
      ...daemon.session(id),
      body: { prompt_ids: ['p1', 'never'] },
    });
    await daemon.fails('steerPrompts', 'VALIDATION_FAILED', { ...daemon.session(id), body: { prompt_ids: [] } });
    await daemon.fails('steerPrompt', 'PROMPT_NOT_FOUND', at(id, 'p0'));
    expect((await queue(id)).queued).toEqual(['p1', 'p2', 'p3']);
    expect(await daemon.ok('steerPrompts', { ...daemon.session(id), body: { prompt_ids: ['p2', 'p1'] } })).toEqual({
      steered: true,
      prompt_ids: ['p2', 'p1'],
    });
    expect(await daemon.ok('steerPrompt', at(id, 'p3'))).toEqual({ steered: true, prompt_ids: ['p3'] });
    expect(await queue(id)).toEqual({ active: 'p0', queued: [], paused: false });
    await daemon.fails('steerPrompt', 'PROMPT_NOT_FOUND', at(id, 'p3'));
    await daemon.fails('abortPrompt', 'PROMPT_ALREADY_COMPLETED', at(id, 'p3'));
    await daemon.fails('editPrompt', 'PROMPT_ALREADY_COMPLETED', { ...at(id, 'p3'), body: {} });
    await daemon.fails('removePrompt', 'PROMPT_ALREADY_COMPLETED', at(id, 'p3'));
    expect(await daemon.waitForEnd(id)).toMatchObject({ usage: { turn_count: 1 }, last_turn_reason: 'completed' });
    expect((await spoken(id)).filter((line) => line.startsWith('user'))[1]).toBe('user: say 2|say 1|say 3');
  });

  test('with nothing running a steer starts the prompt', async () => {
    const id = await filled(2);
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
    await daemon.ok('steerPrompt', at(id, 'p2'));
    await daemon.waitForEnd(id);
    expect((await spoken(id)).filter((line) => line.startsWith('user')).slice(1)).toEqual([
      'user: say 2',
      'user: say 1',
    ]);
  });

  test('the order a steer makes of a waiting queue stands in the log', async () => {
    const id = await filled(3);
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
    await daemon.ok('steerPrompts', { ...daemon.session(id), body: { prompt_ids: ['p3', 'p2'] } });
    await daemon.waitForEnd(id);
    expect((await spoken(id)).filter((line) => line.startsWith('user')).slice(1)).toEqual([
      'user: say 3',
      'user: say 2',
      'user: say 1',
    ]);
    const events = await (
      await fetch(`${daemon.baseUrl}/api/v1/sessions/${id}/events?types=prompt.updated`, {
        headers: { authorization: `Bearer ${daemon.token}` },
      })
    ).text();
    const changes = [...events.matchAll(/"change":"(\w+)","promptId":"(p\d)","position":(\d)/g)].map(
      ([, change, prompt, position]) => [change, prompt, position],
    );
    expect(changes).toEqual([
      ['moved', 'p3', '0'],
      ['moved', 'p2', '1'],
    ]);
  });

  test('another agent has no queue here', async () => {
    await daemon.fails('listPrompts', 'SESSION_NOT_FOUND', {
      ...daemon.session(await newSession()),
      query: { agent_id: 'agent_7' },
    });
  });
});
