/** The process that watches files, so that large trees and many changes never block the server. */
import { readFileSync } from 'node:fs';
import type { FileEvent } from '../../../schemas/generated/types.js';
import { etagOf } from '../files/system.js';
import { createTreeWatcher, type TreeWatcher, type TreeLimits, type News } from './treewatcher.js';
import type { Change } from './directory.js';
import type { Want } from './wants.js';

/** A request to the process: the new paths of a watcher, with their roots. */
export interface Asked {
  ask: number;
  id: number;
  wants: readonly (Want & { root: string })[];
}

/** A message of the process: an answer, a report for a watcher, or a warning for the user. */
export type WatchMessage =
  | { kind: 'answer'; ask: number; isTooMuch: boolean }
  | { kind: 'changed'; id: number; changes: FileEvent[]; count?: number }
  | { kind: 'warning'; message: string };

export interface WatchLimits extends TreeLimits {
  /** number of system events between two checks after which some may have been lost */
  flood: number;
}

/** Milliseconds for which changes are collected (ws.md 7.7). */
const windowMs = 200;
const tickMs = 1_000;
/** Maximum number of changes that one report lists. */
const maxReported = 500;

const limits: WatchLimits = {
  maxEntries: 500_000,
  maxWatched: 50_000,
  pollMs: 2_000,
  flood: queueLength() / 2,
  ...(JSON.parse(process.argv[2] ?? '{}') as Partial<WatchLimits>),
};

interface Held {
  watcher: TreeWatcher;
  window?: NodeJS.Timeout;
  isWarned: boolean;
}

const held = new Map<string, Held>();
/** the roots of each watcher's paths */
const rootsOf = new Map<number, readonly string[]>();
let events = 0;

/** Returns how many events inotify queues. Beyond that it discards events, which Node.js does not report. */
function queueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8')) || 16_384;
  } catch {
    return 16_384;
  }
}

function post(message: WatchMessage): void {
  process.send?.(message);
}

function open(root: string): Held {
  const known = held.get(root);
  if (known) return known;
  const made: Held = {
    isWarned: false,
    watcher: createTreeWatcher({
      root,
      limits,
      onEvent: () => void (events += 1),
      onFirstEvent() {
        // the event loop first reads the events that the system has reported so far
        made.window ??= setTimeout(() => setImmediate(() => void report(made)), windowMs);
      },
    }),
  };
  held.set(root, made);
  return made;
}

function report(at: Held): void {
  clearTimeout(at.window);
  delete at.window;
  // all trees share one event queue
  const isFlooded = events > limits.flood;
  events = 0;
  if (isFlooded) for (const { watcher } of held.values()) watcher.distrust();
  for (const each of isFlooded ? held.values() : [at]) {
    clearTimeout(each.window);
    delete each.window;
    const news = each.watcher.check();
    for (const id of each.watcher.ids()) reportTo(id, each.watcher, news, isFlooded);
  }
}

function reportTo(id: number, watcher: TreeWatcher, { changes, isPartial }: News, isFlooded: boolean): void {
  const reported: { path: string; change: Change }[] = [];
  let count = 0;
  for (const change of changes) {
    const paths = watcher.namesOf(id, change);
    count += paths.length;
    if (count <= maxReported) for (const path of paths) reported.push({ path, change });
  }
  if (count > maxReported || isPartial || isFlooded) return post({ kind: 'changed', id, changes: [], count });
  if (count === 0) return;
  watcher.inspect(reported.map(({ change }) => change));
  post({ kind: 'changed', id, changes: reported.map(eventOf) });
}

function eventOf({ path, change: { change, kind, facts, before } }: { path: string; change: Change }): FileEvent {
  const { size, mtimeMs, ino } = facts;
  const isGone = change === 'deleted';
  const event: FileEvent = { path, change, kind };
  if (kind === 'file' && size !== undefined) {
    const was = change === 'created' ? 0 : before;
    if (isGone) event.size_delta = -size;
    else if (was !== undefined) event.size_delta = size - was;
  }
  if (!isGone && size !== undefined && mtimeMs !== undefined && ino !== undefined)
    event.etag = etagOf({ size, mtimeMs, ino });
  return event;
}

function set({ ask, id, wants }: Asked): void {
  const before = rootsOf.get(id) ?? [];
  const after = [...new Set(wants.map(({ root }) => root))];
  const done: { watcher: TreeWatcher; old: readonly Want[] }[] = [];
  let isTooMuch = false;
  for (const root of new Set([...after, ...before])) {
    const at = open(root);
    // a new watcher must not get earlier changes
    if (at.window && after.includes(root)) report(at);
    const old = at.watcher.of(id);
    isTooMuch = !at.watcher.set(
      id,
      wants.filter((want) => want.root === root),
    );
    if (isTooMuch) break;
    done.push({ watcher: at.watcher, old });
    warn(root, at);
  }
  if (isTooMuch) for (const { watcher, old } of done) watcher.set(id, old);
  else if (after.length > 0) rootsOf.set(id, after);
  else rootsOf.delete(id);
  for (const [root, at] of held) if (!at.watcher.isWanted()) close(root, at);
  post({ kind: 'answer', ask, isTooMuch });
}

function close(root: string, { watcher, window }: Held): void {
  clearTimeout(window);
  watcher.close();
  held.delete(root);
}

function warn(root: string, at: Held): void {
  const count = at.watcher.unwatched();
  if (count === 0 || at.isWarned) return;
  at.isWarned = true;
  post({
    kind: 'warning',
    message: `the system can watch no more directories: ${count} below ${root} are looked at every ${limits.pollMs / 1000} s`,
  });
}

// a request that crashes the process rejects for its caller
process.on('message', (asked) => setImmediate(set, asked as Asked));
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (![...held.values()].some(({ window }) => window)) events = 0;
  for (const [root, at] of held) {
    at.watcher.tick();
    warn(root, at);
  }
}, tickMs).unref();
// the server may have ended before this process started to listen
if (!process.connected) process.exit();
