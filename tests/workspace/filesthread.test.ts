/** The thread for files as the server sees it: results and errors arrive complete, calls end, and it may die. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Worker } from 'node:worker_threads';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from '../../daemon/workspace/files/list.js';
import type { Reach } from '../../daemon/workspace/files/reach.js';
import { readFile } from '../../daemon/workspace/files/read.js';
import { statFile, statManyFiles } from '../../daemon/workspace/files/stat.js';
import { createFiles, startWorker, type Files } from '../../daemon/workspace/files/thread.js';
import { piecesOf, type Json } from '../../daemon/base/text/pieces.js';

let cwd: string;
let reach: Reach;
let files: Files;
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-files-')));
  mkdirSync(join(cwd, 'sub', 'deep'), { recursive: true });
  writeFileSync(join(cwd, 'a.txt'), 'text \ud83d\ude00\n');
  writeFileSync(join(cwd, 'sub', 'bytes'), Buffer.from([0, 255]));
  writeFileSync(join(cwd, 'sub', 'left.out'), '');
  writeFileSync(join(cwd, '.gitignore'), '*.out\n');
  symlinkSync('a.txt', join(cwd, 'link'));
  symlinkSync('..', join(cwd, 'sub', 'out'));
  symlinkSync('/etc', join(cwd, 'sub', 'etc'));
  execFileSync('git', ['init', '-q'], { cwd });
  reach = { cwd, directories: [cwd] };
  files = createFiles();
});
afterAll(async () => {
  await files.close();
  rmSync(cwd, { recursive: true, force: true });
});

async function told<Data>(answer: Promise<Json<Data>>): Promise<Data> {
  return JSON.parse(Buffer.concat(piecesOf(await answer) ?? []).toString()) as Data;
}

const request = {
  depth: 3,
  limit: 10,
  show_hidden: true,
  follow_gitignore: true,
  exclude_globs: [],
  sort: 'type_first' as const,
};
const part = (path: string) => ({ path, offset: 0, length: 100, encoding: 'auto' as const });
const { signal } = new AbortController();

test('the answers are those of the server, whether they wait for the system or ask it at once', async () => {
  const env = { PATH: process.env['PATH'] ?? '' };
  for (const sort of ['type_first', 'name_desc', 'mtime_desc', 'size_desc'] as const) {
    const here = await listFiles(reach, '.', { ...request, sort }, { signal, env });
    expect(here.items.map(({ name }) => name).toSorted()).toEqual(['.gitignore', 'a.txt', 'link', 'sub']);
    expect(await told(files.listFiles(reach, '.', { ...request, sort }, { signal, env }))).toEqual(here);
  }
  const many = await told(files.listManyFiles(reach, ['sub', 'none'], request));
  expect(many.partial_errors).toMatchObject({ none: { code: 40409 } });
  expect(many.results['sub']?.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'deep directory',
    'out directory',
    'bytes file',
    'etc symlink',
  ]);
  for (const path of ['a.txt', 'sub/bytes', 'link'])
    expect(await told(files.readFile(reach, part(path)))).toEqual(await readFile(reach, part(path)));
  for (const path of ['a.txt', '.', 'sub', 'link', 'sub/etc'])
    expect(await told(files.statFile(reach, path))).toEqual(await statFile(reach, path));
  const paths = ['a.txt', 'none', 'sub/out/a.txt', 'sub/left.out'];
  expect(await told(files.statManyFiles(reach, paths))).toEqual(await statManyFiles(reach, paths));
});

test('an outcome is the same on this side', async () => {
  for (const path of ['../outside', 'sub/etc/passwd', 'none', 'sub', 'a.txt/none', 'sub/etc']) {
    const here = await readFile(reach, part(path)).catch((thrown: unknown) => thrown);
    const there = await files.readFile(reach, part(path)).catch((thrown: unknown) => thrown);
    const { errorName, code, message } = here as Record<string, unknown>;
    expect(there).toMatchObject({ errorName, code, message, data: null });
  }
  const bad = files.listFiles(reach, '.', { ...request, exclude_globs: ['[z-a]'] });
  await expect(bad).rejects.toMatchObject({ code: 40001, details: [{ path: 'exclude_globs' }] });
});

test('what is no outcome keeps its story', async () => {
  const error = await files.readFile(null as unknown as Reach, part('a')).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining('null'), stack: expect.stringContaining('reach') });
  expect(error).not.toHaveProperty('errorName');
});

test('a caller that goes away receives the reason, and no other caller does', async () => {
  const gone = new AbortController();
  const list = () => files.listFiles(reach, '.', request, { signal: gone.signal });
  const [left, stays] = [list(), told(files.statFile(reach, 'a.txt'))];
  gone.abort(new Error('went away'));
  await expect(left).rejects.toThrow('went away');
  await expect(list()).rejects.toThrow('went away');
  expect(await stays).toMatchObject({ name: 'a.txt' });
});

test('nothing is held open', async () => {
  const held = () => readdirSync('/proc/self/fd').length;
  const ask = () =>
    Promise.allSettled([
      files.listFiles(reach, '.', request),
      files.readFile(reach, part('a.txt')),
      files.readFile(reach, part('sub/etc/passwd')),
      files.statManyFiles(reach, ['a.txt', 'none', 'link', 'sub/etc/passwd']),
    ]);
  await ask();
  const before = held();
  for (let count = 0; count < 20; count += 1) await ask();
  expect(held()).toBeLessThan(before + 5);
});

test('what runs when the thread dies is asked once more, and fails when it dies again', async () => {
  const threads: Worker[] = [];
  const own = createFiles(() => {
    const thread = startWorker();
    threads.push(thread);
    return thread;
  });
  const first = told(own.statFile(reach, 'a.txt'));
  await threads[0]?.terminate();
  expect(await first).toMatchObject({ name: 'a.txt' });
  expect(threads).toHaveLength(2);
  await threads[1]?.terminate();
  // a new thread starts only when it is needed
  expect(threads).toHaveLength(2);
  const second = own.statFile(reach, 'a.txt').catch((error: Error) => error.message);
  for (const at of [2, 3]) await threads[at]?.terminate();
  expect(await second).toBe('the thread for files ended');
  expect(threads).toHaveLength(4);
  expect(await told(own.statFile(reach, 'a.txt'))).toMatchObject({ name: 'a.txt' });
  await own.close();
});

test('after the end there is no other one', async () => {
  const own = createFiles();
  const waiting = own.statFile(reach, 'a.txt').then(
    () => 'told',
    (error: Error) => error.message,
  );
  await own.close();
  expect(['told', 'the thread for files ended']).toContain(await waiting);
  await expect(own.statFile(reach, 'a.txt')).rejects.toThrow('ended');
});
