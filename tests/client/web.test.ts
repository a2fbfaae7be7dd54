/** `agent web`: its banner, ports, options and ends. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createClient } from '../../client/api/client.js';
import { webBanner } from '../../client/cli/banner.js';
import { openPage } from '../../client/cli/page-opener.js';
import { run } from '../../client/cli/run.js';
import type { DaemonOptions, RunningDaemon } from '../../schemas/host.js';
import { command, remove, temporary, testIo, until, type TestIo, type TestIoOptions } from './harness.js';

let home: string;
beforeEach(async () => {
  home = await temporary();
});
afterEach(() => remove(home));

const daemonSide = () => import('../../daemon/main.js');

async function start(
  argv: string[],
  options: Partial<TestIoOptions> = {},
): Promise<{ io: TestIo; exit: Promise<number> }> {
  const io = testIo({ home: join(home, 'data'), cwd: home, daemon: daemonSide, ...options });
  const exit = run(['web', ...argv], io);
  await until(() => io.out().includes('Stop with'), 15_000);
  return { io, exit };
}

const field = (io: TestIo, label: string): string => new RegExp(`${label}:\\s+(\\S+)`).exec(io.out())?.[1] ?? '';

describe('agent web', () => {
  test('prints where it is and how to get in, serves, and stops at a signal with 0', async () => {
    const { io, exit } = await start(['--port', '0', '--no-open']);
    expect(io.out().split('\n')[0]).toBe('agent 1.2.3');
    const baseUrl = field(io, 'Local').replace(/\/$/, '');
    const token = field(io, 'Token');
    expect(field(io, 'Open')).toBe(`${baseUrl}/#token=${token}`);
    expect(field(io, 'Logs')).toBe(join(home, 'data/logs/agent-code.log'));
    expect(io.out()).toMatch(/Network: .*--host/);
    expect(await createClient({ baseUrl, token }).getMeta()).toMatchObject({
      server_version: '1.2.3',
      dangerous_bypass_auth: false,
    });
    io.signal('SIGINT');
    expect(await exit).toBe(0);
    expect(await readdir(join(home, 'data/server/instances'))).toEqual([]);
    expect(io.pages).toEqual([]);
  });

  test('a shutdown call ends it with 0 too', async () => {
    const { io, exit } = await start(['--port', '0']);
    await createClient({ baseUrl: field(io, 'Local').replace(/\/$/, ''), token: field(io, 'Token') }).shutdown();
    expect(await exit).toBe(0);
  });

  test('a busy port is retried with the next one', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await until(() => taken.listening);
    const { port } = taken.address() as AddressInfo;
    const { io, exit } = await start(['--port', String(port)]);
    expect(Number(new URL(field(io, 'Local')).port)).toBeGreaterThan(port);
    taken.close();
    io.signal('SIGTERM');
    expect(await exit).toBe(0);
  });

  test('without access check: said in the banner, no token shown', async () => {
    const { io, exit } = await start(['--port', '0', '--dangerous-bypass-auth', '--log-level', 'info']);
    expect(io.out()).toContain('Access is not checked');
    expect(io.out()).not.toMatch(/token/i);
    expect(io.err()).toContain('"msg":"listening"');
    expect(await createClient({ baseUrl: field(io, 'Local').replace(/\/$/, '') }).getMeta()).toMatchObject({
      dangerous_bypass_auth: true,
    });
    io.signal('SIGINT');
    await exit;
  });

  test('links carry the base path, of the option before that of the variable', async () => {
    const env = { AGENT_CODE_BASE_PATH: '/one' };
    for (const [argv, basePath] of [[[], '/one'] as const, [['--base-path', '/two'], '/two'] as const]) {
      const { io, exit } = await start(['--port', '0', ...argv], { env, tty: true });
      const local = field(io, 'Local');
      expect(new URL(local).pathname).toBe(`${basePath}/`);
      expect(io.pages).toEqual([`${local}#token=${field(io, 'Token')}`]);
      const page = await fetch(local);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('no web page yet')]);
      io.signal('SIGINT');
      expect(await exit).toBe(0);
    }
  });

  test('a base path of the environment that is none is a usage error; a blank one counts as not set', async () => {
    const wrong = await command(['web'], { home, cwd: home, env: { AGENT_CODE_BASE_PATH: 'agent/' } });
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toContain('AGENT_CODE_BASE_PATH must be a path such as /agent');
    const { io, exit } = await start(['--port', '0'], { env: { AGENT_CODE_BASE_PATH: '' } });
    expect(new URL(field(io, 'Local')).pathname).toBe('/');
    io.signal('SIGINT');
    await exit;
  });

  test.each<[string, string[], Partial<TestIoOptions>, boolean]>([
    ['on a terminal', [], { tty: true }, true],
    ['with --no-open', ['--no-open'], { tty: true }, false],
    ['without a terminal', [], {}, false],
    ['in CI', [], { tty: true, env: { CI: 'true' } }, false],
    ['over SSH', [], { tty: true, env: { SSH_CONNECTION: '1 2 3 4' } }, false],
    ['over SSH with a display', [], { tty: true, env: { SSH_CONNECTION: '1 2 3 4', DISPLAY: ':0' } }, true],
  ])('the browser %s', async (_, argv, options, opened) => {
    const { io, exit } = await start(['--port', '0', ...argv], options);
    expect(io.pages).toEqual(opened ? [field(io, 'Open')] : []);
    io.signal('SIGINT');
    await exit;
  });

  test('the daemon gets what the options say', async () => {
    let given: DaemonOptions | undefined;
    const ended = Promise.resolve();
    const fake: RunningDaemon = {
      serverId: 'x',
      baseUrl: 'http://127.0.0.1:9',
      host: '0.0.0.0',
      port: 9,
      token: 't',
      logFile: 'l',
      warnings: [],
      close: () => ended,
      closed: ended,
    };
    const argv = [
      'web',
      '--host',
      '--port=9',
      '--allowed-host',
      'a,b',
      '--allowed-host',
      '.c',
      '--debug-endpoints',
      '--web-title',
      ' T ',
      '--allow-remote-shutdown',
      '--no-open',
      '--base-path',
      '/a/b.c',
    ];
    const { code, out, err } = await command(argv, {
      home,
      cwd: home,
      daemon: () =>
        Promise.resolve({
          startDaemon: (options) => {
            given = options;
            return Promise.resolve(fake);
          },
        }),
    });
    expect(code).toBe(0);
    expect(given).toMatchObject({
      lifetime: 'web',
      host: '0.0.0.0',
      port: 9,
      allowedHosts: ['a', 'b', '.c'],
      debugEndpoints: true,
      webTitle: 'T',
      allowRemoteShutdown: true,
      basePath: '/a/b.c',
      cwd: home,
      home,
    });
    expect(out).toContain('Network:  http://192.0.2.7:9/a/b.c/');
    expect(err).toMatch(/^warning: .*0\.0\.0\.0/);
  });

  test('defaults', async () => {
    let given: DaemonOptions | undefined;
    await command(['web'], {
      home,
      cwd: home,
      daemon: () =>
        Promise.resolve({
          startDaemon: (options) => {
            given = options;
            return Promise.reject(new Error('enough'));
          },
        }),
    });
    expect(given).toMatchObject({
      host: '127.0.0.1',
      port: 58_627,
      allowedHosts: [],
      debugEndpoints: false,
      dangerousBypassAuth: false,
      allowRemoteShutdown: false,
    });
    expect(given?.webTitle).toBeUndefined();
    expect(given?.logMirror).toBeUndefined();
  });

  test('a server that cannot start: the reason, and no log where none can be; exit 1', async () => {
    await mkdir(join(home, 'data'), { mode: 0o700 });
    await writeFile(join(home, 'data/logs'), 'in the way');
    const { code, out, err } = await command(['web', '--port', '0'], {
      home: join(home, 'data'),
      cwd: home,
      daemon: daemonSide,
    });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^error: cannot use the data directory .*: a file is in the way\n$/);
  });

  test('a second signal does not wait for a stop that hangs', async () => {
    const never = new Promise<void>(() => undefined);
    const deadlines: (number | undefined)[] = [];
    const stuck: RunningDaemon = {
      serverId: 'x',
      baseUrl: 'http://127.0.0.1:9',
      host: '127.0.0.1',
      port: 9,
      token: 't',
      logFile: 'l',
      warnings: [],
      close: (deadline) => {
        deadlines.push(deadline);
        return never;
      },
      closed: never,
    };
    const { io, exit } = await start([], {
      daemon: () => Promise.resolve({ startDaemon: () => Promise.resolve(stuck) }),
    });
    io.signal('SIGINT');
    io.signal('SIGINT');
    expect(await exit).toBe(0);
    expect(deadlines).toEqual([undefined, 0]);
  });
});

describe('agent web rotate-token', () => {
  test('prints the new token and the way into each live instance; the old one is worth nothing', async () => {
    const { io, exit } = await start(['--port', '0']);
    const baseUrl = field(io, 'Local').replace(/\/$/, '');
    const { code, out, err } = await command(['web', 'rotate-token'], {
      home: join(home, 'data'),
      cwd: home,
      daemon: daemonSide,
    });
    const [token, ...urls] = out.trimEnd().split('\n');
    expect({ code, err, urls }).toEqual({ code: 0, err: '', urls: [`${baseUrl}/#token=${token}`] });
    expect(token).not.toBe(field(io, 'Token'));
    await expect(createClient({ baseUrl, token: field(io, 'Token') }).getMeta()).rejects.toMatchObject({
      name: 'UNAUTHORIZED',
    });
    expect(await createClient({ baseUrl, token }).getMeta()).toMatchObject({ server_version: '1.2.3' });
    io.signal('SIGINT');
    await exit;
  });
});

describe('webBanner', () => {
  const daemon = { baseUrl: 'http://127.0.0.1:9', host: '127.0.0.1', port: 9, token: 't', logFile: '/l' };
  const facts = {
    daemon,
    version: '1',
    bypassAuth: false,
    networkAddresses: ['192.0.2.7', '2001:db8::7'],
    colour: false,
  };
  test.each<[string, string[]]>([
    ['127.0.0.1', []],
    ['0.0.0.0', ['http://192.0.2.7:9/']],
    ['::', ['http://192.0.2.7:9/', 'http://[2001:db8::7]:9/']],
    ['192.0.2.7', ['http://192.0.2.7:9/']],
  ])('bound to %s', (host, urls) => {
    const lines = webBanner({ ...facts, daemon: { ...daemon, host } })
      .split('\n')
      .filter((line) => line.includes('Network'));
    expect(lines.map((line) => line.replace(/.*Network:\s+/, ''))).toEqual(
      urls.length > 0 ? urls : [expect.stringContaining('--host')],
    );
  });

  test('red only where colour is wanted', () => {
    expect(webBanner({ ...facts, bypassAuth: true, colour: true })).toContain('\u001b[31m');
    expect(webBanner({ ...facts, bypassAuth: true })).not.toContain('\u001b');
  });
});

describe('openPage', () => {
  test('the command line of the browser does not hold the token; the file it gets is private', async () => {
    const seen = join(home, 'seen');
    const bin = join(home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" > '${seen}'\n`, { mode: 0o755 });
    await openPage('http://127.0.0.1:9/#token=secret', {
      directory: join(home, 'server'),
      env: { PATH: `${bin}:/usr/bin:/bin` },
      platform: 'linux',
    });
    await until(async () => (await readFile(seen, 'utf8').catch(() => '')).endsWith('\n'));
    const argument = (await readFile(seen, 'utf8')).trim();
    expect(argument).toMatch(/^file:.*\.html$/);
    expect(argument).not.toContain('secret');
    const path = new URL(argument);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'server'))).mode & 0o777).toBe(0o700);
    expect(await readFile(path, 'utf8')).toContain('location.replace("http://127.0.0.1:9/#token=secret")');
  });

  test('no browser: the caller is informed, and nothing stays', async () => {
    await expect(
      openPage('http://x/', { directory: join(home, 'server'), env: { PATH: home }, platform: 'linux' }),
    ).rejects.toThrow('xdg-open');
    expect(await readdir(join(home, 'server'))).toEqual([]);
  });

  test('a program that finds no browser, as on a machine without a display: the caller is informed', async () => {
    const bin = join(home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'xdg-open'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    await expect(
      openPage('http://x/', { directory: join(home, 'server'), env: { PATH: `${bin}:/bin` }, platform: 'linux' }),
    ).rejects.toThrow('xdg-open found no browser (exit code 3)');
    expect(await readdir(join(home, 'server'))).toEqual([]);
  });
});
