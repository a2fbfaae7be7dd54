/** The token, bans, and their responses (rest.md 1.4, 1.7). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operationTable } from '../../schemas/generated/operations.js';
import { generatedContract } from '../../daemon/http/contract.js';
import { ask, bearer, exchange, start, type Running } from './harness.js';

let server: Running;
beforeAll(async () => {
  server = await start({
    bind: { host: 'box.lan', loopback: true },
    allowedHosts: ['tool.example', '.corp.example', 'ported.example:8080'],
    corsOrigins: ['https://app.example', 'http://other.example:3000'],
  });
});
afterAll(() => server.close());

const none = { authorization: undefined };

describe('token', () => {
  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    'Basic c2VjcmV0LXRva2Vu',
    'secret-token',
    'Bearer secret-token x',
    'Bearer secret-toke',
    'Bearer secret-token2',
    'Token secret-token',
  ])('%p is not accepted', async (authorization) => {
    const answer = await ask(server.port, { path: '/api/v1/meta', headers: { authorization } });
    expect([answer.status, answer.json?.['code'], answer.headers['www-authenticate']]).toEqual([401, 40101, 'Bearer']);
  });

  test.each([bearer, 'bearer secret-token', 'BEARER  secret-token '])('%p is accepted', async (authorization) => {
    expect((await ask(server.port, { path: '/api/v1/meta', headers: { authorization } })).status).toBe(200);
  });

  test('is never read from the URL', async () => {
    expect(
      (await ask(server.port, { path: '/api/v1/meta?token=secret-token&access_token=secret-token', headers: none }))
        .status,
    ).toBe(401);
  });

  test.each([
    ['GET', '/api/v1/healthz', 200],
    ['HEAD', '/api/v1/healthz', 200],
    ['GET', '/api/v1/healthz?x=1', 200],
    ['GET', '/', 200],
    ['GET', '/app/route', 200],
    ['GET', '/style.css', 404],
    ['OPTIONS', '/api/v1/meta', 204],
    ['OPTIONS', '*', 204],
    ['GET', '/apis', 200],
    ['GET', '/x/api/v1/meta', 200],
    ['GET', '/%', 200],
    ['GET', '/%zz', 200],
    ['GET', '/%ff/api', 200],
    ['GET', '/%E0%A4%A', 200],
    ['GET', '/%/style.css', 404],
  ])('%s %s is free: %i', async (method, path, status) => {
    expect((await ask(server.port, { method, path, headers: none })).status).toBe(status);
  });

  test.each([
    '/api',
    '/api/',
    '/api/v1/meta',
    '/api/v1/meta/',
    '/api/v1/meta?x=/api/v1/healthz',
    '/api/v1/meta#/',
    '/api/v9/nothing',
    '/api/v1/nothing',
    '/openapi.json',
    '/asyncapi.json',
    '/%61pi/v1/meta',
    '/%2561pi/v1/meta',
    '/api%2fv1%2fmeta',
    '/%2fapi/v1/meta',
    '//api/v1/meta',
    '/./api/v1/meta',
    '/x/../api/v1/meta',
    '/x/%2e%2e/api/v1/meta',
    '/..;/api/v1/meta',
    '/API/v1/meta',
    '/Api/V1/Meta',
    '/\\api\\v1\\meta',
    '/%5capi/v1/meta',
    '/%61pi/%',
    '/%2561pi/%ff/%zz',
    '/%/../api/v1/meta',
    '/api;x=1/v1/meta',
    '/OpenApi.json',
    '/openapi%2ejson',
    '//openapi.json',
    '/api/v1/healthz/',
    '/api/v1/healthz/../meta',
    '/api/v1/%68ealthz',
    '/API/v1/healthz',
    '/api/v1/healthz%2f..%2fmeta',
    '/api/v1/ws',
    '/api/v1/ws/.websocket',
    'http://localhost/api/v1/meta',
    '/%25252561pi/v1/meta',
  ])('%s needs it', async (path) => {
    const refused = await ask(server.port, { path, headers: none });
    expect([refused.status, refused.json?.['code']]).toEqual([401, 40101]);
  });

  test.each([
    '/%61pi/v1/meta',
    '//api/v1/meta',
    '/x/../api/v1/meta',
    '/API/v1/meta',
    '/api/v1/meta/',
    '/api/v1/healthz/',
    '/api/v1/%6deta',
  ])('%s is unknown also with it', async (path) => {
    const answer = await ask(server.port, { path });
    expect([answer.status, answer.json?.['code']]).toEqual([404, 40400]);
  });

  test('POST to the free operation needs it', async () => {
    expect((await ask(server.port, { method: 'POST', path: '/api/v1/healthz', headers: none })).status).toBe(401);
    const answer = await ask(server.port, { method: 'POST', path: '/api/v1/healthz' });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('every operation of the contract but healthz refuses a call without it', async () => {
    const asked = Object.values(operationTable);
    const full = await start({ contract: generatedContract });
    for (const { method, path, name } of asked) {
      const answer = await ask(full.port, { method, path: path.replace(/\{\w+\}/g, 'x'), headers: none });
      expect([name, answer.status]).toEqual([name, name === 'getHealth' ? 200 : 401]);
    }
    await full.close();
  });

  test('--dangerous-bypass-auth needs none', async () => {
    const open = await start({ bypassAuth: true });
    expect((await ask(open.port, { path: '/api/v1/meta', headers: none })).status).toBe(200);
    await open.close();
  });
});

describe('ban', () => {
  const bind = { host: '0.0.0.0', loopback: false };
  const fail = (port: number) => ask(port, { path: '/api/v1/meta', headers: { authorization: 'Bearer no' } });

  test('ten failures within a minute ban every request of the source for a minute', async () => {
    const open = await start({ bind });
    for (let i = 0; i < 10; i++) expect((await fail(open.port)).status).toBe(401);
    for (const [method, path] of [
      ['GET', '/api/v1/meta'],
      ['GET', '/api/v1/healthz'],
      ['GET', '/'],
      ['OPTIONS', '/api/v1/meta'],
    ] as const) {
      const answer = await ask(open.port, { method, path });
      expect([answer.status, answer.json?.['code'], answer.headers['retry-after']]).toEqual([429, 42901, '60']);
    }
    open.clock.now += 59_001;
    expect((await ask(open.port, { path: '/api/v1/meta' })).headers['retry-after']).toBe('1');
    open.clock.now += 999;
    expect((await ask(open.port, { path: '/api/v1/meta' })).status).toBe(200);
    expect((await fail(open.port)).status).toBe(401);
    await open.close();
  });

  test('failures spread over more than a minute, and other refusals, do not ban', async () => {
    const open = await start({ bind });
    for (let i = 0; i < 25; i++) {
      expect((await fail(open.port)).status).toBe(401);
      expect((await ask(open.port, { path: '/api/v1/meta', headers: { host: 'evil.example' } })).status).toBe(403);
      open.clock.now += 6_700;
    }
    await open.close();
  });

  test('refused upgrades count, forwarding headers are not believed', async () => {
    const open = await start({ bind });
    for (let i = 0; i < 5; i++)
      await ask(open.port, { path: '/api/v1/meta', headers: { ...none, 'x-forwarded-for': `10.0.0.${i}` } });
    for (let i = 0; i < 5; i++)
      open.app.checkUpgrade({
        method: 'GET',
        url: '/api/v1/ws',
        headers: { host: 'localhost' },
        rawHeaders: ['Host', 'localhost'],
        socket: { remoteAddress: '::ffff:127.0.0.1' },
      } as never);
    expect((await ask(open.port, { path: '/', headers: { 'x-forwarded-for': '10.9.9.9' } })).status).toBe(429);
    await open.close();
  });

  test('loopback binds know no ban', async () => {
    for (let i = 0; i < 12; i++) expect((await fail(server.port)).status).toBe(401);
  });
});

describe('security headers', () => {
  const names = ['x-content-type-options', 'referrer-policy', 'content-security-policy'];

  test('stand on every answer of a bind that others can reach, on none of a loopback bind', async () => {
    const open = await start({ bind: { host: '0.0.0.0', loopback: false } });
    for (const path of ['/', '/x.css', '/api/v1/meta', '/api/v1/nothing', '/openapi.json']) {
      const { headers } = await ask(open.port, { path });
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(Object.keys((await ask(server.port, { path })).headers).filter((name) => names.includes(name))).toEqual(
        [],
      );
    }
    await open.close();
  });

  test('shutdown is served on loopback, elsewhere only when asked for', async () => {
    const post = { method: 'POST', path: '/api/v1/shutdown' };
    const open = await start({ bind: { host: '0.0.0.0', loopback: false } });
    const asked = await start({ bind: { host: '0.0.0.0', loopback: false }, allowRemoteShutdown: true });
    const answer = await ask(open.port, post);
    expect([answer.status, answer.json?.['code']]).toEqual([404, 40400]);
    expect((await ask(asked.port, post)).status).toBe(200);
    expect((await ask(server.port, post)).status).toBe(200);
    await Promise.all([open.close(), asked.close()]);
  });
});

test('the order of checks: ban, Host, Origin, token, route, body', async () => {
  const foreign = { host: 'evil.example', origin: 'https://evil.example', authorization: undefined };
  const codes: unknown[] = [];
  for (const headers of [foreign, { ...foreign, host: 'localhost' }, { authorization: undefined }, {}]) {
    const answer = await ask(server.port, {
      method: 'POST',
      path: '/api/v1/nothing',
      headers: { ...headers, 'content-type': 'text/plain' },
      body: '{',
    });
    codes.push([answer.status, answer.json?.['msg'] === undefined ? '' : answer.json['code']]);
  }
  expect(codes).toEqual([
    [403, 40301],
    [403, 40301],
    [401, 40101],
    [404, 40400],
  ]);
});

test('bytes that are not HTTP get a plain 400 and harm no other connection', async () => {
  expect((await exchange(server.port, Buffer.from('\x16\x03\x01\x02\x00\r\n\r\n', 'latin1'))).status).toBe(400);
  expect((await ask(server.port, { headers: { 'x-long': 'a'.repeat(40_000) } })).status).toBe(431);
  expect((await ask(server.port, { path: '/api/v1/healthz' })).status).toBe(200);
});
