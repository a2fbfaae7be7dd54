/** Stored events come first, then live ones: cursors, replay and recovery of a running step (ws.md 9.3, 10). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../daemon/sessions/log/database.js';
import { followOthers } from '../../daemon/sessions/peers/elsewhere.js';
import { createHub } from '../../daemon/sessions/log/hub.js';
import { createLog, type SessionRef } from '../../daemon/sessions/log/log.js';
import {
  delta,
  internal,
  pause,
  progress,
  renamed,
  startLive,
  unregistered,
  warning,
  type Client,
  type Live,
  type Seen,
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

const seqs = (frames: Seen[]): (number | undefined)[] => frames.map((frame) => frame.seq);
const fill = (ref: SessionRef, count: number): void => {
  for (let done = 0; done < count; done += 500) {
    live.log.append(
      ref,
      Array.from({ length: Math.min(500, count - done) }, (_, i) => warning(`w${done + i + 1}`)),
    );
  }
};

describe('replay', () => {
  test('5,000 events come in order, with what is appended meanwhile, and live continues without a gap', async () => {
    fill(a, 5000);
    const b = live.session('session_b');
    await client.call('subscribe', { session_ids: ['session_b'] });
    let appended = 0;
    let offset = 0;
    const asked = client.call('subscribe', {
      session_ids: ['session_a'],
      cursors: { session_a: { seq: 0, epoch: 'ep_a' } },
    });
    // appends only once the replay runs, because global events before the subscription do not belong to it
    while (client.events().length === 0) await pause(1);
    const timer = setInterval(() => {
      live.log.append(a, [warning(`live${appended}`), renamed(`t${appended}`)]);
      live.log.publish(a, 0, delta('xyz'), offset);
      live.log.append(b, [warning('b')]);
      offset += 3;
      appended += 2;
    }, 1);
    const ack = await asked;
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

  test('global events of a session that waits for another one to be replayed come with its own replay alone', async () => {
    fill(a, 4000);
    const b = live.session('session_b');
    client.socket.pause();
    const asked = client.call('subscribe', {
      session_ids: ['session_a', 'session_b'],
      cursors: { session_a: { seq: 0 }, session_b: { seq: 0 } },
    });
    await pause(100);
    live.log.append(b, [renamed('first'), renamed('second')]);
    client.socket.resume();
    await asked;
    expect(seqs(client.events('session_b'))).toEqual([1, 2]);
  });

  test('a reader that stops in the middle stops the reading too; what happens meanwhile waits in the log, and nothing is given up', async () => {
    const large = (i: number) => warning(`${i} ${'x'.repeat(200_000)}`);
    for (let i = 0; i < 30; i += 1)
      live.log.append(
        a,
        Array.from({ length: 10 }, (_, k) => large(i * 10 + k)),
      );
    const { page } = live.log;
    let read = 0;
    live.log.page = (...asked) => {
      const found = page(...asked);
      read += found.rows.length;
      return found;
    };
    client.socket.pause();
    const asked = client.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 0 } } });
    // wait until all buffers on the way are full
    let before = 0;
    for (let same = 0; same < 10; same = read > 0 && read === before ? same + 1 : 0) {
      before = read;
      await pause(30);
    }
    expect(before).toBeLessThan(150);
    // far more than may wait for a connection
    for (let i = 0; i < 60; i += 1) live.log.append(a, [large(i), renamed(`${i}`)]);
    await pause(100);
    expect(read).toBe(before);
    client.socket.resume();
    await asked;
    expect(seqs(client.events())).toEqual(Array.from({ length: 420 }, (_, i) => i + 1));
  });

  test('pages go by the size of what is in them', async () => {
    live.log.append(
      a,
      Array.from({ length: 40 }, (_, i) => warning(`${i} ${'x'.repeat(100_000)}`)),
    );
    const { rows, isEnd } = live.log.page(a.key, 0, 512 * 1024);
    expect([rows.length, isEnd]).toEqual([5, false]);
    expect(live.log.page(a.key, 0, 1).rows).toHaveLength(1);
    expect(live.log.page(a.key, 39, 1)).toMatchObject({ rows: [{ seq: 40 }], isEnd: true });
    await client.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 0 } } });
    expect(client.events()).toHaveLength(40);
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
    ['more than wanted', { seq: 9, epoch: 'ep_a' }, { max_replay: 29 }, resync('buffer_overflow'), 0],
    ['just as much as wanted: internal records do not count', { seq: 9 }, { max_replay: 30 }, undefined, 30],
    [
      'filtered events do not count',
      { seq: 0 },
      { max_replay: 1, agent_filter: { session_a: ['nobody'] } },
      undefined,
      0,
    ],
  ])('cursor: %s', async (_, cursor, more, notice, replayed) => {
    fill(a, 39);
    live.log.append(a, [internal()]);
    const ack = await client.call('subscribe', {
      session_ids: ['session_a'],
      cursors: { session_a: cursor },
      ...more,
    });
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

  test('more than is kept was written elsewhere while no user here looked: every reader is notified of the loss', async () => {
    const theirs = openDatabase({ path: live.db.name });
    const elsewhere = createLog({
      ...live,
      db: theirs,
      hub: createHub(),
      serverId: 'b',
      now: Date.now,
      epoch: () => '',
    });
    const others = followOthers({
      ...live,
      now: Date.now,
      localized: (it) => it,
      written: () => undefined,
      failed: (error) => void live.errors.push(error),
    });
    const subscribed = await live.connect();
    await subscribed.call('subscribe', { session_ids: ['__global__'], cursors: { __global__: { seq: 0 } } });
    live.log.appendGlobal(unregistered('/1'));
    const removed = { type: 'session.removed', agentId: 'main', id: 'session_x', epoch: 'ep_x', lastSeq: 1 } as const;
    try {
      elsewhere.appendGlobal(removed);
      elsewhere.appendGlobal(unregistered('/3'));
      others.caughtUp(() => undefined);
      elsewhere.commit(() => {
        for (let i = 4; i <= 10_500; i += 1) elsewhere.appendGlobal(unregistered(`/${i}`));
      });
      others.caughtUp(() => undefined);
    } finally {
      others.close();
      theirs.close();
    }
    for (const each of [client, subscribed]) {
      await each.settle();
      const heard = each.frames.filter(
        ({ session_id, type }) => session_id === '__global__' || type === 'resync_required',
      );
      expect(heard.slice(0, 4).map(({ type, seq }) => [type, seq])).toEqual([
        ['event.workspace.deleted', 1],
        ['event.workspace.deleted', 3],
        ['resync_required', undefined],
        ['event.workspace.deleted', 501],
      ]);
      expect(heard[2]?.payload).toEqual({
        session_id: '__global__',
        reason: 'buffer_overflow',
        current_seq: 501,
        epoch: live.log.globalRef().epoch,
      });
      expect(heard).toHaveLength(10_003);
    }
    expect(live.errors).toEqual([]);
  });

  test('a session deleted during its replay ends it', async () => {
    fill(a, 4000);
    client.socket.pause();
    const ack = client.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 0 } } });
    await pause(100);
    live.log.publish(a, 4000, { type: 'event.session.deleted', agentId: 'main' });
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
      live.log.publish(a, 3, delta(piece), text.length);
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
