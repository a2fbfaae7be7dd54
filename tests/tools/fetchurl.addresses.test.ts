/** FetchURL through the API: which addresses it reaches, and how permission rules apply to them (engine.md 4.11). */
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { answers, redirects, startSite } from '../helpers/site.js';
import { begin, get, site, world, useSite } from './fetchurl.fixture.js';

useSite();

describe('addresses', () => {
  const refused: [string, (port: number) => string, string][] = [
    ['loopback', (port) => `http://127.0.0.1:${port}/`, 'is an address that is not public (loopback)'],
    ['localhost', (port) => `http://localhost:${port}/`, 'is this machine'],
    ['IPv6 loopback', (port) => `http://[::1]:${port}/`, 'is an address that is not public (loopback)'],
    ['a mapped address', (port) => `http://[::ffff:127.0.0.1]:${port}/`, 'is an address that is not public (loopback)'],
    ['a decimal host', (port) => `http://2130706433:${port}/`, 'is an address that is not public (loopback)'],
    ['an octal host', (port) => `http://0177.0.0.1:${port}/`, 'is an address that is not public (loopback)'],
    ['a hex host', (port) => `http://0x7f.1:${port}/`, 'is an address that is not public (loopback)'],
    ['the address of everything', (port) => `http://0:${port}/`, 'is an address that is not public (unspecified)'],
    [
      'the metadata of a cloud',
      () => 'http://169.254.169.254/latest/',
      'is an address that is not public (link-local)',
    ],
    ['a private address', () => 'http://192.168.1.1/', 'is an address that is not public (private)'],
    [
      'a name with a private address',
      (port) => `http://hidden.example:${port}/`,
      'leads to an address that is not public (private)',
    ],
    [
      'a name with one of each',
      (port) => `http://mixed.example:${port}/`,
      'leads to an address that is not public (private)',
    ],
    [
      'a name with a mapped address',
      (port) => `http://mapped.example:${port}/`,
      'leads to an address that is not public (loopback)',
    ],
    ['a name without an address', (port) => `http://empty.example:${port}/`, 'the host was not found'],
    ['an unknown name', (port) => `http://nowhere.invalid:${port}/`, 'the host was not found'],
    ['another protocol', () => 'file:///etc/hostname', 'Only http and https'],
    ['credentials', (port) => `http://me:hunter2@docs.example:${port}/`, 'name or password'],
    ['no address', () => 'docs.example/x', 'This is not an address'],
    ['nothing', () => '   ', 'This is not an address'],
    ['a port of something else', () => 'http://docs.example:25/', 'the port is not one of the web'],
  ];
  test('refused', async () => {
    const talk = await begin();
    for (const [what, url, message] of refused) {
      const result = await get(talk, url(site.port));
      expect([what, result.isError, result.output]).toEqual([what, true, expect.stringContaining(message)]);
    }
    expect(site.asked).toEqual([]);
  });

  test('a name is asked for once, and the connection goes to that answer', async () => {
    site.serve('/', answers('from the first answer'));
    const talk = await begin();
    expect((await get(talk, site.at('/', 'rebind.example'))).output).toBe('from the first answer');
    expect(world.lookups).toEqual(['rebind.example']);
    expect((await get(talk, site.at('/', 'rebind.example'))).output).toContain(
      'leads to an address that is not public (loopback)',
    );
    expect((await get(talk, site.at('/', 'six.example'))).output).toBe('from the first answer');
    expect(site.asked).toEqual(['GET rebind.example/', 'GET six.example/']);
  });

  test('a secure connection is made for the name, and checked', async () => {
    const names: string[] = [];
    const server = createTlsServer({
      SNICallback(name, answer) {
        names.push(name);
        answer(null);
      },
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const talk = await begin();
      const result = await get(talk, `https://docs.example:${(server.address() as AddressInfo).port}/`);
      expect(result).toMatchObject({ isError: true, output: expect.stringContaining('cannot be reached') });
      expect(names).toEqual(['docs.example']);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('no listener', async () => {
    const closed = await startSite();
    await closed.close();
    const talk = await begin();
    expect(await get(talk, closed.at('/'))).toMatchObject({
      isError: true,
      output: `docs.example:${closed.port} cannot be reached: the connection was refused.`,
    });
  });
});

describe('permission', () => {
  test('rules for addresses hold, also for redirects', async () => {
    site.serve('/page', answers('text'));
    site.serve('/away', redirects(site.at('/page', 'www.forbidden.example')));
    site.serve('/through', redirects(site.at('/away')));
    const talk = await begin(
      '[permission]\ndeny = ["FetchURL(domain:forbidden.example)", "FetchURL(*/private*)"]\nask = ["FetchURL(domain:careful.example)"]\n',
    );
    expect((await get(talk, site.at('/page'))).output).toBe('text');
    for (const url of [
      site.at('/page', 'forbidden.example'),
      site.at('/page', 'a.b.FORBIDDEN.example'),
      site.at('/private'),
      site.at('/private#x'),
    ]) {
      expect(await get(talk, url)).toMatchObject({
        isError: true,
        output: expect.stringContaining('denied by the rule FetchURL('),
      });
    }
    for (const path of ['/away', '/through']) {
      expect(await get(talk, site.at(path))).toMatchObject({
        isError: true,
        output: `The redirect to ${site.at('/page', 'www.forbidden.example')} was not followed: denied by the rule FetchURL(domain:forbidden.example)`,
      });
    }
    expect(site.asked.filter((line) => line.includes('forbidden') || line.includes('private'))).toEqual([]);

    const from = talk.frames.length;
    const careful = get(talk, site.at('/page', 'careful.example'));
    const asked = await talk.decide({ decision: 'approved', scope: 'session' }, from);
    expect(asked.payload).toMatchObject({
      tool_name: 'FetchURL',
      tool_input_display: { kind: 'url_fetch', url: site.at('/page', 'careful.example') },
      scope_rule: `FetchURL(${site.at('/page', 'careful.example')})`,
    });
    expect((await careful).output).toBe('text');
    expect((await get(talk, site.at('/page', 'careful.example'))).output).toBe('text');
  });

  test('it may be switched off', async () => {
    const talk = await begin('[tools]\ndisabled = ["FetchURL"]\n');
    await talk.run(`fetch ${site.at('/')}`);
    expect(talk.frames.some(({ type }) => type === 'tool.call.started')).toBe(false);
    expect(site.asked).toEqual([]);
  });
});
