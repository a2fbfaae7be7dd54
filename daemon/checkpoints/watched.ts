/** Collects the paths of a workspace that changed since the last scan, as reported for watched directories. */
import { mkdirSync, readFileSync, statfsSync, utimesSync, watch, type FSWatcher, type Stats } from 'node:fs';
import { basename } from 'node:path';
import { waitAtMost } from '../base/async/wait.js';
import { errorCode } from '../base/fs/errno.js';

export interface Watched {
  /** watches a directory before it is scanned; true when this is new, so that earlier facts may be outdated */
  add(path: string, facts: Stats): boolean;
  remove(path: string): void;
  /** all directories are watched from now on */
  complete(): void;
  /** the paths touched since the last call, possibly more; undefined when that is unknown */
  take(): Promise<Set<string> | undefined>;
  /** the same without resetting it */
  peek(): Promise<ReadonlySet<string> | undefined>;
  /** makes the next `take` return undefined */
  lose(): void;
  close(): void;
}

/** Local file systems: changes by others on a shared one are not reported. */
const LOCAL = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
  0xf2f52010, // f2fs
  0x2fc12fc1, // zfs
]);
/** Above this a full scan is faster. */
const MOST_TOUCHED = 4_000;
const MOST_DIRECTORIES = 8_000;
/** Maximum directories watched by all sessions of this process; users have a limit for all their programs. */
const MOST_IN_ALL = 30_000;
/** Milliseconds to wait for reports; on a slower machine a full scan is no worse. */
const REPORT_MS = 2_000;
/** Milliseconds without a scan after which the directories are no longer watched. */
const QUIET_MS = 5 * 60_000;

/** The kernel queues all reports of the process in order, and silently drops those that do not fit. */
const queue = { length: queueLength(), delivered: 0, watchers: 0 };

function queueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // on another system reports are delayed and unordered
    return 0;
  }
}

/** `mark`: a directory of our own, created when needed; its report shows that all earlier ones have arrived. */
export function createWatched(mark: string): Watched {
  const watchers = new Map<string, { watcher: FSWatcher; ino: number }>();
  const devices = new Map<number, boolean>();
  let touched = new Set<string>();
  let isComplete = false;
  /** a report was lost */
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
    // or the name is that of the directory itself
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

  /** Waits for the reports of all earlier changes; false when some may be missing. */
  async function arrive(): Promise<boolean> {
    try {
      if (!marker) {
        mkdirSync(mark, { recursive: true, mode: 0o700 });
        marker = open(mark, (_event, name) => name === basename(mark) && marked?.());
      }
      const report = new Promise<void>((resolve) => (marked = resolve));
      const now = Date.now() / 1000;
      utimesSync(mark, now, now);
      const reported = await waitAtMost(report, REPORT_MS);
      return reported && isComplete && !isLost && queue.delivered - since < queue.length / 2;
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
        // the parent directory reports when the directory becomes accessible again
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
