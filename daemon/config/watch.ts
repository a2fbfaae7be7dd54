/** Reports within a second that a configuration file may have been edited (cli.md 6.1, engine.md 16.3). */
import { existsSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import { SETTLE_MS } from './config.js';
import { linksOf, stampOf } from './stamp.js';

/** Milliseconds after which a file that is written continuously is checked. */
const latestMs = 700;
/** Milliseconds between two checks without an event, in case one was lost. */
const intervalMs = 5_000;
/** The same where a directory cannot be watched. */
const unwatchedMs = 1_000;

export interface FileWatch {
  close(): void;
}

/**
 * Calls `onChange` once the file has settled after a change. Follows links and watches each directory on the way. If a
 * directory is missing, watches its nearest existing parent.
 */
export function watchFile(file: string, onChange: () => void, warn: (message: string) => void): FileWatch {
  let watchers = new Map<string, FSWatcher>();
  let names = new Map<string, Set<string>>();
  let mark = stampOf(file).mark;
  let waiting: NodeJS.Timeout | undefined;
  let since: number | undefined;
  let warned = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function warnOnce(error: unknown): void {
    if (!warned) warn(`a configuration file cannot be watched and is polled instead: ${String(error)}`);
    warned = true;
  }

  function sign(): void {
    if (closed) return;
    since ??= performance.now();
    clearTimeout(waiting);
    waiting = setTimeout(settled, Math.max(0, Math.min(SETTLE_MS, since + latestMs - performance.now()))).unref();
  }

  function settled(): void {
    since = undefined;
    follow();
    mark = stampOf(file).mark;
    onChange();
  }

  /** Watches the directories that the path leads through now. */
  function follow(): void {
    names = new Map();
    for (const path of linksOf(file)) {
      const place = nearest(path);
      const directory = dirname(place);
      names.set(directory, (names.get(directory) ?? new Set()).add(basename(place)));
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
        // its own name: the directory was moved or deleted, and may have been replaced
        if (name === basename(directory)) forget();
        else if (name === null || names.get(directory)?.has(name)) sign();
      });
      const forget = () => {
        watcher.close();
        if (watchers.get(directory) === watcher) watchers.delete(directory);
        sign();
      };
      watcher.on('error', (error) => {
        warnOnce(error);
        forget();
      });
      return watcher;
    } catch (error) {
      warnOnce(error);
      return undefined;
    }
  }

  function check(): void {
    if (stampOf(file).mark !== mark) sign();
  }

  follow();
  return {
    close() {
      closed = true;
      clearTimeout(waiting);
      clearInterval(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** The path, or its first missing part in an existing directory. */
function nearest(path: string): string {
  const directory = dirname(path);
  return existsSync(directory) || directory === dirname(directory) ? path : nearest(directory);
}
