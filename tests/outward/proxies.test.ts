/** Requests through real proxies of each kind: what passes, which connections are reused, how refusals are reported. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { proxyFailure } from '../../daemon/errors.js';
import { createOutward, type Outward } from '../../daemon/outward/outward.js';
import { makeCertificate, type Certificate } from '../helpers/certificate.js';
import { startProxy, startTls, type ProxyOptions, type TestProxy } from '../helpers/proxy.js';
import { answers, redirects, startSite, type Site } from '../helpers/site.js';

const secret = 'canary-p:ss/w%rd';
let site: Site;
let closing: { close(): Promise<void> }[];

beforeEach(async () => {
  site = await startSite();
  closing = [site];
  site.serve('/page', answers('a page'));
  site.serve('/onward', redirects('http://plain.example/page'));
});
afterEach(async () => {
  for (const each of closing.toReversed()) await each.close();
});

async function proxyWith(options: Partial<ProxyOptions> & Pick<ProxyOptions, 'kind'>): Promise<TestProxy> {
  const hosts = { 'plain.example': site.port, '192.0.2.9': site.port };
  const proxy = await startProxy({ hosts, ...options });
  closing.push(proxy);
  return proxy;
}

function outwardWith(env: Record<string, string>, certificate?: Certificate): Outward {
  const outward = createOutward({ env, trusted: certificate?.cert });
  closing.push(outward);
  return outward;
}

const userinfo = (user: string): string => `${user}:${encodeURIComponent(secret)}`;

describe.each([
  ['http', 'http', 'proxy', 'GET http://plain.example/page', 'CONNECT safe.example:443'],
  ['https', 'https', 'proxy', 'GET http://plain.example/page', 'CONNECT safe.example:443'],
  ['socks5', 'socks5h', 'proxy', 'socks5 plain.example:80', 'socks5 safe.example:443'],
  ['socks5', 'socks', 'proxy', 'socks5 plain.example:80', 'socks5 safe.example:443'],
  ['socks4', 'socks4a', 'proxy', 'socks4 plain.example:80', 'socks4 safe.example:443'],
] as const)('%s as %s', (kind, scheme, user, plain, safe) => {
  test('two requests over http and two over https take one connection each, with the name and password', async () => {
    const certificate = makeCertificate('safe.example', '127.0.0.1');
    const tls = await startTls(site.port, certificate);
    closing.push(tls);
    const hosts = { 'plain.example': site.port, 'safe.example': tls.port };
    const proxy = await proxyWith({ kind, hosts, user, password: secret, certificate });
    const { fetch } = outwardWith({ ALL_PROXY: `${scheme}://${userinfo(user)}@127.0.0.1:${proxy.port}` }, certificate);
    for (const url of ['http://plain.example/page', 'https://safe.example/page']) {
      for (let count = 0; count < 2; count++) {
        expect(await (await fetch(url)).text()).toBe('a page');
        // a connection becomes free some ticks after its answer
        await pause(20);
      }
    }
    const isWhole = kind.startsWith('http');
    expect(proxy.passed).toEqual([plain, ...(isWhole ? [plain] : []), safe]);
    expect(proxy.connections).toBe(2);
    expect(site.requests.map(({ headers }) => headers['proxy-authorization'])).toEqual(Array(4).fill(undefined));
    expect(site.requests.map(({ headers }) => headers.host)).toEqual([
      'plain.example',
      'plain.example',
      'safe.example',
      'safe.example',
    ]);
  });
});

test.each([
  ['socks5', 'socks5'],
  ['socks4', 'socks4'],
] as const)('%s receives the address, not the name', async (kind, scheme) => {
  const proxy = await proxyWith({ kind });
  const { fetch } = outwardWith({ ALL_PROXY: `${scheme}://127.0.0.1:${proxy.port}` });
  expect(await (await fetch('http://192.0.2.9:8080/page')).text()).toBe('a page');
  await expect(fetch('http://plain.example/page')).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/^E/) },
  });
  expect(proxy.passed).toEqual([`${kind} 192.0.2.9:8080`]);
});

test('each address of a redirect takes the way that is its own', async () => {
  const proxy = await proxyWith({ kind: 'http' });
  const { fetch } = outwardWith({ HTTP_PROXY: `127.0.0.1:${proxy.port}` });
  expect(await (await fetch(site.at('/onward', 'localhost'))).text()).toBe('a page');
  expect(proxy.passed).toEqual(['GET http://plain.example/page']);
  expect(site.asked).toHaveLength(2);
});

test('bodies and headers arrive, and an end of the request frees the connection', async () => {
  const proxy = await proxyWith({ kind: 'http' });
  let ended = false;
  const bodies: string[] = [];
  site.serve('/echo', (request, response) => {
    request.on('data', (piece: Buffer) => bodies.push(piece.toString()));
    request.on('end', () => response.writeHead(200).write('begun'));
    response.on('close', () => (ended = true));
  });
  const { fetch } = outwardWith({ HTTP_PROXY: `127.0.0.1:${proxy.port}` });
  const stop = new AbortController();
  const response = await fetch('http://plain.example/echo', {
    method: 'POST',
    headers: new Headers({ 'x-mine': 'yes', 'content-type': 'text/plain' }),
    body: 'words',
    signal: stop.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  expect([bodies.join(''), site.requests[0]?.headers['x-mine']]).toEqual(['words', 'yes']);
  stop.abort(new Error('enough'));
  await expect(reader?.read()).rejects.toThrow('enough');
  while (!ended) await pause(5);
});

describe('refusals', () => {
  const at = (scheme: string, port: number, user = 'canary-user'): string =>
    `${scheme}://${userinfo(user)}@127.0.0.1:${port}`;

  test.each<[string, ProxyOptions['kind'], string, Partial<ProxyOptions>, string, string, boolean]>([
    ['407 to CONNECT', 'http', 'http', { user: 'other' }, 'https', 'refused the name or the password (407)', false],
    [
      '407 to a whole address',
      'http',
      'http',
      { user: 'other' },
      'http',
      'refused the name or the password (407)',
      false,
    ],
    ['403', 'http', 'http', { refuses: 403 }, 'https', 'refused the connection with status 403', false],
    ['502', 'http', 'http', { hosts: {} }, 'https', 'refused the connection with status 502', true],
    ['429', 'http', 'http', { refuses: 429 }, 'https', 'refused the connection with status 429', true],
    ['wrong password', 'socks5', 'socks5h', { user: 'other' }, 'http', 'refused the name or the password', false],
    ['no rule for it', 'socks5', 'socks5h', { refuses: 2 }, 'http', 'does not allow this connection', false],
    ['failure', 'socks5', 'socks5h', { refuses: 1 }, 'http', 'refused the connection', true],
    ['host away', 'socks5', 'socks5h', { hosts: {} }, 'https', 'cannot reach the host', true],
    ['refused there', 'socks5', 'socks5h', { refuses: 5 }, 'https', 'was refused the connection by the host', true],
    ['rejected', 'socks4', 'socks4a', { hosts: {} }, 'http', 'refused the connection', true],
    ['unknown name', 'socks4', 'socks4a', { user: 'other' }, 'http', 'wants to know who asks', false],
    ['SOCKS where HTTP is', 'http', 'socks5h', {}, 'http', 'broke off, or speaks no SOCKS of this version', true],
  ])('%s', async (_name, kind, scheme, more, target, words, passing) => {
    const proxy = await proxyWith({ kind, password: 'x', ...more });
    const { fetch } = outwardWith({ ALL_PROXY: at(scheme, proxy.port) });
    const failure = await fetch(`${target}://plain.example/page`).catch((error: unknown) => error);
    const found = proxyFailure(failure);
    expect(found?.message).toBe(`the proxy 127.0.0.1:${proxy.port} ${words}`);
    expect(found?.passing).toBe(passing);
    expect(told(failure)).not.toMatch(/canary/);
    expect(site.asked).toEqual([]);
  });

  test('without a name, 407 says what is asked for', async () => {
    const proxy = await proxyWith({ kind: 'http', user: 'u', password: 'p' });
    const { fetch } = outwardWith({ ALL_PROXY: `127.0.0.1:${proxy.port}` });
    const failure = proxyFailure(await fetch('https://a.example/').catch((error: unknown) => error));
    expect(failure?.message).toBe(`the proxy 127.0.0.1:${proxy.port} asks for a name and a password (407)`);
  });

  test.each(['http', 'https', 'socks5', 'socks5h', 'socks4a'])('no process listens there: %s', async (scheme) => {
    const proxy = await startProxy({ kind: 'http', hosts: {} });
    await proxy.close();
    const { fetch } = outwardWith({ ALL_PROXY: at(scheme, proxy.port) });
    for (const target of ['http', 'https']) {
      const failure = await fetch(`${target}://192.0.2.9/page`).catch((error: unknown) => error);
      expect(proxyFailure(failure)).toMatchObject({
        message: `the proxy 127.0.0.1:${proxy.port} cannot be reached: the connection was refused`,
        passing: true,
      });
      expect(told(failure)).not.toMatch(/canary/);
    }
  });

  test('a proxy whose certificate is not trusted', async () => {
    const proxy = await proxyWith({ kind: 'https', certificate: makeCertificate('127.0.0.1') });
    const { fetch } = outwardWith({ ALL_PROXY: at('https', proxy.port) });
    for (const target of ['http', 'https']) {
      const failure = proxyFailure(await fetch(`${target}://plain.example/`).catch((error: unknown) => error));
      expect(failure?.message).toMatch(/cannot be reached: the connection is not secure \([A-Z_]*SIGNED[A-Z_]*\)$/);
    }
    expect(proxy.passed).toEqual([]);
  });

  test('a proxy that closes at once', async () => {
    const silent = createServer((socket: Socket) => socket.destroy());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    closing.push({ close: () => new Promise((resolve) => silent.close(() => resolve())) });
    for (const scheme of ['http', 'socks5h', 'socks4a']) {
      const { fetch } = outwardWith({ ALL_PROXY: at(scheme, port) });
      const failure = proxyFailure(await fetch('https://plain.example/').catch((error: unknown) => error));
      expect(failure?.message).toContain(`the proxy 127.0.0.1:${port} `);
    }
  });

  test('a variable that cannot be used fails what needs it, and nothing else', async () => {
    const outward = outwardWith({ HTTP_PROXY: 'gopher://canary-user:canary-word@p:1' });
    expect(outward.warnings).toHaveLength(1);
    const failure = await outward.fetch('http://plain.example/').catch((error: unknown) => error);
    expect(proxyFailure(failure)).toMatchObject({
      message: 'HTTP_PROXY names a proxy of a kind that is not known',
      passing: false,
    });
    expect(told(failure) + outward.warnings.join()).not.toMatch(/canary/);
    expect(await (await outward.fetch(site.at('/page', 'localhost'))).text()).toBe('a page');
  });
});

test('a given fetch stands for everything, and without variables it is the platform’s', () => {
  const given: typeof fetch = () => Promise.reject(new Error('no'));
  expect(createOutward({ env: { ALL_PROXY: 'p:1' }, fetch: given }).fetch).toBe(given);
  expect(createOutward({ env: { NO_PROXY: '*' } }).fetch).toBe(fetch);
});

/** All properties of an error and its causes, which a logger could print. */
function told(error: unknown): string {
  const seen: string[] = [];
  for (let at = error; typeof at === 'object' && at !== null; at = (at as { cause?: unknown }).cause) {
    seen.push(...Object.getOwnPropertyNames(at).map((name) => `${name}: ${JSON.stringify((at as never)[name])}`));
  }
  return seen.join('\n');
}
