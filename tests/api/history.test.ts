/** Messages, and what changes them: undo, retry, fork (rest.md 9.6, 10). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Message } from '../../schemas/generated/types.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

const slow = 'slow 60 one two three four five six seven eight nine ten';
const messages = async (id: string): Promise<Message[]> =>
  (await daemon.ok('listMessages', { ...daemon.session(id), query: { page_size: 100 } })).items;
const said = (message: Message | undefined) =>
  (message?.content ?? []).map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('|');
const spoken = async (id: string) =>
  (await messages(id)).reverse().map((message) => `${message.role}: ${said(message)}`);
const newSession = async (body?: Record<string, unknown>) => (await daemon.createSession(body)).id;

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
    expect(all.map(({ role }) => role)).toEqual([
      'assistant',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect((await daemon.ok('getSession', daemon.session(id))).message_count).toBe(8);
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual([...new Set(times)].sort().reverse());
    for (const { prompt_id } of all) expect(prompt_id).toMatch(/^prompt_/);
    expect(all[3]?.prompt_id).toBe(all[5]?.prompt_id);
    for (const message of all)
      expect(await daemon.ok('getMessage', { params: { session_id: id, message_id: message.id } })).toEqual(message);
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
    // the page is cut first, then filtered
    [{ role: 'user', page_size: 3 }, [1], true],
    [{ role: 'system', page_size: 3 }, [], true],
    [{ role: 'tool' }, [3], false],
  ])('%j', async ({ before, after, ...query }: Record<string, string | number>, at, has_more) => {
    const cursor = (index: string | number) => all[Number(index)]?.id ?? 'msg_none';
    expect(
      await list({
        ...query,
        ...(before === undefined ? {} : { before_id: cursor(before) }),
        ...(after === undefined ? {} : { after_id: cursor(after) }),
      }),
    ).toEqual({ at, has_more });
  });

  test.each<Record<string, string | number>>([
    { before_id: 'a', after_id: 'b' },
    { page_size: 0 },
    { page_size: 101 },
    { role: 'robot' },
  ])('%j is refused', async (query) => {
    await daemon.fails('listMessages', 'VALIDATION_FAILED', { ...daemon.session(id), query });
  });

  test('messages of other sessions are not found', async () => {
    const other = await newSession();
    await daemon.fails('getMessage', 'MESSAGE_NOT_FOUND', {
      params: { session_id: other, message_id: all[0]?.id ?? '' },
    });
    expect((await daemon.ok('listMessages', { ...daemon.session(other) })).items).toEqual([]);
  });
});

describe('undo', () => {
  const undo = (id: string, body: unknown = {}) => daemon.ok('undoSession', { ...daemon.session(id), body });

  test('takes back the newest prompts', async () => {
    const id = await newSession();
    await daemon.run(id, 'say a');
    const { context_tokens } = (await daemon.ok('getSession', daemon.session(id))).usage;
    for (const line of ['todo one; two', 'say c']) await daemon.run(id, line);
    const gone = (await messages(id))[0]?.id ?? '';
    const one = await undo(id);
    expect(one.messages).toMatchObject({ has_more: false });
    expect(one.messages.items.map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(one.status).toMatchObject({ busy: false, model: 'offline/echo', permission: 'manual' });
    await daemon.fails('getMessage', 'MESSAGE_NOT_FOUND', { params: { session_id: id, message_id: gone } });
    expect((await daemon.ok('listTodos', daemon.session(id))).items).toHaveLength(2);
    const refused = await daemon.fails('undoSession', 'SESSION_UNDO_UNAVAILABLE', {
      ...daemon.session(id),
      body: { count: 3 },
    });
    expect(refused.data).toEqual({ reason: 'insufficient', requestedCount: 3, undoableCount: 2 });
    expect((await undo(id, { page_size: 1 })).messages).toMatchObject({
      items: [{ role: 'assistant' }],
      has_more: true,
    });
    expect((await daemon.ok('listTodos', daemon.session(id))).items).toEqual([]);
    expect(await daemon.ok('getSession', daemon.session(id))).toMatchObject({
      message_count: 2,
      usage: { turn_count: 1, context_tokens },
    });
    expect((await daemon.ok('getSessionStatus', daemon.session(id))).context_tokens).toBe(context_tokens);
    await undo(id);
    expect((await daemon.fails('undoSession', 'SESSION_UNDO_UNAVAILABLE', daemon.session(id))).data).toEqual({
      reason: 'empty',
      requestedCount: 1,
      undoableCount: 0,
    });
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
    for (const body of [{ count: 0 }, { count: '1' }, { page_size: 101 }])
      await daemon.fails('undoSession', 'VALIDATION_FAILED', { ...daemon.session(id), body });
  });
});

describe('retry', () => {
  test('runs again on the same context', async () => {
    const id = await newSession();
    await daemon
      .fails('retrySession', 'SESSION_UNDO_UNAVAILABLE', daemon.session(id))
      .then(({ data }) => expect(data).toMatchObject({ reason: 'empty' }));
    await daemon.prompt(id, slow);
    await daemon.fails('retrySession', 'SESSION_BUSY', daemon.session(id));
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
    expect(await daemon.ok('retrySession', daemon.session(id))).toEqual({ turn_id: 2 });
    expect(await daemon.waitForTurn(id, 2)).toMatchObject({ last_turn_reason: 'completed' });
    expect((await messages(id))[0]).toMatchObject({ role: 'assistant', metadata: { turn_id: 2 } });
    expect(
      (await messages(id)).filter(({ role, metadata }) => role === 'user' && metadata?.hidden !== true),
    ).toHaveLength(1);
  });
});

describe('fork', () => {
  const fork = (id: string, body: unknown = {}) => daemon.ok('forkSession', { ...daemon.session(id), body });

  test('copies what there is', async () => {
    const source = await daemon.createSession({
      title: 'Source',
      metadata: { cwd: daemon.cwd, a: 1, b: 2 },
      agent_config: { thinking: 'low', permission_mode: 'yolo' },
      permission_rules: [{ pattern: 'Read' }],
    });
    for (const line of ['say a', 'todo one']) await daemon.run(source.id, line);
    const copy = await fork(source.id, { metadata: { b: 3, forked_from: 'x', cwd: '/' } });
    expect(copy).toMatchObject({
      title: 'Fork: Source',
      workspace_id: source.workspace_id,
      message_count: 6,
      archived: false,
      busy: false,
      last_turn_reason: 'completed',
      metadata: { cwd: daemon.cwd, a: 1, b: 3, forked_from: source.id },
      agent_config: { thinking: 'low', permission_mode: 'yolo' },
      usage: { turn_count: 2 },
    });
    expect(copy.id).not.toBe(source.id);
    const strip = (list: Message[]) => list.map(({ session_id: _, ...rest }) => rest);
    expect(strip(await messages(copy.id))).toEqual(strip(await messages(source.id)));
    expect((await messages(copy.id)).every((message) => message.session_id === copy.id)).toBe(true);
    expect((await daemon.ok('listTodos', daemon.session(copy.id))).items).toHaveLength(1);
    expect((await fork(source.id, { title: 'Own' })).title).toBe('Own');
    expect((await fork((await daemon.createSession()).id)).title).toMatch(/^Fork: session_/);
    // changes of one do not affect the other
    await daemon.run(copy.id, 'say copy');
    expect(await messages(source.id)).toHaveLength(6);
    await daemon.ok('undoSession', { ...daemon.session(copy.id), body: { count: 3 } });
    expect(await messages(source.id)).toHaveLength(6);
  });

  test('up to a message', async () => {
    const id = await newSession();
    await daemon.run(id, 'say a');
    const { context_tokens } = (await daemon.ok('getSession', daemon.session(id))).usage;
    for (const line of ['todo one', 'say c']) await daemon.run(id, line);
    const list = (await messages(id)).reverse();
    const copy = await fork(id, { message_id: list[1]?.id });
    expect(await spoken(copy.id)).toEqual(['user: say a', 'assistant: a']);
    expect(copy).toMatchObject({
      message_count: 2,
      busy: false,
      last_prompt: 'say a',
      usage: { turn_count: 1, context_tokens },
    });
    expect((await daemon.ok('getSessionStatus', daemon.session(copy.id))).context_tokens).toBe(context_tokens);
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
    await until('the message of the turn', async () =>
      (await messages(id)).find((message) => message.id === prompt.user_message_id),
    );
    await daemon.fails('forkSession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('forkSession', 'SESSION_BUSY', {
      ...daemon.session(id),
      body: { message_id: prompt.user_message_id },
    });
    await daemon.fails('forkSession', 'SESSION_BUSY', { ...daemon.session(id), body: { turn_id: 2 } });
    const byTurn = await fork(id, { turn_id: 1 });
    const copy = await fork(id, { message_id: done });
    for (const each of [byTurn, copy]) {
      expect(await spoken(each.id)).toEqual(['user: say a', 'assistant: a']);
      expect(each).toMatchObject({ busy: false, last_turn_reason: 'completed' });
    }
    expect(await daemon.ok('listPrompts', daemon.session(copy.id))).toEqual({
      active: null,
      queued: [],
      paused: false,
    });
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
  });

  test('up to the end of a turn', async () => {
    const id = await newSession({ agent_config: { permission_mode: 'auto' } });
    for (const line of ['say a', 'run expr 1', 'say c']) await daemon.run(id, line);
    const copy = await fork(id, { turn_id: 2, title: 'Two turns' });
    expect(copy).toMatchObject({ title: 'Two turns', message_count: 6, busy: false, usage: { turn_count: 2 } });
    const lines = await spoken(id);
    expect(await spoken(copy.id)).toEqual(lines.slice(0, 6));
    expect(await spoken((await fork(id, { turn_id: 3 })).id)).toEqual(lines);
    // a copy has the turns of its source
    await daemon.run(copy.id, 'say d');
    const again = await fork(copy.id, { turn_id: 1 });
    expect(await spoken(again.id)).toEqual(['user: say a', 'assistant: a']);
  });

  test('up to a turn only when it is in the conversation', async () => {
    const id = await newSession();
    for (const line of ['say a', 'say b']) await daemon.run(id, line);
    await daemon.ok('undoSession', { ...daemon.session(id), body: { count: 1 } });
    const message_id = (await messages(id))[0]?.id;
    for (const body of [{ turn_id: 2 }, { turn_id: 3 }, { turn_id: 1, message_id }]) {
      const { details } = await daemon.fails('forkSession', 'VALIDATION_FAILED', { ...daemon.session(id), body });
      expect(details).toMatchObject([{ path: 'turn_id' }]);
    }
    expect(await spoken((await fork(id, { turn_id: 1 })).id)).toEqual(['user: say a', 'assistant: a']);
    await daemon.ok('redoSession', daemon.session(id));
    expect(await spoken((await fork(id, { turn_id: 2 })).id)).toHaveLength(4);
  });

  test.each([
    { title: '' },
    { title: ' ' },
    { title: 'x'.repeat(201) },
    { metadata: [] },
    { message_id: 5 },
    { turn_id: 0 },
    { turn_id: 'x' },
  ])('%j is refused', async (body) => {
    await daemon.fails('forkSession', 'VALIDATION_FAILED', { ...daemon.session(await newSession()), body });
  });
});
