/** The index of a real directory: what it contains and leaves out, and how it follows changes on disk. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createFileIndex,
  indexLimits,
  type FileIndex,
  type IndexLimits,
} from '../../daemon/workspace/search/fileindex.js';
import type { Question } from '../../daemon/workspace/search/query.js';
import { openFolder } from '../../daemon/workspace/search/read.js';
import { until } from '../helpers/daemon.js';

let root: string;
const open: FileIndex[] = [];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-index-')));
});
afterEach(() => {
  for (const index of open.splice(0)) index.close();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

interface Given extends Partial<IndexLimits> {
  at?: string;
  followIgnore?: boolean;
  oneDevice?: boolean;
}

function indexOf({ at = root, followIgnore = true, oneDevice = false, ...limits }: Given = {}): FileIndex {
  const index = createFileIndex({ root: at, followIgnore, oneDevice }, { ...indexLimits, ...limits });
  open.push(index);
  return index;
}

const question = (query: string, more: Partial<Question> = {}): Question => ({
  ...{ kind: 'search', query, limit: 10_000, hidden: true, include: [], exclude: [] },
  ...more,
});

/** Returns all paths: every name has one of these characters. */
async function pathsOf(index: FileIndex): Promise<string[]> {
  const found = new Set<string>();
  for (const query of ['', ...'abcdefghijklmnopqrstuvwxyz.\ufffd']) {
    for (const { path } of (await index.ask(question(query)))?.items ?? []) found.add(path);
  }
  return [...found].sort();
}

/** Waits until the index contains exactly the expected paths. */
async function follows(index: FileIndex, expected: string[]): Promise<void> {
  let last: string[] = [];
  await until(
    `${expected.join(' ')}`,
    async () => {
      last = await pathsOf(index);
      return JSON.stringify(last) === JSON.stringify([...expected].sort()) ? true : undefined;
    },
    5_000,
  ).catch((error: unknown) => {
    expect(last).toEqual([...expected].sort());
    throw error;
  });
}

describe('what is in it', () => {
  test('files, directories and links; .git is not walked, links are not followed', async () => {
    write('src/a.ts');
    write('.hidden/b.ts');
    write('.git/config-a');
    write('sub/.git/x');
    write('sub/e.ts');
    mkdirSync(join(root, 'empty'));
    symlinkSync('/', join(root, 'outside'));
    symlinkSync('missing', join(root, 'broken'));
    symlinkSync('.', join(root, 'loop-a'));
    expect(await pathsOf(indexOf())).toEqual(
      ['.hidden', '.hidden/b.ts', 'broken', 'empty', 'loop-a', 'outside', 'src', 'src/a.ts', 'sub', 'sub/e.ts'].sort(),
    );
  });

  test('ignore files of every level, of the work tree above, and of the clone alone', async () => {
    write('.git/info/exclude', 'own.txt\n');
    write('.gitignore', '*.log\n/build/\n!keep.log\ndeep/*/made\n');
    for (const path of ['a.log', 'keep.log', 'own.txt', 'build/a.js', 'pkg/build/a.js', 'deep/x/made/a', 'deep/x/a.ts'])
      write(path);
    write('pkg/.gitignore', '*.tmp\n!a.log\nbuild\n');
    for (const path of ['pkg/a.tmp', 'pkg/a.log', 'pkg/in/b.tmp', 'pkg/in/b.log', 'a.tmp']) write(path);
    write('nested/.git/HEAD');
    for (const path of ['nested/a.log', 'nested/own.txt']) write(path);
    const all = ['.gitignore', 'a.tmp', 'deep', 'deep/x', 'deep/x/a.ts', 'keep.log', 'nested', 'nested/a.log'];
    const pkg = ['.gitignore', 'a.log', 'in'];
    expect(await pathsOf(indexOf())).toEqual(
      [...all, 'nested/own.txt', 'pkg', ...pkg.map((name) => `pkg/${name}`)].sort(),
    );
    // a subdirectory of a work tree gives the same when it is the root
    expect(await pathsOf(indexOf({ at: join(root, 'pkg') }))).toEqual(pkg);
    expect(await pathsOf(indexOf({ at: join(root, 'pkg'), followIgnore: false }))).toEqual(
      ['.gitignore', 'a.log', 'a.tmp', 'build', 'build/a.js', 'in', 'in/b.log', 'in/b.tmp'].sort(),
    );
  });

  test('without a work tree ignore files above the root do not count', async () => {
    write('.gitignore', '*\n');
    write('in/a.ts');
    expect(await pathsOf(indexOf({ at: join(root, 'in') }))).toEqual(['a.ts']);
  });

  test('names of any kind', async () => {
    const names = ['a\nb', '\u202etxt.exe', ' -rf ', 'ü-e\u0301', '😀a', '"a"', 'a\\b', '*a', '[a]', '#a'];
    for (const name of names) write(`dir/${name}/${name}.a`);
    writeFileSync(Buffer.concat([Buffer.from(`${root}/a`), Buffer.from([0xff, 0xfe])]), '');
    mkdirSync(Buffer.concat([Buffer.from(`${root}/d-a`), Buffer.from([0xff])]));
    const expected = names.flatMap((name) => [`dir/${name}`, `dir/${name}/${name}.a`]);
    expect(await pathsOf(indexOf())).toEqual(['dir', 'a\ufffd\ufffd', 'd-a\ufffd', ...expected].sort());
  });

  test('an ignore file that is a link, a directory or huge leaves nothing out', async () => {
    write('rules', '*\n');
    symlinkSync('rules', join(root, '.gitignore'));
    write('sub/.gitignore/a');
    write('big/.gitignore', `#${'x'.repeat(300_000)}\n*\n`);
    write('big/a');
    expect(await pathsOf(indexOf())).toEqual(
      ['.gitignore', 'rules', 'sub', 'sub/.gitignore', 'sub/.gitignore/a', 'big', 'big/.gitignore', 'big/a'].sort(),
    );
  });

  test('nothing where there is no directory', async () => {
    expect(await indexOf({ at: join(root, 'none') }).ask(question(''))).toBeUndefined();
    write('file.a');
    expect(await indexOf({ at: join(root, 'file.a') }).ask(question(''))).toBeUndefined();
    symlinkSync('/', join(root, 'link'));
    expect(await indexOf({ at: join(root, 'link') }).ask(question(''))).toBeUndefined();
  });
});

describe('limits', () => {
  test('a tree with too many names is read from the top, and every answer says that it is not whole', async () => {
    for (let at = 0; at < 30; at += 1) write(`d${at % 3}/sub/file-a${at}.ts`);
    write('top-a.ts');
    const index = indexOf({ maxEntries: 15 });
    const answer = await index.ask(question('a'));
    expect(answer).toMatchObject({ truncated: true });
    expect(answer?.items.map(({ path }) => path)).toContain('top-a.ts');
    expect(index.size()).toBeLessThanOrEqual(15);
    rmSync(join(root, 'd0'), { recursive: true });
    expect(await index.ask(question('a'))).toMatchObject({ truncated: true });
    rmSync(join(root, 'd1'), { recursive: true });
    const later = indexOf({ maxEntries: 15, partialMs: 0 });
    expect(await later.ask(question('zzz'))).toEqual({ items: [], truncated: false });
  });

  test('a partial tree is read again after a while', async () => {
    for (let at = 0; at < 10; at += 1) write(`file-a${at}.ts`);
    const index = indexOf({ maxEntries: 8, partialMs: 0 });
    expect(await index.ask(question('a'))).toMatchObject({ truncated: true });
    for (let at = 0; at < 5; at += 1) rmSync(join(root, `file-a${at}.ts`));
    await until('the whole tree', async () => ((await index.ask(question('a')))?.truncated ? undefined : true));
  });

  test('who asks while it is read waits for a while, and is answered from what is there', async () => {
    for (let at = 0; at < 400; at += 1) write(`d${at}/a.ts`);
    // enough directories for more than one unit of work
    for (let at = 0; at < 4_000; at += 1) mkdirSync(join(root, `b${at}`));
    const index = indexOf({ waitMs: 0 });
    expect(await index.ask(question('a.ts'))).toMatchObject({ truncated: true });
    await until('the whole tree', async () => ((await index.ask(question('a.ts')))?.truncated ? undefined : true));
    expect((await index.ask(question('a.ts')))?.items).toHaveLength(400);
    expect((await indexOf().ask(question('a.ts')))?.items).toHaveLength(400);
  });

  test('reading takes only so long', async () => {
    for (let at = 0; at < 200; at += 1) write(`d${at}/a.ts`);
    expect(await indexOf({ maxReadMs: -1 }).ask(question('a'))).toMatchObject({ truncated: true });
  });
});

/** With a watch for each directory, with none, and with too few. */
describe.each([
  ['notified by the system', {}],
  ['not notified', { maxWatched: 0, unwatchedMs: 0 }],
  ['notified until there are too many directories', { maxWatched: 2, unwatchedMs: 0 }],
])('follows changes, %s:', (_, limits) => {
  test('files and directories that come, go and move', async () => {
    write('a/b/c.ts');
    const index = indexOf(limits);
    await follows(index, ['a', 'a/b', 'a/b/c.ts']);
    write('a/b/new-e.ts');
    await follows(index, ['a', 'a/b', 'a/b/c.ts', 'a/b/new-e.ts']);
    rmSync(join(root, 'a/b/c.ts'));
    write('deep/e/e/e/file-a');
    await follows(index, ['a', 'a/b', 'a/b/new-e.ts', 'deep', 'deep/e', 'deep/e/e', 'deep/e/e/e', 'deep/e/e/e/file-a']);
    renameSync(join(root, 'deep/e'), join(root, 'a/moved'));
    await follows(index, [
      ...['a', 'a/b', 'a/b/new-e.ts', 'a/moved', 'a/moved/e', 'a/moved/e/e', 'a/moved/e/e/file-a', 'deep'],
    ]);
    // also below a directory that was moved
    write('a/moved/e/e/file-o');
    rmSync(join(root, 'deep'), { recursive: true });
    await follows(index, [
      ...['a', 'a/b', 'a/b/new-e.ts', 'a/moved', 'a/moved/e', 'a/moved/e/e', 'a/moved/e/e/file-a'],
      'a/moved/e/e/file-o',
    ]);
    rmSync(join(root, 'a'), { recursive: true });
    await follows(index, []);
  });

  test('a directory in place of another one, a link in place of a directory', async () => {
    write('a/one');
    const outside = mkdtempSync(join(tmpdir(), 'agent-index-outside-'));
    writeFileSync(join(outside, 'one-outside'), '');
    try {
      const index = indexOf(limits);
      await follows(index, ['a', 'a/one']);
      write('other/two-e');
      renameSync(join(root, 'a'), join(root, 'gone'));
      renameSync(join(root, 'other'), join(root, 'a'));
      await follows(index, ['a', 'a/two-e', 'gone', 'gone/one']);
      write('a/three-e');
      await follows(index, ['a', 'a/two-e', 'a/three-e', 'gone', 'gone/one']);
      rmSync(join(root, 'gone'), { recursive: true });
      symlinkSync(outside, join(root, 'gone'));
      await follows(index, ['a', 'a/two-e', 'a/three-e', 'gone']);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  test('a directory above one that is to be read becomes a link: it is not read', () => {
    write('inside/deep/mine');
    write('elsewhere/deep/theirs');
    const deep = join(root, 'inside/deep');
    const folder = openFolder(deep);
    expect(folder).toBeDefined();
    folder?.close();
    renameSync(join(root, 'inside'), join(root, 'away'));
    symlinkSync('elsewhere', join(root, 'inside'));
    expect(openFolder(deep)).toBeUndefined();
  });

  test('ignore files that come, change and go, and a repository that begins', async () => {
    write('.gitignore', '*.log\n');
    write('sub/a.log');
    write('sub/a.tmp');
    const index = indexOf(limits);
    await follows(index, ['.gitignore', 'sub', 'sub/a.tmp']);
    writeFileSync(join(root, '.gitignore'), '*.tmp\n');
    await follows(index, ['.gitignore', 'sub', 'sub/a.log']);
    appendFileSync(join(root, '.gitignore'), '*.log\n');
    await follows(index, ['.gitignore', 'sub']);
    write('sub/.gitignore', '!a.log\n');
    await follows(index, ['.gitignore', 'sub', 'sub/.gitignore', 'sub/a.log']);
    rmSync(join(root, '.gitignore'));
    await follows(index, ['sub', 'sub/.gitignore', 'sub/a.log', 'sub/a.tmp']);
    write('.gitignore', '*\n');
    await follows(index, []);
    // the root becomes a repository, whose exclude file applies
    rmSync(join(root, '.gitignore'));
    write('.git/info/exclude', '*.tmp\n');
    await follows(index, ['sub', 'sub/.gitignore', 'sub/a.log']);
  });

  test('thousands of changes at once', async () => {
    write('a.ts');
    const index = indexOf(limits);
    await follows(index, ['a.ts']);
    for (let at = 0; at < 5_000; at += 1) write(`d${at % 50}/file${at}.a`);
    for (let at = 0; at < 5_000; at += 2) rmSync(join(root, `d${at % 50}/file${at}.a`));
    await until('the new files', async () =>
      (await index.ask(question('file')))?.items.length === 2_500 ? true : undefined,
    );
  });

  test('the root that is removed, and another one in its place', async () => {
    const at = join(root, 'project');
    write('project/a.ts');
    const index = indexOf({ ...limits, at });
    await follows(index, ['a.ts']);
    rmSync(at, { recursive: true });
    expect(await index.ask(question('a'))).toBeUndefined();
    expect(index.size()).toBe(0);
    write('project/e.ts');
    await follows(index, ['e.ts']);
    renameSync(at, join(root, 'aside'));
    write('project/i.ts');
    await follows(index, ['i.ts']);
    write('project/o.ts');
    await follows(index, ['i.ts', 'o.ts']);
  });
});

test('no name from outside gets in while directories and links change places', async () => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'agent-index-outside-')));
  mkdirSync(join(outside, 'in/deep'), { recursive: true });
  for (let at = 0; at < 50; at += 1) writeFileSync(join(outside, `in/deep/secret-a${at}`), '');
  write('d/in/deep/plain-a');
  try {
    const index = indexOf({ maxWatched: 0, unwatchedMs: 0 });
    for (let round = 0; round < 150; round += 1) {
      renameSync(join(root, 'd'), join(root, 'aside'));
      symlinkSync(outside, join(root, 'd'));
      const asked = index.ask(question('secret'));
      await new Promise(setImmediate);
      rmSync(join(root, 'd'));
      renameSync(join(root, 'aside'), join(root, 'd'));
      expect((await asked)?.items).toEqual([]);
    }
    await follows(index, ['d', 'd/in', 'd/in/deep', 'd/in/deep/plain-a']);
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('a directory that may not be read is a name without anything below it', async () => {
  write('closed/a.ts');
  chmodSync(join(root, 'closed'), 0);
  try {
    const paths = await pathsOf(indexOf());
    // root can read it too
    expect([['closed'], ['closed', 'closed/a.ts']]).toContainEqual(paths);
  } finally {
    chmodSync(join(root, 'closed'), 0o700);
  }
  expect(existsSync(join(root, 'closed/a.ts'))).toBe(true);
});
