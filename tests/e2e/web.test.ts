/** `agent web` as a process: address, authentication, stop, remaining files, reasons not to start (cli.md 5.3). */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { until } from '../helpers/daemon.js';
import { processesOf } from '../helpers/processes.js';
import { agent, instanceFiles, launch, makePlace, startWeb, type Place, type Running, type Web } from './program.js';

jest.setTimeout(60_000);

const places: Place[] = [];
afterAll(async () => {
  await Promise.all(places.map((place) => place.leave()));
});
function place(config?: string): Place {
  const made = makePlace(config);
  places.push(made);
  return made;
}

const status = async (web: Web, token?: string | null): Promise<number> =>
  (await web.fetch('/api/v1/meta', token === undefined ? {} : { token })).status;

describe('one server', () => {
  let here: Place;
  let web: Web;
  beforeAll(async () => {
    here = place();
    web = await startWeb(here, ['--web-title', 'My page'], { env: { AGENT_CODE_PASSWORD: 'open sesame' } });
  });

  test('the banner says where it is, how to get in, where the log is and how to stop, in this order', () => {
    const lines = web
      .out()
      .split('\n')
      .filter((line) => line !== '');
    expect(lines).toEqual([
      expect.stringMatching(/^agent \d+\.\d+\.\d+$/),
      `  Local:    ${web.baseUrl}/`,
      expect.stringMatching(/^ {2}Network: {2}.*--host/),
      `  Open:     ${web.baseUrl}/#token=${web.token}`,
      `  Token:    ${web.token}`,
      `  Logs:     ${join(here.home, 'logs/agent-code.log')}`,
      '  Stop with Ctrl-C.',
    ]);
    expect(web.token).toMatch(/^[\w-]{43}$/);
    expect(web.err()).toBe('');
  });

  test('the token and the password let in, nothing else does', async () => {
    expect([
      await status(web),
      await status(web, 'open sesame'),
      await status(web, 'other'),
      await status(web, null),
    ]).toEqual([200, 200, 401, 401]);
    expect(await (await web.fetch('/', { token: null })).text()).toContain('<title>My page</title>');
  });

  test('the token is replaced while it runs: the old one fails at once, the new one works', async () => {
    const { code, out, err } = await agent(here, ['web', 'rotate-token']);
    const [fresh = '', ...urls] = out.trimEnd().split('\n');
    expect({ code, err, urls }).toEqual({ code: 0, err: '', urls: [`${web.baseUrl}/#token=${fresh}`] });
    expect([await status(web), await status(web, fresh), await status(web, 'open sesame')]).toEqual([401, 200, 200]);
    web.token = fresh;
  });

  test('a second server of the home takes the next port, shares what there is, and both continue', async () => {
    const { port } = new URL(web.baseUrl);
    const second = await startWeb(here, ['--port', port]);
    expect(Number(new URL(second.baseUrl).port)).toBeGreaterThan(Number(port));
    expect(instanceFiles(here)).toHaveLength(2);
    const id = await second.session();
    await second.prompt(id, 'say from the second');
    await second.event(id, 'turn.ended', 'completed');
    expect(JSON.stringify(await web.ok('listMessages', { session_id: id }))).toContain('from the second');
    expect(await second.stop()).toBe(0);
    expect(instanceFiles(here)).toHaveLength(1);
    await web.prompt(id, 'say over here');
    await web.event(id, 'turn.ended', '"turnId":2');
  });

  test('everything in the home is for its owner only', async () => {
    const id = await web.session({ agent_config: { permission_mode: 'auto' } });
    await web.prompt(id, 'run echo x\nplan a plan');
    await web.event(id, 'turn.ended');
    const entries = readdirSync(here.home, { recursive: true, withFileTypes: true });
    const modes = entries.map(
      (entry) =>
        [
          join(entry.parentPath, entry.name),
          statSync(join(entry.parentPath, entry.name)).mode & 0o777,
          entry.isDirectory(),
        ] as const,
    );
    expect(modes.map(([path]) => path)).toEqual(
      expect.arrayContaining(
        ['server.token', 'agent.db', 'agent.db-wal', 'config.toml', 'logs/agent-code.log', `sessions/${id}/plans`].map(
          (name) => join(here.home, name),
        ),
      ),
    );
    expect(modes.filter(([, mode, isDirectory]) => mode !== (isDirectory ? 0o700 : 0o600))).toEqual([]);
    expect(statSync(here.home).mode & 0o777).toBe(0o700);
  });

  test('a call ends it: answered first, then gone with exit 0', async () => {
    const answer = await web.fetch('/api/v1/shutdown', { method: 'POST' });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ code: 0, data: { ok: true } }),
    ]);
    expect((await web.ended).code).toBe(0);
    expect(instanceFiles(here)).toEqual([]);
    expect(processesOf(here.user)).toEqual([]);
  });
});

describe('the first answer', () => {
  async function freePort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    return port;
  }

  /** Starts a server and waits for the first response of healthz, long before the banner. */
  async function untilHealthy(here: Place): Promise<{ web: Running; baseUrl: string }> {
    const port = await freePort();
    const web = launch(here, ['web', '--no-open', '--dangerous-bypass-auth', '--port', String(port)]);
    const baseUrl = `http://127.0.0.1:${port}`;
    const isHealthy = async (): Promise<boolean> => {
      try {
        return (await fetch(`${baseUrl}/api/v1/healthz`)).ok;
      } catch {
        // the server does not listen yet
        return false;
      }
    };
    while (!(await isHealthy())) await new Promise((again) => setTimeout(again, 1));
    return { web, baseUrl };
  }

  test('a stop that is asked for right then is carried out, and the server is in the registry', async () => {
    const here = place();
    const { web, baseUrl } = await untilHealthy(here);
    const registered = instanceFiles(here);
    expect(registered).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(here.home, 'server/instances', registered[0] ?? ''), 'utf8'))).toMatchObject({
      pid: web.pid,
      port: Number(new URL(baseUrl).port),
    });
    expect(await (await fetch(`${baseUrl}/api/v1/shutdown`, { method: 'POST' })).json()).toMatchObject({ code: 0 });
    const { code, err } = await web.ended;
    expect({ code, err, files: instanceFiles(here) }).toEqual({ code: 0, err: '', files: [] });
  });

  test('a prompt that is run right then attaches', async () => {
    const here = place();
    const { web } = await untilHealthy(here);
    const run = await agent(here, ['-p', 'say attached']);
    expect(run).toMatchObject({ code: 0, out: '• attached\n\n' });
    // a second server would have added its own line
    const log = readFileSync(join(here.home, 'logs/agent-code.log'), 'utf8');
    expect(log.split('\n').filter((line) => line.includes('"msg":"listening"'))).toHaveLength(1);
    web.signal('SIGTERM');
    expect((await web.ended).code).toBe(0);
  });
});

describe('stopping', () => {
  const ends = async (web: Web, id: string): Promise<unknown[]> =>
    (await web.events(id))
      .filter(({ type }) => type === 'turn.ended')
      .map(({ payload }) => [payload['reason'], payload['interruptReason'], payload['recovered']]);

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s in the middle of a turn: exit 0, the turn is closed in the log, a waiting one stays',
    async (signal) => {
      const here = place();
      const web = await startWeb(here);
      const [running, waiting] = [
        await web.session({ agent_config: { permission_mode: 'auto' } }),
        await web.session(),
      ];
      await web.prompt(running, signal === 'SIGTERM' ? `slow 200 one ${'more '.repeat(90)}` : 'run sleep 30');
      await web.prompt(waiting, 'ask Sure?');
      await web.event(running, signal === 'SIGTERM' ? 'turn.step.started' : 'tool.call.started');
      await web.event(waiting, 'event.question.requested');
      const began = Date.now();
      web.signal(signal);
      expect((await web.ended).code).toBe(0);
      expect(Date.now() - began).toBeLessThan(10_000);
      expect(web.err()).toBe('');
      expect([instanceFiles(here), processesOf(here.user)]).toEqual([[], []]);

      const next = await startWeb(here);
      expect(await ends(next, running)).toEqual([['cancelled', 'aborted', undefined]]);
      expect(await ends(next, waiting)).toEqual([]);
      await next.prompt(running, 'say on');
      await next.event(running, 'turn.ended', 'completed');
      expect(await next.stop()).toBe(0);
    },
  );

  test('a second signal does not wait for a command that will not end, and leaves nothing running', async () => {
    const here = place();
    const web = await startWeb(here);
    const id = await web.session({ agent_config: { permission_mode: 'auto' } });
    await web.prompt(id, "run trap '' TERM; while true; do sleep 1; done");
    await web.event(id, 'tool.call.started');
    await until('the command', () => (processesOf(here.user).length > 1 ? true : undefined));
    web.signal('SIGINT');
    await until('the end of listening', () => (instanceFiles(here).length === 0 ? true : undefined));
    const began = Date.now();
    web.signal('SIGINT');
    expect((await web.ended).code).toBe(0);
    expect(Date.now() - began).toBeLessThan(4_500);
    // the command receives SIGTERM, and SIGKILL five seconds later
    await until('the end of the command', () => (processesOf(here.user).length === 0 ? true : undefined));
  });
});

describe('ports', () => {
  let taken: Server;
  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    taken.close();
  });

  test('a busy port: the next free one', async () => {
    const { port } = taken.address() as AddressInfo;
    const web = await startWeb(place(), ['--port', String(port)]);
    const got = Number(new URL(web.baseUrl).port);
    expect(got).toBeGreaterThan(port);
    expect(got).toBeLessThanOrEqual(port + 100);
    expect(await web.stop()).toBe(0);
  });

  test.each(['65536', '-1', 'http', '1.5', ''])('--port %j is wrong usage', async (port) => {
    const here = makePlace();
    places.push(here);
    const { code, out, err } = await agent(here, ['web', '--no-open', `--port=${port}`]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error: --port .*\n.*--help/);
  });
});

describe('access', () => {
  test('--dangerous-bypass-auth: no token is shown or needed, and meta says so', async () => {
    const web = await startWeb(place(), ['--dangerous-bypass-auth']);
    expect(web.out()).toContain('Access is not checked (--dangerous-bypass-auth)');
    expect(web.out()).not.toMatch(/token/i);
    expect(await (await web.fetch('/api/v1/meta')).json()).toMatchObject({
      code: 0,
      data: { dangerous_bypass_auth: true },
    });
    const made = (await (await web.fetch('/api/v1/sessions', { body: { metadata: { cwd: '/' } } })).json()) as {
      code: number;
    };
    expect(made.code).toBe(0);
    expect(await web.stop()).toBe(0);
  });

  test.each([
    [[], 404],
    [['--allow-remote-shutdown'], 200],
  ] as const)('a bind that others reach, with %j', async (more, expected) => {
    const web = await startWeb(place(), ['--host', '0.0.0.0', ...more]);
    await until('the warning', () => (web.err() === '' ? undefined : true));
    expect(web.err()).toMatch(/^warning: the server listens on 0\.0\.0\.0.*\n$/);
    expect(web.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const meta = await web.fetch('/api/v1/meta');
    expect(Object.fromEntries(meta.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    });
    expect((await web.fetch('/api/v1/meta', { token: null })).status).toBe(401);
    expect((await web.fetch('/api/v1/shutdown', { method: 'POST' })).status).toBe(expected);
    if (expected === 404) web.signal('SIGTERM');
    expect((await web.ended).code).toBe(0);
  });
});

describe('what keeps it from starting', () => {
  test.each([
    ['no TOML', '[permission]\nallow = ["Bash(git *)"\n\n[models\n', /^error: \/.*\/config\.toml:4:1 unexpected/],
    [
      'a rule that is none',
      '[permission]\ndeny = ["Bash(git"]\n',
      /^error: \/.*\/config\.toml:2:9 permission\.deny\[0\]: /,
    ],
  ])('%s in config.toml: exit 1 with the place', async (_, config, message) => {
    const here = place(config);
    const { code, out, err } = await agent(here, ['web', '--no-open', '--port', '0']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n').at(-1)).toBe(`See log: ${join(here.home, 'logs/agent-code.log')}`);
    expect(instanceFiles(here)).toEqual([]);
    expect(await agent(here, ['-p', 'say x'])).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) });
  });

  test('a mistake elsewhere in config.toml is only a warning in the log', async () => {
    const here = place('[loop_control]\nmax_steps_per_turn = "many"\n');
    const web = await startWeb(here, ['--log-level', 'warn']);
    await until('the warning', () => (/2:\d+ loop_control/.test(web.err()) ? true : undefined));
    expect(await web.stop()).toBe(0);
  });

  test.each([
    [9999, 'was written by a newer version'],
    [25, 'was written by a version before the first release'],
  ])('a database of schema %d is refused and left as it is', async (version, reason) => {
    const here = place();
    const first = await startWeb(here);
    expect(await first.stop()).toBe(0);
    const path = join(here.home, 'agent.db');
    const db = new Database(path);
    db.pragma(`user_version = ${version}`);
    db.close();
    const before = statSync(path);
    for (const argv of [
      ['web', '--no-open', '--port', '0'],
      ['-p', 'say x'],
    ]) {
      const { code, out, err } = await agent(here, argv);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(new RegExp(`^error: .*agent\\.db ${reason}.*${version}.*\\nSee log: .*\\n$`));
    }
    const after = new Database(path, { readonly: true });
    expect(after.pragma('user_version', { simple: true })).toBe(version);
    after.close();
    expect(statSync(path).size).toBe(before.size);
  });

  test('a home that is a file', async () => {
    const here = place();
    writeFileSync(here.home, '');
    const { code, out, err } = await agent(here, ['web', '--no-open', '--port', '0']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^error: cannot use the data directory .*: a file is in the way\n$/);
  });
});

test('values of the configuration that are ignored are reported at the start', async () => {
  const here = place('default_permission_mode = "wild"\n');
  const web = await startWeb(here);
  await until('a warning', () => (web.err() === '' ? undefined : true));
  expect(web.err()).toMatch(/^warning: configuration: .*default_permission_mode.*\n$/);
  const run = await agent(here, ['-p', 'say hi'], { env: { AGENT_CODE_NO_ATTACH: '1' } });
  expect(run.err).toContain('warning: configuration: ');
  expect(run.out).toBe('• hi\n\n');
});
