/** The process with the indexes: all callers share it, it ends without callers, and starts again after a crash. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createFileSearch, type FileSearch, type FileSearchOptions } from '../../daemon/workspace/search/search.js';
import { until } from '../helpers/daemon.js';
import { startProcess } from '../helpers/daemonprocess.js';

let root: string;
let search: FileSearch;
const start = (options: Partial<FileSearchOptions> = {}) =>
  (search = createFileSearch({ userHome: '/nowhere/home', ...options }));
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-search-')));
  writeFileSync(join(root, 'first.ts'), '');
});
afterEach(async () => {
  await search.close();
  rmSync(root, { recursive: true, force: true });
});

/** Returns the children of a process that hold indexes. */
function workers(of = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return Number(parent) === of && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('searchworker');
      } catch {
        // the process has ended
        return false;
      }
    });
}

const request = (query: string, more = {}) => ({ query, limit: 50, follow_gitignore: true, ...more });
const pathsOf = (answer: { items: { path: string }[] }) => answer.items.map(({ path }) => path);

test('is not there before it is asked, answers for all, and is gone when it is closed', async () => {
  start();
  expect(workers()).toEqual([]);
  const both = await Promise.all([search.search(root, request('first')), search.suggest(root, request('fts'))]);
  expect(both.map(pathsOf)).toEqual([['first.ts'], ['first.ts']]);
  // a link is not followed, even as the root
  symlinkSync(root, `${root}-link`);
  try {
    expect(await search.search(`${root}-link`, request('first'))).toEqual({ items: [], truncated: false });
  } finally {
    rmSync(`${root}-link`);
  }
  const [worker] = workers();
  expect(workers()).toHaveLength(1);
  expect(readFileSync(`/proc/${worker}/environ`, 'utf8')).not.toContain('PATH=');
  writeFileSync(join(root, 'second.ts'), '');
  await until('the new file', async () => pathsOf(await search.search(root, request('second')))[0]);
  await search.close();
  expect(workers()).toEqual([]);
  expect(await search.search(root, request('first'))).toEqual({ items: [], truncated: true });
  expect(workers()).toEqual([]);
});

test('who asks while it dies is answered by the next one', async () => {
  start();
  await search.search(root, request('first'));
  for (let round = 0; round < 3; round += 1) {
    const asked = search.search(root, request('first'));
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    expect(pathsOf(await asked)).toEqual(['first.ts']);
  }
  await search.search(root, request('first'));
  expect(workers()).toHaveLength(1);
});

test('indexes that no client uses are dropped, and then the process ends', async () => {
  start({ limits: { idleMs: 100 } });
  await search.search(root, request('first'));
  await until('its end', () => (workers().length === 0 ? true : undefined));
  expect(pathsOf(await search.search(root, request('first')))).toEqual(['first.ts']);
});

test('of the home directory and what is above it only a part is read', async () => {
  mkdirSync(join(root, 'user/project'), { recursive: true });
  for (let at = 0; at < 20; at += 1) writeFileSync(join(root, `user/project/file${at}`), '');
  start({ userHome: join(root, 'user'), limits: { maxBroad: 10 } });
  for (const place of [root, join(root, 'user')])
    expect(await search.search(place, request('file'))).toMatchObject({ truncated: true });
  expect(await search.search(join(root, 'user/project'), request('file'))).toMatchObject({ truncated: false });
});

test('a directory that is not there has nothing, a pattern that cannot be used is refused', async () => {
  start();
  expect(await search.search(join(root, 'none'), request('a'))).toEqual({ items: [], truncated: false });
  await expect(search.search(root, request('a', { include_globs: ['ok', '{a,b}'.repeat(12)] }))).rejects.toMatchObject({
    errorName: 'VALIDATION_FAILED',
    details: [{ path: 'include_globs.1' }],
  });
  await expect(search.suggest(root, request('a', { exclude_globs: ['[z-a]'] }))).rejects.toMatchObject({
    errorName: 'VALIDATION_FAILED',
  });
});

test('a server that stops, or dies, takes it along', async () => {
  start();
  for (const end of ['stop', 'kill'] as const) {
    const home = mkdtempSync(join(tmpdir(), 'agent-search-home-'));
    const daemon = await startProcess({ home, cwd: root });
    try {
      const response = await fetch(`${daemon.baseUrl}/api/v1/workspace/fs:search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ workspace: root, query: 'first' }),
      });
      expect(((await response.json()) as { data: { items: unknown[] } }).data.items).toHaveLength(1);
      const [worker = 0] = workers(daemon.pid);
      expect(worker).toBeGreaterThan(0);
      await daemon[end]();
      await until('its end', () => (existsSync(`/proc/${worker}`) ? undefined : true));
    } finally {
      await daemon.kill();
      rmSync(home, { recursive: true, force: true });
    }
  }
});

test('the server is not held up while a tree is read, changes and is asked', async () => {
  const pieces = join(root, 'tree');
  for (let at = 0; at < 3_000; at += 1) {
    if (at % 30 === 0) mkdirSync(join(pieces, `d${at / 30}`), { recursive: true });
    writeFileSync(join(pieces, `d${Math.floor(at / 30)}`, `file${at}.ts`), '');
  }
  start();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let round = 0; round < 10; round += 1) await search.suggest(root, request('file'));
  delay.disable();
  // the bench checks the limit of the contract, while no other client works
  expect(delay.percentile(50) / 1e6).toBeLessThan(10);
});
