/** Ending a process group: SIGTERM, a grace period, SIGKILL, and zombies. */
import { afterEach, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endGroup, signalGroup } from '../../daemon/base/process/group.js';
import { eventually } from '../helpers/turns.js';

let parent: ChildProcess | undefined;
afterEach(() => void parent?.kill('SIGKILL'));

/** Starts a command in its own group, under a parent that does not reap it; returns the group. */
async function startGroup(command: string): Promise<number> {
  parent = spawn('bash', ['-c', `set -m; ${command} & echo $!; exec sleep 60`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface(parent.stdout as NodeJS.ReadableStream), 'line')) as [string];
  return Number(line);
}

const stateOf = (pid: number): string | undefined =>
  existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] : undefined;

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a group whose processes are not reaped counts as gone', async () => {
  // long enough for the shell to exec the `sleep` that reaps nothing
  const group = await startGroup('sleep 1');
  await eventually(() => stateOf(group) === 'Z', 'a zombie');
  expect(signalGroup(group, 0)).toBe(true);
  const before = performance.now();
  expect(await endGroup(group, 60_000)).toBe(false);
  expect(performance.now() - before).toBeLessThan(30_000);
});

onLinux('a group that ends on SIGTERM is gone before the grace period is over', async () => {
  const group = await startGroup('sleep 60');
  expect(await endGroup(group, 60_000)).toBe(false);
  // its parent is gone: the init process decides whether it stays a zombie
  expect(['Z', undefined]).toContain(stateOf(group));
});

onLinux('a group that ignores SIGTERM is killed after the grace period', async () => {
  const group = await startGroup(`bash -c 'trap "" TERM; echo; while :; do sleep 0.05; done' >/dev/null`);
  // the shell sets the trap before the first sleep of the loop
  await eventually(() => stateOf(group) === 'S', 'it waits');
  expect(await endGroup(group, 200)).toBe(true);
});

test('a group that is gone', async () => {
  const child = spawn('true', { detached: true });
  await once(child, 'exit');
  expect(await endGroup(child.pid ?? 0, 60_000)).toBe(false);
});
