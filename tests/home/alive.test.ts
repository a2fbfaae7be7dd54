/** Which processes count as alive: a zombie does not, so other servers take over its sessions at once. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { listInstances as seenByClient } from '../../client/instances.js';
import { processAlive } from '../../daemon/home/instances.js';
import { eventually, request, startTrial } from '../helpers/turns.js';

const parents: ChildProcess[] = [];
afterEach(() => {
  for (const parent of parents.splice(0)) parent.kill('SIGKILL');
});

/** Returns the id of a zombie: a process that has ended and that its parent never reaps. */
async function uncollected(): Promise<number> {
  const parent = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  parents.push(parent);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  // a shell may still reap it, but the `sleep` that replaces the shell does not
  await eventually(() => nameOf(parent.pid) === 'sleep' && nameOf(pid) === 'sleep', 'the shell is gone');
  process.kill(pid, 'SIGKILL');
  return pid;
}

function nameOf(pid: number | undefined): string {
  return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
}

test('one that runs lives, also when it belongs to another user', () => {
  expect([processAlive(process.pid), processAlive(1)]).toEqual([true, true]);
});

test('one that is gone does not', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(processAlive(child.pid ?? 0)).toBe(false);
});

// other systems do not report it
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('one that has ended and was not collected does not', async () => {
  const pid = await uncollected();
  await eventually(() => !processAlive(pid), 'it has ended');
  expect(process.kill(pid, 0)).toBe(true);
});

onLinux('its sessions are taken over at once, and clients do not look for it', async () => {
  const pid = await uncollected();
  await eventually(() => !processAlive(pid), 'it has ended');
  const trial = await startTrial();
  try {
    const { id } = await trial.talk();
    const db = new Database(join(trial.home, 'agent.db'));
    db.prepare('INSERT INTO servers (server_id, pid, heartbeat_at) VALUES (?, ?, ?)').run('killed', pid, Date.now());
    db.prepare('UPDATE sessions SET owner = ? WHERE id = ?').run('killed', id);
    db.close();
    await trial.restart();
    const answer = await request(trial.daemon, 'POST', `/api/v1/sessions/${id}/profile`, { title: 'mine' });
    expect(answer).toMatchObject({ code: 0 });
  } finally {
    await trial.close();
  }
  const instances = mkdtempSync(join(tmpdir(), 'agent-instances-'));
  const file = {
    server_id: 'killed',
    pid,
    host: '127.0.0.1',
    port: 1,
    started_at: 1,
    host_version: '0.0.1',
    lifetime: 'web',
    env_fingerprint: '',
    heartbeat_at: Date.now(),
  };
  writeFileSync(join(instances, 'a.json'), JSON.stringify(file));
  expect(await seenByClient({ instances, fetch, now: Date.now })).toEqual([]);
  rmSync(instances, { recursive: true, force: true });
});
