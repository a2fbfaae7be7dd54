/** Nothing is reached without the token, from foreign hosts or origins, or while a source is banned (rest.md 1.7). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operationTable, type OperationName } from '../../schemas/generated/operations.js';
import { pathOf, startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { ask, type Answer } from '../http/harness.js';

let daemon: TestDaemon;
let routes: { method: string; path: string }[];
beforeAll(async () => {
  daemon = await startTestDaemon();
  const { paths } = (await daemon.ok('getOpenApi', {})) as { paths: Record<string, Record<string, unknown>> };
  const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
  const ids: Record<string, string> = { workspace_id: 'wd_x_0123456789ab' };
  routes = Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `${name}_1`),
      })),
  );
});
afterAll(() => daemon.close());

const code = (answer: Answer) => answer.json?.['code'];
const free = (path: string) => path === '/api/v1/healthz';

/** Spellings that a careless server might take for the same path. */
const spellings: [string, (path: string) => string][] = [
  ['plain', (path) => path],
  [
    'an encoded letter',
    (path) => path.replace('/api/', '/%61pi/').replace('/openapi', '/%6fpenapi').replace('/asyncapi', '/%61syncapi'),
  ],
  [
    'doubly encoded',
    (path) =>
      path.replace('/api/', '/%2561pi/').replace('/openapi', '/%256fpenapi').replace('/asyncapi', '/%2561syncapi'),
  ],
  ['doubled slashes', (path) => `/${path}`],
  ['doubled inside', (path) => path.replace('/v1/', '//v1//')],
  ['upper case', (path) => path.toUpperCase()],
  [
    'mixed case',
    (path) => path.replace('/api/', '/Api/').replace('/openapi', '/openAPI').replace('/asyncapi', '/asyncAPI'),
  ],
  ['a dot segment', (path) => `/.${path}`],
  ['up and down', (path) => `/x/..${path}`],
  ['encoded up and down', (path) => `/x/%2e%2e${path}`],
  ['an encoded slash', (path) => path.replace('/', '/%2f').replace('%2f', '%2F')],
  ['a backslash', (path) => path.replaceAll('/', '\\').replace('\\', '/')],
  ['a slash at the end', (path) => `${path}/`],
  ['a path parameter', (path) => path.replace('/api/', '/api;x=1/')],
  ['absolute form', (path) => `http://localhost${path}`],
];

describe('token', () => {
  test.each(spellings)('no route answers without it: %s', async (_name, spell) => {
    for (const { method, path } of routes) {
      const spelt = spell(path);
      const answer = await ask(daemon.port, { method, path: spelt, headers: { authorization: undefined } });
      const known = free(path) && (spelt === path || spelt === `http://localhost${path}`);
      // other spellings of a public path reach nothing, with or without a token
      expect([method, spelt, answer.status, code(answer)]).toEqual([
        method,
        spelt,
        known ? 200 : 401,
        known ? 0 : 40101,
      ]);
    }
  });

  test.each([
    ['a wrong one', 'Bearer wrong'],
    ['another scheme', 'Basic abc'],
    ['none behind the scheme', 'Bearer '],
    ['a list', 'Bearer a, Bearer b'],
    ['its beginning', 'half'],
  ])('%s', async (name, authorization) => {
    const given = name === 'its beginning' ? `Bearer ${daemon.token.slice(0, -1)}` : authorization;
    for (const { method, path } of routes) {
      if (!free(path))
        expect([path, (await ask(daemon.port, { method, path, headers: { authorization: given } })).status]).toEqual([
          path,
          401,
        ]);
    }
  });

  test('not in the query of a call', async () => {
    expect(
      (
        await ask(daemon.port, {
          path: `/api/v1/meta?token=${daemon.token}&access_token=${daemon.token}`,
          headers: { authorization: undefined },
        })
      ).status,
    ).toBe(401);
  });

  test('with it unknown routes are named as such, and methods that are not there', async () => {
    const authorization = `Bearer ${daemon.token}`;
    for (const path of ['/api/v1/nothing', '/api/v2/nothing', '/api/', '/api/v1', '/API/v1/meta', '/%61pi/v1/meta']) {
      const answer = await ask(daemon.port, { path, headers: { authorization } });
      expect([path, answer.status, code(answer)]).toEqual([path, 404, 40400]);
    }
    const put = await ask(daemon.port, { method: 'PUT', path: '/api/v1/sessions', headers: { authorization } });
    expect([put.status, code(put), put.headers['allow']?.split(', ').sort()]).toEqual([
      405,
      40400,
      ['GET', 'HEAD', 'OPTIONS', 'POST'],
    ]);
    expect((await ask(daemon.port, { method: 'HEAD', path: '/api/v1/meta', headers: { authorization } })).status).toBe(
      200,
    );
  });

  test.each([
    ['POST', '/api/v1/sessions/s:', 'unsupported action: s:'],
    ['POST', '/api/v1/sessions/s', 'unsupported action: s'],
    ['POST', '/api/v1/sessions/s:explode', 'unsupported action: s:explode'],
    ['POST', '/api/v1/sessions/:fork', 'invalid session_id in path'],
    ['GET', '/api/v1/sessions/s/nothing', 'unsupported action: nothing'],
    ['POST', '/api/v1/sessions/s/prompts/p:what', 'unsupported action: p:what'],
    ['POST', '/api/v1/sessions/s/questions/q:answer', 'unsupported action: q:answer'],
  ])('%s %s', async (method, path, msg) => {
    const answer = await ask(daemon.port, { method, path, headers: { authorization: `Bearer ${daemon.token}` } });
    expect([answer.status, code(answer), answer.json?.['msg']]).toEqual([200, 40001, msg]);
  });
});

describe('host and origin', () => {
  test.each([
    ['a foreign host', { host: 'evil.example' }],
    ['no host', { host: undefined }],
    ['a host that only begins well', { host: 'localhost.evil.example' }],
    ['a foreign origin', { origin: 'http://evil.example' }],
    ['the origin null', { origin: 'null' }],
  ])('%s is refused everywhere, token or not', async (name, headers: Record<string, string | undefined>) => {
    for (const { method, path } of routes) {
      const answer = await ask(daemon.port, {
        method,
        path,
        headers: { authorization: `Bearer ${daemon.token}`, ...headers },
      });
      if (free(path) && 'origin' in headers) expect(answer.status).toBe(200);
      // without a Host header, the HTTP parser may answer by itself
      else expect([path, answer.status]).toEqual([path, name === 'no host' && answer.status === 400 ? 400 : 403]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test.each(['localhost', 'a.localhost', '127.0.0.1', '[::1]', '192.168.7.7'])('host %s is allowed', async (host) => {
    expect(
      (await ask(daemon.port, { path: '/api/v1/meta', headers: { host, authorization: `Bearer ${daemon.token}` } }))
        .status,
    ).toBe(200);
  });

  test('an origin on this machine is informed that it may', async () => {
    const answer = await ask(daemon.port, {
      path: '/api/v1/meta',
      headers: { host: 'localhost:1', origin: 'http://localhost:5173', authorization: `Bearer ${daemon.token}` },
    });
    expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers['vary']]).toEqual([
      200,
      'http://localhost:5173',
      expect.stringContaining('Origin'),
    ]);
  });

  test('allowed hosts, origins and a password come from the environment', async () => {
    const other = await startTestDaemon({
      env: {
        AGENT_CODE_ALLOWED_HOSTS: 'box.example,.inside.example',
        AGENT_CODE_CORS_ORIGINS: 'https://app.example',
        AGENT_CODE_PASSWORD: 'open sesame',
      },
    });
    try {
      const status = async (headers: Record<string, string>) =>
        (await ask(other.port, { path: '/api/v1/meta', headers: { authorization: 'Bearer open sesame', ...headers } }))
          .status;
      expect(await status({ host: 'box.example' })).toBe(200);
      expect(await status({ host: 'a.inside.example' })).toBe(200);
      expect(await status({ host: 'outside.example' })).toBe(403);
      expect(await status({ origin: 'https://app.example' })).toBe(200);
      expect(await status({ origin: 'http://app.example' })).toBe(403);
    } finally {
      await other.close();
    }
  });
});

test.each(['schön & gut', 'voilà', '合言葉'])('the password %s is taken as curl sends it', async (password) => {
  const other = await startTestDaemon({ env: { AGENT_CODE_PASSWORD: password } });
  try {
    const status = async (given: Buffer) =>
      (
        await ask(other.port, {
          path: '/api/v1/meta',
          headers: { authorization: `Bearer ${given.toString('latin1')}` },
        })
      ).status;
    expect(await status(Buffer.from(password))).toBe(200);
    expect(await status(Buffer.from(`${password}x`))).toBe(401);
    // as Latin-1, one byte per letter: browsers and Node send it when every letter fits
    if (password.startsWith('s')) expect(await status(Buffer.from(password, 'latin1'))).toBe(200);
  } finally {
    await other.close();
  }
});

test('while the token file cannot be read, the last token counts and others get the reason', async () => {
  const other = await startTestDaemon();
  try {
    const file = join(other.home, 'server.token');
    const token = readFileSync(file, 'utf8');
    const outcome = async (given: string) => {
      const answer = await ask(other.port, { path: '/api/v1/meta', headers: { authorization: `Bearer ${given}` } });
      return [answer.status, code(answer)];
    };
    expect(await outcome(token.trim())).toEqual([200, 0]);
    rmSync(file);
    mkdirSync(file);
    expect(await outcome(token.trim())).toEqual([200, 0]);
    expect(await outcome('another')).toEqual([expect.any(Number), 50003]);
    rmSync(file, { recursive: true });
    execFileSync('mkfifo', [file]);
    expect(await outcome(token.trim())).toEqual([200, 0]);
    expect(await outcome('another')).toEqual([expect.any(Number), 50003]);
    rmSync(file);
    writeFileSync(file, 'renewed\n', { mode: 0o600 });
    expect(await outcome('renewed')).toEqual([200, 0]);
    expect(await outcome(token.trim())).toEqual([401, 40101]);
  } finally {
    await other.close();
  }
});

describe('a bind that others can reach', () => {
  test('bans a source after ten failures, frees it after a minute; no shutdown there', async () => {
    let ahead = 0;
    const open = await startTestDaemon({ host: '0.0.0.0', now: () => Date.now() + ahead });
    try {
      const good = { authorization: `Bearer ${open.token}` };
      const meta = (headers: Record<string, string>) => ask(open.port, { path: '/api/v1/meta', headers });
      const shutdown = await ask(open.port, { method: 'POST', path: '/api/v1/shutdown', headers: good });
      expect([shutdown.status, code(shutdown)]).toEqual([404, 40400]);
      expect((await meta(good)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.any(String),
      });
      for (let i = 0; i < 9; i += 1)
        expect((await meta({ authorization: 'Bearer x', 'x-forwarded-for': `10.0.0.${i}` })).status).toBe(401);
      expect((await meta(good)).status).toBe(200);
      expect((await meta({ authorization: 'Bearer x' })).status).toBe(401);
      for (const name of Object.keys(operationTable) as OperationName[]) {
        const { method } = operationTable[name];
        const params = Object.fromEntries(
          [...operationTable[name].path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1] ?? '', 'x']),
        );
        const answer = await ask(open.port, { method, path: pathOf(name, params), headers: good });
        expect([name, answer.status, code(answer)]).toEqual([name, 429, 42901]);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
      ahead += 61_000;
      expect((await meta(good)).status).toBe(200);
    } finally {
      await open.close();
    }
  });
});
