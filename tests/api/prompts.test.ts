/** Prompts and messages: submit, queue, edit, steer, abort, undo, retry, fork (rest.md 9.6, 10, 12). */
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
const submit = (id: string, body: Record<string, unknown>) => daemon.ask('submitPrompt', { ...daemon.session(id), body });
const messages = async (id: string): Promise<Message[]> => (await daemon.ok('listMessages', { ...daemon.session(id), query: { page_size: 100 } })).items;
const said = (message: Message | undefined) => (message?.content ?? []).map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('|');
const spoken = async (id: string) => (await messages(id)).reverse().map((message) => `${message.role}: ${said(message)}`);
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const newSession = async (body?: Record<string, unknown>) => (await daemon.createSession(body)).id;

describe('submit', () => {
  test('answers at once with the running prompt; the messages carry its id', async () => {
    const id = await newSession();
    const prompt = await daemon.prompt(id, 'say hello', { metadata: { from: 'test' } });
    expect(prompt).toMatchObject({ status: 'running', content: text('say hello') });
    expect(prompt.prompt_id).toMatch(/^prompt_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    const ended = await daemon.waitForEnd(id);
    expect(ended).toMatchObject({ last_turn_reason: 'completed', last_prompt: 'say hello', title: 'say hello', title_kind: 'replaceable', message_count: 2, usage: { turn_count: 1 } });
    const [answer, question] = await messages(id);
    expect(question).toMatchObject({ id: prompt.user_message_id, role: 'user', prompt_id: prompt.prompt_id, metadata: { origin: { kind: 'user' }, client: { from: 'test' } } });
    expect(answer).toMatchObject({ role: 'assistant', prompt_id: prompt.prompt_id, content: text('hello') });
    expect((answer?.created_at ?? '') > (question?.created_at ?? '')).toBe(true);
  });

  test('content: dropped parts, unknown keys, mentions, pictures', async () => {
    const id = await newSession();
    const answer = await submit(id, {
      content: [
        { type: 'thinking', thinking: 'x' }, { type: 'tool_use', anything: 1 }, { type: 'tool_result' },
        { type: 'text', text: 'say hi', cache: true }, { type: 'mention', path: 'src/a.ts', more: {} },
        { type: 'image', source: { kind: 'base64', media_type: 'image/jpeg', data: png, more: 1 }, detail: 'high' },
        { type: 'image', source: { kind: 'url', url: 'http://127.0.0.1:9/x.png' } },
      ],
    });
    expect(answer.code).toBe(0);
    await daemon.waitForEnd(id);
    const stored = readdirSync(join(daemon.home, 'sessions', id, 'media'));
    expect(stored).toHaveLength(1);
    const question = (await messages(id)).at(-1);
    expect(question?.content).toEqual([
      { type: 'text', text: 'say hi' }, { type: 'text', text: '@src/a.ts' }, { type: 'image', source: { kind: 'session_media', file_id: stored[0] } },
      { type: 'image', source: { kind: 'url', url: 'http://127.0.0.1:9/x.png' } },
    ]);
    // a stored picture may be sent again
    expect((await submit(id, { content: [{ type: 'image', source: { kind: 'session_media', file_id: stored[0] } }] })).code).toBe(0);
    await daemon.waitForEnd(id);
  });

  test.each([
    ['no body', undefined, 'VALIDATION_FAILED'],
    ['no content', {}, 'VALIDATION_FAILED'],
    ['empty content', { content: [] }, 'VALIDATION_FAILED'],
    ['blank text', { content: [{ type: 'text', text: ' \n' }] }, 'VALIDATION_FAILED'],
    ['only dropped parts', { content: [{ type: 'thinking' }] }, 'VALIDATION_FAILED'],
    ['an unknown part', { content: [{ type: 'audio' }] }, 'VALIDATION_FAILED'],
    ['no picture', { content: [{ type: 'image', source: { kind: 'base64', media_type: 'image/png', data: 'aGVsbG8=' } }] }, 'VALIDATION_FAILED'],
    ['no base64', { content: [{ type: 'image', source: { kind: 'base64', media_type: 'image/png', data: '%%%' } }] }, 'VALIDATION_FAILED'],
    ['a picture as film', { content: [{ type: 'video', source: { kind: 'base64', media_type: 'video/mp4', data: png } }] }, 'VALIDATION_FAILED'],
    ['an unknown upload', { content: [{ type: 'file', file_id: 'f_1' }] }, 'FILE_NOT_FOUND'],
    ['an unknown upload as picture', { content: [{ type: 'image', source: { kind: 'file', file_id: 'f_1' } }] }, 'FILE_NOT_FOUND'],
    ['unknown media', { content: [{ type: 'image', source: { kind: 'session_media', file_id: '../../../server.token' } }] }, 'FILE_NOT_FOUND'],
    ['media that are gone', { content: [{ type: 'image', source: { kind: 'session_media', file_id: 'media_01jn8q5j0c9m4v7x2b6k3t8w1y.png' } }] }, 'FILE_NOT_FOUND'],
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
    await daemon.run(id, 'say hi', { thinking: 'low', permission_mode: 'yolo', plan_mode: true, model: '', profile: 'agent', swarm_mode: true, tools: [], system_prompt: 5, goal_objective: 'x' });
    expect((await daemon.ok('getSession', daemon.session(id))).agent_config).toMatchObject({ thinking: 'low', permission_mode: 'yolo', plan_mode: true });
    expect((await daemon.ok('listTools', { query: { session_id: id } })).tools.find(({ name }) => name === 'Read')?.active).toBe(true);
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
    // ids are those of one session
    expect((await submit(await newSession(), { content: text('say x'), prompt_id: 'mine.1' })).code).toBe(0);
  });

  test('of two calls with one id at the same time one wins', async () => {
    const id = await newSession();
    const image = { type: 'image', source: { kind: 'base64', media_type: 'image/png', data: png } };
    const codes = await Promise.all(Array.from({ length: 5 }, () => submit(id, { content: [...text('say x'), image], prompt_id: 'once' }).then(({ code }) => code)));
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
    const refused = await submit(id, { content: [...text('say x'), { type: 'image', source: { kind: 'base64', media_type: 'image/png', data: png } }], permission_mode: 'auto' });
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
    expect(await daemon.ok('editPrompt', { ...at(id, 'p2'), body: { content: [...text('say changed'), { type: 'thinking' }], position: 0 } })).toMatchObject({ content: text('say changed'), status: 'queued' });
    expect((await queue(id)).queued).toEqual(['p2', 'p1', 'p3']);
    await daemon.ok('editPrompt', { ...at(id, 'p2'), body: { position: 99 } });
    expect((await queue(id)).queued).toEqual(['p1', 'p3', 'p2']);
    await daemon.ok('editPrompt', { ...at(id, 'p2'), body: {} });
    expect(await daemon.ok('removePrompt', at(id, 'p1'))).toEqual({ deleted: true });
    expect((await queue(id)).queued).toEqual(['p3', 'p2']);
    for (const [prompt_id, error] of [['p0', 'PROMPT_ALREADY_COMPLETED'], ['p1', 'PROMPT_ALREADY_COMPLETED'], ['never', 'PROMPT_NOT_FOUND']] as const) {
      await daemon.fails('editPrompt', error, { ...at(id, prompt_id), body: { position: 0 } });
      await daemon.fails('removePrompt', error, at(id, prompt_id));
    }
    for (const body of [{ position: -1 }, { position: 0.5 }, { content: [] }, { content: text(' ') }]) await daemon.fails('editPrompt', 'VALIDATION_FAILED', { ...at(id, 'p2'), body });
    await daemon.fails('editPrompt', 'FILE_NOT_FOUND', { ...at(id, 'p2'), body: { content: [{ type: 'file', file_id: 'f_1' }] } });
    await daemon.ok('abortPrompt', at(id, 'p0'));
    await daemon.waitForEnd(id);
    expect(await queue(id)).toEqual({ active: undefined, queued: ['p3', 'p2'], paused: true });
    // a new one joins the end and the oldest goes first
    expect(await daemon.prompt(id, 'say last')).toMatchObject({ status: 'queued' });
    await daemon.waitForEnd(id);
    expect((await spoken(id)).filter((line) => line.startsWith('user')).slice(1)).toEqual(['user: say 3', 'user: say changed', 'user: say last']);
  });

  test('abort of a queued, a running and a finished one', async () => {
    const id = await filled(1);
    expect(await daemon.ok('abortPrompt', at(id, 'p1'))).toEqual({ aborted: true });
    expect((await daemon.fails('abortPrompt', 'PROMPT_ALREADY_COMPLETED', at(id, 'p1'))).data).toEqual({ aborted: false });
    expect(await daemon.ok('abortPrompt', at(id, 'p0'))).toEqual({ aborted: true });
    expect(await daemon.waitForEnd(id)).toMatchObject({ last_turn_reason: 'cancelled' });
    await daemon.fails('abortPrompt', 'PROMPT_ALREADY_COMPLETED', at(id, 'p0'));
    await daemon.fails('abortPrompt', 'PROMPT_NOT_FOUND', at(id, 'never'));
    expect(await daemon.ok('abortSession', daemon.session(id))).toEqual({ aborted: true });
  });

  test('steer merges what waits into the running turn', async () => {
    const id = await filled(3);
    await daemon.fails('steerPrompts', 'PROMPT_NOT_FOUND', { ...daemon.session(id), body: { prompt_ids: ['p1', 'never'] } });
    await daemon.fails('steerPrompts', 'VALIDATION_FAILED', { ...daemon.session(id), body: { prompt_ids: [] } });
    await daemon.fails('steerPrompt', 'PROMPT_NOT_FOUND', at(id, 'p0'));
    expect((await queue(id)).queued).toEqual(['p1', 'p2', 'p3']);
    expect(await daemon.ok('steerPrompts', { ...daemon.session(id), body: { prompt_ids: ['p2', 'p1'] } })).toEqual({ steered: true, prompt_ids: ['p2', 'p1'] });
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
    expect((await spoken(id)).filter((line) => line.startsWith('user')).slice(1)).toEqual(['user: say 2', 'user: say 1']);
  });

  test('another agent has no queue here', async () => {
    await daemon.fails('listPrompts', 'SESSION_NOT_FOUND', { ...daemon.session(await newSession()), query: { agent_id: 'agent_7' } });
  });
});

describe('messages', () => {
  let id: string;
  let all: Message[];
  beforeAll(async () => {
    id = await newSession({ agent_config: { permission_mode: 'auto' } });
    for (const line of ['say a', 'run expr 1', 'say b']) await daemon.run(id, line);
    all = await messages(id);
  });
  const list = async (query: Record<string, string | number>) => {
    const { items, has_more } = await daemon.ok('listMessages', { ...daemon.session(id), query });
    return { at: items.map((item) => all.findIndex((each) => each.id === item.id)), has_more };
  };

  test('eight messages, newest first, each alone the same', async () => {
    expect(all.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'user']);
    expect((await daemon.ok('getSession', daemon.session(id))).message_count).toBe(8);
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual([...new Set(times)].sort().reverse());
    for (const message of all) expect(await daemon.ok('getMessage', { params: { session_id: id, message_id: message.id } })).toEqual(message);
  });

  test.each([
    [{}, [0, 1, 2, 3, 4, 5, 6, 7], false],
    [{ page_size: 3 }, [0, 1, 2], true],
    [{ before: 2, page_size: 3 }, [3, 4, 5], true],
    [{ before: 4, page_size: 3 }, [5, 6, 7], false],
    [{ before: 7, page_size: 3 }, [], false],
    [{ after: 6, page_size: 3 }, [3, 4, 5], true],
    [{ after: 3, page_size: 3 }, [0, 1, 2], false],
    [{ after: 0, page_size: 3 }, [], false],
    [{ after: 2 }, [0, 1], false],
    [{ before: -1, page_size: 2 }, [0, 1], true],
    [{ after: -1, page_size: 2 }, [0, 1], true],
    // the filter works on the page already cut
    [{ role: 'user', page_size: 3 }, [1], true],
    [{ role: 'system', page_size: 3 }, [], true],
    [{ role: 'tool' }, [3], false],
  ])('%j', async ({ before, after, ...query }: Record<string, string | number>, at, has_more) => {
    const cursor = (index: string | number) => all[Number(index)]?.id ?? 'msg_none';
    expect(await list({ ...query, ...(before === undefined ? {} : { before_id: cursor(before) }), ...(after === undefined ? {} : { after_id: cursor(after) }) })).toEqual({ at, has_more });
  });

  test.each<Record<string, string | number>>([{ before_id: 'a', after_id: 'b' }, { page_size: 0 }, { page_size: 101 }, { role: 'robot' }])('%j is refused', async (query) => {
    await daemon.fails('listMessages', 'VALIDATION_FAILED', { ...daemon.session(id), query });
  });

  test('messages of other sessions are not found', async () => {
    const other = await newSession();
    await daemon.fails('getMessage', 'MESSAGE_NOT_FOUND', { params: { session_id: other, message_id: all[0]?.id ?? '' } });
    expect((await daemon.ok('listMessages', { ...daemon.session(other) })).items).toEqual([]);
  });
});

describe('undo', () => {
  const undo = (id: string, body: unknown = {}) => daemon.ok('undoSession', { ...daemon.session(id), body });

  test('takes back the newest prompts', async () => {
    const id = await newSession();
    for (const line of ['say a', 'todo one; two', 'say c']) await daemon.run(id, line);
    const gone = (await messages(id))[0]?.id ?? '';
    const one = await undo(id);
    expect(one.messages).toMatchObject({ has_more: false });
    expect(one.messages.items.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant', 'user', 'assistant', 'user']);
    expect(one.status).toMatchObject({ busy: false, model: 'offline/echo', permission: 'manual' });
    await daemon.fails('getMessage', 'MESSAGE_NOT_FOUND', { params: { session_id: id, message_id: gone } });
    expect((await daemon.ok('listTodos', daemon.session(id))).items).toHaveLength(2);
    const refused = await daemon.fails('undoSession', 'SESSION_UNDO_UNAVAILABLE', { ...daemon.session(id), body: { count: 3 } });
    expect(refused.data).toEqual({ reason: 'insufficient', requestedCount: 3, undoableCount: 2 });
    expect((await undo(id, { page_size: 1 })).messages).toMatchObject({ items: [{ role: 'assistant' }], has_more: true });
    expect((await daemon.ok('listTodos', daemon.session(id))).items).toEqual([]);
    expect((await daemon.ok('getSession', daemon.session(id)))).toMatchObject({ message_count: 2, usage: { turn_count: 1 } });
    await undo(id);
    expect((await daemon.fails('undoSession', 'SESSION_UNDO_UNAVAILABLE', daemon.session(id))).data).toEqual({ reason: 'empty', requestedCount: 1, undoableCount: 0 });
    await daemon.run(id, 'say again');
    expect(await spoken(id)).toEqual(['user: say again', 'assistant: again']);
  });

  test('several at once; refused while something runs or waits', async () => {
    const id = await newSession();
    for (const line of ['say a', 'say b', 'say c']) await daemon.run(id, line);
    expect((await undo(id, { count: 2 })).messages.items).toHaveLength(2);
    await daemon.prompt(id, slow);
    await daemon.fails('undoSession', 'SESSION_BUSY', daemon.session(id));
    await daemon.prompt(id, 'say later');
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
    await daemon.fails('undoSession', 'SESSION_BUSY', daemon.session(id));
    for (const body of [{ count: 0 }, { count: '1' }, { page_size: 101 }]) await daemon.fails('undoSession', 'VALIDATION_FAILED', { ...daemon.session(id), body });
  });
});

describe('retry', () => {
  test('runs again on the same context', async () => {
    const id = await newSession();
    await daemon.fails('retrySession', 'SESSION_UNDO_UNAVAILABLE', daemon.session(id)).then(({ data }) => expect(data).toMatchObject({ reason: 'empty' }));
    await daemon.prompt(id, slow);
    await daemon.fails('retrySession', 'SESSION_BUSY', daemon.session(id));
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
    expect(await daemon.ok('retrySession', daemon.session(id))).toEqual({ turn_id: 2 });
    expect(await daemon.waitForTurn(id, 2)).toMatchObject({ last_turn_reason: 'completed' });
    expect((await messages(id))[0]).toMatchObject({ role: 'assistant', metadata: { turn_id: 2 } });
    expect((await messages(id)).filter(({ role, metadata }) => role === 'user' && metadata?.hidden !== true)).toHaveLength(1);
  });
});

describe('fork', () => {
  const fork = (id: string, body: unknown = {}) => daemon.ok('forkSession', { ...daemon.session(id), body });

  test('copies what there is', async () => {
    const source = await daemon.createSession({ title: 'Source', metadata: { cwd: daemon.cwd, a: 1, b: 2 }, agent_config: { thinking: 'low', permission_mode: 'yolo' }, permission_rules: [{ pattern: 'Read' }] });
    for (const line of ['say a', 'todo one']) await daemon.run(source.id, line);
    const copy = await fork(source.id, { metadata: { b: 3, forked_from: 'x', cwd: '/' } });
    expect(copy).toMatchObject({
      title: 'Fork: Source', workspace_id: source.workspace_id, message_count: 6, archived: false, busy: false, last_turn_reason: 'completed',
      metadata: { cwd: daemon.cwd, a: 1, b: 3, forked_from: source.id }, agent_config: { thinking: 'low', permission_mode: 'yolo' }, usage: { turn_count: 2 },
    });
    expect(copy.id).not.toBe(source.id);
    const strip = (list: Message[]) => list.map(({ session_id: _, ...rest }) => rest);
    expect(strip(await messages(copy.id))).toEqual(strip(await messages(source.id)));
    expect((await messages(copy.id)).every((message) => message.session_id === copy.id)).toBe(true);
    expect((await daemon.ok('listTodos', daemon.session(copy.id))).items).toHaveLength(1);
    expect((await fork(source.id, { title: 'Own' })).title).toBe('Own');
    expect((await fork((await daemon.createSession()).id)).title).toMatch(/^Fork: session_/);
    // both go their own ways
    await daemon.run(copy.id, 'say copy');
    expect(await messages(source.id)).toHaveLength(6);
    await daemon.ok('undoSession', { ...daemon.session(copy.id), body: { count: 3 } });
    expect(await messages(source.id)).toHaveLength(6);
  });

  test('up to a message', async () => {
    const id = await newSession();
    for (const line of ['say a', 'todo one', 'say c']) await daemon.run(id, line);
    const list = (await messages(id)).reverse();
    const copy = await fork(id, { message_id: list[1]?.id });
    expect(await spoken(copy.id)).toEqual(['user: say a', 'assistant: a']);
    expect(copy).toMatchObject({ message_count: 2, busy: false, usage: { turn_count: 1 } });
    expect((await daemon.ok('listTodos', daemon.session(copy.id))).items).toEqual([]);
    await daemon.run(copy.id, 'say d');
    expect(await spoken(copy.id)).toEqual(['user: say a', 'assistant: a', 'user: say d', 'assistant: d']);
    await daemon.fails('forkSession', 'MESSAGE_NOT_FOUND', { ...daemon.session(id), body: { message_id: 'msg_none' } });
  });

  test('while a turn runs only up to a completed one', async () => {
    const id = await newSession();
    await daemon.run(id, 'say a');
    const done = (await messages(id))[0]?.id;
    const prompt = await daemon.prompt(id, slow);
    await daemon.prompt(id, 'say queued');
    await daemon.fails('forkSession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('forkSession', 'SESSION_BUSY', { ...daemon.session(id), body: { message_id: prompt.user_message_id } });
    const copy = await fork(id, { message_id: done });
    expect(await spoken(copy.id)).toEqual(['user: say a', 'assistant: a']);
    expect(copy).toMatchObject({ busy: false, last_turn_reason: 'completed' });
    expect((await daemon.ok('listPrompts', daemon.session(copy.id)))).toEqual({ active: null, queued: [], paused: false });
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
  });

  test.each([{ title: '' }, { title: ' ' }, { title: 'x'.repeat(201) }, { metadata: [] }, { message_id: 5 }])('%j is refused', async (body) => {
    await daemon.fails('forkSession', 'VALIDATION_FAILED', { ...daemon.session(await newSession()), body });
  });
});
