/** Tells when the configuration file may have been edited, within a second (cli.md 6.1). */
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import { SETTLE_MS } from './config.js';
import { linksOf, stampOf } from './stamp.js';

/** Milliseconds within which a file that is written all the time is looked at. */
const latestMs = 700;
/** Milliseconds between two looks without a sign, in case one was lost. */
const intervalMs = 5_000;
/** The same where a directory cannot be watched. */
const unwatchedMs = 1_000;

export interface ConfigWatch {
  close(): void;
}

/** Calls `look` once the file has settled after a change. Links are followed: each place on the way is watched. */
export function watchConfig(configFile: string, look: () => void, warn: (message: string) => void): ConfigWatch {
  let watchers = new Map<string, FSWatcher>();
  let names = new Map<string, Set<string>>();
  let mark = stampOf(configFile).mark;
  let waiting: NodeJS.Timeout | undefined;
  let since: number | undefined;
  let complained = false;
  let timer: NodeJS.Timeout | undefined;

  function complain(error: unknown): void {
    if (!complained) warn(`the configuration file cannot be watched and is looked at instead: ${String(error)}`);
    complained = true;
  }

  function sign(): void {
    since ??= performance.now();
    clearTimeout(waiting);
    waiting = setTimeout(settled, Math.max(0, Math.min(SETTLE_MS, since + latestMs - performance.now()))).unref();
  }

  function settled(): void {
    since = undefined;
    follow();
    mark = stampOf(configFile).mark;
    look();
  }

  /** Watches the directories that the path leads through now. */
  function follow(): void {
    names = new Map();
    for (const path of linksOf(configFile)) {
      const directory = dirname(path);
      names.set(directory, (names.get(directory) ?? new Set()).add(basename(path)));
    }
    const old = watchers;
    watchers = new Map();
    for (const directory of names.keys()) {
      const watcher = old.get(directory) ?? open(directory);
      old.delete(directory);
      if (watcher) watchers.set(directory, watcher);
    }
    for (const watcher of old.values()) watcher.close();
    clearInterval(timer);
    timer = setInterval(check, watchers.size === names.size ? intervalMs : unwatchedMs).unref();
  }

  function open(directory: string): FSWatcher | undefined {
    try {
      const watcher = watch(directory, { persistent: false }, (_event, name) => {
        if (name === null || names.get(directory)?.has(name)) sign();
      });
      watcher.on('error', (error) => {
        complain(error);
        watcher.close();
        if (watchers.get(directory) === watcher) watchers.delete(directory);
        sign();
      });
      return watcher;
    } catch (error) {
      complain(error);
      return undefined;
    }
  }

  function check(): void {
    if (stampOf(configFile).mark !== mark) sign();
  }

  follow();
  return {
    close() {
      clearTimeout(waiting);
      clearInterval(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
