/** What clients say over the socket and what they are answered: control frames, limits, subscriptions (ws.md 1.5, 3, 10). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ApiError } from '../../daemon/errors.js';
import { buildAsyncApi } from '../../daemon/http/asyncapi.js';
import type { Frame } from '../../daemon/sessions/frames.js';
import type { SessionRef } from '../../daemon/sessions/log.js';
import { frameValidator } from '../helpers/documents.js';
import {
  delta,
  internal,
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

const seqs = (frames: { seq?: number }[]): (number | undefined)[] => frames.map((frame) => frame.seq);
const fill = (ref: SessionRef, count: number): void => {
  for (let done = 0; done < count; done += 500) {
    live.log.append(
      ref,
      Array.from({ length: Math.min(500, count - done) }, (_, i) => warning(`w${done + i + 1}`)),
    );
  }
};

describe('control frames', () => {
  test.each<[string, string, unknown, object]>([
    ['an unknown type', 'subscribe_v2', {}, { code: 40001, payload: { details: [{ path: 'type' }] } }],
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
    client.send({ type: 'subscribe', payload: { session_ids: ['session_a'] } });
    client.send({ type: 'subscribe', id: 5, payload: { session_ids: ['session_a'] } });
    client.send({ type: 'ping', id: 'p', payload: { nonce: 'x' } });
    await client.until((frame) => frame.type === 'pong');
    await client.until((frame) => frame.type === 'ack' && frame.code !== 0);
    const acks = client.frames.filter((frame) => frame.type === 'ack');
    expect(acks).toMatchObject([
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

  test('a flood of waiting frames stops the reading until they are done, and none is lost', async () => {
    let free: () => void = () => undefined;
    live.feed.repair = () => new Promise((resolve) => (free = resolve));
    // What one read of the socket brings is handled in one go, so the frames are large.
    const padding = 'x'.repeat(20_000);
    client.send({ type: 'subscribe', id: 'first', payload: { session_ids: ['session_a'] } });
    for (let i = 0; i < 300; i += 1)
      client.send({ type: 'unsubscribe', id: `u${i}`, payload: { session_ids: [], padding } });
    client.send({ type: 'ping', payload: { nonce: 'last' } });
    await pause(100);
    expect(client.frames.some((frame) => frame.type === 'pong')).toBe(false);
    free();
    await client.until((frame) => frame.type === 'pong');
    await client.until((frame) => frame.id === 'u299');
  });
});

test('every frame fits the AsyncAPI document', async () => {
  const check = frameValidator(buildAsyncApi({ version: '1.2.3', serverUrl: live.url }));
  live.state.statuses = [status({ model: 'm' })];
  live.state.inflight = [{ event: { ...delta('x'), recovered: true } as never, offset: 0 }, { event: progress('half') }];
  live.log.append(a, [warning('stored'), renamed('t')]);
  const asked: [string, unknown][] = [
    ['client_hello', { client_id: 'c', subscriptions: ['session_x'] }],
    ['subscribe', { session_ids: ['session_a', '__global__'], cursors: { session_a: { seq: 0 }, __global__: { seq: 0 } }, resume_inflight: true }],
    ['subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 99 } } }],
    ['unsubscribe', { session_ids: ['session_x'] }],
    ['abort', { session_id: 'session_a', prompt_id: 'p' }],
  ];
  for (const [type, payload] of asked) expect(check(await client.call(type, payload), type)).toEqual([]);
  live.log.tell(a, 2, delta('live'), 1);
  live.log.appendGlobal(unregistered('/x'));
  live.log.tell(a, 2, { type: 'event.session.deleted', agentId: 'main' });
  client.send('malformed');
  await client.settle();
  for (const frame of client.frames) expect(check(frame)).toEqual([]);
  expect(new Set(client.frames.map((frame) => frame.type)).size).toBe(12);
});

describe('limits', () => {
  test('a message of 1 MiB is read, one byte more closes', async () => {
    const frame = (size: number): string => {
      const [start, end] = ['{"type":"ping","payload":{"nonce":"', '"}}'];
      return start + 'x'.repeat(size - start.length - end.length) + end;
    };
    client.send(frame(1024 * 1024));
    await client.until((each) => each.type === 'pong');
    client.send(frame(1024 * 1024 + 1));
    expect(await client.closed).toMatchObject({ code: 1009 });
    expect(live.errors).toEqual([]);
  });

  test('the 101st malformed frame closes; errors are told once a second; unknown types do not count', async () => {
    const bad = ['no json', '[]', 'null', '5', '"text"', '{}', '{"type":5}', '{"id":"x"}'];
    client.socket.send(Buffer.from([0xff, 0xfe]), { binary: true });
    for (let i = 1; i < 100; i += 1) client.send(bad[i % bad.length] as string);
    for (let i = 0; i < 50; i += 1) client.send({ type: 'nonsense' });
    await client.settle();
    expect(client.frames.filter((frame) => frame.type === 'error')).toEqual([
      { type: 'error', timestamp: expect.any(String), payload: { code: 40001, msg: expect.any(String), fatal: false } },
    ]);
    client.send('{');
    expect(await client.closed).toEqual({ code: 1008, reason: 'too many malformed frames' });
  });

  test('1,000 sessions may be followed, one more changes nothing', async () => {
    const ids = Array.from({ length: 1000 }, (_, i) => live.session(`session_${i}`).id);
    for (let i = 0; i < 1000; i += 200) await client.call('subscribe', { session_ids: ids.slice(i, i + 200) });
    expect(await client.call('subscribe', { session_ids: ['session_0', 'session_x', '__global__'] })).toMatchObject({
      code: 0,
    });
    expect(await client.call('subscribe', { session_ids: ['session_0', 'session_a'] })).toMatchObject({ code: 40001 });
    expect(live.sockets.connections()[0]?.subscriptions).toEqual(ids);
    await client.call('unsubscribe', { session_ids: ['session_0'] });
    expect(await client.call('subscribe', { session_ids: ['session_a'] })).toMatchObject({ code: 0 });
  });
});

describe('live delivery', () => {
  test('only subscribers get session events; everybody gets global ones, once', async () => {
    const other = await live.connect();
    expect(await client.call('subscribe', { session_ids: ['session_a'] })).toMatchObject({
      payload: { accepted: ['session_a'], cursors: { session_a: { seq: 0, epoch: 'ep_a' } } },
    });
    live.log.append(a, [warning('one'), internal(), renamed('title')]);
    live.log.appendGlobal(unregistered('/x'));
    await client.settle();
    await other.settle();
    expect(client.events()).toEqual([
      {
        type: 'warning',
        seq: 1,
        epoch: 'ep_a',
        session_id: 'session_a',
        timestamp: expect.any(String),
        payload: { type: 'warning', agentId: 'main', sessionId: 'session_a', message: 'one' },
      },
      expect.objectContaining({ type: 'session.meta.updated', seq: 3 }),
    ]);
    expect(other.events().map((frame) => frame.type)).toEqual(['session.meta.updated']);
    for (const each of [client, other])
      expect(each.events('__global__')).toMatchObject([{ type: 'event.workspace.deleted', seq: 1 }]);
    await client.call('unsubscribe', { session_ids: ['session_a'] });
    live.log.append(a, [warning('two'), renamed('again')]);
    await client.settle();
    expect(seqs(client.events())).toEqual([1, 3, 5]);
  });

  test('each subscribe brings the status of each agent before its ack', async () => {
    live.state.statuses = [status({ model: 'm' }), status({ model: 'n' }, 'helper')];
    fill(a, 2);
    await client.call('subscribe', {
      session_ids: ['session_a'],
      cursors: { session_a: { seq: 0 } },
      agent_filter: { session_a: ['main'] },
    });
    const types = client.frames.slice(1).map((frame) => frame.type);
    expect(types).toEqual(['warning', 'warning', 'agent.status.updated', 'ack']);
    expect(client.events().at(-1)).toMatchObject({
      seq: 2,
      volatile: true,
      payload: { agentId: 'main', sessionId: 'session_a', model: 'm' },
    });
  });

  test('a deleted session ends its subscription, and one that comes back asks for a resync', async () => {
    await client.call('subscribe', { session_ids: ['session_a'] });
    live.log.tell(a, 0, { type: 'event.session.deleted', agentId: 'main' });
    live.log.append(a, [warning('after')]);
    await client.settle();
    expect(client.events().map((frame) => frame.type)).toEqual(['event.session.deleted']);
    expect(live.sockets.connections()[0]?.subscriptions).toEqual([]);
    expect(live.hub.readers('session_a')).toBe(0);
    live.log.append({ ...a, epoch: 'ep_new' }, [
      { type: 'event.session.created', agentId: 'main', session: {} as never },
    ]);
    expect(await client.until((frame) => frame.type === 'resync_required')).toMatchObject({
      payload: { session_id: 'session_a', reason: 'session_recreated', epoch: 'ep_new' },
    });
  });

  test('frames under a new epoch tell that the log was made anew', async () => {
    await client.call('subscribe', { session_ids: ['session_a'] });
    live.db.prepare("UPDATE sessions SET epoch = 'ep_new' WHERE id = 'session_a'").run();
    live.log.append({ ...a, epoch: 'ep_new' }, [warning('one')]);
    live.log.append({ ...a, epoch: 'ep_new' }, [warning('two')]);
    await client.settle();
    expect(client.frames.slice(2, -1).map((frame) => frame.payload.reason ?? frame.payload.message)).toEqual([
      'session_recreated',
      'one',
      'two',
    ]);
  });

  test('a defect while delivering closes with 1011, is logged and reaches neither the writer nor others', async () => {
    const other = await live.connect();
    await other.call('subscribe', { session_ids: ['session_a'] });
    await client.call('subscribe', { session_ids: ['session_a'], agent_filter: { session_a: ['main'] } });
    const [frame] = live.log.append(a, [warning('good')]) as [Frame];
    const { stored: _stored, text: _text, ...rest } = frame;
    const told = jest.fn();
    live.hub.join('session_a', told);
    live.hub.publish({ ...rest, durable: false, payload: cyclic() });
    expect(told).toHaveBeenCalledTimes(1);
    expect(await client.closed).toEqual({ code: 1011, reason: 'internal error' });
    expect(await other.closed).toMatchObject({ code: 1011 });
    expect(live.errors.length).toBe(2);
    expect((await live.connect()).socket.readyState).toBe(1);
  });
});

function cyclic(): never {
  const payload: Record<string, unknown> = { type: 'warning', agentId: 'main', sessionId: 'session_a' };
  payload.self = payload;
  return payload as never;
}

describe('agent filter', () => {
  test('passes the listed agents, births and deaths of all, and global events; live and in replay', async () => {
    const events = [
      warning('1', 'main'),
      warning('2', 'helper'),
      { type: 'agent.created', agentId: 'helper', agentKind: 'sub' } as const,
      { type: 'agent.disposed', agentId: 'helper' } as const,
      { ...renamed('t'), agentId: 'helper' },
      warning('6', 'third'),
    ];
    live.log.append(a, events as Parameters<typeof live.log.append>[1]);
    await client.settle();
    client.frames.length = 0;
    await client.call('subscribe', {
      session_ids: ['session_a'],
      cursors: { session_a: { seq: 0 } },
      agent_filter: { session_a: ['main', 'third'] },
    });
    expect(seqs(client.events())).toEqual([1, 3, 4, 5, 6]);
    live.log.append(a, events as Parameters<typeof live.log.append>[1]);
    await client.settle();
    expect(seqs(client.events())).toEqual([1, 3, 4, 5, 6, 7, 9, 10, 11, 12]);
    await client.call('subscribe', { session_ids: ['session_a'] });
    live.log.append(a, [warning('13', 'helper')]);
    await client.settle();
    expect(seqs(client.events()).at(-1)).toBe(13);
  });
});

describe('replay', () => {
  test('5,000 events come in order, with what is appended meanwhile, and live goes on without a gap', async () => {
    fill(a, 5000);
    const b = live.session('session_b');
    await client.call('subscribe', { session_ids: ['session_b'] });
    let appended = 0;
    let offset = 0;
    const timer = setInterval(() => {
      live.log.append(a, [warning(`live${appended}`), renamed(`t${appended}`)]);
      live.log.tell(a, 0, delta('xyz'), offset);
      live.log.append(b, [warning('b')]);
      offset += 3;
      appended += 2;
    }, 1);
    const ack = await client.call('subscribe', {
      session_ids: ['session_a'],
      cursors: { session_a: { seq: 0, epoch: 'ep_a' } },
    });
    await pause(50);
    clearInterval(timer);
    await client.settle();
    const durable = client.events().filter((frame) => !frame.volatile);
    expect(appended).toBeGreaterThan(4);
    expect(seqs(durable)).toEqual(Array.from({ length: 5000 + appended }, (_, i) => i + 1));
    const { seq } = (ack.payload.cursors as Record<string, { seq: number }>).session_a as { seq: number };
    expect(seq).toBeGreaterThanOrEqual(5000);
    const ackAt = client.frames.indexOf(ack);
    expect(
      client.frames
        .slice(0, ackAt)
        .filter((frame) => frame.session_id === 'session_a' && !frame.volatile)
        .at(-1)?.seq,
    ).toBe(seq);
    const others = seqs(client.events('session_b'));
    expect(others).toEqual(Array.from({ length: others.length }, (_, i) => i + 1));
  });

  test('global events of a session come once and in order while it is replayed', async () => {
    fill(a, 3000);
    live.log.append(a, [renamed('stored')]);
    const asked = client.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 10 } } });
    for (let i = 0; i < 20; i += 1) {
      live.log.append(a, [renamed(`live${i}`)]);
      await pause(1);
    }
    await asked;
    await client.settle();
    const numbers = seqs(client.events()).filter((seq) => (seq ?? 0) > 10);
    const before = numbers.indexOf(11);
    expect(numbers.slice(before)).toEqual(Array.from({ length: 3011 }, (_, i) => i + 11));
  });

  test('from the middle, with original time, and again when asked again', async () => {
    fill(a, 30);
    const row = live.log.read(a.key, 25, 1)[0];
    for (let round = 1; round <= 2; round += 1) {
      await client.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 25 } } });
      expect(seqs(client.events()).slice(-5)).toEqual([26, 27, 28, 29, 30]);
      expect(client.events()).toHaveLength(5 * round);
    }
    expect(client.events()[0]).toMatchObject({
      timestamp: new Date(row?.time ?? 0).toISOString(),
      payload: { message: 'w26' },
    });
  });

  test('internal records and damaged rows stay behind, long texts are cut', async () => {
    live.log.append(a, [warning('1'), internal(), warning('3'), warning('x'.repeat(1_500_000))]);
    live.db.prepare('UPDATE events SET payload = ? WHERE seq = 1').run('{"message":');
    await client.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 0 } } });
    expect(seqs(client.events())).toEqual([3, 4]);
    expect(client.events()[1]?.payload.truncated).toBe(true);
  });

  const resync = (reason: string, current = 40): object => ({
    type: 'resync_required',
    payload: { session_id: 'session_a', reason, current_seq: current, epoch: 'ep_a' },
  });
  test.each<[string, object, object, object | undefined, number]>([
    ['no cursor', {}, {}, undefined, 0],
    ['at the end', { seq: 40 }, {}, undefined, 0],
    ['wrong epoch', { seq: 3, epoch: 'ep_old' }, {}, resync('epoch_changed'), 0],
    ['ahead of the log', { seq: 41 }, {}, resync('epoch_changed'), 0],
    ['more than wanted', { seq: 9, epoch: 'ep_a' }, { max_replay: 29 }, resync('buffer_overflow'), 0],
    ['just as much as wanted: internal records do not count', { seq: 9 }, { max_replay: 30 }, undefined, 30],
    ['nothing is wanted and nothing missing', { seq: 40 }, { max_replay: 0 }, undefined, 0],
    [
      'filtered events do not count',
      { seq: 0 },
      { max_replay: 1, agent_filter: { session_a: ['nobody'] } },
      undefined,
      0,
    ],
  ])('cursor: %s', async (name, cursor, more, notice, replayed) => {
    fill(a, 39);
    live.log.append(a, [internal()]);
    const cursors = name === 'no cursor' ? undefined : { session_a: cursor };
    const ack = await client.call('subscribe', { session_ids: ['session_a'], cursors, ...more });
    expect(ack.payload).toEqual({
      accepted: ['session_a'],
      not_found: [],
      resync_required: notice ? ['session_a'] : [],
      cursors: { session_a: { seq: 40, epoch: 'ep_a' } },
    });
    expect(client.frames.filter((frame) => frame.type === 'resync_required')).toMatchObject(notice ? [notice] : []);
    expect(client.events()).toHaveLength(replayed);
    live.log.append(a, [renamed('live')]);
    await client.settle();
    expect(seqs(client.events()).at(-1)).toBe(41);
  });

  test('the global log is replayed too, as far as it is kept', async () => {
    for (let i = 1; i <= 6; i += 1) live.log.appendGlobal(unregistered(`/${i}`));
    await client.settle();
    client.frames.length = 0;
    const ask = (seq: number) =>
      client.call('subscribe', { session_ids: ['__global__'], cursors: { __global__: { seq } } });
    const { epoch } = live.log.globalRef();
    expect((await ask(4)).payload).toMatchObject({
      accepted: ['__global__'],
      resync_required: [],
      cursors: { __global__: { seq: 6, epoch } },
    });
    expect(seqs(client.events('__global__'))).toEqual([5, 6]);
    live.log.appendGlobal(unregistered('/7'));
    live.db.prepare('DELETE FROM events WHERE session_key = 0 AND seq <= 3').run();
    expect((await ask(3)).payload).toMatchObject({ resync_required: [] });
    expect(seqs(client.events('__global__'))).toEqual([5, 6, 7, 4, 5, 6, 7]);
    expect((await ask(2)).payload).toMatchObject({ resync_required: ['__global__'] });
    expect(client.frames.find((frame) => frame.type === 'resync_required')?.payload).toMatchObject({
      session_id: '__global__',
      reason: 'buffer_overflow',
      current_seq: 7,
    });
    live.log.appendGlobal(unregistered('/8'));
    await client.settle();
    expect(seqs(client.events('__global__')).at(-1)).toBe(8);
  });

  test('a session deleted during its replay ends it', async () => {
    fill(a, 4000);
    client.socket.pause();
    const ack = client.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 0 } } });
    await pause(100);
    live.log.tell(a, 4000, { type: 'event.session.deleted', agentId: 'main' });
    client.socket.resume();
    await ack;
    live.log.append(a, [warning('late')]);
    await client.settle();
    expect(client.events().at(-1)?.type).not.toBe('warning');
    expect(live.sockets.connections()[0]?.subscriptions).toEqual([]);
  });

  test('a session whose owner died is repaired first', async () => {
    live.feed.repair = async (id) => {
      live.state.repaired.push(id);
      live.log.append(a, [warning('repair')]);
    };
    const ack = await client.call('subscribe', {
      session_ids: ['session_a', 'session_x'],
      cursors: { session_a: { seq: 0 } },
    });
    expect(live.state.repaired).toEqual(['session_a']);
    expect(ack.payload.cursors).toEqual({ session_a: { seq: 1, epoch: 'ep_a' } });
    expect(seqs(client.events())).toEqual([1]);
  });
});

describe('recovery of a running step', () => {
  const ask = (more: object): Promise<unknown> =>
    client.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 0 } }, ...more });

  test('comes after the replay and touches the live text; waiting text is not sent twice', async () => {
    fill(a, 3);
    let text = '';
    const say = (piece: string): void => {
      live.log.tell(a, 3, delta(piece), text.length);
      text += piece;
    };
    const other = await live.connect();
    await other.call('subscribe', { session_ids: ['session_a'] });
    live.feed.inflight = () => [
      { event: { ...delta(text), recovered: true } as never, offset: 0 },
      { event: { ...delta('no', { agentId: 'helper' }), recovered: true } as never, offset: 0 },
      { event: progress('half') },
    ];
    const timer = setInterval(() => say('abc'), 1);
    await pause(10);
    await ask({ resume_inflight: true, agent_filter: { session_a: ['main'] } });
    await pause(60);
    clearInterval(timer);
    await pause(40);
    await client.settle();
    const types = client.frames
      .filter((frame) => frame.type !== 'ack')
      .slice(1)
      .map((frame) => frame.type);
    expect(types.slice(0, 5)).toEqual(['warning', 'warning', 'warning', 'assistant.delta', 'tool.progress']);
    const pieces = client.events().filter((frame) => frame.type === 'assistant.delta');
    expect(pieces[0]).toMatchObject({
      volatile: true,
      seq: 3,
      offset: 0,
      payload: { recovered: true, agentId: 'main' },
    });
    let shown = '';
    for (const piece of pieces) {
      expect(piece.offset).toBe(shown.length);
      shown += piece.payload.delta as string;
    }
    expect(shown).toBe(text);
    expect(pieces.length).toBeGreaterThan(2);
  });

  test('is not sent without being asked for', async () => {
    live.state.inflight = [{ event: { ...delta('text'), recovered: true } as never, offset: 0 }];
    await ask({});
    expect(client.events()).toEqual([]);
    await ask({ resume_inflight: true });
    expect(client.events()).toHaveLength(1);
  });
});
