/** Watching a real directory: what is told of what happens in it, by the process that watches. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { etagOf } from '../../daemon/workspace/files/etag.js';
import {
  createFileWatches,
  type FileNews,
  type FileWatch,
  type FileWatches,
} from '../../daemon/workspace/watch/watches.js';
import { until } from '../helpers/daemon.js';

let watches: FileWatches;
const warnings: string[] = [];
beforeAll(() => {
  watches = createFileWatches({ warn: (message) => void warnings.push(message) });
});
afterAll(() => watches.close());

let root: string;
const open: FileWatch[] = [];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-watch-')));
});
afterEach(() => {
  for (const watch of open.splice(0)) watch.close();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

interface Seen {
  news: FileNews[];
  /** `+`, `~` and `-` before each path, `/` and `@` behind directories and links, in the order they were told */
  lines(): string[];
  /** waits until that is told and nothing else */
  tells(...lines: string[]): Promise<void>;
  /** forgets what was told */
  forget(): void;
  watch: FileWatch;
  set(...paths: string[]): Promise<void>;
}

const signs = { created: '+', modified: '~', deleted: '-' };
const ends = { file: '', directory: '/', symlink: '@' };

/** Paths with a `!` before them are watched without what is below their directories. */
async function see(paths: string[] = ['.'], on: FileWatches = watches, at = root): Promise<Seen> {
  const news: FileNews[] = [];
  const watch = on.open((each) => void news.push(each));
  open.push(watch);
  const set = (...list: string[]) =>
    watch.set(
      list.map((each) => {
        const shown = each.replace('!', '');
        return { root: at, path: shown === '.' ? '' : shown, shown, recursive: !each.startsWith('!') };
      }),
    );
  await set(...paths);
  const lines = () =>
    news.flatMap(({ changes, count }) => [
      ...(count === undefined ? [] : [`truncated ${count}`]),
      ...changes.map(({ path, change, kind }) => `${signs[change]}${path}${ends[kind]}`),
    ]);
  return {
    news,
    lines,
    watch,
    set,
    forget: () => void (news.length = 0),
    async tells(...expected) {
      await until(`${expected.join(' ')}`, () => (lines().length >= expected.length ? true : undefined), 5_000).catch(
        () => undefined,
      );
      expect(lines().sort()).toEqual([...expected].sort());
    },
  };
}

/** What happened before has been told, or never will be. */
async function settled(): Promise<void> {
  const other = await see();
  const name = `mark${Math.random()}`;
  write(name);
  await until('the mark', () => (other.lines().includes(`+${name}`) ? true : undefined), 5_000);
  other.watch.close();
  rmSync(join(root, name));
  await wait(300);
}

const changeOf = (seen: Seen, path: string) =>
  seen.news.flatMap(({ changes }) => changes).find((change) => change.path === path);

describe('the net effect of a window', () => {
  test('created, modified, deleted, with size and etag', async () => {
    write('old', 'four');
    write('gone', '12345');
    const seen = await see();
    write('new', 'abc');
    appendFileSync(join(root, 'old'), '56');
    rmSync(join(root, 'gone'));
    await seen.tells('+new', '~old', '-gone');
    expect(changeOf(seen, 'new')).toEqual({
      path: 'new',
      change: 'created',
      kind: 'file',
      size_delta: 3,
      etag: etagOf(statSync(join(root, 'new'))),
    });
    expect(changeOf(seen, 'old')).toEqual({
      path: 'old',
      change: 'modified',
      kind: 'file',
      size_delta: 2,
      etag: etagOf(statSync(join(root, 'old'))),
    });
    expect(changeOf(seen, 'gone')).toEqual({ path: 'gone', change: 'deleted', kind: 'file', size_delta: -5 });
    expect(seen.news).toHaveLength(1);
  });
});
