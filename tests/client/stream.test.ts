/** The event stream of a client: replay, reconnection, resync, and the order of events. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { WebSocket, type WebSocket as Socket } from 'ws';
import {
  createStream,
  type EventFrame,
  type Stream,
  type StreamOptions,
  type SubscriptionOptions,
} from '../../client/api/stream.js';
import { emit, fakeServer, type FakeServer, type FakeServerOptions } from './fake-server.js';
import { until } from './harness.js';

let server: FakeServer;
let stream: Stream;
afterEach(async () => {
  stream.close();
  await server.close();
});

interface Watched {
  seen: EventFrame[];
  numbers(): number[];
  states: string[];
  ends: Error[];
  subscribe(options?: Partial<SubscriptionOptions>): Promise<void>;
}

async function watch(serverOptions: FakeServerOptions, options: Partial<StreamOptions> = {}): Promise<Watched> {
  server = await fakeServer(serverOptions);
  const seen: EventFrame[] = [];
  const states: string[] = [];
  const ends: Error[] = [];
  stream = createStream({
    baseUrl: server.baseUrl,
    token: () => 't',
    WebSocket,
    clientId: 'test',
    reconnect: { delaysMs: [5, 5, 10], endless: false },
    onState: (state) => states.push(state),
    onEnd: (failure) => ends.push(failure),
    ...options,
  });
  return {
    seen,
    states,
    ends,
    numbers: () => seen.filter((frame) => !frame.volatile).map(({ seq }) => seq),
    subscribe: (wanted) =>
      stream.subscribe('s', {
        onEvent: (frame) => void seen.push(frame),
        onResync: () => Promise.reject(new Error('no')),
        ...wanted,
      }),
  };
}

/** Sends the events after the cursor, up to number `last`. */
const replay = (socket: Socket, cursor: { seq: number } | undefined, last: number): object => {
  for (let seq = (cursor?.seq ?? last) + 1; seq <= last; seq++) emit(socket, 'warning', seq, { message: String(seq) });
  return { cursors: { s: { seq: last, epoch: 'ep_1' } } };
};

describe('createStream', () => {
  test('replays from the cursor, then live, nothing twice', async () => {
    const watched = await watch({ onSubscribe: (socket, cursor) => replay(socket, cursor, 5) });
    await watched.subscribe({ cursor: { seq: 2 } });
    emit(server.sockets[0]!, 'warning', 5);
    emit(server.sockets[0]!, 'warning', 8);
    emit(server.sockets[0]!, 'assistant.delta', 8, { delta: 'x' }, { volatile: true, offset: 0 });
    await until(() => watched.seen.length === 5);
    expect(watched.numbers()).toEqual([3, 4, 5, 8]);
    expect(watched.seen.at(-1)).toMatchObject({ type: 'assistant.delta', offset: 0, volatile: true });
  });

  test('names a message that is not JSON, and asks for what it was on a new connection', async () => {
    const failures: Error[] = [];
    let last = 2;
    const watched = await watch(
      { onSubscribe: (socket, cursor) => replay(socket, cursor, last) },
      { onFailure: (failure) => failures.push(failure) },
    );
    await watched.subscribe({ cursor: { seq: 0 } });
    last = 4;
    server.sockets[0]!.send('{"type":"warning","seq":3,');
    server.sockets[0]!.send(JSON.stringify({ type: 'warning', seq: 4, session_id: 's', payload: {} }));
    await until(() => watched.numbers().length === 4);
    expect(watched.numbers()).toEqual([1, 2, 3, 4]);
    expect(failures.map(({ name }) => name)).toEqual(['FrameFailure']);
    expect([watched.states, watched.ends]).toEqual([['reconnecting', 'live'], []]);
  });

  test('comes back with the cursor of the last applied event, however often the connection breaks', async () => {
    let last = 3;
    const watched = await watch({ onSubscribe: (socket, cursor) => replay(socket, cursor, last) });
    await watched.subscribe({ cursor: { seq: 0 } });
    for (let cut = 0; cut < 4; cut++) {
      last += 2;
      server.sockets.at(-1)!.terminate();
      await until(() => watched.numbers().length === last);
    }
    expect(watched.numbers()).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    expect(server.subscriptions.map(({ cursors }) => cursors?.['s']?.seq)).toEqual([0, 3, 5, 7, 9]);
    expect(watched.states.filter((state) => state === 'live')).toHaveLength(4);
  });

  test('a volatile number is no cursor', async () => {
    const watched = await watch({ onSubscribe: (socket, cursor) => replay(socket, cursor, 3) });
    await watched.subscribe({ cursor: { seq: 3 } });
    emit(server.sockets[0]!, 'assistant.delta', 9, { delta: 'x' }, { volatile: true, offset: 0 });
    await until(() => watched.seen.length === 1);
    server.sockets[0]!.terminate();
    await until(() => server.subscriptions.length === 2);
    expect(server.subscriptions[1]?.cursors?.['s']).toEqual({ seq: 3, epoch: 'ep_1' });
  });

  test('a global event ahead of the replay waits for its turn', async () => {
    const watched = await watch({
      onSubscribe(socket, cursor) {
        emit(socket, 'session.meta.updated', 6, { title: 'early' });
        return replay(socket, cursor, 5);
      },
    });
    await watched.subscribe({ cursor: { seq: 2 } });
    expect(watched.numbers()).toEqual([3, 4, 5, 6]);
  });

  test('a volatile global event ahead of the replay releases nothing that waits', async () => {
    const watched = await watch({
      onSubscribe(socket, cursor) {
        emit(socket, 'session.meta.updated', 6, { title: 'early' });
        emit(
          socket,
          'event.inbox.changed',
          6,
          { kind: 'approval', id: 'a', change: 'added', total: 1 },
          { volatile: true },
        );
        return replay(socket, cursor, 5);
      },
    });
    await watched.subscribe({ cursor: { seq: 2 } });
    expect(watched.numbers()).toEqual([3, 4, 5, 6]);
    expect(watched.seen.filter(({ volatile }) => volatile)).toHaveLength(1);
  });

  test('events of other sessions go to the global listener', async () => {
    const global: EventFrame[] = [];
    const watched = await watch({}, { onGlobal: (frame) => global.push(frame) });
    await watched.subscribe();
    emit(server.sockets[0]!, 'session.meta.updated', 1, {}, { session_id: 'other' });
    await until(() => global.length === 1);
    expect(watched.seen).toEqual([]);
  });

  test('a resync takes the snapshot and continues from its cursor; nothing in between is shown', async () => {
    const watched = await watch({
      onSubscribe(socket, cursor, count) {
        if (count > 1) return replay(socket, cursor, 12);
        socket.send(
          JSON.stringify({
            type: 'resync_required',
            timestamp: '',
            payload: { session_id: 's', reason: 'epoch_changed', current_seq: 9 },
          }),
        );
        emit(socket, 'warning', 10);
        return { resync_required: ['s'], cursors: { s: { seq: 10, epoch: 'ep_2' } } };
      },
    });
    let reason = '';
    await watched.subscribe({
      cursor: { seq: 4, epoch: 'old' },
      onResync: (info) => {
        reason = info.reason;
        return Promise.resolve({ seq: 10, epoch: 'ep_1' });
      },
    });
    await until(() => watched.numbers().length === 2);
    expect(reason).toBe('epoch_changed');
    expect(watched.numbers()).toEqual([11, 12]);
  });

  test('an unknown session is refused', async () => {
    const watched = await watch({ onSubscribe: () => ({ accepted: [], not_found: ['s'] }) });
    await expect(watched.subscribe()).rejects.toMatchObject({ name: 'SESSION_NOT_FOUND' });
  });

  test('a refused token surfaces at the first connection, and ends a running stream', async () => {
    const watched = await watch({});
    await watched.subscribe();
    server.refuse = 401;
    server.sockets[0]!.terminate();
    await until(() => watched.ends.length === 1);
    expect(watched.ends[0]).toMatchObject({ name: 'UNAUTHORIZED' });
    const second = createStream({
      baseUrl: server.baseUrl,
      token: () => 't',
      WebSocket,
      clientId: 'x',
      onEnd: () => undefined,
    });
    await expect(
      second.subscribe('s', { onEvent: () => undefined, onResync: () => Promise.resolve({ seq: 0 }) }),
    ).rejects.toMatchObject({ name: 'UNAUTHORIZED' });
  });

  test('a token that was replaced is read again', async () => {
    let token = 'old';
    const watched = await watch({}, { token: () => token });
    await watched.subscribe();
    server.sockets[0]!.send(
      JSON.stringify({ type: 'error', timestamp: '', payload: { code: 40101, msg: 'token', fatal: true } }),
    );
    token = 'new';
    server.sockets[0]!.close(1008);
    await until(() => server.sockets[1]?.protocol === 'agent-code.bearer.new');
    await until(() => server.subscriptions.length === 2);
    // callers do not notice it
    expect(watched.states).toEqual([]);
  });

  test('gives up after the last attempt when asked to', async () => {
    const watched = await watch({});
    await watched.subscribe();
    await server.close();
    await until(() => watched.ends.length === 1);
    expect(watched.ends[0]).toMatchObject({ name: 'ConnectionFailure' });
    expect(watched.states).toEqual(['reconnecting']);
  });

  test('a silent connection is dead; one with pings is not', async () => {
    const watched = await watch({}, { deadMs: 120 });
    await watched.subscribe();
    const pings = setInterval(
      () => server.sockets[0]!.send(JSON.stringify({ type: 'ping', timestamp: '', payload: { nonce: 'n' } })),
      30,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(server.sockets).toHaveLength(1);
    clearInterval(pings);
    await until(() => server.sockets.length === 2);
  });
});
