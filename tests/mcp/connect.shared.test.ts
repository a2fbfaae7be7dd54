/** One process for all connections with the same program, environment and directory (engine.md 16.3). */
import { describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from '../../daemon/mcp/connect/connections.js';
import type { Connection, McpEntry } from '../../daemon/mcp/server.js';
import { alive } from '../helpers/processes.js';
import { eventually } from '../helpers/turns.js';
import { ask, createScene, program, type Scene } from './connectscene.js';

const path = process.env['PATH'] ?? '';

/** A scene whose pauses last until the test ends them. */
function patientScene(): Scene & { sleeps: { ms: number; end(): void; isAborted: boolean }[] } {
  const sleeps: { ms: number; end(): void; isAborted: boolean }[] = [];
  const scene = createScene({
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const one = { ms, end: resolve, isAborted: false };
        sleeps.push(one);
        signal.addEventListener('abort', () => {
          one.isAborted = true;
          reject(signal.reason as Error);
        });
      }),
  });
  return { ...scene, sleeps };
}

const shared = async (more: Partial<McpEntry> = {}): Promise<Partial<McpEntry>> => ({
  ...(await program()),
  shared: true,
  ...more,
});

async function pidOf(connection: Connection): Promise<number> {
  const { server } = JSON.parse(await ask(connection, 'breed')) as { server: number };
  return server;
}

describe('what is one process', () => {
  type Change = (entry: Partial<McpEntry>) => [Partial<McpEntry>, Partial<ConnectionOptions>?];
  const elsewhere = mkdtempSync(join(tmpdir(), 'agent-shared-'));

  test.each<[string, boolean, Change]>([
    ['the same', true, (entry) => [entry]],
    ['other tools and times', true, (entry) => [{ ...entry, enabledTools: ['breed'], toolTimeoutMs: 1_234 }]],
    ['its directory as its own', true, (entry) => [{ ...entry, cwd: process.cwd() }, { cwd: elsewhere }]],
    ['another directory', false, (entry) => [entry, { cwd: elsewhere }]],
    ['another value of a variable', false, (entry) => [entry, { env: { PATH: path, KEY: 'two' } }]],
    ['a variable that it does not get', true, (entry) => [entry, { env: { PATH: path, KEY: 'one', OTHER: 'x' } }]],
    ['another variable of the base set', false, (entry) => [entry, { env: { PATH: path, KEY: 'one', LANG: 'C' } }]],
    ['other arguments', false, (entry) => [{ ...entry, args: [...(entry as { args: string[] }).args, 'x'] }]],
    ['another name', false, (entry) => [entry, { name: 'other' }]],
    ['not shared', false, (entry) => [{ ...entry, shared: false }]],
  ])('%s: %p', async (_, isSame, change) => {
    const scene = createScene();
    const entry = { ...(await program({}, { env: { KEY: '${KEY}' } })), shared: true };
    const options = { env: { PATH: path, KEY: 'one' } };
    const first = scene.open(entry, options);
    const [changed, more] = change(entry);
    const second = scene.open(changed, { ...options, ...more });
    expect((await pidOf(first)) === (await pidOf(second))).toBe(isSame);
    await scene.close();
    rmSync(join(elsewhere, 'x'), { force: true });
  });
});

test('each has its own tools, times and status', async () => {
  const scene = createScene();
  const entry = await shared();
  const first = scene.open({ ...entry, enabledTools: ['echo', 'slow'], toolTimeoutMs: 300 });
  const second = scene.open({ ...entry, disabledTools: ['echo'] });
  await Promise.all([first.settled(), second.settled()]);
  expect(first.tools().map(({ name }) => name)).toEqual(['echo', 'slow']);
  expect(second.tools().map(({ name }) => name)).not.toContain('echo');
  const waiting = ask(second, 'slow', { ms: 600 });
  await expect(ask(first, 'slow', { ms: 60_000 })).rejects.toMatchObject({ kind: 'timeout' });
  expect(await waiting).toBe('done');
  await first.close();
  expect([first.status().status, second.status().status]).toEqual(['removed', 'connected']);
});

test('calls at the same time: answers, progress and cancels reach only their own', async () => {
  const scene = createScene();
  const entry = await shared();
  const both = [scene.open(entry), scene.open(entry)] as const;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, text) => ask(both[text % 2 ? 0 : 1], 'echo', { text })),
  );
  expect(answers).toEqual(answers.map((_, text) => `{"text":${text}}`));
  const heard: string[][] = [[], []];
  const progress = (at: number) => ({ progress: (text: string) => void heard[at]?.push(text) });
  await Promise.all([
    ask(both[0], 'progress', { steps: 3, ms: 150 }, progress(0)),
    ask(both[1], 'progress', { steps: 2, ms: 150 }, progress(1)),
  ]);
  expect(heard).toEqual([
    ['step 1', 'step 2', 'step 3'],
    ['step 1', 'step 2'],
  ]);
  const stop = new AbortController();
  const cancelled = ask(both[0], 'slow', { ms: 60_000 }, { signal: stop.signal });
  const kept = ask(both[1], 'slow', { ms: 500 });
  stop.abort(new Error('enough'));
  await expect(cancelled).rejects.toThrow('enough');
  expect(await kept).toBe('done');
});

test('a crash and a restart are seen by all, which get one new process', async () => {
  const scene = createScene();
  const entry = await shared();
  const heard: string[][] = [[], []];
  const both = [0, 1].map((at) => {
    const connection: Connection = scene.open(entry, { onChange: () => heard[at]?.push(connection.status().status) });
    return connection;
  }) as [Connection, Connection];
  const before = await pidOf(both[0]);
  await expect(ask(both[1], 'die')).rejects.toMatchObject({ kind: 'connection' });
  await Promise.all(both.map((connection) => connection.settled()));
  expect(heard).toEqual([
    ['connected', 'pending', 'connected'],
    ['connected', 'pending', 'connected'],
  ]);
  expect(scene.pauses).toEqual([1_000]);
  const after = await pidOf(both[0]);
  expect(after).not.toBe(before);
  both[1].restart();
  expect(await pidOf(both[0])).toBe(await pidOf(both[1]));
  expect(alive(after)).toBe(false);
});

describe('after the last session', () => {
  test('it stays for 30 s, and the next session has it again', async () => {
    const scene = patientScene();
    const entry = await shared();
    const [first, second] = [scene.open(entry), scene.open(entry)];
    const pid = await pidOf(first);
    await first.release();
    expect(scene.sleeps).toEqual([]);
    await second.release();
    expect(scene.sleeps).toMatchObject([{ ms: 30_000, isAborted: false }]);
    const third = scene.open(entry);
    expect(await pidOf(third)).toBe(pid);
    expect(scene.sleeps).toMatchObject([{ isAborted: true }]);
    await third.release();
    expect(alive(pid)).toBe(true);
    scene.sleeps[1]?.end();
    await eventually(() => !alive(pid), 'it has ended');
    expect(await pidOf(scene.open(entry))).not.toBe(pid);
  });

  test.each<[string, (scene: Scene, connection: Connection) => Promise<void>]>([
    ['one that is closed', (_, connection) => connection.close()],
    ['the end of all', async (scene, connection) => connection.release().then(() => scene.close())],
    ['the end of what waits', async (scene, connection) => connection.release().then(() => scene.endIdle())],
  ])('%s ends it at once', async (_, end) => {
    const scene = patientScene();
    const connection = scene.open(await shared());
    const pid = await pidOf(connection);
    await end(scene, connection);
    await eventually(() => !alive(pid), 'it has ended');
  });

  test('one that others hold stays when what waits is ended', async () => {
    const scene = patientScene();
    const entry = await shared();
    const both = [scene.open(entry), scene.open(entry)] as const;
    const pid = await pidOf(both[0]);
    await both[0].close();
    scene.endIdle();
    expect(await pidOf(both[1])).toBe(pid);
  });

  test('one that crashes while it waits is not started again', async () => {
    const scene = patientScene();
    const connection = scene.open(await shared());
    const pid = await pidOf(connection);
    await connection.release();
    process.kill(pid, 'SIGKILL');
    await eventually(() => scene.sleeps[0]?.isAborted === true, 'the wait is over');
    expect(scene.sleeps.filter(({ isAborted }) => !isAborted)).toEqual([]);
  });

  test('the next process starts after the one before has ended', async () => {
    const scene = patientScene();
    const entry = { ...(await program({ stays: true })), shared: true };
    const first = scene.open(entry);
    const pid = await pidOf(first);
    const closing = first.close();
    const next = scene.open(entry);
    await next.settled();
    expect(alive(pid)).toBe(false);
    await closing;
  });

  test('one that has failed does not wait, and the next session starts it again', async () => {
    const scene = patientScene();
    const entry = { ...(await program({ diesAtStart: 3 })), shared: true };
    const first = scene.open(entry);
    await first.settled();
    expect(first.status().status).toBe('failed');
    await first.release();
    expect(scene.sleeps).toEqual([]);
  });
});
