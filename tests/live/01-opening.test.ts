/** Which handshakes open a socket to a daemon, and which are refused (ws.md 1.1, 1.2, 17). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { request, type IncomingMessage } from 'node:http';
import { codeOf, startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { openClient } from '../http/live.js';

const password = 'open sesame';
let daemon: TestDaemon;
let bearer: { authorization: string };
let entry: string;
beforeAll(async () => {
  daemon = await startTestDaemon({ env: { AGENT_CODE_PASSWORD: password } });
  bearer = { authorization: `Bearer ${daemon.token}` };
  entry = `agent-code.bearer.${daemon.token}`;
});
afterAll(() => daemon.close());

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
  /** whether the server closed the connection afterwards */
  closed: boolean;
}

/** Sends a handshake by hand, with the headers of a browser. */
function upgrade(path: string, headers: Record<string, string>, port = daemon.port): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const handshake = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits',
    };
    const req = request({ port, host: '127.0.0.1', path, headers: { ...handshake, ...headers } });
    const answer = (res: IncomingMessage, body: string, closed: boolean): void =>
      resolve({ status: res.statusCode ?? 0, headers: res.headers, body, closed });
    req.on('upgrade', (res, socket) => {
      socket.destroy();
      answer(res, '', false);
    });
    req.on('response', (res) => {
      let body = '';
      res.on('data', (data: Buffer) => (body += data.toString()));
      res.socket.on('close', () => answer(res, body, true));
    });
    req.on('error', reject);
    req.end();
  });
}

describe('check 1: header and subprotocol both open the socket; wrong token 401/40101; the chosen subprotocol is the offered one; `server_hello` is first', () => {
  test.each<[string, () => { headers?: Record<string, string>; offered?: string[]; chosen: string }]>([
    ['header', () => ({ headers: bearer, chosen: '' })],
    ['header in another spelling', () => ({ headers: { authorization: `bEARER  ${daemon.token} ` }, chosen: '' })],
    ['header with the password', () => ({ headers: { authorization: `Bearer ${password}` }, chosen: '' })],
    ['subprotocol', () => ({ offered: [entry], chosen: entry })],
    [
      'the first bearer subprotocol of several',
      () => ({ offered: ['chat', entry, 'agent-code.bearer.other'], chosen: entry }),
    ],
    [
      'header, while a wrong entry is echoed',
      () => ({ headers: bearer, offered: ['agent-code.bearer.wrong'], chosen: 'agent-code.bearer.wrong' }),
    ],
  ])('opens by %s', async (_name, how) => {
    const { headers = {}, offered = [], chosen } = how();
    const client = openClient(daemon.port, { headers }, offered);
    await client.opened;
    const hello = await client.until(() => true);
    expect(client.socket.protocol).toBe(chosen);
    // although the client offers compression
    expect(client.socket.extensions).toBe('');
    expect(hello).toEqual({
      type: 'server_hello',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      payload: {
        ws_connection_id: expect.stringMatching(/^conn_[0-9a-hjkmnp-tv-z]{26}$/),
        protocol_version: 2,
        heartbeat_ms: 30_000,
        max_event_buffer_size: 1000,
        capabilities: {
          event_batching: false,
          compression: false,
          full_replay: true,
          inflight_recovery: true,
          event_stream: true,
        },
        server_id: expect.any(String),
        server_version: '1.2.3',
        limits: { max_inbound_bytes: 1048576, send_buffer_bytes: 8388608, max_malformed: 100 },
      },
    });
    const { connections } = await daemon.ok('listConnections', {});
    expect(connections.map(({ id }) => id)).toContain(hello.payload['ws_connection_id']);
    client.socket.close();
    expect((await client.closed).code).toBe(1005);
  });

  test('another subprotocol is never chosen', async () => {
    const answer = await upgrade('/api/v1/ws', { ...bearer, 'sec-websocket-protocol': 'chat, superchat' });
    expect(answer.status).toBe(101);
    expect(answer.headers).not.toHaveProperty('sec-websocket-protocol');
    expect(answer.headers).not.toHaveProperty('sec-websocket-extensions');
  });

  test('a query string is ignored', async () => {
    expect((await upgrade('/api/v1/ws?x=1&y=%', bearer)).status).toBe(101);
  });

  test('a client may send before it hears anything', async () => {
    const client = openClient(daemon.port, { headers: bearer });
    client.socket.once('upgrade', () =>
      process.nextTick(() => client.send({ type: 'client_hello', id: 'early', payload: { client_id: 'c' } })),
    );
    await client.until((frame) => frame.id === 'early');
    expect(client.frames.map(({ type }) => type)).toEqual(['server_hello', 'ack']);
    client.socket.terminate();
  });

  const evil = 'http://evil.example';
  test.each<[string, number, number, string, () => Record<string, string>]>([
    ['no token', 401, 40101, '/api/v1/ws', () => ({})],
    ['a wrong token', 401, 40101, '/api/v1/ws', () => ({ authorization: 'Bearer wrong' })],
    ['a token of another scheme', 401, 40101, '/api/v1/ws', () => ({ authorization: `Basic ${daemon.token}` })],
    ['a wrong subprotocol', 401, 40101, '/api/v1/ws', () => ({ 'sec-websocket-protocol': 'agent-code.bearer.wrong' })],
    ['an empty subprotocol', 401, 40101, '/api/v1/ws', () => ({ 'sec-websocket-protocol': 'agent-code.bearer.' })],
    [
      'a wrong token beside a good subprotocol',
      401,
      40101,
      '/api/v1/ws',
      () => ({ authorization: 'Bearer wrong', 'sec-websocket-protocol': entry }),
    ],
    ['a foreign origin', 403, 40301, '/api/v1/ws', () => ({ ...bearer, origin: evil })],
    ['a foreign host', 403, 40301, '/api/v1/ws', () => ({ ...bearer, host: 'evil.example' })],
    ['a foreign host before a wrong token', 403, 40301, '/api/v1/ws', () => ({ host: 'evil.example' })],
    ['another path', 404, 40400, '/api/v1/sockets', () => bearer],
    ['a path below it', 404, 40400, '/api/v1/ws/', () => bearer],
    ['a path that only decodes to it', 404, 40400, '/api/v1/%77s', () => bearer],
    ['the root', 404, 40400, '/', () => bearer],
  ])('refuses %s', async (_name, status, code, path, headers) => {
    const answer = await upgrade(path, headers());
    expect(answer).toMatchObject({ status, closed: true });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(answer.body)),
      connection: 'close',
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    });
    expect(JSON.parse(answer.body)).toMatchObject({
      code,
      msg: expect.any(String),
      data: null,
      request_id: answer.headers['x-request-id'],
    });
  });

  test('a token in the URL counts for nothing', async () => {
    for (const name of ['token', 'access_token', 'authorization'])
      expect((await upgrade(`/api/v1/ws?${name}=${daemon.token}`, {})).status).toBe(401);
  });

  test('an origin of its own is welcome', async () => {
    expect((await upgrade('/api/v1/ws', { ...bearer, origin: daemon.baseUrl })).status).toBe(101);
  });

  test('without authentication no token is needed, and one that is offered is echoed', async () => {
    const open = await startTestDaemon({ dangerousBypassAuth: true });
    const client = openClient(open.port, {}, ['chat', 'agent-code.bearer.any']);
    await client.opened;
    expect(client.socket.protocol).toBe('agent-code.bearer.any');
    expect(await client.call('client_hello', { client_id: 'c', token: 'any' })).toMatchObject({ code: 0 });
    const bare = openClient(open.port, {});
    await bare.opened;
    expect((await upgrade('/api/v1/ws', { origin: evil }, open.port)).status).toBe(403);
    for (const each of [client, bare]) each.socket.terminate();
    await open.close();
  });

  test('who keeps failing where others can connect is banned, with good tokens too', async () => {
    const reachable = await startTestDaemon({ host: '0.0.0.0' });
    const good = { authorization: `Bearer ${reachable.token}` };
    const ask = (headers: Record<string, string>) => upgrade('/api/v1/ws', headers, reachable.port);
    expect((await ask(good)).status).toBe(101);
    for (let failures = 0; failures < 10; failures += 1) expect((await ask({})).status).toBe(401);
    const answer = await ask(good);
    expect(answer).toMatchObject({ status: 429, closed: true });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(JSON.parse(answer.body)).toMatchObject({ code: codeOf('AUTH_RATE_LIMITED') });
    expect(codeOf('AUTH_RATE_LIMITED')).toBe(42901);
    await reachable.close();
  });
});
