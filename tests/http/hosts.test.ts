/** Which Host and Origin may call, and the CORS headers they get (rest.md 1.7). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, start, type Running } from './harness.js';

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

describe('Host', () => {
  test.each([
    'localhost',
    'LOCALHOST:1234',
    'a.localhost:1',
    'localhost.',
    '127.0.0.1',
    '127.0.0.1:58627',
    '192.168.1.7',
    '[::1]:58627',
    '[::1]',
    'box.lan',
    'box.lan:9',
    'tool.example',
    'Tool.Example:80',
    'corp.example',
    'a.b.corp.example',
    'ported.example',
    'ported.example:1',
  ])('%s is allowed', async (host) => {
    expect((await ask(server.port, { path: '/api/v1/meta', headers: { host } })).status).toBe(200);
  });

  test.each([
    'evil.example',
    'tool.example.evil.example',
    'xtool.example',
    'sub.tool.example',
    'xcorp.example',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.nip.example',
    '2130706433',
    '0x7f.1',
    '127.1',
    'user@localhost',
    'localhost/evil',
    'localhost:',
    'localhost:1:2',
    '[::1',
    '::1',
    '',
    '.localhost.evil',
    'localhost evil',
  ])('%p is refused, whatever is asked for', async (host) => {
    for (const path of ['/api/v1/meta', '/api/v1/healthz', '/']) {
      const answer = await ask(server.port, { path, headers: { host } });
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({ code: 40301, data: null });
      expect(answer.text).toMatch(/--allowed-host|exactly one/);
    }
    expect((await ask(server.port, { method: 'OPTIONS', headers: { host } })).status).toBe(403);
  });

  test('missing and repeated headers are refused', async () => {
    expect((await ask(server.port, { headers: { host: undefined } })).json).toMatchObject({ code: 40301 });
    const twice = await ask(server.port, { path: '/api/v1/meta', headers: { Host: 'evil.example' } });
    expect([twice.status, twice.json?.['code']]).toEqual([403, 40301]);
  });

  test.each([
    ['http://localhost/api/v1/meta', 'localhost', 200],
    ['http://evil.example/api/v1/meta', 'localhost', 403],
    ['http://localhost/api/v1/meta', 'evil.example', 403],
    ['http://user@localhost/api/v1/meta', 'localhost', 403],
  ])('target %s with Host %s: %i', async (path, host, status) => {
    expect((await ask(server.port, { path, headers: { host } })).status).toBe(status);
  });
});

describe('Origin', () => {
  test.each([
    ['http://localhost:3000', 'localhost:58627'],
    ['http://127.0.0.1:5173', 'localhost:58627'],
    ['http://[::1]:5173', '127.0.0.1:58627'],
    ['http://box.lan:58627', 'box.lan:58627'],
    ['https://box.lan', 'box.lan'],
    ['https://box.lan', 'box.lan:443'],
    ['https://app.example', 'box.lan'],
    ['https://app.example:443', 'box.lan'],
    ['HTTP://OTHER.example:3000', 'box.lan'],
  ])('%s may call %s', async (origin, host) => {
    const { status, headers } = await ask(server.port, { path: '/api/v1/meta', headers: { origin, host } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      vary: 'Origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-headers');
  });

  test.each([
    ['null', 'localhost'],
    ['https://evil.example', 'localhost'],
    ['http://localhost', 'box.lan'],
    ['http://box.lan:1', 'box.lan:2'],
    ['http://box.lan', 'box.lan:443'],
    ['http://app.example', 'box.lan'],
    ['https://app.example:444', 'box.lan'],
    ['https://sub.app.example', 'box.lan'],
    ['https://app.example.evil', 'box.lan'],
    ['https://app.example/', 'box.lan'],
    ['file://localhost', 'localhost'],
    ['chrome-extension://abc', 'localhost'],
    ['localhost', 'localhost'],
    ['http://localhost@evil.example', 'localhost'],
    ['http://localhost.evil.example', 'localhost'],
  ])('%s may not call %s', async (origin, host) => {
    const refused = await ask(server.port, { path: '/api/v1/meta', headers: { origin, host } });
    expect([refused.status, refused.json?.['code']]).toEqual([403, 40301]);
    expect(refused.json?.['msg']).toContain('AGENT_CODE_CORS_ORIGINS');
    for (const [method, path, status] of [
      ['GET', '/api/v1/healthz', 200],
      ['GET', '/', 200],
      ['OPTIONS', '/api/v1/meta', 204],
      ['POST', '/api/v1/healthz', 403],
    ] as const) {
      const answer = await ask(server.port, { method, path, headers: { origin, host } });
      expect([method, path, answer.status]).toEqual([method, path, status]);
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control') || name === 'vary'),
      ).toEqual([]);
    }
  });

  test('a preflight is answered without a token, echoing the headers asked for', async () => {
    const answer = await ask(server.port, {
      method: 'OPTIONS',
      path: '/api/v1/sessions',
      headers: {
        ...none,
        origin: 'https://app.example',
        'access-control-request-headers': 'authorization, x-request-id',
        'access-control-request-method': 'POST',
      },
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-headers': 'authorization, x-request-id',
    });
  });

  test('a refusal of the token carries the CORS headers, so that the page can read it', async () => {
    const answer = await ask(server.port, {
      path: '/api/v1/meta',
      headers: { ...none, origin: 'https://app.example' },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example');
  });
});
