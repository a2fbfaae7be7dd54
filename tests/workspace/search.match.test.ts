/** Matching names and paths: the rules of a hit and of suggestions (rest.md 19 and 20), row by row. */
import { describe, expect, test } from '@jest/globals';
import { fold, matchName, needleOf, positionsOf, scoreOf } from '../../daemon/workspace/search/match.js';
import { askTree, type Hit, type Question } from '../../daemon/workspace/search/query.js';
import { createTree, newFolder, type Entry, type Folder } from '../../daemon/workspace/search/tree.js';

/** Creates a tree of paths; `/` at the end marks a directory, `@` a link. */
function treeOf(paths: readonly string[]): Folder {
  const root = newFolder('', undefined);
  const tree = createTree(root);
  const entries = new Map<Folder, Map<string, Entry>>();
  for (const path of paths) {
    const parts = path.split('/');
    const last = parts.pop() ?? '';
    let at: Folder = root;
    for (const name of parts) {
      note(at, { name, kind: 'directory' });
      let below = at.folders.get(name);
      if (!below) at.folders.set(name, (below = newFolder(name, at)));
      at = below;
    }
    if (last !== '') note(at, { name: last.replace(/@$/, ''), kind: last.endsWith('@') ? 'symlink' : 'file' });
  }
  for (const [folder, names] of entries) tree.fill(folder, [...names.values()]);
  return root;

  function note(folder: Folder, entry: Entry): void {
    if (!entries.has(folder)) entries.set(folder, new Map());
    entries.get(folder)?.set(entry.name, entry);
  }
}

const ask = (paths: readonly string[], question: Partial<Question>) =>
  askTree(treeOf(paths), { kind: 'search', query: '', limit: 50, hidden: true, include: [], exclude: [], ...question });
const search = (paths: readonly string[], query: string, more: Partial<Question> = {}) =>
  ask(paths, { query, ...more }).items;
const suggest = (paths: readonly string[], query: string, more: Partial<Question> = {}) =>
  ask(paths, { kind: 'suggest', query, ...more }).items;
const pathsOf = (hits: readonly Hit[]): string[] => hits.map(({ path }) => path);
/** Returns the characters that a hit's positions point to. */
const pointed = ({ path, match_positions }: Hit): string => match_positions.map((at) => path[at]).join('');

describe('a name', () => {
  test.each<[string, string, number[] | undefined]>([
    ['index.ts', 'index', [0, 1, 2, 3, 4]],
    ['index.ts', 'INDEX', [0, 1, 2, 3, 4]],
    ['Index.TS', 'index.ts', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['index.ts', 'its', [0, 6, 7]],
    ['index.ts', 'sti', undefined],
    ['index.ts', 'indexx', undefined],
    // prefers the closest letters to the first ones
    ['a--ab', 'ab', [3, 4]],
    ['abc-a_b-abc', 'bc', [1, 2]],
    // among equally close letters, prefers those that begin a word
    ['xabAb', 'ab', [3, 4]],
    ['cab-ab', 'ab', [4, 5]],
    // offsets are UTF-16 units
    ['😀smile', 'sm', [2, 3]],
    ['a😀b', '😀b', [1, 2, 3]],
    ['😁x😀', '😀', [3, 4]],
    // half of a surrogate pair does not match half of another
    ['\u{1f601}\u{1f300}', '\u{1f600}', undefined],
    // letters that grow in lower case, depend on their position, or have no case
    ['İstanbul.md', 'stan', [1, 2, 3, 4]],
    ['ΟΔΟΣ.md', 'οδοσ', [0, 1, 2, 3]],
    ['Straße', 'SSE', undefined],
    ['Größe', 'GRÖ', [0, 1, 2]],
    ['文件名', '文名', [0, 2]],
    ['a\nb', 'ab', [0, 2]],
    ['\u202egpj.exe', 'exe', [5, 6, 7]],
    ['\ufffd\ufffd', '\ufffd', [0]],
  ])('%j has %j at %j', (name, query, positions) => {
    const needle = needleOf(query);
    const match = matchName(needle, name, fold(name));
    expect(match && positionsOf(needle, fold(name), match)).toEqual(positions);
  });

  test('folds without a change of length', () => {
    for (const text of ['İI', 'ẞ', 'ﬁ', '😀', 'ΑΣ Σ', '\ud800x']) expect(fold(text)).toHaveLength(text.length);
  });

  test('scores 1 for a prefix and less for anything else, more the closer and the more words begin', () => {
    const scores = (query: string, names: string[]): number[] =>
      names.map((name) => {
        const needle = needleOf(query);
        const match = matchName(needle, name, fold(name));
        return match ? scoreOf(needle, name, fold(name), match) : -1;
      });
    expect(scores('user', ['user', 'User.ts', 'userland'])).toEqual([1, 1, 1]);
    const worse = scores('user', ['MyUser', 'myuser', 'u-s-e-r', 'mu-s-e-r', 'u--s--e--r.ts']);
    expect([...worse].sort((a, b) => b - a)).toEqual(worse);
    expect(worse.every((score) => score > 0 && score < 1)).toBe(true);
  });
});

describe('search', () => {
  test('looks at names, of files, directories and links alike, by score and then path', () => {
    const paths = [
      'src/user.ts',
      'lib/user.ts',
      'user/',
      'docs/my-user@',
      'users/none.txt',
      'a/xuser.ts',
      'other/x.ts',
    ];
    const hits = search(paths, 'user');
    expect(pathsOf(hits)).toEqual(['lib/user.ts', 'src/user.ts', 'user', 'users', 'docs/my-user', 'a/xuser.ts']);
    expect(hits.map(({ kind }) => kind)).toEqual(['file', 'file', 'directory', 'directory', 'symlink', 'file']);
    expect(hits.map(({ name }) => name)).toEqual(['user.ts', 'user.ts', 'user', 'users', 'my-user', 'xuser.ts']);
    expect(hits.slice(0, 4).map(({ score }) => score)).toEqual([1, 1, 1, 1]);
    for (const hit of hits) expect(pointed(hit)).toBe('user');
    // a name contains no slash
    expect(search(paths, 'src/user')).toEqual([]);
  });

  test('positions are offsets in the path', () => {
    expect(search(['a/b/cat.ts'], 'ct')[0]?.match_positions).toEqual([4, 6]);
  });

  test('without a query: the top level', () => {
    const hits = search(['b.ts', 'a/deep.ts', '.env', 'c@'], '');
    expect(hits).toEqual([
      { path: '.env', name: '.env', kind: 'file', score: 1, match_positions: [] },
      { path: 'a', name: 'a', kind: 'directory', score: 1, match_positions: [] },
      { path: 'b.ts', name: 'b.ts', kind: 'file', score: 1, match_positions: [] },
      { path: 'c', name: 'c', kind: 'symlink', score: 1, match_positions: [] },
    ]);
  });

  test('the best of many, in their order, and whether there are more', () => {
    const paths = Array.from({ length: 5_000 }, (_, at) => `d${at % 50}/${at % 7 === 0 ? 'item' : 'anitem'}${at}.ts`);
    const all = search(paths, 'item', { limit: 200 });
    const expected = paths.filter((path) => path.includes('/item')).sort((a, b) => (a < b ? -1 : 1));
    expect(pathsOf(all)).toEqual(expected.slice(0, 200));
    for (const [limit, truncated] of [
      [4_999, true],
      [5_000, false],
      [5_001, false],
    ] as const)
      expect(ask(paths, { query: 'item', limit }).truncated).toBe(truncated);
    expect(ask(paths, { query: 'item', limit: 10, include: ['d1/*'] })).toMatchObject({ truncated: true });
    expect(ask(paths, { query: 'item', limit: 200, include: ['d1/*'] })).toMatchObject({ truncated: false });
  });

  test('patterns on the path, and an excluded directory takes what is below it along', () => {
    const paths = ['a.ts', 'src/a.ts', 'src/deep/a.ts', 'src/a.js', 'dist/a.ts', 'dist/deep/a.ts', 'x/dist/a.ts'];
    const found = (include: string[], exclude: string[] = []): string[] =>
      pathsOf(search(paths, 'a', { include, exclude }));
    expect(found(['*.ts'])).toHaveLength(6);
    expect(found(['src/*.ts'])).toEqual(['src/a.ts']);
    expect(found(['src/**/*.ts'])).toEqual(['src/a.ts', 'src/deep/a.ts']);
    expect(found(['src/**/*.{ts,js}'], ['**/deep/**'])).toEqual(['src/a.js', 'src/a.ts']);
    expect(found([], ['dist'])).toEqual(['a.ts', 'src/a.js', 'src/a.ts', 'src/deep/a.ts']);
    expect(found([], ['/dist', 'dist/'])).toHaveLength(7);
    expect(found(['src/?.ts'])).toEqual(['src/a.ts']);
  });
});

describe('suggest', () => {
  const ordered: [string, string, string[]][] = [
    ['exact name, prefix, subsequence', 'app', ['deep/down/app', 'app.ts', 'deep/down/apple.ts', 'lib/snapp', 'a-p-p']],
    ['then the shorter span', 'ab', ['x/y/z/cab.ts', 'a-b.ts', 'a--b.ts']],
    ['then less depth', 'ab', ['ab1', 'a/ab0', 'a/b/ab0']],
    ['then the path', 'ab', ['a/ab1', 'a/ab2', 'b/ab0']],
    ['segment by segment', 'src/ind', ['src/index.ts', 'src/deep/index.ts', 'mysrc/index.ts']],
    ['as good as its worst segment', 'src/app', ['src/x/app', 'src/app.ts', 'xsrc/app']],
    ['segments in their order, not necessarily neighbours', 'a/c', ['a/c', 'a/b/c']],
    ['the nearest of several folders that fit as well', 'a/f', ['a/x/a/f1', 'a/x/y/f2']],
    ['a folder that fits better, though it is farther', 'src/f.ts', ['src/xsrc/f.ts', 'xsrc/f.ts']],
    ['what is right below the folder, after a slash', 'src/', ['src/a', 'src/b', 'my/src/c', 'mysrc/d']],
    ['a leading slash or dot means the root', './src/a', ['src/a', 'src/ab']],
  ];
  test.each(ordered)('%s', (_, query, paths) => {
    for (const given of [paths, [...paths].reverse()]) {
      const found = pathsOf(suggest(given, query)).filter((path) => paths.includes(path));
      expect(found).toEqual(paths);
    }
  });

  test('nothing else than what fits', () => {
    const paths = ['src/index.ts', 'lib/x/src.ts', 'index/src/a.ts', 'x/a.ts'];
    expect(pathsOf(suggest(paths, 'src/i'))).toEqual(['src/index.ts']);
    expect(pathsOf(suggest(paths, 'src/'))).toEqual(['src/index.ts', 'index/src/a.ts']);
    expect(pathsOf(suggest(paths, 'index/a'))).toEqual(['index/src/a.ts']);
    expect(pathsOf(suggest(paths, 'x/lib/src'))).toEqual([]);
    expect(pathsOf(suggest(paths, '../a'))).toEqual([]);
  });

  test('positions are those of all segments', () => {
    const [hit] = suggest(['aa/source/down/index.ts'], 'src/ix');
    expect(hit).toMatchObject({ path: 'aa/source/down/index.ts', match_positions: [3, 6, 7, 15, 19] });
    expect(pointed(suggest(['one/two/file.ts'], 'one/')[0] as Hit)).toBe('one');
  });

  test('files and directories, links too; hidden ones only when asked for', () => {
    const paths = ['conf/x', '.config/conf.ts', 'conf.ts', '.conf', 'a/.b/conf', 'link-conf@'];
    expect(pathsOf(suggest(paths, 'conf', { hidden: false }))).toEqual(['conf', 'conf.ts', 'link-conf']);
    expect(pathsOf(suggest(paths, 'conf'))).toEqual([
      'conf',
      'a/.b/conf',
      'conf.ts',
      '.config/conf.ts',
      '.conf',
      '.config',
      'link-conf',
    ]);
  });

  test.each(['', '/', './', '//'])('%j is the top level', (query) => {
    expect(pathsOf(suggest(['b', 'a/deep', '.x'], query, { hidden: false }))).toEqual(['a', 'b']);
  });
});
