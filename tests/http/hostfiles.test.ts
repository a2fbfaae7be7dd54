/** Files that clients offer over the socket: who is asked, what counts as an answer, frame size (acp-cli.md 1.18). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { codeOf, startTestDaemon, until, type Seen, type TestDaemon } from '../helpers/daemon.js';

const MiB = 1024 * 1024;
let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ hostFilesLimits: { readMs: 1_000, writeMs: 1_000, staleMs: 20 } });
});
afterAll(() => daemon.close());

interface Client {
  socket: WebSocket;
  frames: Seen[];
  /** the close code of the socket, once it is closed */
  closed(): number | undefined;
  send(type: string, payload: unknown, id?: string): void;
  /** sends a frame and waits for its ack */
  call(type: string, payload: unknown): Promise<Seen>;
  requests(): Record<string, string>[];
  /** waits for the request that follows `before` others */
  request(before?: number): Promise<Record<string, string>>;
}

let clients: Client[] = [];
let session_id: string;
let path: string;
beforeEach(async () => {
  ({ id: session_id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } }));
  path = join(daemon.cwd, `${session_id}.txt`);
  writeFileSync(path, 'disk\n');
});
afterEach(() => {
  for (const { socket } of clients) socket.terminate();
  clients = [];
});

async function connect(to: { baseUrl: string; token: string } = daemon): Promise<Client> {
  const socket = new WebSocket(`${to.baseUrl.replace('http', 'ws')}/api/v1/ws`, {
    headers: { authorization: `Bearer ${to.token}` },
  });
  const frames: Seen[] = [];
  let code: number | undefined;
  let count = 0;
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Seen));
  socket.on('close', (given) => (code = given));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  const requests = () =>
    frames.flatMap(({ type, payload }) => (type === 'host_file_request' ? [payload as Record<string, string>] : []));
  const client: Client = {
    socket,
    frames,
    closed: () => code,
    send: (type, payload, id) => socket.send(JSON.stringify({ type, payload, ...(id === undefined ? {} : { id }) })),
    call(type, payload) {
      const id = `r${(count += 1)}`;
      client.send(type, payload, id);
      return until(`the ack of ${type}`, () => frames.find((frame) => frame.type === 'ack' && frame.id === id));
    },
    requests,
    request: (before = 0) => until('a request', () => requests()[before]),
  };
  clients.push(client);
  return client;
}

async function offering(what: Record<string, unknown> = { read: true, write: true }): Promise<Client> {
  const client = await connect();
  expect(await client.call('host_files', { session_id, ...what })).toMatchObject({
    code: 0,
    payload: { offered: true },
  });
  return client;
}

/** Starts a call; the returned function waits for its result. */
async function begin(line: string): Promise<() => Promise<string>> {
  const { prompt_id } = await daemon.prompt(session_id, line);
  return async () => {
    await daemon.waitForEnd(session_id);
    const { items } = await daemon.ok('listMessages', { ...daemon.session(session_id), query: { page_size: 100 } });
    const results = items.filter((each) => each.role === 'tool' && each.prompt_id === prompt_id);
    return JSON.stringify(results[0]?.content);
  };
}

test.each<[string, unknown, number]>([
  ['nothing', undefined, 40001],
  ['no session', { read: true, write: true }, 40001],
  ['a word for read', { session_id: 'x', read: 'yes', write: true }, 40001],
  ['write missing', { session_id: 'x', read: true }, 40001],
  ['an unknown session', { session_id: 'session_none', read: true, write: true }, 40401],
  ['the end of one of an unknown session', { session_id: 'session_none', read: true, write: true, off: true }, 40401],
])('an offer with %s is refused', async (_what, payload, code) => {
  expect((await (await connect()).call('host_files', payload)).code).toBe(code);
});

test('a request names session, agent, path and new text; the offer ends when it is withdrawn', async () => {
  const client = await offering();
  const reading = await begin(`read ${path}`);
  const read = await client.request();
  expect(read).toEqual({
    request_id: expect.stringMatching(/^hostfile_[0-9a-z]{26}$/),
    session_id,
    agent_id: 'main',
    op: 'read',
    path,
  });
  client.send('host_file_reply', { request_id: read['request_id'], ok: true, content: 'disk\n' });
  expect(await reading()).toContain('1\\tdisk');
  const writing = await begin(`write ${path}: new`);
  const { request_id } = await client.request(1);
  client.send('host_file_reply', { request_id, ok: true, content: 'disk\n' });
  const write = await client.request(2);
  expect(write).toMatchObject({ op: 'write', path, content: 'new' });
  client.send('host_file_reply', { request_id: write['request_id'], ok: true });
  expect(await writing()).toContain('Replaced');
  for (const off of [{ off: true }, { read: false, write: false }])
    expect(await client.call('host_files', { session_id, read: true, write: true, ...off })).toMatchObject({
      payload: { offered: false },
    });
  expect(await (await begin(`read ${path}`))()).toContain('1\\tdisk');
  expect(client.requests()).toHaveLength(3);
  // replies get no ack
  expect(client.frames.filter(({ type }) => type === 'ack')).toHaveLength(3);
});

test('the newest offer is asked alone, and ends with its connection', async () => {
  const old = await offering();
  const young = await offering();
  const first = await begin(`read ${path}`);
  await young.request();
  const about = young.requests()[0]?.['request_id'];
  // another connection must not answer
  old.send('host_file_reply', { request_id: about, ok: true, content: 'of the other one\n' });
  await old.call('ping_of_none', {});
  young.send('host_file_reply', { request_id: about, ok: true, content: 'disk\n' });
  young.send('host_file_reply', { request_id: about, ok: true, content: 'twice\n' });
  expect(await first()).toContain('1\\tdisk');
  young.socket.close();
  await until('the end', () => young.closed());
  expect(await (await begin(`read ${path}`))()).toContain('1\\tdisk');
  expect(old.requests()).toEqual([]);
  // withdrawing the old offer does not affect the new one
  const third = await offering();
  await old.call('host_files', { session_id, read: false, write: false, off: true });
  const last = await begin(`read ${path}`);
  const { request_id } = await third.request();
  third.send('host_file_reply', { request_id, ok: false, error: { code: 'not_found', message: 'unknown' } });
  expect(await last()).toContain('1\\tdisk');
});

test('a socket that drops in the middle: the disk is read, and a change is refused', async () => {
  const first = await offering();
  const reading = await begin(`read ${path}`);
  await first.request();
  first.socket.terminate();
  expect(await reading()).toContain('1\\tdisk');
  const second = await offering({ read: false, write: true });
  const began = Date.now();
  const writing = await begin(`write ${path}: new`);
  await second.request();
  second.socket.terminate();
  expect(await writing()).toContain(`the editor did not take the change to ${path}: the connection to it was lost`);
  expect(Date.now() - began).toBeLessThan(5_000);
  expect(existsSync(path)).toBe(true);
});

test('replies that are none leave the request open; what comes too late is ignored', async () => {
  const client = await offering({ read: true, write: false });
  const reading = await begin(`read ${path}`);
  const { request_id } = await client.request();
  for (const wrong of [
    null,
    [],
    {},
    { request_id },
    { request_id, ok: 'yes' },
    { request_id, ok: true },
    { request_id, ok: true, content: 5 },
    { request_id, ok: false, error: { code: 'other', message: '' } },
  ])
    expect((await client.call('host_file_reply', wrong)).code).toBe(40001);
  client.send('host_file_reply', { request_id, ok: true, content: 'disk\n' });
  expect(await reading()).toContain('1\\tdisk');
  const second = await begin(`read ${path}`);
  const late = (await client.request(1))['request_id'];
  expect(await second()).toContain('1\\tdisk');
  client.send('host_file_reply', { request_id: late, ok: true, content: 'late\n' });
  client.send('host_file_reply', { request_id: 'hostfile_of_nothing', ok: true, content: 'x' });
  expect((await client.call('host_files', { session_id, read: false, write: false })).code).toBe(0);
});

test.each<[string, string]>([
  ['a NUL character', 'a\0b'],
  ['more than 4 MiB', 'x'.repeat(4 * MiB + 1)],
])('a text with %s does not count', async (_what, content) => {
  const client = await offering({ read: true, write: false });
  const reading = await begin(`read ${path}`);
  const { request_id } = await client.request();
  client.send('host_file_reply', { request_id, ok: true, content });
  expect(await reading()).toContain('1\\tdisk');
  expect(client.closed()).toBeUndefined();
});

test('texts of 4 MiB travel both ways, also while the client is behind', async () => {
  const client = await offering();
  const long = `${'"'.repeat(79)}\n`.repeat((4 * MiB) / 80 - 300);
  writeFileSync(path, long);
  const editing = await begin(`read ${path}\nappend ${path}: end`);
  for (let at = 0; at < 2; at += 1) {
    const { request_id } = await client.request(at);
    client.send('host_file_reply', { request_id, ok: true, content: long });
  }
  const { op, content, request_id } = await client.request(2);
  expect([op, content === `${long}end`]).toEqual(['write', true]);
  await client.call('subscribe', { session_ids: [session_id], cursors: { [session_id]: { seq: 0 } } });
  client.send('host_file_reply', { request_id, ok: true });
  await editing();
  expect(client.closed()).toBeUndefined();
});

test.each<[string, string, (size: number) => unknown, number]>([
  [
    'a reply of 8 MiB',
    'host_file_reply',
    (size) => ({ request_id: 'x', ok: true, content: 'x'.repeat(size) }),
    8 * MiB,
  ],
  ['another frame of 1 MiB', 'ping', (size) => ({ nonce: 'x'.repeat(size) }), MiB],
])('%s is read; one byte more ends the connection', async (_what, type, payload, limit) => {
  const client = await connect();
  const around = JSON.stringify({ type, payload: payload(0) }).length;
  client.send(type, payload(limit - around));
  expect((await client.call('unsubscribe', { session_ids: [] })).code).toBe(0);
  client.send(type, payload(limit - around + 1));
  expect(await until('the close', () => client.closed())).toBe(1009);
});

test('a long message that is no such frame ends the connection', async () => {
  for (const text of [
    '['.repeat(2 * MiB),
    `{"type":"host_file_reply","payload":[${'1,'.repeat(MiB)}1]}`,
    'x'.repeat(2 * MiB),
  ]) {
    const client = await connect();
    client.socket.send(text);
    expect(await until('the close', () => client.closed())).toBe(1009);
  }
});

test('a session that another server owns: its server is named', async () => {
  const other = await startTestDaemon({ home: daemon.home });
  try {
    await daemon.run(session_id, 'say hi');
    const client = await connect(other);
    expect(await client.call('host_files', { session_id, read: true, write: true })).toMatchObject({
      code: codeOf('SESSION_BUSY'),
      payload: { owner: { base_url: daemon.baseUrl } },
    });
  } finally {
    await other.close();
  }
});
