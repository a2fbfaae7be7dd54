/** A real directory that is watched, and its reported changes as short lines. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import {
  createFileWatches,
  type FileNews,
  type FileWatch,
  type FileWatches,
} from '../../daemon/workspace/watch/watches.js';
import { until } from '../helpers/daemon.js';

export let watches: FileWatches;

export let root: string;
const open: FileWatch[] = [];

export function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

interface Seen {
  news: FileNews[];
  /** the changes in order: `+`, `~` or `-` and the path, with `/` after directories and `@` after links */
  lines(): string[];
  /** waits for exactly these changes, in any order */
  reports(...lines: string[]): Promise<void>;
  /** forgets what was reported */
  forget(): void;
  watch: FileWatch;
  set(...paths: string[]): Promise<void>;
}

const signs = { created: '+', modified: '~', deleted: '-' };
const ends = { file: '', directory: '/', symlink: '@' };

/** Watches paths; `!` before a path excludes what is below its directories. */
export async function see(paths: string[] = ['.'], on: FileWatches = watches, at = root): Promise<Seen> {
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
    async reports(...expected) {
      await until(`${expected.join(' ')}`, () => (lines().length >= expected.length ? true : undefined), 20_000).catch(
        () => undefined,
      );
      expect(lines().sort()).toEqual([...expected].sort());
    },
  };
}

export const changeOf = (seen: Seen, path: string) =>
  seen.news.flatMap(({ changes }) => changes).find((change) => change.path === path);

/** Registers hooks: one process that watches for the whole file, one directory for each test. */
export function useWatches(): void {
  beforeAll(() => {
    watches = createFileWatches({ warn: () => undefined });
  });
  afterAll(() => watches.close());
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-watch-')));
  });
  afterEach(() => {
    for (const watch of open.splice(0)) watch.close();
    rmSync(root, { recursive: true, force: true });
  });
}
