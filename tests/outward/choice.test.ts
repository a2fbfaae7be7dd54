/** Which proxy a request takes: the tables of the variables (cli.md 8.3). */
import { describe, expect, test } from '@jest/globals';
import { readProxies } from '../../daemon/outward/proxies.js';

type Env = Record<string, string>;

/** The way of a request: `direct`, or the proxy's scheme, host and port. */
function way(env: Env, url: string): string {
  const proxy = readProxies(env)?.choose(new URL(url));
  return proxy === undefined ? 'direct' : `${proxy.scheme} ${proxy.host} ${proxy.port}`;
}

test.each<[string, Env, string, string]>([
  ['nothing is set', {}, 'https://a.example/', 'direct'],
  ['empty values', { HTTPS_PROXY: ' ', ALL_PROXY: '' }, 'https://a.example/', 'direct'],
  ['only exceptions', { NO_PROXY: 'b.example' }, 'https://a.example/', 'direct'],
  ['http', { HTTP_PROXY: 'http://p:1' }, 'http://a.example/', 'http p 1'],
  ['http is not for https', { HTTP_PROXY: 'http://p:1' }, 'https://a.example/', 'direct'],
  ['https', { HTTPS_PROXY: 'http://p:1' }, 'https://a.example/', 'http p 1'],
  ['https is not for http', { HTTPS_PROXY: 'http://p:1' }, 'http://a.example/', 'direct'],
  ['all, for http', { ALL_PROXY: 'http://p:1' }, 'http://a.example/', 'http p 1'],
  ['all, for https', { all_proxy: 'http://p:1' }, 'https://a.example/', 'http p 1'],
  ['its own before all', { ALL_PROXY: 'http://p:1', HTTPS_PROXY: 'http://q:2' }, 'https://a.example/', 'http q 2'],
  ['lower case first', { HTTPS_PROXY: 'http://p:1', https_proxy: 'http://q:2' }, 'https://a.example/', 'http q 2'],
  ['empty lower case', { HTTPS_PROXY: 'http://p:1', https_proxy: '' }, 'https://a.example/', 'http p 1'],
  ['no scheme', { HTTP_PROXY: 'p.example:3128' }, 'http://a.example/', 'http p.example 3128'],
  ['no scheme, with a name', { HTTP_PROXY: 'u:w@p.example:3128' }, 'http://a.example/', 'http p.example 3128'],
  ['usual port', { HTTP_PROXY: 'http://p' }, 'http://a.example/', 'http p 80'],
  ['usual port of https', { HTTP_PROXY: 'https://p' }, 'http://a.example/', 'https p 443'],
  ['usual port of socks', { ALL_PROXY: 'socks5://p' }, 'http://a.example/', 'socks5 p 1080'],
  ['large letters', { ALL_PROXY: 'SOCKS5H://p:9' }, 'http://a.example/', 'socks5h p 9'],
  ['socks4', { ALL_PROXY: 'socks4://p:9' }, 'http://a.example/', 'socks4 p 9'],
  ['socks4a', { ALL_PROXY: 'socks4a://p:9' }, 'http://a.example/', 'socks4a p 9'],
  ['socks', { ALL_PROXY: 'socks://p:9/' }, 'http://a.example/', 'socks5h p 9'],
  ['IPv6', { ALL_PROXY: 'http://[fd00::1]:8' }, 'http://a.example/', 'http fd00::1 8'],
])('%s', (_name, env, url, expected) => {
  expect(way(env, url)).toBe(expected);
});

test.each([
  'http://localhost:11434/v1',
  'http://models.localhost/v1',
  'http://LOCALHOST./',
  'http://127.0.0.1/',
  'http://127.8.9.10:1/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://0.0.0.0:1/',
  'http://[::]/',
])('loopback is never proxied: %s', (url) => {
  expect(way({ ALL_PROXY: 'http://p:1' }, url)).toBe('direct');
});

test.each<[string, string, boolean]>([
  ['*', 'https://a.example/', true],
  ['b.example,*', 'https://a.example/', true],
  ['a.example', 'https://a.example/', true],
  ['A.Example', 'https://a.example/', true],
  ['a.example', 'https://a.example./', true],
  ['a.example.', 'https://a.example/', true],
  ['a.example', 'https://deep.down.a.example/', true],
  ['a.example', 'https://ba.example/', false],
  ['a.example', 'https://example/', false],
  ['.a.example', 'https://deep.a.example/', true],
  ['.a.example', 'https://a.example/', true],
  ['*.a.example', 'https://deep.a.example/', true],
  ['*.a.example', 'https://ba.example/', false],
  ['example', 'https://a.example/', true],
  ['münchen.example', 'https://xn--mnchen-3ya.example/', true],
  ['x.example, a.example', 'https://a.example/', true],
  ['x.example a.example', 'https://a.example/', true],
  ['a.example:443', 'https://a.example/', true],
  ['a.example:443', 'https://a.example:8443/', false],
  ['a.example:80', 'http://a.example/', true],
  ['.a.example:8080', 'http://b.a.example:8080/', true],
  ['*:8080', 'http://a.example:8080/', false],
  ['192.0.2.7', 'http://192.0.2.7/', true],
  ['192.0.2.7:81', 'http://192.0.2.7/', false],
  ['192.0.2.7:81', 'http://192.0.2.7:81/', true],
  ['192.0.2.7', 'http://192.0.2.70/', false],
  ['192.0.2.0/24', 'http://192.0.2.200/', true],
  ['192.0.2.0/24', 'http://192.0.3.1/', false],
  ['192.0.2.0/24', 'http://a192.0.2.1.example/', false],
  ['0.0.0.0/0', 'http://198.51.100.1/', true],
  ['2001:db8::1', 'http://[2001:db8::1]/', true],
  ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080/', true],
  ['[2001:db8::1]:8080', 'http://[2001:db8::1]/', false],
  ['2001:db8::/32', 'http://[2001:db8:1::5]/', true],
  ['2001:db8::/32', 'http://[2001:db9::5]/', false],
  ['192.0.2.0/33', 'http://192.0.2.1/', false],
  ['', 'https://a.example/', false],
])('NO_PROXY=%s and %s', (exempt, url, isDirect) => {
  expect(way({ ALL_PROXY: 'http://p:1', NO_PROXY: exempt }, url) === 'direct').toBe(isDirect);
});

test('lower case exceptions come first', () => {
  const env = { ALL_PROXY: 'http://p:1', NO_PROXY: 'a.example', no_proxy: 'b.example' };
  expect(way(env, 'http://a.example/')).toBe('http p 1');
  expect(way(env, 'http://b.example/')).toBe('direct');
});

describe('addresses that cannot be used', () => {
  test.each([
    ['ftp://user:canary-word@p:1', 'names a proxy of a kind that is not known'],
    ['http://user:canary-word@', 'holds no address of a proxy'],
    ['http://user:canary-word@p:99999', 'holds no address of a proxy'],
    ['http://p:0', 'holds no address of a proxy'],
    ['socks5://a b:1', 'holds no address of a proxy'],
  ])('%s', (value, problem) => {
    const proxies = readProxies({ HTTPS_PROXY: value, HTTP_PROXY: 'http://p:1' });
    expect(proxies?.warnings).toEqual([`HTTPS_PROXY ${problem}; what needs it will fail`]);
    expect(() => proxies?.choose(new URL('https://a.example/'))).toThrow(`HTTPS_PROXY ${problem}`);
    expect(proxies?.choose(new URL('http://a.example/'))).toMatchObject({ host: 'p' });
    expect(proxies?.choose(new URL('https://localhost/'))).toBeUndefined();
  });

  test('exceptions that say nothing are reported', () => {
    const { warnings } = readProxies({ ALL_PROXY: 'p:1', NO_PROXY: '10.0.0.0/99 a.example' }) ?? {};
    expect(warnings).toEqual(['NO_PROXY holds entries that are not a host, address or range']);
  });
});

test('names and passwords are decoded', () => {
  const proxies = readProxies({ ALL_PROXY: 'http://us%40er:p%3Aw%25@p:1', HTTP_PROXY: 'http://u:100%@q:1' });
  expect(proxies?.choose(new URL('https://a.example/'))).toMatchObject({ user: 'us@er', password: 'p:w%' });
  expect(proxies?.choose(new URL('http://a.example/'))).toMatchObject({ user: 'u', password: '100%' });
});
