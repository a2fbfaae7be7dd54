/** Watching a real directory: what is reported within a window, and when there is too much. */
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { etagOf } from '../../daemon/workspace/files/system.js';
import { createFileWatches } from '../../daemon/workspace/watch/watches.js';
import { until } from '../helpers/daemon.js';
import { changeOf, root, see, write, useWatches } from './watch.fixture.js';

useWatches();

describe('the net effect of a window', () => {
  test('created, modified, deleted, with size and etag', async () => {
    write('old', 'four');
    write('gone', '12345');
    const seen = await see();
    write('new', 'abc');
    appendFileSync(join(root, 'old'), '56');
    rmSync(join(root, 'gone'));
    await seen.reports('+new', '~old', '-gone');
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
    await seen.reports('+last');
  });

  test('a save by rename is a change of the file, and the draft is not reported', async () => {
    write('file', 'before');
    const seen = await see();
    write('.file.draft', 'after it');
    renameSync(join(root, '.file.draft'), join(root, 'file'));
    await seen.reports('~file');
    expect(changeOf(seen, 'file')).toMatchObject({ size_delta: 2, etag: etagOf(statSync(join(root, 'file'))) });
  });

  test('deleted and created again is modified; made as something else it is both', async () => {
    write('same', 'a');
    write('file', 'b');
    mkdirSync(join(root, 'dir'));
    const seen = await see();
    for (const name of ['same', 'file', 'dir']) rmSync(join(root, name), { recursive: true });
    write('same', 'abc');
    write('dir', 'now a file');
    mkdirSync(join(root, 'file'));
    await seen.reports('~same', '-file', '+file/', '-dir/', '+dir');
    expect(seen.lines().indexOf('-file')).toBeLessThan(seen.lines().indexOf('+file/'));
  });

  test('the same length, times and rights count', async () => {
    for (const name of ['same', 'touched', 'rights']) write(name, 'abc');
    const seen = await see();
    write('same', 'xyz');
    utimesSync(join(root, 'touched'), 1, 1);
    chmodSync(join(root, 'rights'), 0o600);
    await seen.reports('~same', '~touched', '~rights');
    expect(changeOf(seen, 'same')).toMatchObject({ size_delta: 0 });
  });

  test('a file that changes a thousand times a second is reported once in a window', async () => {
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
    await until('all bytes', () => (size() === 1_000 ? true : undefined));
    expect(new Set(seen.lines())).toEqual(new Set(['~busy']));
    expect(seen.news.length).toBeLessThanOrEqual(windows + 2);
  });
});

describe('too much', () => {
  test('over 500 changes are counted, and 500 are reported', async () => {
    mkdirSync(join(root, 'many'));
    const seen = await see();
    const beside = await see(['!.']);
    for (let at = 0; at < 500; at += 1) write(`many/${at}`, 'x');
    await until('500', () => (seen.lines().length >= 500 ? true : undefined));
    if (seen.news.length === 1) {
      expect(seen.news[0]?.changes).toHaveLength(500);
      expect(seen.news[0]?.changes.every(({ etag, size_delta }) => etag !== undefined && size_delta === 1)).toBe(true);
    }
    seen.forget();
    rmSync(join(root, 'many'), { recursive: true });
    write('single');
    await beside.reports('-many/', '+single');
    await until('the count', () => (seen.news.some(({ count }) => count !== undefined) ? true : undefined));
    expect(seen.news[0]).toEqual({ changes: [], count: expect.any(Number) });
    expect(seen.news.reduce((sum, { changes, count }) => sum + (count ?? changes.length), 0)).toBe(502);
  });

  test('10,000 files at once are reported as too much, and afterwards each change is reported', async () => {
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
    await seen.reports('~d9900/f9999', '-d0/f0', '+d100/new/', '+d100/new/file');
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
      await seen.reports('~small/file');
      seen.forget();
      // the directory grows too large while it is watched
      for (let at = 0; at < 30; at += 1) write(`small/more/${at}`);
      await until('a word', () => (seen.news.some(({ count }) => count !== undefined) ? true : undefined));
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
      await seen.reports('~a/b/c/file', '+a/b/new/', '+a/b/new/file', '-d/', '-d/file');
      seen.forget();
      write('a/b/new/file', 'xy');
      await seen.reports('~a/b/new/file');
    } finally {
      await poor.close();
    }
  });

  test('events that may have been lost make every watcher look again', async () => {
    const flooded = createFileWatches({ limits: { flood: 50 }, warn: () => undefined });
    try {
      mkdirSync(join(root, 'noise'));
      mkdirSync(join(root, 'calm'));
      const seen = await see(['calm'], flooded);
      const noise = await see(['noise'], flooded);
      for (let at = 0; at < 100; at += 1) write(`noise/${at}`);
      await until('a word', () => (seen.news.some(({ count }) => count === 0) ? true : undefined));
      await until('a count', () => (noise.news.some(({ count }) => count !== undefined) ? true : undefined));
    } finally {
      await flooded.close();
    }
  });
});
