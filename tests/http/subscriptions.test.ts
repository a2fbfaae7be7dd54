/** Who gets which live events: subscriptions, filters, sessions that end or come back (ws.md 3, 5). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Frame } from '../../daemon/sessions/log/frames.js';
import type { SessionRef } from '../../daemon/sessions/log/log.js';
import {
  delta,
  internal,
  renamed,
  startLive,
  status,
  unregistered,
  warning,
  type Client,
  type Live,
  type Seen,
} from './live.js';
import { programGlobal } from '../helpers/programglobal.js';

let live: Live;
let client: Client;
let a: SessionRef;

beforeEach(async () => {
  live = await startLive();
  a = live.session();
  client = await live.connect();
});
afterEach(() => live.stop());

const seqs = (frames: Seen[]): (number | undefined)[] => frames.map((frame) => frame.seq);
const fill = (ref: SessionRef, count: number): void => {
  for (let done = 0; done < count; done += 500) {
    live.log.append(
      ref,
      Array.from({ length: Math.min(500, count - done) }, (_, i) => warning(`w${done + i + 1}`)),
    );
  }
};

describe('live delivery', () => {
  test('only subscribers get session events; every client gets global ones, once', async () => {
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
    live.log.publish(a, 0, { type: 'event.session.deleted', agentId: 'main' });
    live.log.append(a, [warning('after')]);
    await client.settle();
    expect(client.events().map((frame) => frame.type)).toEqual(['event.session.deleted']);
    expect(live.sockets.connections()[0]?.subscriptions).toEqual([]);
    expect(live.hub.readers('session_a')).toBe(0);
    live.log.append({ ...a, epoch: 'ep_new' }, [
      { type: 'event.session.created', agentId: 'main', session: { title: '' } as never },
    ]);
    expect(await client.until((frame) => frame.type === 'resync_required')).toMatchObject({
      payload: { session_id: 'session_a', reason: 'session_recreated', epoch: 'ep_new' },
    });
  });

  test('frames under a new epoch report that the log was replaced', async () => {
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
    live.log.append(a, events);
    await client.settle();
    client.frames.length = 0;
    await client.call('subscribe', {
      session_ids: ['session_a'],
      cursors: { session_a: { seq: 0 } },
      agent_filter: { session_a: ['main', 'third'] },
    });
    expect(seqs(client.events())).toEqual([1, 3, 4, 5, 6]);
    live.log.append(a, events);
    await client.settle();
    expect(seqs(client.events())).toEqual([1, 3, 4, 5, 6, 7, 9, 10, 11, 12]);
    await client.call('subscribe', { session_ids: ['session_a'] });
    live.log.append(a, [warning('13', 'helper')]);
    await client.settle();
    expect(seqs(client.events()).at(-1)).toBe(13);
  });
});

test('a frame is serialised once, however many follow it and whatever their filters', async () => {
  const a = live.session('session_many');
  const clients = await Promise.all(Array.from({ length: 200 }, () => live.connect()));
  await Promise.all(
    clients.map((each, at) =>
      each.call('subscribe', {
        session_ids: ['session_many'],
        ...(at % 2 === 0 ? {} : { agent_filter: { session_many: ['main'] } }),
      }),
    ),
  );
  const { stringify } = programGlobal.JSON;
  const made: string[] = [];
  programGlobal.JSON.stringify = ((...args: Parameters<typeof stringify>) => {
    const text = stringify(...args);
    if (text?.includes('canary') && !text.includes('"ping"')) made.push(text);
    return text;
  }) as typeof stringify;
  try {
    live.log.publish(a, 0, delta('canary 1'), 0);
    live.log.append(a, [warning('canary 2')]);
    live.log.append(a, [renamed('canary 3')]);
    await Promise.all(
      clients.map((each) =>
        each.until(({ type, payload }) => type === 'session.meta.updated' && payload.title === 'canary 3'),
      ),
    );
  } finally {
    programGlobal.JSON.stringify = stringify;
  }
  expect(made).toHaveLength(3);
  for (const each of clients)
    expect(each.events('session_many').map(({ type }) => type)).toEqual([
      'assistant.delta',
      'warning',
      'session.meta.updated',
    ]);
});
