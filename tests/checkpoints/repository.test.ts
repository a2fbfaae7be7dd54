/** Files that git already stores are recorded without being read, and can still be restored. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitEnvironment, lines, startBench, type Bench } from './fixture.js';

let bench: Bench;
beforeEach(() => {
  bench = startBench();
  bench.limits.maxTotal = 1_000_000;
});
afterEach(() => {
  bench.keeper.close();
  bench.close();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function git(...args: string[]): void {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'gc.auto=0'];
  execFileSync('git', [...who, ...args], { cwd: bench.root, env: gitEnvironment(dirname(bench.root)), stdio: 'pipe' });
}

/** Commits all files, some time after they were written. */
async function commit(): Promise<void> {
  if (!existsSync(join(bench.root, '.git'))) git('init', '-q');
  await pause(100);
  git('add', '-A');
  git('commit', '-q', '-m', 'all');
  await pause(100);
}

/** Number of contents that were read and stored. */
function keptCount(): number {
  const objects = join(bench.directory, 'objects');
  if (!existsSync(objects)) return 0;
  return readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

/** The former content of each changed file, as an undo would restore it. */
async function formerContents(changes: Awaited<ReturnType<Bench['keeper']['scan']>>): Promise<(string | undefined)[]> {
  const found = (changes?.changes ?? []).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return Promise.all(
    found.map(async ({ before: { hash, unkept } }) => {
      if (hash === undefined || unkept !== undefined) return undefined;
      return (await bench.keeper.store.read(hash))?.toString('utf8');
    }),
  );
}

describe.each([
  ['loose objects', () => undefined],
  ['a pack', () => git('repack', '-a', '-d', '-q')],
])('with %s', (_name, pack) => {
  it('reads no file that is as it was committed, and gives all back after the repository is gone', async () => {
    bench.put('a.txt', 'one\n');
    bench.put('folder/b.txt', 'two\n');
    bench.put('folder/same.txt', 'two\n');
    bench.put('empty.txt', '');
    await commit();
    pack();
    await bench.keeper.scan(5_000);
    expect(keptCount()).toBe(0);
    for (const name of readdirSync(bench.root)) rmSync(join(bench.root, name), { recursive: true });
    const changes = await bench.keeper.scan(5_000);
    expect(lines(bench.root, changes)).toEqual([
      'deleted a.txt',
      'deleted empty.txt',
      'deleted folder/b.txt',
      'deleted folder/same.txt',
      'gone folder',
    ]);
    expect(await formerContents(changes)).toEqual(['one\n', '', 'two\n', 'two\n']);
    expect(bench.reports).toEqual([]);
  });
});

it('gives back what git no longer has', async () => {
  const path = bench.put('a.txt', 'one\n');
  await commit();
  await bench.keeper.scan(5_000);
  writeFileSync(path, 'another\n');
  git('add', '-A');
  git('commit', '-q', '--amend', '-m', 'another');
  git('reflog', 'expire', '--expire=now', '--all');
  git('gc', '-q', '--prune=now');
  const changes = await bench.keeper.scan(5_000);
  expect(lines(bench.root, changes)).toEqual(['modified a.txt']);
  expect(await formerContents(changes)).toEqual(['one\n']);
});

it('reads what is not in git, not as in git, or younger than what git has written down', async () => {
  const changed = bench.put('changed.txt', 'first\n');
  bench.put('staged.txt', 'staged\n');
  await commit();
  writeFileSync(changed, 'other\n');
  bench.put('new.txt', 'new\n');
  await pause(100);
  await bench.keeper.scan(5_000);
  expect(keptCount()).toBe(2);
  for (const name of ['changed.txt', 'new.txt', 'staged.txt']) rmSync(join(bench.root, name));
  expect(await formerContents(await bench.keeper.scan(5_000))).toEqual(['other\n', 'new\n', 'staged\n']);
});

it.each([
  ['other line ends', { 'core.autocrlf': 'input' }, '', 'a\r\nb\r\n'],
  ['a filter', { 'filter.turn.clean': 'rev', 'filter.turn.smudge': 'rev' }, '*.txt filter=turn\n', 'abc\n'],
])('reads files that git has with %s', async (_name, settings, attributes, content) => {
  git('init', '-q');
  for (const [key, value] of Object.entries(settings)) git('config', key, value);
  if (attributes !== '') bench.put('.gitattributes', attributes);
  const path = bench.put('a.txt', content);
  bench.put('plain.md', 'plain\n');
  await commit();
  await bench.keeper.scan(5_000);
  expect(keptCount()).toBe(1);
  rmSync(path);
  expect(await formerContents(await bench.keeper.scan(5_000))).toEqual([content]);
});

it('knows a file that was only touched, and one that was moved', async () => {
  const path = bench.put('a.txt', 'one\n');
  bench.put('b.txt', 'moved\n');
  await commit();
  await bench.keeper.scan(5_000);
  const now = Date.now() / 1000;
  utimesSync(path, now, now);
  writeFileSync(join(bench.root, 'c.txt'), readFileSync(join(bench.root, 'b.txt')));
  rmSync(join(bench.root, 'b.txt'));
  const changes = await bench.keeper.scan(5_000);
  expect(lines(bench.root, changes)).toEqual(['created c.txt from b.txt', 'deleted b.txt']);
});

it('leaves out what is too large, and reads all where the packs are too large to be held', async () => {
  bench.put('large.txt', 'x'.repeat(2_000));
  bench.put('small.txt', 'small\n');
  await commit();
  git('repack', '-a', '-d', '-q');
  bench.limits.maxTotal = 100;
  await bench.keeper.scan(5_000);
  expect(keptCount()).toBe(1);
  rmSync(join(bench.root, 'large.txt'));
  const changes = await bench.keeper.scan(5_000);
  expect(changes?.changes[0]?.before).toMatchObject({ unkept: 'too_large', size: 2_000 });
});

it('holds a repository no longer than its keeper is open', async () => {
  bench.put('a.txt', 'one\n');
  await commit();
  git('repack', '-a', '-d', '-q');
  const [pack] = readdirSync(join(bench.root, '.git/objects/pack')).filter((name) => name.endsWith('.pack'));
  const path = join(bench.root, '.git/objects/pack', pack as string);
  await bench.keeper.scan(5_000);
  expect(statSync(path).nlink).toBe(2);
  bench.keeper.close();
  while (statSync(path).nlink > 1) await pause(5);
  await bench.keeper.scan(5_000);
  expect(statSync(path).nlink).toBe(2);
});
