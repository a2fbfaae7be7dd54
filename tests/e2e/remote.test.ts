/** `agent --remote`: the server of another machine, with a fake ssh that runs commands locally (acp-cli.md 9). */
import { afterAll, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../helpers/daemon.js';
import { agent, launch, resumed, root } from './program.js';
import { makeMachines, type Call } from './remote.fixture.js';

jest.setTimeout(60_000);

const machines = makeMachines();
const { here, there, env, calls, tunnels, instances } = machines;
afterAll(() => machines.leave());

const over = (argv: string[], address = 'ssh://me@box:2222') =>
  agent(here, ['--remote', address, '-m', 'offline/echo', ...argv], { env });

function isAlive({ pid }: Call): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a prompt runs there, in a server that is started when none lives', async () => {
  const run = await over(['-p', 'run pwd']);
  expect(run).toMatchObject({ code: 0, out: expect.stringContaining(there.cwd) });
  expect(instances()).toHaveLength(1);
  expect(run.err).toContain(`To resume this session: agent --remote ssh://me@box:2222 -r ${resumed(run)}`);
  const again = await over(['-p', 'run echo again', '-c']);
  expect([again.code, resumed(again)]).toEqual([0, resumed(run)]);
  expect(instances()).toHaveLength(1);
  expect(existsSync(here.home)).toBe(false);
});

test('ssh gets the user and the port, and never the token', () => {
  const token = readFileSync(join(there.home, 'server.token'), 'utf8').trim();
  const [where, tunnel] = calls();
  expect(where?.argv).toEqual(['-T', '-p', '2222', 'me@box', 'agent __where']);
  expect(tunnel?.argv).toEqual(expect.arrayContaining(['ExitOnForwardFailure=yes', 'BatchMode=yes', '-L', 'me@box']));
  expect(JSON.stringify(calls())).not.toContain(token);
});

test('__where prints the server that lives', async () => {
  const { code, out } = await agent(there, ['__where']);
  const [instance] = instances();
  const token = readFileSync(join(there.home, 'server.token'), 'utf8').trim();
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({ port: instance?.port, token, version: expect.any(String), cwd: there.cwd });
});

test('no ssh is left when the command has ended, or was killed', async () => {
  const before = tunnels().length;
  const run = launch(here, ['--remote', 'ssh://box', '-m', 'offline/echo', '-p', 'slow 60000 words'], { env });
  await until('the tunnel', () => (tunnels().length > before ? true : undefined));
  run.signal('SIGKILL');
  await until('the end of ssh', () => (tunnels().some(isAlive) ? undefined : true));
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s before that machine answers ends ssh, with code %d', async (name, code) => {
  const before = calls().length;
  const run = launch(here, ['--remote', 'ssh://silent', '-p', 'x'], { env });
  await until('ssh', () => (calls().length > before ? true : undefined));
  run.signal(name);
  expect(await run.ended).toEqual({ code, out: '', err: '' });
  await until('the end of ssh', () => (calls().some(isAlive) ? undefined : true));
});

test('the address may name a directory; files of options are those of this machine', async () => {
  mkdirSync(join(there.cwd, 'deeper'));
  writeFileSync(join(here.cwd, 'note.txt'), 'from here');
  const given = ['-p', 'run pwd', '--file', 'note.txt', '--result', 'out.json'];
  const run = await over(given, `ssh://box${there.cwd}/deeper`);
  expect(run).toMatchObject({ code: 0, out: expect.stringContaining(`${there.cwd}/deeper`) });
  expect(JSON.parse(readFileSync(join(here.cwd, 'out.json'), 'utf8'))).toMatchObject({ cwd: `${there.cwd}/deeper` });
  expect((await over(['-p', 'x', '--file', '.'])).err).toContain('is a directory of this machine');
});

test('a cut in a turn: the port is forwarded again, and the turn is followed to its end', async () => {
  const before = tunnels().length;
  const gate = join(there.cwd, 'gate');
  const line = `run touch begun; while [ ! -e '${gate}' ]; do sleep 0.1; done; echo survived`;
  const run = launch(here, ['--remote', 'ssh://box', '-m', 'offline/echo', '-p', line], { env });
  await until('the command', () => (existsSync(join(there.cwd, 'begun')) ? true : undefined));
  process.kill(tunnels()[before]?.pid ?? 0, 'SIGKILL');
  await until('another tunnel', () => (tunnels().length > before + 1 ? true : undefined));
  writeFileSync(gate, '');
  const { code, out, err } = await run.ended;
  expect([code, err]).toEqual([0, expect.stringContaining('The connection was lost')]);
  expect(out).toContain('survived');
  expect(instances()).toHaveLength(1);
});

test('an editor works there, also over a cut in a turn', async () => {
  const child = spawn(process.execPath, [join(root, 'bin/agent.js'), '--remote', 'ssh://box', 'acp', '--yolo'], {
    cwd: here.cwd,
    env: { ...here.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  here.children.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const texts: string[] = [];
  async function ask(id: number, method: string, params: object): Promise<{ result?: Record<string, unknown> }> {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const message = JSON.parse((await lines.next()).value as string) as { id?: number; method?: string };
      if (message.id === id && message.method === undefined) return message as never;
      texts.push(JSON.stringify(message));
    }
  }
  expect((await ask(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} })).result).toBeDefined();
  const opened = await ask(2, 'session/new', { cwd: there.cwd, mcpServers: [] });
  expect(opened.result).toMatchObject({ sessionId: expect.stringMatching(/^session_/) });
  const sessionId = opened.result?.['sessionId'];
  const [begun, gate] = [join(there.cwd, 'begun by the editor'), join(there.cwd, 'gate of the editor')];
  const line = `touch '${begun}'; while [ ! -e '${gate}' ]; do sleep 0.1; done; echo survived`;
  const answer = ask(3, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: `run ${line}` }] });
  await until('the command', () => (existsSync(begun) ? true : undefined));
  const before = tunnels().length;
  process.kill(tunnels().at(-1)?.pid ?? 0, 'SIGKILL');
  await until('another tunnel', () => (tunnels().length > before ? true : undefined));
  writeFileSync(gate, '');
  expect((await answer).result).toMatchObject({ stopReason: 'end_turn' });
  expect(texts.join('\n')).toContain('survived');
  child.stdin.end();
  const code = await new Promise((ended) => child.once('close', ended));
  here.children.delete(child);
  expect(code).toBe(0);
  expect(existsSync(here.home)).toBe(false);
});

test('a server of another major version is refused there too', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 0, msg: 'ok', data: { server_version: '99.0.0' }, request_id: 'x' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const more = { env: { ...env, NEWER_PORT: String(port) } };
  const { code, out, err } = await agent(here, ['--remote', 'ssh://newer', '-p', 'x'], more);
  server.close();
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^error: the server at ssh:\/\/newer is of another major version: it has version 99\.0\.0/);
});

test.each<[string[], number, string]>([
  [['--remote', 'box', '-p', 'x'], 2, '--remote needs ssh://[user@]host[:port]'],
  [['--remote', 'ssh://-oProxyCommand=x', '-p', 'x'], 2, '--remote needs'],
  [['--remote', 'ssh://box', 'web'], 2, '--remote has no meaning before web'],
  [['--remote', 'ssh://nowhere', '-p', 'x'], 1, 'no server at ssh://nowhere: ssh: Could not resolve hostname nowhere'],
])('%j: exit %i', async (argv, expected, message) => {
  const { code, out, err } = await agent(here, argv, { env });
  expect([code, out, err]).toEqual([expected, '', expect.stringContaining(message)]);
});
