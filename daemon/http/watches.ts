/** The files that one socket watches, and the change events that it gets (ws.md 3, 7.7). */
import { ApiError } from '../errors.js';
import type { FileNews, FileWatch } from '../workspace/watch/watches.js';
import { watchedName, type WatchedPath } from '../workspace/watch/paths.js';
import { ownFrame } from './encode.js';
import type { Feed } from './feed.js';
import type { Outbound } from './outbound.js';

/** Maximum number of paths that one connection may watch (ws.md 1.5). */
const maxPaths = 100;
/** Maximum number of changes that one event lists. */
const maxChanges = 500;

/** The payload of acks. */
export interface Watched {
  watched_paths: string[];
  current_count: number;
}

export interface Watches {
  /**
   * Resolves when the paths are watched. Throws SESSION_NOT_FOUND, FS_PATH_ESCAPES_SESSION, FS_WATCH_LIMIT_EXCEEDED,
   * VALIDATION_FAILED, and changes nothing then. Call `add` or `remove` again only after that.
   */
  add(sessionId: string, paths: readonly string[], recursive: boolean): Promise<Watched>;
  remove(sessionId: string, paths: readonly string[]): Promise<Watched>;
  /** the watched paths of a session */
  state(sessionId: string): Watched;
  /** sends no events until `release`: none may overtake a replay */
  hold(): void;
  release(): void;
  close(): void;
}

interface Entry {
  /** epoch of the session when the watch began */
  epoch: string;
  watch: FileWatch;
  paths: Map<string, WatchedPath & { recursive: boolean }>;
  /** changes that were held back */
  held?: FileNews;
}

export function createWatches(deps: { feed: Feed; outbound: Outbound; now(): number }): Watches {
  const { feed, outbound, now } = deps;
  const entries = new Map<string, Entry>();
  /** last number of a session's events; kept while nothing of the session is watched */
  const sequences = new Map<string, number>();
  let holds = 0;
  let closed = false;
  const leave = feed.hub.joinGlobal(({ type, sessionId }) => {
    if (type !== 'event.session.deleted') return;
    end(sessionId);
    sequences.delete(sessionId);
  });

  function end(sessionId: string): void {
    entries.get(sessionId)?.watch.close();
    entries.delete(sessionId);
  }

  function open(sessionId: string, epoch: string): Entry {
    const entry: Entry = {
      epoch,
      watch: feed.files.watch((news) => {
        if (entries.get(sessionId) === entry) take(sessionId, entry, news);
      }),
      paths: new Map(),
    };
    return entry;
  }

  function take(sessionId: string, entry: Entry, news: FileNews): void {
    if (holds > 0) entry.held = entry.held ? join(entry.held, news) : news;
    else notify(sessionId, entry, news);
  }

  function notify(sessionId: string, entry: Entry, { changes, count }: FileNews): void {
    const found = feed.find(sessionId);
    // another server has deleted the session, and perhaps created it again
    if (found?.epoch !== entry.epoch) return end(sessionId);
    const truncated = count === undefined ? {} : { truncated: true as const, count };
    const watch_seq = (sequences.get(sessionId) ?? 0) + 1;
    sequences.set(sessionId, watch_seq);
    outbound.frame(
      ownFrame(found, feed.log.lastSeq(found.key), now(), {
        type: 'event.fs.changed',
        agentId: 'main',
        changes,
        coalesced_window_ms: 200,
        ...truncated,
        watch_seq,
      }),
    );
  }

  function state(sessionId: string): Watched {
    let current_count = 0;
    for (const { paths } of entries.values()) current_count += paths.size;
    return { watched_paths: [...(entries.get(sessionId)?.paths.keys() ?? [])], current_count };
  }

  async function set(sessionId: string, entry: Entry, paths: Entry['paths']): Promise<void> {
    await entry.watch.set([...paths.values()]);
    // the connection or the session may be gone by now
    if (closed || (entries.has(sessionId) && entries.get(sessionId) !== entry)) entry.watch.close();
    else entry.paths = paths;
  }

  return {
    async add(sessionId, given, recursive) {
      const found = feed.find(sessionId);
      if (!found) throw new ApiError('SESSION_NOT_FOUND');
      const known = entries.get(sessionId);
      const names = namesWithin(maxPaths - state(sessionId).current_count, given, known?.paths);
      const paths = new Map(known?.paths);
      for (const path of await Promise.all(names.map((each) => feed.files.locate(sessionId, each))))
        paths.set(path.shown, { ...path, recursive });
      const entry = known ?? open(sessionId, found.epoch);
      if (!closed) entries.set(sessionId, entry);
      try {
        await set(sessionId, entry, paths);
      } catch (error) {
        if (entry.paths.size === 0) end(sessionId);
        throw error;
      }
      return state(sessionId);
    },
    async remove(sessionId, given) {
      const entry = entries.get(sessionId);
      if (!entry) return state(sessionId);
      const paths = new Map(entry.paths);
      for (const each of given) paths.delete(watchedName(each) ?? '');
      if (paths.size === 0) end(sessionId);
      else if (paths.size < entry.paths.size) await set(sessionId, entry, paths);
      return state(sessionId);
    },
    state,
    hold: () => void (holds += 1),
    release() {
      holds -= 1;
      if (holds > 0) return;
      for (const [sessionId, entry] of [...entries]) {
        const { held } = entry;
        delete entry.held;
        if (held) notify(sessionId, entry, held);
      }
    },
    close() {
      closed = true;
      leave();
      for (const sessionId of [...entries.keys()]) end(sessionId);
    },
  };
}

/** Normalizes paths to one spelling before any disk access. Throws FS_WATCH_LIMIT_EXCEEDED when too many are new. */
function namesWithin(
  room: number,
  given: readonly string[],
  known: ReadonlyMap<string, unknown> | undefined,
): string[] {
  const names = new Set<string>();
  let left = room;
  for (const each of new Set(given)) {
    // a path that cannot be watched is refused under its own name
    const name = watchedName(each) ?? each;
    if (names.size === names.add(name).size || known?.has(name)) continue;
    left -= 1;
    if (left < 0)
      throw new ApiError('FS_WATCH_LIMIT_EXCEEDED', { message: `A connection watches at most ${maxPaths} paths.` });
  }
  return [...names];
}

/** Joins two sets of changes; keeps only their count when they are too many. */
function join(first: FileNews, next: FileNews): FileNews {
  const count = (first.count ?? first.changes.length) + (next.count ?? next.changes.length);
  const isTooMuch = first.count !== undefined || next.count !== undefined || count > maxChanges;
  return isTooMuch ? { changes: [], count } : { changes: [...first.changes, ...next.changes] };
}
