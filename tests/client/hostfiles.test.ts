/** Files that a client offers outlive its connection, and delay nothing else on it (acp-cli.md 1.13). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { ApiFailure } from '../../client/api/client.js';
import { createStream, type Stream } from '../../client/api/stream.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ hostFilesLimits: { readMs: 2_000, writeMs: 2_000, staleMs: 10 } });
});
afterAll(() => daemon.close());

let sockets: WebSocket[];
let stream: Stream;
let sessionId: string;
let path: string;
beforeEach(async () => {
  sockets = [];
  stream = createStream({
    baseUrl: daemon.baseUrl,
    token: () => daemon.token,
    WebSocket: class extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols);
        sockets.push(this);
      }
    },
    clientId: 'editor',
    reconnect: { delaysMs: [10], endless: true },
    onEnd: () => undefined,
  });
  ({ id: sessionId } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } }));
  path = join(daemon.cwd, `${sessionId}.txt`);
  writeFileSync(path, 'disk\n');
});
afterEach(() => stream.close());

/** Runs a line of the offline provider; returns the result of its call. `meanwhile` runs during the turn. */
async function run(line: string, meanwhile: () => Promise<unknown> = async () => undefined): Promise<string> {
  const { prompt_id } = await daemon.prompt(sessionId, line);
  await meanwhile();
  await daemon.waitForEnd(sessionId);
  const { items } = await daemon.ok('listMessages', { ...daemon.session(sessionId), query: { page_size: 100 } });
  return JSON.stringify(items.filter((each) => each.role === 'tool' && each.prompt_id === prompt_id)[0]?.content);
}

test('a connection that is lost during a request leaves the disk in force, and the next one has the offer', async () => {
  let asked = 0;
  await stream.offerFiles({
    sessionId,
    read: () => ((asked += 1) === 1 ? new Promise(() => undefined) : 'editor\n'),
  });
  const first = await run(`read ${path}`, async () => {
    await until('the request', () => asked || undefined);
    sockets[0]?.terminate();
  });
  expect(first).toContain('1\\tdisk');
  await until('the next connection', async () =>
    (await run(`read ${path}`)).includes('1\\teditor') ? true : undefined,
  );
  expect(sockets).toHaveLength(2);
});

test('an answer that is ready after its connection was lost goes nowhere', async () => {
  let answer: (text: string) => void = () => undefined;
  let asked = 0;
  await stream.offerFiles({
    sessionId,
    read: () => ((asked += 1) === 1 ? new Promise<string>((resolve) => (answer = resolve)) : undefined),
  });
  await run(`read ${path}`, async () => {
    await until('the request', () => asked || undefined);
    sockets[0]?.terminate();
  });
  await until('the next connection', () => (stream.state === 'live' && sockets.length === 2 ? true : undefined));
  answer('late\n');
  expect(await run(`read ${path}`)).toContain('1\\tdisk');
  expect(stream.state).toBe('live');
});

test('a request does not wait for events that are still handled', async () => {
  let asked: () => void = () => undefined;
  const whenAsked = new Promise<void>((resolve) => (asked = resolve));
  await stream.offerFiles({
    sessionId,
    read() {
      asked();
      return 'editor\n';
    },
  });
  await stream.subscribe(sessionId, {
    onEvent: ({ type }) => (type === 'tool.call.started' ? whenAsked : undefined),
    onResync: () => Promise.reject(new Error('no')),
  });
  expect(await run(`read ${path}`)).toContain('1\\teditor');
});

test('a text that does not fit a frame is not sent', async () => {
  await stream.offerFiles({ sessionId, read: () => 'x'.repeat(8 * 1024 * 1024) });
  expect(await run(`read ${path}`)).toContain('1\\tdisk');
  expect(stream.state).toBe('live');
});

test('a later offer of the same client replaces the one before, whose withdrawal then means nothing', async () => {
  const withdraw = await stream.offerFiles({ sessionId, read: () => 'first\n' });
  await stream.offerFiles({ sessionId, read: () => 'second\n' });
  withdraw();
  expect(await run(`read ${path}`)).toContain('1\\tsecond');
});

test('what a new connection refuses has ended', async () => {
  const ends: ApiFailure[] = [];
  await stream.offerFiles({ sessionId, read: () => 'x', onEnd: (failure) => ends.push(failure) });
  await daemon.ok('deleteSession', daemon.session(sessionId));
  sockets[0]?.terminate();
  await until('the end', () => ends[0]);
  expect(ends.map(({ name }) => name)).toEqual(['SESSION_NOT_FOUND']);
});

test('an offer for an unknown session is refused', async () => {
  await expect(stream.offerFiles({ sessionId: 'session_none', read: () => 'x' })).rejects.toBeInstanceOf(ApiFailure);
});
