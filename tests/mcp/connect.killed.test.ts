/** A process that holds connections is killed: none of their programs, nor what these started, is left (engine.md 16.3). */
import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildEntry } from '../helpers/daemonentry.js';
import { alive } from '../helpers/processes.js';
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
