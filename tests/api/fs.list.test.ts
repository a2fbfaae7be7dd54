/** Directories of sessions over HTTP: their entries, the order, and what is left out (rest.md 19). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FileEntry } from '../../schemas/generated/types.js';
import { names, openFiles, type FileTrial } from './fs.fixture.js';

let daemon: FileTrial['daemon'];
let session: FileTrial['session'];
let at: FileTrial['at'];
let folder: FileTrial['folder'];
let pipe: FileTrial['pipe'];
let list: FileTrial['list'];
let stat: FileTrial['stat'];

beforeAll(async () => {
  ({ daemon, session, at, folder, pipe, list, stat } = await openFiles());
});
afterAll(() => daemon.close());

describe('list', () => {
  test('the working directory is listed when no path is given', async () => {
    const name = folder();
    const { items } = await daemon.ok('listFiles', { ...session, body: {} });
    expect(items.map(({ path }) => path)).toContain(name);
  });

  test('an entry reports what is known of it', async () => {
    const name = folder({ 'a.ts': 'let a;\n', 'b.png': Buffer.from([0x89, 0x50, 0, 1]), 'dir/x': '', 'dir/.y': '' });
    utimesSync(at(name, 'a.ts'), 1, 1_700_000_000.5);
    const { items, truncated, ...rest } = await list(name);
    const { ino } = statSync(at(name, 'a.ts'));
    expect(truncated).toBe(false);
    expect(rest).toEqual({});
    expect(items).toEqual([
      {
        path: `${name}/dir`,
        name: 'dir',
        kind: 'directory',
        modified_at: expect.anything(),
        etag: expect.stringMatching(/^\w+-\w+-\w+$/),
        child_count: 2,
      },
      {
        path: `${name}/a.ts`,
        name: 'a.ts',
        kind: 'file',
        size: 7,
        modified_at: '2023-11-14T22:13:20.500Z',
        etag: `${(1_700_000_000_500).toString(36)}-7-${ino.toString(36)}`,
        mime: 'text/x-typescript',
        language_id: 'typescript',
        is_binary: false,
      },
      expect.objectContaining({ name: 'b.png', mime: 'image/png', is_binary: true, size: 4 }),
    ]);
  });

  test.each<[string, string[]]>([
    ['type_first', ['b', 'c', 'linked', 'A', 'a', 'd']],
    ['name_asc', ['A', 'a', 'b', 'c', 'd', 'linked']],
    ['name_desc', ['linked', 'd', 'c', 'b', 'a', 'A']],
    ['mtime_desc', ['c', 'd', 'b', 'linked', 'a', 'A']],
    ['size_desc', ['d', 'A', 'a', 'b', 'c', 'linked']],
  ])('sorted by %s', async (sort, expected) => {
    const name = folder({ A: '12', a: '', 'b/': '', 'c/': '', d: '1234' });
    symlinkSync('b', at(name, 'linked'));
    for (const [file, time] of Object.entries({ A: 1, a: 2, b: 3, c: 5, d: 4 })) utimesSync(at(name, file), time, time);
    expect(names((await list(name, { sort })).items)).toEqual(expected);
    const { items, truncated } = await list(name, { sort, limit: 2 });
    expect([names(items), truncated]).toEqual([expected.slice(0, 2), true]);
    expect((await list(name, { sort, limit: 6 })).truncated).toBe(false);
  });

  test('many entries come in order, whatever the limit', async () => {
    const wanted = Array.from({ length: 3_000 }, (_, index) => `f${String((index * 7) % 3_000).padStart(4, '0')}`);
    const name = folder(Object.fromEntries(wanted.map((file) => [file, ''])));
    const { items, truncated } = await list(name, { limit: 1_000 });
    expect([names(items), truncated]).toEqual([wanted.toSorted().slice(0, 1_000), true]);
    const parent = folder();
    renameSync(at(name), at(parent, 'many'));
    const { children_by_path: children } = await list(parent, { depth: 2, limit: 1, sort: 'name_desc' });
    expect(names(children?.[`${parent}/many`] ?? [])).toEqual(wanted.toSorted().reverse());
  });

  test('hidden names only when they are asked for, .git never', async () => {
    const name = folder({ '.env': '', '.config/x': '', a: '', '.git/HEAD': '', 'sub/.git': 'gitdir: elsewhere' });
    expect(names((await list(name)).items)).toEqual(['sub', 'a']);
    const { items, children_by_path: children } = await list(name, { show_hidden: true, depth: 3 });
    expect(names(items)).toEqual(['.config', 'sub', '.env', 'a']);
    expect(children).toEqual({ [`${name}/.config`]: [expect.anything()], [`${name}/sub`]: [] });
  });

  test('levels below the top come by path', async () => {
    const name = folder({ 'a/b/c/d': '', 'a/x': '', 'e/': '', f: '' });
    symlinkSync('a', at(name, 'link'));
    expect((await list(name)).children_by_path).toBeUndefined();
    const { items, children_by_path: two } = await list(name, { depth: 2 });
    expect(names(items)).toEqual(['a', 'e', 'link', 'f']);
    expect(Object.fromEntries(Object.entries(two ?? {}).map(([path, each]) => [path, names(each)]))).toEqual({
      [`${name}/a`]: ['b', 'x'],
      [`${name}/e`]: [],
    });
    const { children_by_path: all } = await list(name, { depth: 10 });
    expect(Object.keys(all ?? {})).toEqual([`${name}/a`, `${name}/a/b`, `${name}/a/b/c`, `${name}/e`]);
    // the limit counts only the top level, and directories that it cuts off are not listed either
    const { truncated, children_by_path: first } = await list(name, { depth: 2, limit: 1 });
    expect([truncated, Object.keys(first ?? {}), names(first?.[`${name}/a`] ?? [])]).toEqual([
      true,
      [`${name}/a`],
      ['b', 'x'],
    ]);
  });

  test('ignore files of every level count', async () => {
    const name = folder({
      '.gitignore': '*.log\n/out\nbuild/\n!sub/keep.log\n',
      'a.log': '',
      'a.txt': '',
      'out/x': '',
      'sub/out/x': '',
      'sub/build/x': '',
      'sub/.gitignore': '!b.log\n*.txt',
      'sub/b.log': '',
      'sub/c.log': '',
      'sub/keep.log': '',
      'sub/d.txt': '',
      'sub/deep/e.txt': '',
      'sub/deep/f.md': '',
    });
    const shown = async (path: string, more = {}) => {
      const { items, children_by_path: children = {} } = await list(path, { depth: 5, ...more });
      return [items, ...Object.values(children)].flat().map((entry) => entry.path.slice(name.length + 1));
    };
    const expected = ['sub', 'a.txt', 'sub/deep', 'sub/out', 'sub/b.log', 'sub/keep.log', 'sub/deep/f.md', 'sub/out/x'];
    expect(await shown(name)).toEqual(expected);
    // the same rules hold when the listing starts further down
    expect(await shown(`${name}/sub`)).toEqual(expected.filter((path) => path.startsWith('sub/')));
    expect(await shown(`${name}/sub/deep`)).toEqual(['sub/deep/f.md']);
    // a directory requested by name is listed, although it is left out above
    expect(await shown(`${name}/out`)).toEqual(['out/x']);
    expect(await shown(name, { follow_gitignore: false })).toContain('sub/build/x');
  });

  test('the rules of the clone and of its work tree count below it', async () => {
    const name = folder({ 'top/sub/a.tmp': '', 'top/sub/a.own': '', 'top/sub/a.txt': '', 'top/.gitignore': '*.tmp' });
    execFileSync('git', ['init', '-q', at(name, 'top')]);
    writeFileSync(at(name, 'top/.git/info/exclude'), '*.own\n');
    writeFileSync(at(name, '.gitignore'), '*.txt\n');
    expect(names((await list(`${name}/top/sub`)).items)).toEqual(['a.txt']);
    // ignore files around a repository have no effect inside it
    const { children_by_path: children } = await list(name, { depth: 3 });
    expect(names(children?.[`${name}/top/sub`] ?? [])).toEqual(['a.txt']);
    // ignore files that are links are not read
    rmSync(at(name, 'top/.gitignore'));
    symlinkSync('../.gitignore', at(name, 'top/.gitignore'));
    expect(names((await list(`${name}/top/sub`)).items)).toEqual(['a.tmp', 'a.txt']);
  });

  test.each<[string[], string[]]>([
    [['*.log'], ['sub', 'a.txt']],
    [['sub'], ['a.log', 'a.txt']],
    [['folder-*/sub', '**/*.txt'], ['a.log']],
    [['a.{log,txt}'], ['sub']],
    [['?.*'], ['sub']],
    [
      ['nothing', '[', 'A.*'],
      ['sub', 'a.log', 'a.txt'],
    ],
  ])('without %j', async (globs, expected) => {
    const name = folder({ 'a.log': '', 'a.txt': '', 'sub/b.log': '' });
    expect(names((await list(name, { exclude_globs: globs })).items)).toEqual(expected);
  });

  test('a pattern that stands for too many is refused', async () => {
    const { details } = await daemon.fails('listFiles', 'VALIDATION_FAILED', {
      ...session,
      body: { exclude_globs: ['{a,b}'.repeat(12)] },
    });
    expect(details).toEqual([{ path: 'exclude_globs', message: expect.anything() }]);
  });

  test('links within the session are followed, others are shown as links, pipes and sockets not at all', async () => {
    const name = folder({ 'a.txt': 'abc', 'dir/x': '' });
    const links = {
      file: 'a.txt',
      directory: 'dir',
      out: '/etc',
      outfile: '../../../nothing',
      loose: 'none',
      loop: 'loop',
    };
    for (const [link, target] of Object.entries(links)) symlinkSync(target, at(name, link));
    pipe(`${name}/pipe`);
    const entries = Object.fromEntries((await list(name)).items.map((entry) => [entry.name, entry]));
    expect(Object.keys(entries).toSorted()).toEqual([
      'a.txt',
      'dir',
      'directory',
      'file',
      'loop',
      'loose',
      'out',
      'outfile',
    ]);
    expect(entries['file']).toMatchObject({
      kind: 'file',
      size: 3,
      is_symlink_to: `${name}/a.txt`,
      mime: 'text/plain',
      is_binary: false,
    });
    expect(entries['directory']).toMatchObject({ kind: 'directory', is_symlink_to: `${name}/dir`, child_count: 1 });
    for (const link of ['out', 'outfile', 'loose', 'loop']) {
      expect(Object.keys(entries[link] ?? {}).toSorted()).toEqual(['etag', 'kind', 'modified_at', 'name', 'path']);
      expect(entries[link]).toMatchObject({ kind: 'symlink', path: `${name}/${link}` });
      expect(await stat(`${name}/${link}`)).toEqual(entries[link]);
    }
    expect(names((await list(`${name}/directory`)).items)).toEqual(['x']);
    expect((await list(`${name}/directory`)).items[0]?.path).toBe(`${name}/directory/x`);
  });

  test('what git says of the entries', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: at(name) });
    const name = folder({
      '.gitignore': 'ignored',
      'clean.txt': '',
      'changed.txt': '',
      'moved.txt': 'some text\n',
      'sub/a': '',
      'same/a': '',
    });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'all');
    git('mv', 'moved.txt', 'renamed.txt');
    for (const file of ['changed.txt', 'sub/a', 'new.txt', 'added.txt', 'ignored', 'fresh/a/b']) {
      mkdirSync(join(at(name, file), '..'), { recursive: true });
      writeFileSync(at(name, file), 'x');
    }
    git('add', 'added.txt');
    const statuses = (items: FileEntry[]) => Object.fromEntries(items.map((entry) => [entry.name, entry.git_status]));
    const body = { include_git_status: true, depth: 3, follow_gitignore: false };
    const { items, children_by_path: children } = await list(name, body);
    expect(statuses(items)).toEqual({
      'added.txt': 'added',
      'changed.txt': 'modified',
      'clean.txt': 'clean',
      fresh: 'untracked',
      ignored: 'ignored',
      'new.txt': 'untracked',
      'renamed.txt': 'renamed',
      same: 'clean',
      sub: 'modified',
    });
    expect(statuses(children?.[`${name}/sub`] ?? [])).toEqual({ a: 'modified' });
    expect(statuses(children?.[`${name}/fresh/a`] ?? [])).toEqual({ b: 'untracked' });
    expect(statuses((await list(`${name}/sub`, body)).items)).toEqual({ a: 'modified' });
    expect((await list(name)).items[0]?.git_status).toBeUndefined();
    const { results } = await daemon.ok('listManyFiles', { ...session, body: { paths: [`${name}/sub`], ...body } });
    expect(statuses(results[`${name}/sub`] ?? [])).toEqual({ a: 'modified' });
  });

  test('without a repository there is nothing to say', async () => {
    const name = folder({ a: '' });
    expect((await list(name, { include_git_status: true })).items[0]).not.toHaveProperty('git_status');
  });

  test('names are reported as they are', async () => {
    const odd = ['a\nb', 'a"b', '\u202etxt.exe', 'ü', 'u\u0308', 'back\\slash', '．．', ' ', '-rf', '😀', '__proto__'];
    const name = folder(Object.fromEntries(odd.map((file) => [file, ''])));
    expect(names((await list(name)).items).toSorted()).toEqual(odd.toSorted());
    const paths = odd.map((file) => `${name}/${file}`);
    const { entries } = await daemon.ok('statManyFiles', { ...session, body: { paths } });
    expect(Object.entries(entries).map(([path, entry]) => [path, entry?.path])).toEqual(
      paths.map((path) => [path, path]),
    );
  });

  test('a file is not a directory, and a list is no short cut to it', async () => {
    const name = folder({ a: '' });
    await daemon.fails('listFiles', 'FS_PATH_NOT_FOUND', { ...session, body: { path: `${name}/a` } });
    await daemon.fails('listFiles', 'FS_PATH_NOT_FOUND', { ...session, body: { path: `${name}/none` } });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ depth: 0 }, 'depth'],
    [{ depth: 11 }, 'depth'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 1_001 }, 'limit'],
    [{ sort: 'size' }, 'sort'],
    [{ exclude_globs: 'x' }, 'exclude_globs'],
    [{ path: 5 }, 'path'],
  ])('%j is refused', async (body, path) => {
    const answer = await daemon.call('POST', `/api/v1/sessions/${session.params.session_id}/fs:list`, { body });
    expect([answer.code, (answer.details as { path: string }[])[0]?.path]).toEqual([40001, path]);
  });
});

describe('list_many', () => {
  test('each path may fail alone, and has its own limit', async () => {
    const name = folder({ 'a/1': '', 'a/2': '', 'b/3': '', file: '' });
    const paths = ['a', 'b', 'none', 'file', 'a/', 'x'.repeat(300)].map((path) => `${name}/${path}`);
    const body = { paths, limit: 1, depth: 3 };
    const answer = await daemon.ok('listManyFiles', { ...session, body });
    const [a = '', b = '', none = '', file = '', again = '', long = ''] = paths;
    expect(Object.fromEntries(Object.entries(answer.results).map(([path, items]) => [path, names(items)]))).toEqual({
      [a]: ['1'],
      [b]: ['3'],
      [again]: ['1'],
    });
    expect(answer.truncated_paths).toEqual([a, again]);
    expect(answer.partial_errors).toEqual({
      [none]: { code: 40409, msg: `no such path: ${none}` },
      [file]: { code: 40409, msg: `this is not a directory: ${file}` },
      [long]: { code: 40409, msg: expect.stringContaining('no such path') },
    });
  });

  test('without failures there is nothing to say about them', async () => {
    const name = folder({ a: '' });
    const answer = await daemon.ok('listManyFiles', { ...session, body: { paths: [name] } });
    expect(Object.keys(answer)).toEqual(['results']);
  });

  test.each([[[]], [Array.from({ length: 101 }, () => '.')]])('1 to 100 paths', async (paths) => {
    await daemon.fails('listManyFiles', 'VALIDATION_FAILED', { ...session, body: { paths } });
  });
});
