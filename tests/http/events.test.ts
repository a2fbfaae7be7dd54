/** The HTTP event stream: queries, filters, resumption, and the ways it ends (ws.md 13). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { get, type IncomingMessage } from 'node:http';
import type { SessionRef } from '../../daemon/sessions/log/log.js';
import {
  delta,
  internal,
  pause,
  progress,
  renamed,
  startLive,
  status,
  token,
  warning,
  type Live,
  type Seen,
} from './live.js';

let live: Live;
let a: SessionRef;

beforeEach(async () => {
  live = await startLive();
  a = live.session();
});
afterEach(() => live.stop());

interface Stream {
  res: IncomingMessage;
  /** text received so far */
  text(): string;
  frames(): Seen[];
  ids(): number[];
  /** resolves at the end of the answer; with false when it was cut off */
  ended: Promise<boolean>;
  until(holds: (frames: Seen[]) => boolean): Promise<void>;
}

function open(query = '', headers: Record<string, string> = {}, session = 'session_a'): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const req = get(
      `${live.url}/api/v1/sessions/${session}/events${query}`,
      { headers: { authorization: `Bearer ${token}`, ...headers }, agent: false },
      (res) => {
        let text = '';
        res.on('data', (data: Buffer) => (text += data.toString()));
        res.on('error', () => undefined);
        const values = (name: string): string[] =>
          text
            .split('\n')
            .filter((line) => line.startsWith(`${name}: `))
            .map((line) => line.slice(name.length + 2));
        const frames = (): Seen[] => {
          const whole = text.slice(0, text.lastIndexOf('\n\n') + 2);
          return whole
            .split('\n')
            .filter((line) => line.startsWith('data: '))
            .map((line) => JSON.parse(line.slice(6)) as Seen);
        };
        resolve({
          res,
          text: () => text,
          frames,
          ids: () => values('id').map(Number),
          ended: new Promise((settle) => res.once('close', () => settle(res.complete))),
          async until(holds) {
            for (const end = Date.now() + 5000; !holds(frames()); await pause(5)) {
              if (Date.now() > end) throw new Error(`it never came: ${text.slice(-500)}`);
            }
          },
        });
      },
    );
    req.once('error', reject);
  });
}

/** Reads a stream that ends by itself. */
async function readAll(query = '', headers: Record<string, string> = {}): Promise<Stream> {
  const stream = await open(query, headers);
  expect(await stream.ended).toBe(true);
  return stream;
}

const types = (stream: Stream): string[] => stream.frames().map(({ type }) => type);
const messages = (stream: Stream): unknown[] =>
  stream.frames().map(({ payload }) => payload.message ?? payload.delta ?? payload.title);

test('prints stored events with their numbers and ends', async () => {
  live.log.append(a, [warning('1'), internal(), warning('line\nbreak'), renamed('t')]);
  const stream = await readAll();
  expect(stream.res.statusCode).toBe(200);
  expect(stream.res.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  expect(stream.text().startsWith('retry: 1000\n\nid: 1\ndata: {"type":"warning","seq":1,')).toBe(true);
  expect(stream.ids()).toEqual([1, 3, 4]);
  expect(messages(stream)).toEqual(['1', 'line\nbreak', 't']);
  expect(stream.text()).not.toContain('event:');
});

test.each<[string, Record<string, string>, number[]]>([
  ['?after_seq=2', {}, [3, 4]],
  ['?after_seq=4', {}, []],
  ['?after_seq=now', {}, []],
  ['?after_seq=0', { 'last-event-id': '3' }, [4]],
  ['?after_seq=now', { 'last-event-id': '2' }, [3, 4]],
  ['?after_seq=2', { 'last-event-id': '' }, [3, 4]],
  ['?after_seq=2&epoch=ep_a', {}, [3, 4]],
  ['?until=session.meta.updated', {}, [1, 2]],
  ['?after_seq=2&until=session.meta.updated', {}, [3, 4]],
  ['?until=session.meta.updated&types=warning', {}, [1]],
  ['?types=warn*', {}, [1, 3]],
  ['?types=session.*,%20warning', {}, [1, 2, 3, 4]],
  ['?types=*', {}, [1, 2, 3, 4]],
  ['?types=war', {}, []],
  ['?agent_id=main', {}, [1, 2, 4]],
  ['?agent_id=helper&agent_id=x', {}, [2, 3, 4]],
  ['?agent_id=x&until=warning', {}, [2, 4]],
])('%s %j', async (query, headers, ids) => {
  live.log.append(a, [warning('1'), renamed('2'), warning('3', 'helper'), renamed('4')]);
  expect((await readAll(query, headers)).ids()).toEqual(ids);
});

test.each<[string, Record<string, string>, number, number]>([
  ['/session_a/events', { authorization: 'Bearer wrong' }, 401, 40101],
  ['/session_x/events', {}, 200, 40401],
  ['/session_a/events?after_seq=-1', {}, 200, 40001],
  ['/session_a/events?after_seq=then', {}, 200, 40001],
  ['/session_a/events?follow=perhaps', {}, 200, 40001],
  ['/session_a/events?types=,', {}, 200, 40001],
  ['/session_a/events?agent_id=../x', {}, 200, 40001],
  ['/session_a/events?agent_id=main&agent_id=..', {}, 200, 40001],
  ['/session_a/events', { 'last-event-id': 'x' }, 200, 40001],
])('%s %j is refused before the first byte', async (path, headers, status, code) => {
  const answer = await fetch(`${live.url}/api/v1/sessions${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ code });
});

test.each([['?epoch=ep_old'], ['?after_seq=now&epoch=ep_old'], ['?after_seq=3&follow=true']])(
  '%s asks for a resync and ends',
  async (query) => {
    live.log.append(a, [warning('1'), warning('2')]);
    const stream = await readAll(query);
    expect(stream.frames()).toMatchObject([
      {
        type: 'resync_required',
        payload: { session_id: 'session_a', reason: 'epoch_changed', current_seq: 2, epoch: 'ep_a' },
      },
    ]);
    expect(stream.ids()).toEqual([]);
  },
);

describe('following', () => {
  test('continues live without gap or repeat, with recovery and status in between', async () => {
    live.log.append(
      a,
      Array.from({ length: 2000 }, (_, i) => warning(`${i + 1}`)),
    );
    live.state.statuses = [status({ model: 'm' })];
    live.state.inflight = [{ event: { ...delta('so far'), recovered: true } as never, offset: 0 }];
    const timer = setInterval(() => live.log.append(a, [warning('live'), renamed('t')]), 1);
    const stream = await open('?follow=true&until=turn.ended');
    await stream.until((frames) => frames.length > 2010);
    clearInterval(timer);
    live.log.publish(a, 0, delta('abc'), 6);
    live.log.append(a, [{ type: 'turn.ended', agentId: 'main', turnId: 1, reason: 'completed' }, warning('beyond')]);
    expect(await stream.ended).toBe(true);
    const ids = stream.ids();
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, i) => i + 1));
    const volatile = stream.frames().filter((frame) => frame.volatile);
    expect(volatile).toMatchObject([
      { type: 'agent.status.updated', payload: { model: 'm' } },
      { type: 'assistant.delta', offset: 0 },
      { type: 'assistant.delta', offset: 6 },
    ]);
    expect(types(stream).slice(-2)).toEqual(['assistant.delta', 'turn.ended']);
    expect(live.hub.readers('session_a')).toBe(0);
  });

  test.each<[string, string[]]>([
    ['?follow=true', ['agent.status.updated', 'assistant.delta', 'warning', 'tool.progress']],
    ['?follow=true&volatile=false', ['warning']],
    ['?follow=true&inflight=false', ['agent.status.updated', 'warning', 'tool.progress']],
    ['?follow=true&volatile=false&inflight=true', ['assistant.delta', 'warning']],
    ['?follow=true&types=tool.*,warning', ['warning', 'tool.progress']],
    ['?follow=true&agent_id=helper', []],
  ])('%s', async (query, wanted) => {
    live.state.statuses = [status({ model: 'm' })];
    live.state.inflight = [{ event: { ...delta('so far'), recovered: true } as never, offset: 0 }];
    const stream = await open(`${query}&after_seq=now&until=plan.revision`);
    await pause(20);
    live.log.append(a, [warning('1')]);
    live.log.publish(a, 1, progress('half'));
    live.log.publish(a, 1, { type: 'event.session.deleted', agentId: 'main' });
    expect(await stream.ended).toBe(true);
    expect(types(stream)).toEqual([...wanted, 'event.session.deleted']);
  });

  test('a session that went and came back under its name is another log', async () => {
    live.log.append(a, [warning('1')]);
    const stream = await open('?follow=true');
    await stream.until((frames) => frames.length === 1);
    live.db.prepare('DELETE FROM events').run();
    live.db.prepare('DELETE FROM sessions WHERE key = ?').run(a.key);
    live.log.append(live.session('session_a', 'ep_b'), [warning('other'), warning('still other')]);
    expect(await stream.ended).toBe(true);
    expect(stream.frames().slice(1)).toEqual([
      {
        type: 'resync_required',
        timestamp: expect.any(String),
        payload: { session_id: 'session_a', reason: 'session_recreated', current_seq: 2, epoch: 'ep_b' },
      },
    ]);
  });

  test('a reader that leaves is forgotten', async () => {
    const stream = await open('?follow=true');
    await pause(20);
    expect(live.hub.readers('session_a')).toBe(1);
    stream.res.destroy();
    for (let i = 0; i < 100 && live.hub.readers('session_a') > 0; i += 1) await pause(10);
    expect(live.hub.readers('session_a')).toBe(0);
  });

  test('shutdown ends it, and one that is opened during it', async () => {
    const stream = await open('?follow=true');
    live.streams.close();
    expect(await stream.ended).toBe(true);
    expect(await (await open('?follow=true')).ended).toBe(true);
  });

  test('a token that is no longer valid ends it; idle streams get comments', async () => {
    await live.stop();
    live = await startLive({ heartbeatMs: 50 });
    a = live.session();
    const stream = await open('?follow=true');
    for (let i = 0; i < 100 && stream.text().split(': ping').length < 3; i += 1) await pause(20);
    expect(stream.text()).toMatch(/^retry: 1000\n\n(: ping\n\n){2,}$/);
    live.state.valid.clear();
    expect(await stream.ended).toBe(true);
  });

  test('a slow reader is ended at 8 MiB and continues from its last event', async () => {
    const stream = await open('?follow=true');
    await pause(20);
    stream.res.pause();
    let count = 0;
    while (live.hub.readers('session_a') === 1 && count < 2000) {
      live.log.append(a, [warning('x'.repeat(50_000))]);
      count += 1;
      if (count % 20 === 0) await pause(1);
    }
    expect(count).toBeGreaterThan(160);
    expect(count).toBeLessThan(1000);
    stream.res.resume();
    expect(await stream.ended).toBe(true);
    const got = stream.ids();
    expect(got).toEqual(Array.from({ length: got.length }, (_, i) => i + 1));
    const more = await readAll('', { 'last-event-id': String(got.length) });
    expect([...got, ...more.ids()]).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  });
});
