/** Upgrades, the registry of connections, heartbeat and the end of sockets (ws.md 1). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { pause, startLive, token, type Live, type LiveOptions } from './live.js';

let live: Live;
const restart = async (options: LiveOptions): Promise<void> => {
  await live.stop();
  live = await startLive(options);
};

beforeEach(async () => void (live = await startLive()));
afterEach(() => live.stop());

describe('handshake', () => {
  const bearer = { authorization: `Bearer ${token}` };
  const entry = `agent-code.bearer.${token}`;
  test.each([
    ['header', bearer, [], ''],
    ['subprotocol', {}, [entry], entry],
    ['subprotocol among others', {}, ['chat', entry, 'agent-code.bearer.other'], entry],
    ['header counts, entry is echoed', bearer, ['agent-code.bearer.wrong'], 'agent-code.bearer.wrong'],
  ])('opens by %s', async (_name, headers, protocols, chosen) => {
    const client = await live.connect({ headers }, protocols);
    const hello = await client.until(() => true);
    expect(client.socket.protocol).toBe(chosen);
    expect(client.socket.extensions).toBe('');
    expect(hello).toMatchObject({
      type: 'server_hello',
      payload: {
        protocol_version: 2,
        heartbeat_ms: 60_000,
        max_event_buffer_size: 1000,
        server_id: '01server',
        server_version: '1.2.3',
        limits: { max_inbound_bytes: 1048576, send_buffer_bytes: 8388608, max_malformed: 100 },
      },
    });
    expect(hello.payload.ws_connection_id).toMatch(/^conn_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  test('needs no token where authentication is off, and still echoes one', async () => {
    await restart({ bypassAuth: true });
    const client = await live.connect({}, ['agent-code.bearer.any']);
    expect(client.socket.protocol).toBe('agent-code.bearer.any');
  });

  test.each<[string, number, number, string, Record<string, string>]>([
    ['no token', 401, 40101, '/api/v1/ws', {}],
    ['a wrong token', 401, 40101, '/api/v1/ws', { authorization: 'Bearer wrong' }],
    [
      'a wrong token beside a good subprotocol',
      401,
      40101,
      '/api/v1/ws',
      { authorization: 'Bearer wrong', 'sec-websocket-protocol': entry },
    ],
    ['a token in the URL', 401, 40101, `/api/v1/ws?token=${token}`, {}],
    ['a foreign origin', 403, 40301, '/api/v1/ws', { ...bearer, origin: 'http://evil.example' }],
    ['a foreign host', 403, 40301, '/api/v1/ws', { ...bearer, host: 'evil.example' }],
    ['another path', 404, 40400, '/api/v1/sockets', bearer],
    ['a path that only decodes to it', 404, 40400, '/api/v1/%77s', bearer],
  ])('refuses %s', async (_name, status, code, path, headers) => {
    const answer = await upgrade(path, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch('application/json');
    expect(JSON.parse(answer.body)).toMatchObject({ code });
    expect(answer.ended).toBe(true);
  });

  test('a query string is ignored', async () => {
    expect((await upgrade('/api/v1/ws?x=1&y=%', bearer)).status).toBe(101);
  });

  test('a request that asks for another protocol is served without it, body and all', async () => {
    const socket = connect(live.port, '127.0.0.1');
    const asked = `Host: 127.0.0.1:${live.port}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n`;
    socket.write(`POST /api/v1/sessions/x/events HTTP/1.1\r\n${asked}Content-Length: 5\r\n\r\nhello`);
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    await waitFor(() => text.includes('"code":40101'));
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${live.port}\r\nConnection: close\r\n\r\n`);
    await waitFor(() => text.includes('HTTP/1.1 200'));
    socket.destroy();
  });
});

function upgrade(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: string; ended: boolean }> {
  return new Promise((resolve, reject) => {
    const handshake = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const req = request({ port: live.port, host: '127.0.0.1', path, headers: { ...handshake, ...headers } });
    req.on('upgrade', (res, socket) => {
      socket.destroy();
      resolve({ status: res.statusCode ?? 0, headers: res.headers, body: '', ended: false });
    });
    req.on('response', (res) => {
      let body = '';
      res.on('data', (data: Buffer) => (body += data.toString()));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body, ended: res.complete }));
    });
    req.on('error', reject);
    req.end();
  });
}

async function waitFor(holds: () => boolean, ms = 5000): Promise<void> {
  for (const end = Date.now() + ms; !holds(); await pause(5))
    if (Date.now() > end) throw new Error('it never happened');
}

describe('registry', () => {
  test('lists open connections, oldest first', async () => {
    live.session();
    const first = await live.connect({ headers: { authorization: `Bearer ${token}`, 'user-agent': 'tester' } });
    const second = await live.connect();
    await first.call('client_hello', { client_id: 'c' });
    await first.call('subscribe', { session_ids: ['session_a', '__global__'] });
    const [one, two, ...more] = live.sockets.connections();
    expect(more).toEqual([]);
    expect(one).toEqual({
      id: first.frames[0]?.payload.ws_connection_id,
      connected_at: expect.stringMatching(/^\d{4}-.*Z$/),
      remote_address: '127.0.0.1',
      user_agent: 'tester',
      has_client_hello: true,
      subscriptions: ['session_a'],
    });
    expect(two).toMatchObject({ user_agent: null, has_client_hello: false, subscriptions: [] });
    first.socket.close();
    await first.closed;
    await waitFor(() => live.sockets.connections().length === 1);
    expect(live.sockets.connections()[0]?.id).toBe(two?.id);
    expect(live.hub.readers('session_a')).toBe(0);
    second.socket.close();
  });

  test('at stop everybody is told, and those that do not answer are cut off', async () => {
    const polite = await live.connect();
    const deaf = await live.connect();
    deaf.socket.pause();
    const started = Date.now();
    await live.sockets.close();
    expect(await polite.closed).toEqual({ code: 1001, reason: 'server shutting down' });
    const took = Date.now() - started;
    expect(took).toBeGreaterThan(800);
    expect(took).toBeLessThan(3000);
    await expect(live.connect()).rejects.toThrow();
  });
});

describe('heartbeat', () => {
  test('a silent peer is dropped after two ticks', async () => {
    await restart({ heartbeatMs: 60 });
    const client = await live.connect({ headers: { authorization: `Bearer ${token}` }, autoPong: false });
    expect(await client.closed).toEqual({ code: 1001, reason: 'heartbeat timeout' });
    expect(client.frames.filter((frame) => frame.type === 'ping')).toHaveLength(1);
  });

  test.each([
    ['answers protocol pings', true, false],
    ['answers JSON pings', false, true],
  ])('a peer that only %s stays', async (_name, autoPong, json) => {
    await restart({ heartbeatMs: 60 });
    const client = await live.connect({ headers: { authorization: `Bearer ${token}` }, autoPong });
    client.socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as { type: string; payload: unknown };
      if (json && frame.type === 'ping') client.send({ type: 'pong', payload: frame.payload });
    });
    await pause(400);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    expect(client.frames.filter((frame) => frame.type === 'ping').length).toBeGreaterThan(3);
  });

  test('a token that is no longer valid ends the connection at the next tick', async () => {
    await restart({ heartbeatMs: 60 });
    const client = await live.connect();
    live.state.valid.clear();
    expect(await client.closed).toEqual({ code: 1008, reason: 'unauthorized' });
    expect(client.frames.at(-1)).toMatchObject({ type: 'error', payload: { code: 40101, fatal: true } });
  });
});
