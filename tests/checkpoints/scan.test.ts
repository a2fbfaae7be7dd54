/** Scanning a workspace finds what commands changed, and reports what it leaves out. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lines, startBench, type Bench } from './fixture.js';

let bench: Bench;
beforeEach(() => {
  bench = startBench((root) => [join(root, 'data')]);
});
afterEach(() => bench.close());

const wait = 5_000;
const at = (name: string): string => join(bench.root, name);
const found = async (): Promise<string[]> => lines(bench.root, await bench.keeper.scan(wait));
/** The first look keeps everything and reports nothing. */
async function known(): Promise<void> {
  expect(await bench.keeper.scan(wait)).toBeUndefined();
}

describe('what a look finds', () => {
  test.each<[string, () => void, string[]]>([
    ['nothing', () => undefined, []],
    ['a new file', () => void bench.put('new', 'n'), ['created new']],
    ['a new file in new directories', () => void bench.put('x/y/new', 'n'), ['created x/y/new', 'made x', 'made x/y']],
    ['an empty directory', () => mkdirSync(at('x')), ['made x']],
    ['another content', () => appendFileSync(at('a'), 'more'), ['modified a']],
    ['a file that is gone', () => unlinkSync(at('a')), ['deleted a']],
    ['a directory that is gone', () => rmSync(at('d'), { recursive: true }), ['deleted d/b', 'gone d']],
    ['other permissions', () => chmodSync(at('a'), 0o755), ['modified a']],
    ['a new time alone', () => utimesSync(at('a'), 5, 5), []],
    ['the same content written again', () => writeFileSync(at('a'), 'aaa'), []],
    ['a move', () => renameSync(at('a'), at('d/a')), ['created d/a from a', 'deleted a']],
    [
      'a move by copy',
      () => {
        unlinkSync(at('a'));
        bench.put('c', 'aaa');
      },
      ['created c from a', 'deleted a'],
    ],
    [
      'a link that leads elsewhere',
      () => {
        unlinkSync(at('link'));
        symlinkSync('d', at('link'));
      },
      ['modified link'],
    ],
    [
      'a link in the place of a file',
      () => {
        unlinkSync(at('a'));
        symlinkSync('/etc', at('a'));
      },
      ['modified a'],
    ],
    [
      'a directory in the place of a file',
      () => {
        unlinkSync(at('a'));
        bench.put('a/inside', 'i');
      },
      ['created a/inside', 'deleted a', 'made a'],
    ],
    [
      'a file in the place of a directory',
      () => {
        rmSync(at('d'), { recursive: true });
        bench.put('d', 'was a directory');
      },
      ['created d', 'deleted d/b', 'gone d'],
    ],
  ])('%s', async (_, change, expected) => {
    bench.put('a', 'aaa');
    bench.put('d/b', 'bbb');
    symlinkSync('a', at('link'));
    await known();
    expect(await found()).toEqual([]);
    change();
    expect(await found()).toEqual(expected);
    expect(await found()).toEqual([]);
  });

  test('a change that size and time do not show', async () => {
    const path = bench.put('a', 'aaa');
    await known();
    const { atimeMs, mtimeMs } = statSync(path);
    writeFileSync(path, 'bbb');
    utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
    expect(await found()).toEqual(['modified a']);
  });

  test('a change in the same moment as the look before', async () => {
    bench.put('a', 'aaa', false);
    await known();
    for (let round = 0; round < 20; round += 1) {
      bench.put('a', round % 2 === 0 ? 'bbb' : 'aaa', false);
      expect(await found()).toEqual(['modified a']);
    }
  });

  test('the former content is kept, in files that no other user may read', async () => {
    bench.put('a', 'aaa');
    await known();
    unlinkSync(at('a'));
    const changes = await bench.keeper.scan(wait);
    const { hash = '' } = changes?.changes[0]?.before ?? {};
    expect((await bench.keeper.store.read(hash))?.toString()).toBe('aaa');
    const path = join(bench.directory, 'objects', hash.slice(0, 2), hash.slice(2));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  test('what a file was stays when what it is now needs room', async () => {
    bench.limits.maxTotal = 1_000;
    bench.put('a', 'a'.repeat(400));
    await known();
    for (const fill of ['b', 'c', 'd', 'e']) {
      writeFileSync(at('a'), fill.repeat(400));
      const { hash = '' } = (await bench.keeper.scan(wait))?.changes[0]?.before ?? {};
      expect(await bench.keeper.store.read(hash)).toBeDefined();
      expect(await bench.keeper.store.size()).toBeLessThanOrEqual(1_000);
    }
  });

  test('what was not read before the command changed it is said to be missing', async () => {
    bench.put('a', 'aaa');
    const first = bench.keeper.scan(0);
    await first;
    writeFileSync(at('a'), 'command');
    const changes = await bench.keeper.scan(wait);
    // whether or not it was read in time, the current content never counts as the former one
    const before = changes?.changes[0]?.before;
    if (before?.unkept === undefined)
      expect((await bench.keeper.store.read(before?.hash ?? ''))?.toString()).toBe('aaa');
    else expect(before).toMatchObject({ unkept: 'not_read' });
  });
});

describe('what is left out', () => {
  const unwatched = async (): Promise<string[]> =>
    (await bench.keeper.unwatched(100))
      .map(({ path, reason }) => `${reason} ${path.slice(bench.root.length + 1)}`)
      .sort();

  test('ignored files, huge trees, special files, names that are no UTF-8, and our own data', async () => {
    bench.put('.gitignore', '*.log\n/build/\n!keep.log\n');
    bench.put('sub/.gitignore', 'secret\n!debug.log\n');
    for (const name of [
      'a.log',
      'keep.log',
      'build/x',
      'sub/build/x',
      'sub/secret',
      'sub/debug.log',
      'node_modules/m',
      'data/own',
    ])
      bench.put(name, 'x');
    mkdirSync(at('.git'));
    execFileSync('mkfifo', [at('pipe')]);
    writeFileSync(Buffer.concat([Buffer.from(at('bad')), Buffer.from([0xff])]), 'x');
    await known();
    expect(await unwatched()).toEqual([
      'huge .git',
      'huge node_modules',
      'ignored a.log',
      'ignored build',
      'ignored sub/secret',
      'name bad\ufffd',
      'special pipe',
    ]);
    for (const name of [
      'a.log',
      'keep.log',
      'build/x',
      'sub/build/x',
      'sub/secret',
      'sub/debug.log',
      'node_modules/m',
      'data/own',
    ])
      bench.put(name, 'changed');
    expect(await found()).toEqual(['modified keep.log', 'modified sub/build/x', 'modified sub/debug.log']);
  });

  test('links are not followed', async () => {
    const outside = join(bench.directory, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'file'), 'x');
    symlinkSync(outside, at('way'));
    await known();
    writeFileSync(join(outside, 'file'), 'y');
    writeFileSync(join(outside, 'more'), 'y');
    expect(await found()).toEqual([]);
  });

  test('what an ignore file takes in or leaves out is neither new nor gone', async () => {
    bench.put('old.txt', 'x');
    bench.put('dist/out.js', 'x');
    bench.put('.gitignore', 'dist\n');
    await known();
    bench.put('.gitignore', 'old.txt\n', false);
    bench.put('new.txt', 'x');
    expect(await found()).toEqual(['created new.txt', 'modified .gitignore']);
    bench.put('dist/out.js', 'y');
    expect(await found()).toEqual(['modified dist/out.js']);
    unlinkSync(at('.gitignore'));
    expect(await found()).toEqual(['deleted .gitignore']);
    bench.put('old.txt', 'y');
    expect(await found()).toEqual(['modified old.txt']);
  });

  test('an ignore file hides nothing that was watched before it', async () => {
    bench.put('old.txt', 'x');
    bench.put('d/old.txt', 'x');
    bench.put('d/gone.txt', 'x');
    await known();
    bench.put('.gitignore', 'old.txt\nd\n', false);
    bench.put('old.txt', 'y');
    bench.put('d/old.txt', 'y');
    bench.put('d/new.txt', 'y');
    unlinkSync(at('d/gone.txt'));
    expect(await found()).toEqual([
      'created .gitignore',
      'deleted d/gone.txt',
      'modified d/old.txt',
      'modified old.txt',
    ]);
    bench.put('d/old.txt', 'z');
    expect(await found()).toEqual(['modified d/old.txt']);
  });

  test('nor does a link in the place of a directory lead to what lies elsewhere', async () => {
    const elsewhere = join(bench.root, '../elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'a'), 'not ours');
    bench.put('d/a', 'x');
    await known();
    renameSync(at('d'), at('e'));
    symlinkSync(elsewhere, at('d'));
    expect(await found()).toEqual(['created d', 'created e/a', 'gone d', 'made e']);
    writeFileSync(join(elsewhere, 'a'), 'changed');
    expect(await found()).toEqual([]);
  });

  test('rules of the directories above, up to the work tree, and of the clone alone', async () => {
    bench.put('.git/info/exclude', '*.own\n');
    bench.put('.gitignore', 'pkg/out\n');
    for (const name of ['pkg/out', 'pkg/a.own', 'pkg/a']) bench.put(name, 'x');
    bench.roots[0] = at('pkg');
    await known();
    for (const name of ['pkg/out', 'pkg/a.own', 'pkg/a']) bench.put(name, 'y');
    expect(await found()).toEqual(['modified pkg/a']);
  });

  test('a directory that joins the workspace brings no news', async () => {
    bench.put('one/a', 'x');
    bench.put('two/b', 'x');
    bench.roots[0] = at('one');
    await known();
    bench.roots.push(at('two'));
    expect(await found()).toEqual([]);
    bench.put('two/b', 'y');
    expect(await found()).toEqual(['modified two/b']);
  });

  test('too many files: nothing is followed any more, and that is said', async () => {
    bench.limits.maxFiles = 3;
    for (const name of ['a', 'b', 'c']) bench.put(name, 'x');
    await known();
    expect(bench.keeper.gaveUp()).toBeUndefined();
    bench.put('d', 'x');
    expect(await found()).toEqual([]);
    expect(bench.keeper.gaveUp()).toBe('limit');
    expect(await bench.keeper.unwatched(10)).toEqual([{ path: bench.root, reason: 'limit' }]);
  });

  test('large files are known, not kept', async () => {
    bench.put('big', 'x'.repeat(1_001));
    await known();
    unlinkSync(at('big'));
    expect((await bench.keeper.scan(wait))?.changes[0]?.before).toMatchObject({ size: 1_001, unkept: 'too_large' });
  });
});

describe('before and after a write', () => {
  test('directories that come up with it are reported, and the next look knows it all', async () => {
    await known();
    const before = await bench.keeper.beforeWrite(at('x/y/new'));
    expect(before).toMatchObject({ state: { kind: 'none' }, missing: [at('x'), at('x/y')] });
    bench.put('x/y/new', 'n');
    if (!before) throw new Error('kept');
    expect(lines(bench.root, await bench.keeper.afterWrite(before))).toEqual(['created x/y/new', 'made x', 'made x/y']);
    expect(await found()).toEqual([]);
    unlinkSync(at('x/y/new'));
    const changes = await bench.keeper.scan(wait);
    expect((await bench.keeper.store.read(changes?.changes[0]?.before.hash ?? ''))?.toString()).toBe('n');
  });

  test('files of the program itself are not kept, those outside are only known', async () => {
    expect(await bench.keeper.beforeWrite(at('data/plan.md'))).toBeUndefined();
    const path = join(bench.directory, '..', 'elsewhere');
    writeFileSync(path, 'x');
    expect((await bench.keeper.beforeWrite(path))?.state).toMatchObject({ unkept: 'outside_workspace' });
  });

  test('a write that changed nothing is none', async () => {
    bench.put('a', 'aaa');
    const before = await bench.keeper.beforeWrite(at('a'));
    if (!before) throw new Error('kept');
    bench.put('a', 'aaa');
    expect(await bench.keeper.afterWrite(before)).toBeUndefined();
  });
});
