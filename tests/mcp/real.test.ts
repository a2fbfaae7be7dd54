/** Widely used third-party servers: over every transport, restarted, and shared by sessions (engine.md 5, 16.3). */
import { afterEach, expect, jest, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, McpEntry } from '../../daemon/mcp/server.js';
import { childrenRunning } from '../helpers/processes.js';
import { ask, createScene } from './connectscene.js';

jest.setTimeout(120_000);

const modules = dirname(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/package.json')),
);
const programOf = (name: string): string => join(modules, `server-${name}`, 'dist', 'index.js');
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'agent-real-')));
const running = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of running) await stop(child);
});

const everything = programOf('everything');
const entryOf = (name: string, ...args: string[]): Partial<McpEntry> => ({
  transport: 'stdio',
  command: process.execPath,
  args: [programOf(name), ...args],
  shared: true,
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function serve(way: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [everything, way], {
    env: { PATH: process.env['PATH'], PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  // keeps reading, because the server writes to stderr for as long as it runs
  await new Promise<void>((resolve) =>
    child.stderr?.on('data', (text) => (String(text).includes(String(port)) ? resolve() : undefined)),
  );
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test.each([
  ['streamableHttp', 'http', 'mcp'],
  ['sse', 'sse', 'sse'],
] as const)('everything over %s, and after its restart', async (way, transport, path) => {
  const port = await freePort();
  const first = await serve(way, port);
  // real pauses, because the server needs a while to restart
  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => void (await delay(ms, undefined, { signal }));
  const connection = createScene({ sleep }).open({ transport, url: `http://127.0.0.1:${port}/${path}` });
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'connected' });
  expect(await ask(connection, 'echo', { message: 'hi' })).toBe('Echo: hi');
  await stop(first);
  await serve(way, port);
  expect(await ask(connection, 'echo', { message: 'again' })).toBe('Echo: again');
  expect(connection.status()).toMatchObject({ status: 'connected' });
});

test('everything over stdio: instructions, structured content, no tool that only runs as a task', async () => {
  const connection: Connection = createScene().open(entryOf('everything', 'stdio'));
  await connection.settled();
  const names = connection.tools().map(({ name }) => name);
  expect(names).toContain('get-tiny-image');
  expect(names).not.toContain('simulate-research-query');
  expect(connection.instructions()).toMatch(/\S/);
  expect(await ask(connection, 'get-tiny-image')).toContain('image');
});

test('three sessions share the processes of three servers, and have nine without sharing', async () => {
  const entries = [entryOf('everything', 'stdio'), entryOf('filesystem', directory), entryOf('memory')];
  const count = (): number => childrenRunning(modules).length;
  const before = count();
  for (const [shared, expected] of [
    [true, 3],
    [false, 9],
  ] as const) {
    const scene = createScene();
    const connections = [1, 2, 3].flatMap(() =>
      entries.map((entry, at) => scene.open({ ...entry, shared }, { name: `s${at}` })),
    );
    await Promise.all(connections.map((connection) => connection.settled()));
    expect(connections.map((connection) => connection.status().status)).toEqual(connections.map(() => 'connected'));
    expect(count() - before).toBe(expected);
    await scene.close();
    expect(count()).toBe(before);
  }
  rmSync(directory, { recursive: true, force: true });
});
