/** Watching a real directory: what is told of what happens in it, by the process that watches. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
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

  test('what comes and goes within a window is nothing', async () => {
    write('old', 'x');
    const seen = await see();
    write('passing', 'x');
    rmSync(join(root, 'passing'));
    mkdirSync(join(root, 'dir'));
    rmSync(join(root, 'dir'), { recursive: true });
    renameSync(join(root, 'old'), join(root, 'other'));
    renameSync(join(root, 'other'), join(root, 'old'));
    write('last');
    await seen.tells('+last');
  });

  test('a save by rename is a change of the file, and the draft is not told', async () => {
    write('file', 'before');
    const seen = await see();
    write('.file.draft', 'after it');
    renameSync(join(root, '.file.draft'), join(root, 'file'));
    await seen.tells('~file');
    expect(changeOf(seen, 'file')).toMatchObject({ size_delta: 2, etag: etagOf(statSync(join(root, 'file'))) });
  });

  test('deleted and made anew is modified; made as something else it is both', async () => {
    write('same', 'a');
    write('file', 'b');
    mkdirSync(join(root, 'dir'));
    const seen = await see();
    for (const name of ['same', 'file', 'dir']) rmSync(join(root, name), { recursive: true });
    write('same', 'abc');
    write('dir', 'now a file');
    mkdirSync(join(root, 'file'));
    await seen.tells('~same', '-file', '+file/', '-dir/', '+dir');
    expect(seen.lines().indexOf('-file')).toBeLessThan(seen.lines().indexOf('+file/'));
  });

  test('the same length, times and rights count', async () => {
    for (const name of ['same', 'touched', 'rights']) write(name, 'abc');
    const seen = await see();
    write('same', 'xyz');
    utimesSync(join(root, 'touched'), 1, 1);
    chmodSync(join(root, 'rights'), 0o600);
    await seen.tells('~same', '~touched', '~rights');
    expect(changeOf(seen, 'same')).toMatchObject({ size_delta: 0 });
  });

  test('a file that changes a thousand times a second is told once in a window', async () => {
    write('busy');
    const seen = await see();
    const began = Date.now();
    for (let at = 0; at < 1_000; at += 1) {
      appendFileSync(join(root, 'busy'), 'x');
      if (at % 10 === 9) await wait(8);
    }
    const windows = (Date.now() - began) / 200;
    const size = () =>
      seen.news.flatMap(({ changes }) => changes).reduce((sum, each) => sum + (each.size_delta ?? 0), 0);
    await until('all bytes', () => (size() === 1_000 ? true : undefined), 5_000);
    expect(new Set(seen.lines())).toEqual(new Set(['~busy']));
    expect(seen.news.length).toBeLessThanOrEqual(windows + 2);
  });
});

describe('trees', () => {
  test('a tree that is unpacked at once is told with all that is in it', async () => {
    const seen = await see();
    write('a/b/c/d/e.txt', 'deep');
    write('a/b/f.txt', 'x');
    await seen.tells('+a/', '+a/b/', '+a/b/c/', '+a/b/c/d/', '+a/b/c/d/e.txt', '+a/b/f.txt');
    expect(changeOf(seen, 'a/b/c/d/e.txt')).toMatchObject({ size_delta: 4 });
    seen.forget();
    appendFileSync(join(root, 'a/b/c/d/e.txt'), '!');
    await seen.tells('~a/b/c/d/e.txt');
  });

  test('a directory that moves leaves its old names and brings new ones, and is watched on', async () => {
    write('old/in/file', 'x');
    const seen = await see();
    renameSync(join(root, 'old'), join(root, 'new'));
    await seen.tells('-old/', '-old/in/', '-old/in/file', '+new/', '+new/in/', '+new/in/file');
    seen.forget();
    write('new/in/file', 'xy');
    write('new/more');
    await seen.tells('~new/in/file', '+new/more');
  });

  test('a directory that goes and comes back is watched again, also when it is the watched one', async () => {
    write('watched/in/file', 'x');
    const seen = await see(['watched']);
    rmSync(join(root, 'watched'), { recursive: true });
    await seen.tells('-watched/', '-watched/in/', '-watched/in/file');
    seen.forget();
    write('watched/other', 'y');
    await seen.tells('+watched/', '+watched/other');
    seen.forget();
    write('watched/other', 'yz');
    await seen.tells('~watched/other');
    seen.forget();
    // within one window
    rmSync(join(root, 'watched'), { recursive: true });
    write('watched/other', 'anew');
    await seen.tells('~watched/', '~watched/other');
    seen.forget();
    write('watched/last');
    await seen.tells('+watched/last');
  });

  test('a directory that was away for a moment is watched on, and nothing is told of it', async () => {
    write('dir/in/file', 'x');
    const seen = await see();
    renameSync(join(root, 'dir'), join(root, 'away'));
    renameSync(join(root, 'away'), join(root, 'dir'));
    write('mark');
    await seen.tells('+mark');
    seen.forget();
    write('dir/in/file', 'xy');
    write('dir/in/new', 'x');
    await seen.tells('~dir/in/file', '+dir/in/new');
  });

  test('the root goes and comes back', async () => {
    const at = join(root, 'cwd');
    write('cwd/dir/file', 'x');
    const seen = await see(['.'], watches, at);
    rmSync(at, { recursive: true });
    await seen.tells('-./', '-dir/', '-dir/file');
    seen.forget();
    write('cwd/new', 'x');
    await seen.tells('+./', '+new');
    seen.forget();
    write('cwd/new', 'xy');
    await seen.tells('~new');
    seen.forget();
    renameSync(at, join(root, 'elsewhere'));
    write('cwd/new', 'other');
    await seen.tells('~./', '~new');
  });

  test('what is left out is not told of, unless it is what is watched', async () => {
    write('.gitignore', 'out/\n*.log\n');
    for (const at of ['.git/x', 'out/x', 'node_modules/p/x', 'src/x', 'src/y.log']) write(at, 'a');
    const seen = await see();
    const own = await see(['out', 'node_modules/p', 'src/y.log', '.git']);
    const flat = await see(['!src', '!.']);
    for (const at of ['.git/x', 'out/x', 'node_modules/p/x', 'src/x', 'src/y.log', 'new.log']) write(at, 'ab');
    await own.tells('~.git/x', '~out/x', '~node_modules/p/x', '~src/y.log');
    await flat.tells('~src/x', '~src/y.log', '+new.log');
    await seen.tells('~src/x');
    seen.forget();
    write('.gitignore', '*.log\nsrc/\n');
    await seen.tells('~.gitignore');
    seen.forget();
    write('src/x', 'abc');
    write('out/x', 'abc');
    await seen.tells('~out/x');
  });

  test('links are told as links and never followed', async () => {
    const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'agent-elsewhere-')));
    try {
      write('dir/file', 'x');
      symlinkSync(elsewhere, join(root, 'out'));
      const seen = await see();
      symlinkSync('dir', join(root, 'link'));
      writeFileSync(join(elsewhere, 'secret'), 'x');
      write('dir/file', 'xy');
      await seen.tells('+link@', '~dir/file');
      expect(changeOf(seen, 'link')).not.toHaveProperty('size_delta');
      seen.forget();
      // a directory becomes a link that leads out
      rmSync(join(root, 'dir'), { recursive: true });
      symlinkSync(elsewhere, join(root, 'dir'));
      await seen.tells('-dir/', '-dir/file', '+dir@');
      seen.forget();
      writeFileSync(join(elsewhere, 'more'), 'x');
      write('last');
      await seen.tells('+last');
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test('a path that is not there yet is told when it comes', async () => {
    const seen = await see(['later/deep/file', '!flat']);
    write('later/deep/other', 'x');
    write('later/deep/file', 'x');
    write('flat/in/not', 'x');
    await seen.tells('+later/deep/file', '+flat/', '+flat/in/');
    seen.forget();
    write('later/deep/file', 'xy');
    rmSync(join(root, 'flat'), { recursive: true });
    await seen.tells('~later/deep/file', '-flat/', '-flat/in/');
  });

  test('a directory watched without what is below', async () => {
    write('dir/sub/file', 'x');
    const seen = await see(['!dir']);
    write('dir/sub/file', 'xy');
    write('dir/direct', 'x');
    write('beside', 'x');
    await seen.tells('+dir/direct');
    seen.forget();
    await seen.set('dir');
    write('dir/sub/file', 'xyz');
    await seen.tells('~dir/sub/file');
    seen.forget();
    await seen.set('!dir', 'beside');
    write('dir/sub/file', 'x');
    write('dir/direct', 'xy');
    write('beside', '');
    await seen.tells('~dir/direct', '~beside');
  });

  test('names of all kinds', async () => {
    const seen = await see();
    const names = ['line\nbreak', 'tab\t"quote"', '\u0007bell', '\u202egnp.exe', '日本 🎉', 'x'.repeat(255)];
    for (const name of names) write(name, 'x');
    const [dir, bytes] = [Buffer.from(`${root}/`), Buffer.from([0x61, 0xff, 0xfe])];
    // no text: the other operations on files do not show it either
    writeFileSync(Buffer.concat([dir, bytes]), 'x');
    write('last');
    await seen.tells(...names.map((name) => `+${name}`), '+last');
    rmSync(Buffer.concat([dir, bytes]));
  });
});

describe('too much', () => {
  test('over 500 changes are counted, and 500 are told', async () => {
    mkdirSync(join(root, 'many'));
    const seen = await see();
    const beside = await see(['!.']);
    for (let at = 0; at < 500; at += 1) write(`many/${at}`, 'x');
    await until('500', () => (seen.lines().length >= 500 ? true : undefined), 5_000);
    if (seen.news.length === 1) {
      expect(seen.news[0]?.changes).toHaveLength(500);
      expect(seen.news[0]?.changes.every(({ etag, size_delta }) => etag !== undefined && size_delta === 1)).toBe(true);
    }
    seen.forget();
    rmSync(join(root, 'many'), { recursive: true });
    write('single');
    await beside.tells('-many/', '+single');
    await until('the count', () => (seen.news.some(({ count }) => count !== undefined) ? true : undefined), 5_000);
    expect(seen.news[0]).toEqual({ changes: [], count: expect.any(Number) });
    expect(seen.news.reduce((sum, { changes, count }) => sum + (count ?? changes.length), 0)).toBe(502);
  });

  test('10,000 files at once are told as too much, and afterwards each change is told', async () => {
    const seen = await see();
    for (let at = 0; at < 10_000; at += 1) {
      if (at % 100 === 0) mkdirSync(join(root, `d${at}`));
      writeFileSync(join(root, `d${at - (at % 100)}`, `f${at}`), '');
    }
    await until('too much', () => (seen.news.some(({ count }) => count !== undefined) ? true : undefined), 10_000);
    await wait(600);
    for (const { changes, count } of seen.news) if (count !== undefined) expect(changes).toEqual([]);
    seen.forget();
    write('d9900/f9999', 'x');
    rmSync(join(root, 'd0/f0'));
    write('d100/new/file', 'x');
    await seen.tells('~d9900/f9999', '-d0/f0', '+d100/new/', '+d100/new/file');
  });

  test('a tree with too many names is refused, and what was watched stays', async () => {
    const few = createFileWatches({ limits: { maxEntries: 20 }, warn: () => undefined });
    try {
      for (let at = 0; at < 30; at += 1) write(`large/${at}`);
      write('small/file', 'x');
      const seen = await see(['small'], few);
      await expect(seen.set('small', 'large')).rejects.toMatchObject({ errorName: 'FS_WATCH_LIMIT_EXCEEDED' });
      write('small/file', 'xy');
      write('large/0', 'x');
      await seen.tells('~small/file');
      seen.forget();
      // it grows too large while it is watched
      for (let at = 0; at < 30; at += 1) write(`small/more/${at}`);
      await until('a word', () => (seen.news.some(({ count }) => count !== undefined) ? true : undefined), 5_000);
    } finally {
      await few.close();
    }
  });

  test('without watches of the system trees are looked at by the clock, and that is said', async () => {
    const said: string[] = [];
    const poor = createFileWatches({ limits: { maxWatched: 2, pollMs: 100 }, warn: (text) => void said.push(text) });
    try {
      write('a/b/c/file', 'x');
      write('d/file', 'x');
      const seen = await see(['.'], poor);
      expect(said.join()).toContain(root);
      write('a/b/c/file', 'xy');
      write('a/b/new/file', 'x');
      rmSync(join(root, 'd'), { recursive: true });
      await seen.tells('~a/b/c/file', '+a/b/new/', '+a/b/new/file', '-d/', '-d/file');
      seen.forget();
      write('a/b/new/file', 'xy');
      await seen.tells('~a/b/new/file');
    } finally {
      await poor.close();
    }
  });

  test('events that may have been lost make everybody look again', async () => {
    const flooded = createFileWatches({ limits: { flood: 50 }, warn: () => undefined });
    try {
      mkdirSync(join(root, 'noise'));
      mkdirSync(join(root, 'calm'));
      const seen = await see(['calm'], flooded);
      const noise = await see(['noise'], flooded);
      for (let at = 0; at < 100; at += 1) write(`noise/${at}`);
      await until('a word', () => (seen.news.some(({ count }) => count === 0) ? true : undefined), 5_000);
      expect(noise.news.some(({ count }) => count !== undefined)).toBe(true);
    } finally {
      await flooded.close();
    }
  });
});

describe('the process', () => {
  /** Processes of these watches, and how many things the system watches for each of them. */
  function watched(): { pid: number; count: number }[] {
    return readdirSync('/proc').flatMap((pid) => {
      try {
        const [, parent] = /^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        if (Number(parent) !== process.pid || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('watchworker'))
          return [];
        const infos = readdirSync(`/proc/${pid}/fdinfo`).map((fd) => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'));
        return [{ pid: Number(pid), count: infos.join('\n').split('\ninotify wd:').length - 1 }];
      } catch {
        // it ended, or a file of it was closed
        return [];
      }
    });
  }

  /** Processes that run, those that have ended but were not asked for left out. */
  function everyone(): number[] {
    return readdirSync('/proc').flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('watchworker') ? [Number(pid)] : [];
      } catch {
        // it ended
        return [];
      }
    });
  }

  const onLinux = process.platform === 'linux' ? test : test.skip;

  onLinux('many who watch one tree cost no more than one, and nobody costs nothing', async () => {
    const own = createFileWatches({ warn: () => undefined });
    try {
      for (let at = 0; at < 20; at += 1) write(`d${at}/file`);
      const before = watched().map(({ pid }) => pid);
      const first = await see(['.'], own);
      const [child] = watched().filter(({ pid }) => !before.includes(pid));
      const count = () => watched().find(({ pid }) => pid === child?.pid)?.count;
      expect(count()).toBe(21);
      const others = await Promise.all(Array.from({ length: 19 }, () => see(['.', 'd1'], own)));
      expect(count()).toBe(21);
      write('d3/file', 'x');
      for (const seen of [first, ...others]) await seen.tells('~d3/file');
      for (const seen of others) seen.watch.close();
      await first.set('!d1');
      expect(count()).toBe(2);
      first.watch.close();
      await until('none', () => (count() === 0 ? true : undefined), 5_000);
    } finally {
      await own.close();
    }
  });

  onLinux('it does not outlive who started it, however early that one ends', async () => {
    const others = new Set(everyone());
    const url = new URL('../../daemon/workspace/fork.ts', import.meta.url).href;
    const beside = new URL('../../daemon/workspace/watch/watches.ts', import.meta.url).href;
    const script = `import { forkBeside } from ${JSON.stringify(url)};
      console.log(forkBeside(${JSON.stringify(beside)}, 'watchworker', { given: {}, maxHeapMb: 64 }).pid);`;
    const args = ['--import', 'tsx', '--input-type=module', '-e', script];
    const pid = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    expect(pid).toBeGreaterThan(0);
    expect(others.has(pid)).toBe(false);
    await until('its end', () => (everyone().includes(pid) ? undefined : true), 10_000);
  });

  onLinux('it ends: who watches is told that something may have been missed, and is told on', async () => {
    const said: string[] = [];
    const own = createFileWatches({ warn: (text) => void said.push(text) });
    try {
      write('file', 'x');
      const before = watched().map(({ pid }) => pid);
      const seen = await see(['.'], own);
      const [child] = watched().filter(({ pid }) => !before.includes(pid));
      process.kill(child?.pid ?? 0, 'SIGKILL');
      await until('a word', () => (seen.news.length > 0 ? true : undefined), 10_000);
      expect(seen.news).toEqual([{ changes: [], count: 0 }]);
      expect(said).toHaveLength(1);
      seen.forget();
      write('file', 'xy');
      await seen.tells('~file');
    } finally {
      await own.close();
    }
  });
});
