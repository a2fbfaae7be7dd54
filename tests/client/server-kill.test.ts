/** `agent server kill` against real processes: a server of this program, and scripts that represent older ones. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makePlace, startWeb } from '../e2e/program.js';
import { command, remove, temporary, until } from './harness.js';

let home: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  home = await temporary();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await remove(home);
});

const lockFile = () => join(home, 'server/lock');
const kill = (...words: string[]) => command(['server', 'kill', ...words], { home, cwd: home });
const lock = async (content: unknown): Promise<void> => {
  await mkdir(dirname(lockFile()), { recursive: true });
  await writeFile(lockFile(), typeof content === 'string' ? content : JSON.stringify(content));
};
const lockText = () => readFile(lockFile(), 'utf8').catch(() => undefined);

/** Starts the script `<home>/<name>`; resolves when it has written `ready`. */
async function script(name: string, source: string): Promise<{ child: ChildProcess; pid: number; out(): string }> {
  const path = join(home, name);
  await writeFile(path, source);
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let out = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  await until(() => out.includes('ready'));
  return { child, pid: Number(child.pid), out: () => out };
}

const waiting = `setInterval(() => {}, 1000); console.log('ready');`;
const stubborn = `process.on('SIGTERM', () => console.log('asked')); ${waiting}`;

/** Returns the signal that ended a process; the command may notice its end before this process does. */
async function endedBy({ child }: { child: ChildProcess }): Promise<NodeJS.Signals | null> {
  await until(() => child.exitCode !== null || child.signalCode !== null);
  return child.signalCode;
}

const alive = ({ child }: { child: ChildProcess }) => child.exitCode === null && child.signalCode === null;

test('stops a running server through its API, which lets it clean up, and removes the lock', async () => {
  const place = makePlace();
  const web = await startWeb(place);
  await remove(home);
  home = place.home;
  await lock({ pid: web.pid, port: Number(new URL(web.baseUrl).port), host: 'example.invalid' });
  expect(await kill()).toMatchObject({ code: 0, out: `stopped server (pid ${web.pid})\n`, err: '' });
  expect(await web.ended).toMatchObject({ code: 0 });
  expect(await readdir(join(home, 'server/instances'))).toEqual([]);
  expect(await lockText()).toBeUndefined();
  await place.leave();
});

test.each([
  ['a bare process id', (pid: number) => String(pid)],
  ['an object', (pid: number) => ({ pid })],
])('a server without a port is ended with SIGTERM: %s', async (_, content) => {
  const server = await script('agent.mjs', waiting);
  await lock(content(server.pid));
  expect(await kill()).toMatchObject({ code: 0, out: `stopped server (pid ${server.pid})\n`, err: '' });
  expect(await endedBy(server)).toBe('SIGTERM');
  expect(await lockText()).toBeUndefined();
});

test('a port where nothing answers: a warning, then SIGTERM', async () => {
  const server = await script('agent.mjs', waiting);
  await lock({ pid: server.pid, port: 1 });
  const { code, out, err } = await kill();
  expect({ code, out }).toEqual({ code: 0, out: `stopped server (pid ${server.pid})\n` });
  expect(err).toMatch(/^warning: the server did not answer the request to stop: /);
  expect(await endedBy(server)).toBe('SIGTERM');
});

test('one that ignores SIGTERM is ended with SIGKILL after five seconds', async () => {
  const server = await script('agent.mjs', stubborn);
  await lock({ pid: server.pid });
  expect(await kill()).toMatchObject({ code: 0, out: `stopped server (pid ${server.pid})\n` });
  expect(await endedBy(server)).toBe('SIGKILL');
  expect(server.out()).toContain('asked');
  expect(await lockText()).toBeUndefined();
}, 20_000);

test('the port of a server that is registered under another process gets no request', async () => {
  const requests: string[] = [];
  const http = createServer((req, res) => res.end(void requests.push(req.url ?? ''))).listen(0, '127.0.0.1');
  await until(() => http.listening);
  const { port } = http.address() as AddressInfo;
  const server = await script('agent.mjs', waiting);
  await mkdir(join(home, 'server/instances'), { recursive: true });
  const instance = {
    ...{ server_id: 'a', pid: process.pid, host: '127.0.0.1', port, started_at: 1, heartbeat_at: Date.now() },
    ...{ host_version: '1.2.3', lifetime: 'web', env_fingerprint: '' },
  };
  await writeFile(join(home, 'server/instances/a.json'), JSON.stringify(instance));
  await lock({ pid: server.pid, port });
  expect(await kill()).toMatchObject({ code: 0, out: `stopped server (pid ${server.pid})\n`, err: '' });
  expect(requests).toEqual([]);
  expect(await kill()).toMatchObject({
    code: 0,
    out: 'no server to stop\n',
    err: `note: agent web runs at http://127.0.0.1:${port} (pid ${process.pid}); stop it with Ctrl-C or POST /api/v1/shutdown\n`,
  });
  http.close();
});

test('no lock: says so with 0', async () => {
  expect(await kill()).toMatchObject({ code: 0, out: 'no server to stop\n', err: '' });
});

test('the lock of a process that has ended is removed', async () => {
  const server = await script('agent.mjs', waiting);
  server.child.kill('SIGKILL');
  await until(() => !alive(server));
  await lock({ pid: server.pid });
  const { code, out, err } = await kill();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(`no server to stop: process ${server.pid} has ended, removed ${lockFile()}\n`);
  expect(await lockText()).toBeUndefined();
});

test.each([
  ['text', 'not a number'],
  ['nothing', ''],
  ['one process group', '-2'],
  ['the first process', '1'],
  ['zero', { pid: 0 }],
  ['a number beyond the process ids', { pid: 2 ** 32 + 2 }],
  ['a list', [2]],
])('a lock that names no process: %s', async (_, content) => {
  await lock(content);
  const { code, out, err } = await kill();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(`error: the lock file ${lockFile()} does not name a process\n`);
  expect(await lockText()).toBeDefined();
});

test('a lock that cannot be read: its name and 1', async () => {
  await mkdir(lockFile(), { recursive: true });
  expect(await kill()).toMatchObject({ code: 1, err: `error: cannot read the lock file ${lockFile()}: EISDIR\n` });
});

test('another program that has the number by now is left alone', async () => {
  const other = await script('other.mjs', waiting);
  await lock({ pid: other.pid });
  const { code, err } = await kill();
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`names process ${other.pid}, which is another program; nothing was stopped\n`));
  expect(alive(other)).toBe(true);
  expect(await lockText()).toBeDefined();
});

test.each([
  ['itself', process.pid],
  ['its parent', process.ppid],
])('never stops %s', async (_, pid) => {
  await lock({ pid });
  const { code, err } = await kill();
  expect(code).toBe(1);
  expect(err).toContain('is this command or one that started it; nothing was stopped');
});

test('takes no further words and has a help', async () => {
  expect(await kill('now')).toMatchObject({
    code: 2,
    err: expect.stringContaining('unknown word after server kill: "now"'),
  });
  const { code, out } = await kill('--help');
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: agent server kill\n\nStop a server that a version before 0\.28\.0 started/);
});
