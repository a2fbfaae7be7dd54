/** Messages of clients over the socket, and the answers: control frames and limits (ws.md 1.5, 3). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError } from '../../daemon/errors.js';
import { buildAsyncApi } from '../../daemon/http/asyncapi.js';
import type { SessionRef } from '../../daemon/sessions/log/log.js';
import { frameValidator } from '../helpers/documents.js';
import {
  delta,
  pause,
  progress,
  renamed,
  startLive,
  status,
  unregistered,
  warning,
  type Client,
  type Live,
} from './live.js';

let live: Live;
let client: Client;
let a: SessionRef;

beforeEach(async () => {
  live = await startLive();
  a = live.session();
  client = await live.connect();
});
afterEach(() => live.stop());

describe('control frames', () => {
  test.each<[string, string, unknown, object]>([
    ['an unknown type', 'subscribe_v3', {}, { code: 40001, payload: { details: [{ path: 'type' }] } }],
    ['a name every object has', 'toString', {}, { code: 40001 }],
    ['a missing payload', 'subscribe', undefined, { code: 40001, payload: { details: [{ path: '' }] } }],
    [
      'a missing field',
      'subscribe',
      {},
      { code: 40001, payload: { details: [{ path: 'session_ids', message: 'is required' }] } },
    ],
    [
      'a wrong type',
      'abort',
      { session_id: 1, prompt_id: 'p' },
      { code: 40001, payload: { details: [{ path: 'session_id' }] } },
    ],
    ['an empty agent filter', 'subscribe', { session_ids: [], agent_filter: { session_a: [] } }, { code: 40001 }],
    ['201 sessions', 'subscribe', { session_ids: Array.from({ length: 201 }, (_, i) => `s${i}`) }, { code: 40001 }],
    [
      'no sessions',
      'subscribe',
      { session_ids: [] },
      { code: 0, msg: 'success', payload: { accepted: [], not_found: [], resync_required: [] } },
    ],
    [
      'an unknown session',
      'subscribe',
      { session_ids: ['session_x'] },
      { code: 0, payload: { accepted: [], not_found: ['session_x'], resync_required: [] } },
    ],
    [
      'the end of what was never begun',
      'unsubscribe',
      { session_ids: ['session_a'] },
      { code: 0, payload: { accepted: [], not_found: [], resync_required: [] } },
    ],
    [
      'a hello',
      'client_hello',
      { client_id: 'c' },
      { code: 0, payload: { accepted_subscriptions: [], resync_required: [], not_found: [] } },
    ],
    [
      'a hello with sessions',
      'client_hello',
      {
        client_id: 'c',
        token: 'a-good-token',
        subscriptions: ['session_a', 'session_x'],
        cursors: { session_a: { seq: 9 } },
      },
      {
        code: 0,
        payload: {
          accepted_subscriptions: ['session_a'],
          resync_required: ['session_a', 'session_x'],
          not_found: ['session_x'],
          cursors: { session_a: { seq: 0, epoch: 'ep_a' } },
        },
      },
    ],
    [
      'an abort in an unknown session',
      'abort',
      { session_id: 'session_x', prompt_id: 'p' },
      { code: 40401, payload: {} },
    ],
  ])('%s', async (_name, type, payload, answer) => {
    expect(await client.call(type, payload)).toMatchObject({ type: 'ack', ...answer });
  });

  test('without id the ack has an empty one, and unknown types are ignored', async () => {
    client.send({ type: 'nonsense', payload: {} });
    client.send({ type: 'nonsense', id: 5, payload: {} });
    client.send({ type: 'subscribe', payload: { session_ids: ['session_a'] } });
    client.send({ type: 'subscribe', id: 5, payload: { session_ids: ['session_a'] } });
    client.send({ type: 'ping', id: 'p', payload: { nonce: 'x' } });
    await client.until((frame) => frame.type === 'pong');
    await client.until((frame) => frame.type === 'ack' && frame.msg?.includes('id') === true);
    const acks = client.frames.filter((frame) => frame.type === 'ack');
    expect(acks).toMatchObject([
      { id: '', code: 40001, payload: { details: [{ path: 'type' }] } },
      { id: '', code: 0 },
      { id: '', code: 40001, payload: { details: [{ path: 'id' }] } },
    ]);
  });

  test('a binary message is read like a text one', async () => {
    client.socket.send(Buffer.from('{"type":"ping","payload":{"nonce":"é"}}'), { binary: true });
    expect(await client.until((frame) => frame.type === 'pong')).toMatchObject({ payload: { nonce: 'é' } });
  });

  test('a hello with a wrong token is refused and ends the connection', async () => {
    expect(await client.call('client_hello', { client_id: 'c', token: 'wrong' })).toMatchObject({
      code: 40101,
      payload: {},
    });
    expect(await client.closed).toEqual({ code: 1008, reason: 'unauthorized' });
  });

  test('--dangerous-bypass-auth disables every token check: upgrade, hello and heartbeat', async () => {
    const open = await startLive({ bypassAuth: true, heartbeatMs: 100 });
    try {
      const bearer = 'agent-code.bearer.wrong';
      const offered = await open.connect({}, [bearer]);
      expect(offered.socket.protocol).toBe(bearer);
      for (const free of [
        offered,
        await open.connect({}),
        await open.connect({ headers: { authorization: 'Bearer wrong' } }),
      ]) {
        expect(await free.call('client_hello', { client_id: 'c', token: 'wrong' })).toMatchObject({ code: 0 });
        await free.until((frame) => frame.type === 'ping');
        await free.settle();
      }
    } finally {
      await open.stop();
    }
  });

  const owner = { server_id: 's', pid: 7 };
  test.each<[string, ApiError | Error | undefined, object]>([
    ['done', undefined, { code: 0, payload: { aborted: true, at_seq: 12 } }],
    ['no such prompt', new ApiError('PROMPT_NOT_FOUND'), { code: 40402, payload: {} }],
    ['finished', new ApiError('PROMPT_ALREADY_COMPLETED'), { code: 40903, payload: { aborted: false } }],
    ['run by another server', new ApiError('SESSION_BUSY', { data: { owner } }), { code: 40901, payload: { owner } }],
    ['a defect', new Error('secret'), { code: 50001, msg: expect.not.stringContaining('secret'), payload: {} }],
  ])('abort: %s', async (_name, failure, answer) => {
    live.state.abort = async () => {
      if (failure) throw failure;
      return { atSeq: 12 };
    };
    expect(await client.call('abort', { session_id: 'session_a', prompt_id: 'p' })).toMatchObject(answer);
    expect(live.errors).toHaveLength(failure && !(failure instanceof ApiError) ? 1 : 0);
  });

  test('abort and ping do not wait behind a subscribe, subscribes wait for each other', async () => {
    let free: () => void = () => undefined;
    live.feed.repair = () => new Promise((resolve) => (free = resolve));
    client.send({ type: 'subscribe', id: 's1', payload: { session_ids: ['session_a'] } });
    client.send({ type: 'unsubscribe', id: 's2', payload: { session_ids: ['session_a'] } });
    await client.call('abort', { session_id: 'session_a', prompt_id: 'p' });
    await client.settle();
    expect(client.frames.filter((frame) => frame.id === 's1' || frame.id === 's2')).toEqual([]);
    free();
    await client.until((frame) => frame.id === 's2');
    expect(client.frames.filter((frame) => frame.type === 'ack').map((frame) => frame.id)).toEqual([
      expect.any(String),
      's1',
      's2',
    ]);
    expect(live.sockets.connections()[0]?.subscriptions).toEqual([]);
  });

  test('answers, system frames and global events overtake no text that waits to be joined, of followed sessions', async () => {
    const b = live.session('session_b');
    await client.call('subscribe', { session_ids: ['session_a'] });
    const other = await live.connect();
    await other.call('subscribe', { session_ids: ['session_b'] });
    const say = (at: number): void => {
      for (const ref of [a, b]) live.log.publish(ref, 0, delta(`${at}`), at);
    };
    // the first delta is sent at once, the next ones wait to be joined
    say(0);
    say(1);
    await client.settle();
    say(2);
    live.log.appendGlobal(unregistered('/x'));
    say(3);
    await client.call('abort', { session_id: 'session_a', prompt_id: 'p' });
    const types = (seen: Client) => seen.frames.slice(2).map((frame) => frame.payload.delta ?? frame.type);
    expect(types(client)).toEqual(['0', '1', 'pong', '2', 'event.workspace.deleted', '3', 'ack']);
    await other.until((frame) => String(frame.payload.delta).endsWith('3'));
    expect(types(other).indexOf('event.workspace.deleted')).toBeGreaterThan(
      types(other).findIndex((each) => String(each).includes('2')),
    );
    expect(
      other
        .events('session_b')
        .map((frame) => frame.payload.delta)
        .join(''),
    ).toBe('0123');
  });

  test('frames about a terminal keep their order, and those of others do not wait for them', async () => {
    const asked: string[] = [];
    let free: () => void = () => undefined;
    live.feed.terminals = {
      ...live.feed.terminals,
      write: (_session, id, data) => void asked.push(`${id} ${data}`),
      async close(_session, id) {
        asked.push(`close ${id}`);
        await new Promise<void>((resolve) => (free = resolve));
      },
    };
    const at = (terminal_id: string) => ({ session_id: 'session_a', terminal_id });
    client.send({ type: 'terminal_close', id: 'c', payload: at('one') });
    client.send({ type: 'terminal_input', id: 'i', payload: { ...at('one'), data: 'late' } });
    await client.call('terminal_input', { ...at('two'), data: 'now' });
    expect(asked).toEqual(['close one', 'two now']);
    free();
    await client.until((frame) => frame.id === 'i');
    expect(asked).toEqual(['close one', 'two now', 'one late']);
  });

  /** Sends more frames than may be queued, behind one that waits until the returned function is called. */
  function flood(of: Live, by: Client): () => void {
    let free: () => void = () => undefined;
    of.feed.repair = () => new Promise((resolve) => (free = resolve));
    // The server handles all frames of one socket read at once, so the frames are large.
    const padding = 'x'.repeat(20_000);
    by.send({ type: 'subscribe', id: 'first', payload: { session_ids: ['session_a'] } });
    for (let i = 0; i < 300; i += 1)
      by.send({ type: 'unsubscribe', id: `u${i}`, payload: { session_ids: [], padding } });
    by.send({ type: 'ping', payload: { nonce: 'last' } });
    return () => free();
  }

  test('a flood of waiting frames stops the reading until they are done, and none is lost', async () => {
    const free = flood(live, client);
    await pause(100);
    expect(client.frames.some((frame) => frame.type === 'pong')).toBe(false);
    free();
    await client.until((frame) => frame.type === 'pong');
    await client.until((frame) => frame.id === 'u299');
  });

  test('a peer that is not read is alive as long as it takes what it is sent', async () => {
    const quick = await startLive({ heartbeatMs: 100 });
    try {
      quick.session();
      const waiting = await quick.connect();
      const free = flood(quick, waiting);
      const beats = () => waiting.frames.filter((frame) => frame.type === 'ping').length;
      // the server does not read its pongs, which are behind the flood
      for (const end = Date.now() + 5000; beats() < 5 && Date.now() < end;) await pause(20);
      expect(beats()).toBeGreaterThanOrEqual(5);
      free();
      await waiting.until((frame) => frame.id === 'u299');
      expect(waiting.socket.readyState).toBe(waiting.socket.OPEN);
    } finally {
      await quick.stop();
    }
  });

  test('a peer that is not read is read again for the end, so that its answer counts', async () => {
    flood(live, client);
    await pause(100);
    await live.sockets.close();
    // a client that does not answer within a second would be cut off with 1006
    expect(await client.closed).toEqual({ code: 1001, reason: 'server shutting down' });
  });
});

test('every frame fits the AsyncAPI document', async () => {
  const check = frameValidator(buildAsyncApi({ version: '1.2.3', serverUrl: live.url }));
  live.state.statuses = [status({ model: 'm' })];
  live.state.inflight = [
    { event: { ...delta('x'), recovered: true } as never, offset: 0 },
    { event: progress('half') },
  ];
  live.log.append(a, [warning('stored'), renamed('t')]);
  const asked: [string, unknown][] = [
    ['client_hello', { client_id: 'c', subscriptions: ['session_x'] }],
    [
      'subscribe',
      {
        session_ids: ['session_a', '__global__'],
        cursors: { session_a: { seq: 0 }, __global__: { seq: 0 } },
        resume_inflight: true,
      },
    ],
    ['subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 99 } } }],
    ['unsubscribe', { session_ids: ['session_x'] }],
    ['abort', { session_id: 'session_a', prompt_id: 'p' }],
  ];
  for (const [type, payload] of asked) expect(check(await client.call(type, payload), type)).toEqual([]);
  live.log.publish(a, 2, delta('live'), 1);
  live.log.appendGlobal(unregistered('/x'));
  live.log.publish(a, 2, { type: 'event.session.deleted', agentId: 'main' });
  client.send('malformed');
  await client.settle();
  for (const frame of client.frames) expect(check(frame)).toEqual([]);
  expect(new Set(client.frames.map((frame) => frame.type)).size).toBe(12);
});

describe('limits', () => {
  test('1,000 sessions may be followed, one more changes nothing', async () => {
    const ids = Array.from({ length: 1000 }, (_, i) => live.session(`session_${i}`).id);
    for (let i = 0; i < 1000; i += 200) await client.call('subscribe', { session_ids: ids.slice(i, i + 200) });
    expect(await client.call('subscribe', { session_ids: ['session_0', 'session_x', '__global__'] })).toMatchObject({
      code: 0,
    });
    expect(await client.call('subscribe', { session_ids: ['session_0', 'session_a'] })).toMatchObject({ code: 40001 });
    const transcript = { '*': 'turn' };
    expect(await client.call('subscribe_v2', { session_id: 'session_a', transcript })).toMatchObject({ code: 40001 });
    expect(live.sockets.connections()[0]?.subscriptions).toEqual(ids);
    await client.call('unsubscribe', { session_ids: ['session_0'] });
    expect(await client.call('subscribe', { session_ids: ['session_a'] })).toMatchObject({ code: 0 });
  });
});
