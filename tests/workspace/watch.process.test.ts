/** The process that watches directories: what it costs, and its end. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { createFileWatches } from '../../daemon/workspace/watch/watches.js';
import { until } from '../helpers/daemon.js';
import { see, write, useWatches } from './watch.fixture.js';

useWatches();

describe('the process', () => {
  /** Returns the processes of these watches, and how many inotify watches each has. */
  function watched(): { pid: number; count: number }[] {
    return readdirSync('/proc').flatMap((pid) => {
      try {
        const [, parent] = /^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        if (Number(parent) !== process.pid || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('watchworker'))
          return [];
        const infos = readdirSync(`/proc/${pid}/fdinfo`).map((fd) => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'));
        return [{ pid: Number(pid), count: infos.join('\n').split('\ninotify wd:').length - 1 }];
      } catch {
        // the process ended, or closed a file
        return [];
      }
    });
  }

  /** Returns the processes that run; zombies have no command line. */
  function everyone(): number[] {
    return readdirSync('/proc').flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('watchworker') ? [Number(pid)] : [];
      } catch {
        // the process has ended
        return [];
      }
    });
  }

  const onLinux = process.platform === 'linux' ? test : test.skip;

  onLinux('many who watch one tree cost no more than one, and without watchers there is no cost', async () => {
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
      for (const seen of [first, ...others]) await seen.reports('~d3/file');
      for (const seen of others) seen.watch.close();
      await first.set('!d1');
      expect(count()).toBe(2);
      first.watch.close();
      await until('none', () => (count() === 0 ? true : undefined));
    } finally {
      await own.close();
    }
  });

  onLinux('it does not outlive who started it, however early that one ends', async () => {
    const others = new Set(everyone());
    const url = new URL('../../daemon/base/process/fork.ts', import.meta.url).href;
    const beside = new URL('../../daemon/workspace/watch/watches.ts', import.meta.url).href;
    const script = `import { forkBeside } from ${JSON.stringify(url)};
      console.log(forkBeside(${JSON.stringify(beside)}, 'watchworker', { given: {}, maxHeapMb: 64 }).pid);`;
    const args = ['--import', 'tsx', '--input-type=module', '-e', script];
    const pid = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    expect(pid).toBeGreaterThan(0);
    expect(others.has(pid)).toBe(false);
    await until('its end', () => (everyone().includes(pid) ? undefined : true), 10_000);
  });

  onLinux(
    'it ends: who watches is informed that something may have been missed, and receives later changes',
    async () => {
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
        await seen.reports('~file');
      } finally {
        await own.close();
      }
    },
  );
});
