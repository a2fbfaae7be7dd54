/** Which paths of a workspace were touched since the last look, as the system reports it for the directories that are watched. */
import { mkdirSync, readFileSync, statfsSync, utimesSync, watch, type FSWatcher, type Stats } from 'node:fs';
import { basename } from 'node:path';
import { waitAtMost } from '../base/async/wait.js';
import { errorCode } from '../base/fs/errno.js';

export interface Watched {
  /** watches a directory, before it is looked at; true when this is new, so that facts of before may be too old */
  add(path: string, facts: Stats): boolean;
  remove(path: string): void;
  /** all directories are watched from now on */
  complete(): void;
  /** what was touched since the last call, and maybe more; undefined when that is not known */
  take(): Promise<Set<string> | undefined>;
  /** the same without taking it */
  peek(): Promise<ReadonlySet<string> | undefined>;
  /** the next `take` does not know */
  lose(): void;
  close(): void;
}

/** File systems of this machine alone: what others change on a shared one is not reported. */
const LOCAL = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
  0xf2f52010, // f2fs
  0x2fc12fc1, // zfs
]);
/** A look at everything is quicker beyond this. */
const MOST_TOUCHED = 4_000;
const MOST_DIRECTORIES = 8_000;
/** Directories watched by all sessions of this process; users have a limit for all their programs. */
const MOST_IN_ALL = 30_000;
/** Reports come at once; on a machine that is this slow a look at everything is one more wait. Milliseconds. */
const REPORT_MS = 2_000;
/** After so long without a look the directories are not watched any more. Milliseconds. */
const QUIET_MS = 5 * 60_000;

/** All reports of the process come through one queue, in their order; what does not fit is dropped, and nothing reports that. */
const queue = { length: queueLength(), delivered: 0, watchers: 0 };

function queueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // another system: its reports come late and in no order
    return 0;
  }
}

/** `mark`: a directory of our own, made when needed; its reports show that all former ones have come. */
export function createWatched(mark: string): Watched {
  const watchers = new Map<string, { watcher: FSWatcher; ino: number }>();
  const devices = new Map<number, boolean>();
  let touched = new Set<string>();
  let isComplete = false;
  /** something was not reported */
  let isLost = false;
  /** watching is not possible here */
  let isOff = queue.length === 0;
  let since = 0;
  let marker: FSWatcher | undefined;
  let marked: (() => void) | undefined;
  let quiet: NodeJS.Timeout | undefined;

  function note(directory: string, name: string | null): void {
    queue.delivered += 1;
    if (isLost) return;
    if (name === null || touched.size > MOST_TOUCHED) {
      isLost = true;
      touched.clear();
      return;
    }
    touched.add(directory === '/' ? `/${name}` : `${directory}/${name}`);
    // or it is the directory itself
    if (name === basename(directory)) touched.add(directory);
  }

  function isLocal(path: string, { dev }: Stats): boolean {
    let local = devices.get(dev);
    if (local === undefined) devices.set(dev, (local = LOCAL.has(statfsSync(path).type)));
    return local;
  }

  function open(path: string, listener: (event: string, name: string | null) => void): FSWatcher {
    return watch(path, { persistent: false }, listener).on('error', off);
  }

  function off(): void {
    isOff = true;
    close();
  }

  function remove(path: string): void {
    const known = watchers.get(path);
    if (!known) return;
    watchers.delete(path);
    queue.watchers -= 1;
    known.watcher.close();
  }

  function close(): void {
    isComplete = false;
    clearTimeout(quiet);
    for (const path of [...watchers.keys()]) remove(path);
    touched.clear();
    marker?.close();
    marker = undefined;
    marked?.();
  }

  function postpone(): void {
    clearTimeout(quiet);
    quiet = setTimeout(close, QUIET_MS);
    quiet.unref();
  }

  /** Waits until the reports of all that happened before have come; false when they may not have. */
  async function arrive(): Promise<boolean> {
    try {
      if (!marker) {
        mkdirSync(mark, { recursive: true, mode: 0o700 });
        marker = open(mark, (_event, name) => name === basename(mark) && marked?.());
      }
      const report = new Promise<void>((resolve) => (marked = resolve));
      const now = Date.now() / 1000;
      utimesSync(mark, now, now);
      const came = await waitAtMost(report, REPORT_MS);
      return came && isComplete && !isLost && queue.delivered - since < queue.length / 2;
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      off();
      return false;
    } finally {
      marked = undefined;
    }
  }

  return {
    add(path, facts) {
      if (isOff) return false;
      const known = watchers.get(path);
      if (known?.ino === facts.ino) return false;
      remove(path);
      try {
        if (watchers.size >= MOST_DIRECTORIES || queue.watchers >= MOST_IN_ALL || !isLocal(path, facts)) {
          off();
          return false;
        }
        watchers.set(path, { watcher: open(path, (_event, name) => note(path, name)), ino: facts.ino });
        queue.watchers += 1;
        return true;
      } catch (error) {
        const code = errorCode(error);
        if (code === undefined) throw error;
        // the directory around it reports when it is there, or may be read, again
        if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes(code)) off();
        return false;
      }
    },
    remove,
    complete: () => void (isComplete = !isOff),
    async take() {
      postpone();
      const known = isComplete && (await arrive());
      const taken = touched;
      touched = new Set();
      isLost = false;
      since = queue.delivered;
      return known ? taken : undefined;
    },
    peek: async () => (isComplete && (await arrive()) ? touched : undefined),
    lose: () => void (isLost = true),
    close,
  };
}
