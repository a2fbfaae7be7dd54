/** When the server considers a client dead, and how the connections that it closes end (ws.md 1.1, 1.3, 1.4, 17). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientOptions } from 'ws';
import { homePaths } from '../../daemon/home/paths.js';
import { rotateToken } from '../../daemon/home/token.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { openClient, type Client } from '../http/live.js';

const heartbeatMs = 100;
const password = 'open sesame';
const clients: Client[] = [];
afterEach(() => clients.splice(0).forEach(({ socket }) => socket.terminate()));

async function open(daemon: TestDaemon, options: ClientOptions = {}, protocols: string[] = []): Promise<Client> {
  const headers: Record<string, string> = protocols.length > 0 ? {} : { authorization: `Bearer ${daemon.token}` };
  const client = openClient(daemon.port, { headers, ...options }, protocols);
  clients.push(client);
  await client.opened;
  return client;
}
const pings = ({ frames }: Client) => frames.filter(({ type }) => type === 'ping');
/** Expects the connection to stay open for so many ticks. */
const staysFor = async (client: Client, ticks: number): Promise<void> => {
  const before = pings(client).length;
  await until(`${ticks} ticks`, () => (pings(client).length >= before + ticks ? true : undefined));
  expect(client.socket.readyState).toBe(client.socket.OPEN);
};

describe('check 10: a silent peer is dropped after two ticks; a client that only answers protocol pings stays', () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ heartbeatMs });
  });
  afterAll(() => daemon.close());

  test('a silent peer is dropped after two ticks', async () => {
    const client = await open(daemon, { autoPong: false });
    let protocolPings = 0;
    client.socket.on('ping', () => (protocolPings += 1));
    expect(await client.closed).toEqual({ code: 1001, reason: 'heartbeat timeout' });
    expect(client.frames[0]).toMatchObject({ type: 'server_hello', payload: { heartbeat_ms: heartbeatMs } });
    expect(pings(client)).toHaveLength(1);
    expect(pings(client)[0]?.payload['nonce']).toMatch(/./);
    expect(protocolPings).toBe(1);
  });

  test('one that does not answer the close either is cut off a second later', async () => {
    const socket = connect(daemon.port, '127.0.0.1');
    // opcode 8, the length, the code 1001 and the reason
    const close = Buffer.concat([Buffer.from([0x88, 19, 0x03, 0xe9]), Buffer.from('heartbeat timeout')]);
    let bytes = Buffer.alloc(0);
    let closeSentAt: number | undefined;
    socket.on('data', (data) => {
      bytes = Buffer.concat([bytes, data]);
      if (bytes.includes(close)) closeSentAt ??= performance.now();
    });
    const gone = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now())));
    socket.write(
      `GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1:${daemon.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${daemon.token}\r\n\r\n`,
    );
    const took = (await gone) - (closeSentAt ?? 0);
    expect(closeSentAt).toBeDefined();
    expect(took).toBeGreaterThan(300);
    expect(took).toBeLessThan(10_000);
  });

  test('a client that only answers protocol pings stays', async () => {
    const client = await open(daemon);
    await staysFor(client, 5);
    expect(client.frames.every(({ type }) => type === 'server_hello' || type === 'ping')).toBe(true);
  });

  test.each<[string, (client: Client, nonce: unknown) => void]>([
    ['JSON pings', (client, nonce) => client.send({ type: 'pong', payload: { nonce } })],
    ['with a ping of its own', (client) => client.send({ type: 'ping', payload: { nonce: 'mine' } })],
    ['with something unknown', (client) => client.send({ type: 'nonsense' })],
    ['with protocol pings of its own', (client) => client.socket.ping()],
    ['with what is no frame at all', (client) => client.send('?')],
  ])('one that answers %s stays', async (_name, answer) => {
    const client = await open(daemon, { autoPong: false });
    client.socket.on('message', (data) => {
      const { type, payload } = JSON.parse((data as Buffer).toString()) as {
        type: string;
        payload: { nonce: unknown };
      };
      if (type === 'ping') answer(client, payload.nonce);
    });
    await staysFor(client, 5);
  });

  test('a ping is answered with its nonce', async () => {
    const client = await open(daemon);
    client.send({ type: 'ping', payload: { nonce: 'zażółć 🎉' } });
    expect(await client.until(({ type }) => type === 'pong')).toEqual({
      type: 'pong',
      timestamp: expect.any(String),
      payload: { nonce: 'zażółć 🎉' },
    });
  });
});

describe('a token that stops being valid', () => {
  let daemon: TestDaemon;
  let session: string;
  beforeAll(async () => {
    daemon = await startTestDaemon({ heartbeatMs, env: { AGENT_CODE_PASSWORD: password } });
    session = (await daemon.createSession()).id;
  });
  afterAll(() => daemon.close());
  const tokenFile = (): string => homePaths(daemon.home).tokenFile;

  test.each<[string, () => Promise<unknown> | void]>([
    ['rotated', () => rotateToken(homePaths(daemon.home))],
    ['written by hand', () => writeFileSync(tokenFile(), 'another-token\n', { mode: 0o600 })],
    ['removed', () => rmSync(tokenFile())],
  ])('ends what came with it at the next tick when it is %s', async (_name, change) => {
    await rotateToken(homePaths(daemon.home));
    const token = readFileSync(tokenFile(), 'utf8').trim();
    const bearer = { authorization: `Bearer ${token}` };
    const ends = [await open(daemon, { headers: bearer }), await open(daemon, {}, [`agent-code.bearer.${token}`])];
    const stays = await open(daemon, { headers: { authorization: `Bearer ${password}` } });
    const stream = await fetch(`${daemon.baseUrl}/api/v1/sessions/${session}/events?follow=true`, { headers: bearer });
    expect(stream.status).toBe(200);
    await staysFor(ends[0] as Client, 2);
    await change();
    for (const client of ends) {
      expect(await client.closed).toEqual({ code: 1008, reason: 'unauthorized' });
      expect(client.frames.at(-1)).toEqual({
        type: 'error',
        timestamp: expect.any(String),
        payload: { code: 40101, msg: expect.any(String), fatal: true },
      });
    }
    expect(await stream.text()).toMatch(/^retry: 1000\n/);
    await staysFor(stays, 3);
  });

  test('is none where no token is needed', async () => {
    const open2 = await startTestDaemon({ heartbeatMs, dangerousBypassAuth: true });
    const client = await open(open2, { headers: {} });
    await rotateToken(homePaths(open2.home));
    await staysFor(client, 3);
    await open2.close();
  });
});

describe('a stop', () => {
  test('closes with 1001 after everything that was sent before, also for a reader that is behind', async () => {
    const daemon = await startTestDaemon();
    const { id } = await daemon.createSession();
    const [quick, behind] = [await open(daemon), await open(daemon)];
    for (const client of [quick, behind]) await client.call('subscribe', { session_ids: [id] });
    behind.socket.pause();
    for (let turn = 0; turn < 20; turn += 1) await daemon.run(id, `say ${'x'.repeat(100_000)}`);
    const stopped = daemon.close();
    behind.socket.resume();
    await stopped;
    for (const client of [quick, behind])
      expect(await client.closed).toEqual({ code: 1001, reason: 'server shutting down' });
    const durable = (client: Client) =>
      client
        .events(id)
        .filter(({ volatile }) => !volatile)
        .map(({ seq }) => seq);
    expect(durable(quick).length).toBeGreaterThan(100);
    expect(durable(behind)).toEqual(durable(quick));
  });
});

describe('many idle connections', () => {
  test('are all pinged, and a tick of theirs leaves time for others', async () => {
    const daemon = await startTestDaemon({ heartbeatMs: 500 });
    const many = await Promise.all(Array.from({ length: 300 }, () => open(daemon)));
    await Promise.all(many.map((client) => client.until(({ type }) => type === 'ping')));
    let slowest = 0;
    for (const end = performance.now() + 1_500; performance.now() < end; await wait(5)) {
      const asked = performance.now();
      await daemon.ok('getHealth', { token: null });
      slowest = Math.max(slowest, performance.now() - asked);
    }
    expect(slowest).toBeLessThan(3_000);
    expect(many.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true);
    await daemon.close();
  });
});
