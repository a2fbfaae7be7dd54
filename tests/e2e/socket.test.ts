/** `agent web --socket`: a server on a unix socket, for clients of the same user (acp-cli.md 9). */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../helpers/daemon.js';
import { plain } from '../helpers/pictures.js';
import { agent, instanceFiles, launch, makePlace, resumed, root, type Place, type Running } from './program.js';

jest.setTimeout(60_000);

let place: Place;
let other: Place;
let web: Running;
let path: string;
beforeAll(async () => {
  [place, other] = [makePlace(), makePlace()];
  path = join(place.folder, 'agent.sock');
  web = await serve();
});
afterAll(async () => {
  await place.leave();
  await other.leave();
});

async function serve(): Promise<Running> {
  const running = launch(place, ['web', '--socket', path]);
  await until('the banner', () => (running.out().includes('Stop with') ? true : undefined));
  return running;
}

/** Runs a client with another home. */
const elsewhere = (): Record<string, string> => ({
  AGENT_CODE_URL: `http+unix://${path}`,
  AGENT_CODE_TOKEN_FILE: join(place.home, 'server.token'),
});

test('it listens there and nowhere else, for its user alone', () => {
  expect(lstatSync(path).isSocket()).toBe(true);
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  expect(web.out()).toContain(`Socket:   ${path}`);
  expect(web.out()).not.toMatch(/http:|Open:/);
  const [file = ''] = instanceFiles(place);
  const instance = readFileSync(join(place.home, 'server/instances', file), 'utf8');
  expect(JSON.parse(instance)).toMatchObject({ port: 0, socket: path });
  const inodes = readFileSync('/proc/net/tcp', 'utf8');
  const own = spawnSync('ls', ['-l', `/proc/${web.pid}/fd`]).stdout.toString();
  const listening = inodes.split('\n').filter((line) => line.split(/\s+/)[4] === '0A');
  for (const line of listening) expect(own).not.toContain(`socket:[${line.trim().split(/\s+/)[9]}]`);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot('another user is refused (left out where the test cannot be another user)', () => {
  chmodSync(place.folder, 0o755);
  const script = `require('net').connect(${JSON.stringify(path)}).on('error', (error) => console.log(error.code)).on('connect', () => process.exit(3))`;
  const run = spawnSync(process.execPath, ['-e', script], { uid: 65_534, gid: 65_534 });
  expect([run.status, run.stdout.toString()]).toEqual([0, 'EACCES\n']);
});

test('clients of the home find it, others by its address, with files too', async () => {
  const first = await agent(place, ['-p', 'run echo over a socket']);
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('over a socket') });
  expect(instanceFiles(place)).toHaveLength(1);
  writeFileSync(join(other.cwd, 'picture.png'), await plain(30, 10));
  const options = { cwd: place.cwd, env: elsewhere() };
  const again = await agent(other, ['-p', 'say again', '-c', '--file', join(other.cwd, 'picture.png')], options);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('again') });
  expect(resumed(again)).toBe(resumed(first));
  expect(existsSync(other.home)).toBe(false);
});

test('an editor gets its sessions from it', async () => {
  const child = spawn(process.execPath, [join(root, 'bin/agent.js'), 'acp'], {
    ...{ cwd: place.cwd, env: place.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  place.children.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function ask(id: number, method: string, params: object): Promise<Record<string, unknown>> {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const message = JSON.parse((await lines.next()).value as string) as { id?: number; result?: never };
      if (message.id === id) return message.result ?? {};
    }
  }
  await ask(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await ask(2, 'session/new', { cwd: place.cwd, mcpServers: [] });
  const prompt = [{ type: 'text', text: 'say hello' }];
  expect(await ask(3, 'session/prompt', { sessionId, prompt })).toMatchObject({ stopReason: 'end_turn' });
  expect(instanceFiles(place)).toHaveLength(1);
  child.stdin.end();
  await new Promise((ended) => child.once('close', ended));
  place.children.delete(child);
});

test('a socket in use stays; one that a killed server left is replaced; other files stay', async () => {
  const second = await agent(other, ['web', '--socket', path, '--no-open']);
  expect(second).toMatchObject({ code: 1, err: expect.stringContaining(`another server listens on ${path}`) });
  web.signal('SIGKILL');
  await web.ended;
  expect(existsSync(path)).toBe(true);
  web = await serve();
  expect(await agent(place, ['-p', 'say there'])).toMatchObject({ code: 0 });
  web.signal('SIGTERM');
  expect((await web.ended).code).toBe(0);
  expect(existsSync(path)).toBe(false);
  writeFileSync(path, 'a note');
  const third = await agent(other, ['web', '--socket', path]);
  expect(third).toMatchObject({ code: 1, err: expect.stringContaining(`${path} is not a socket`) });
  expect(readFileSync(path, 'utf8')).toBe('a note');
});

test.each<[string[], Record<string, string>, number, string]>([
  [['--socket', '--port', '1'], { XDG_RUNTIME_DIR: '/tmp' }, 2, 'exclude each other'],
  [['--socket', 'a.sock', '--host'], {}, 2, 'exclude each other'],
  [['--socket'], {}, 2, 'XDG_RUNTIME_DIR names no directory'],
  [['--socket', 'with space.sock'], {}, 2, '--socket needs a path of at most 103'],
  [['--socket', 'x'.repeat(120)], {}, 2, '--socket needs a path of at most 103'],
  [['--socket', '/absent/a.sock'], {}, 1, 'no directory /absent for the socket'],
])('%j with %j ends with %i', async (argv, env, wanted, message) => {
  const { code, err } = await agent(other, ['web', ...argv], { env });
  expect([code, err]).toEqual([wanted, expect.stringContaining(message)]);
});

test('alone it is in the directory of the login', async () => {
  const running = launch(other, ['web', '--socket'], { env: { XDG_RUNTIME_DIR: other.folder } });
  await until('the banner', () => (running.out().includes('Stop with') ? true : undefined));
  expect(running.out()).toContain(`Socket:   ${join(other.folder, 'agent-code.sock')}`);
  running.signal('SIGTERM');
  expect((await running.ended).code).toBe(0);
});
