/** When a process with connections is killed, its servers and their children end too (engine.md 16.3). */
import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildEntry } from '../helpers/daemonentry.js';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, home, makeSession, useHome } from '../helpers/homes.js';
import { programEntry } from '../helpers/mcpserver.js';
import { alive, processesOf } from '../helpers/processes.js';
import { eventually } from '../helpers/turns.js';
import { program } from './connectscene.js';

test('kill -9 leaves no server behind, not even one that ignores SIGTERM', async () => {
  const entries = await Promise.all([program(), program(), program({ stays: true })]);
  const text = JSON.stringify(entries.map((entry) => ({ enabled: true, ...entry })));
  const holder = spawn(process.execPath, [await buildEntry('servers'), text], { stdio: ['ignore', 'pipe', 'inherit'] });
  const started: number[] = [];
  for await (const line of createInterface(holder.stdout)) {
    if (line === 'ready') break;
    started.push(...Object.values(JSON.parse(line) as Record<string, number>));
  }
  expect(started).toHaveLength(6);
  expect(started.map(alive)).toEqual(started.map(() => true));
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await eventually(() => !started.some(alive), 'no server is left', 20_000);
});

useHome();

test('a daemon that is killed leaves no server behind, and the next one starts its own', async () => {
  mkdirSync(home.home, { recursive: true });
  const mcpServers = { one: await programEntry(), two: await programEntry() };
  writeFileSync(join(home.home, 'mcp.json'), JSON.stringify({ mcpServers }));
  const first = await home.start();
  const id = await makeSession(first, home.cwd);
  const connected = async (daemon: typeof first): Promise<boolean> => {
    const { servers } = await call<{ servers: { status: string }[] }>(daemon, 'GET', `/mcp/servers?session_id=${id}`);
    return servers.length === 2 && servers.every(({ status }) => status === 'connected');
  };
  await eventually(() => connected(first), 'both are connected');
  const started = serversOf(home.home);
  expect(started).toHaveLength(2);
  await first.kill();
  await eventually(() => !started.some(alive), 'no server is left', 20_000);

  const second = await home.start();
  await call(second, 'POST', `/sessions/${id}:load`, {});
  await eventually(() => connected(second), 'both are connected again');
  expect(serversOf(home.home)).toHaveLength(2);
  await second.stop();
  expect(serversOf(home.home)).toEqual([]);
});

/** Server programs that a daemon with this home started. */
function serversOf(directory: string): number[] {
  return processesOf(directory).filter(
    (pid) => alive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('mcpmain'),
  );
}
