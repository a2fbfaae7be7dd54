/** Watched files of sessions; each new connection watches them again (ws.md 3). */
import type { EventPayloads } from '../../schemas/generated/events.js';
import { beginAgain, type Link, type Resident } from './link.js';
import type { EventFrame, LiveSocket } from './socket.js';

export type FileChanges = EventPayloads['event.fs.changed'];

export interface WatchOptions {
  /** relative to the working directory of the session; `.` is the directory itself */
  paths: readonly string[];
  /** watch subdirectories too; default true */
  recursive?: boolean;
  /** receives changes of every path that the stream's watches of the session name */
  onChange(changes: FileChanges): void;
  /** changes may have been missed: the caller reads again what it shows */
  onMissed(): void;
  /** a new connection refused to watch these paths */
  onEnd?(error: unknown): void;
}

interface Watch extends WatchOptions {
  sessionId: string;
  /** the connection on which it is active */
  on: LiveSocket | undefined;
}

export interface Watches extends Resident {
  deliver(frame: EventFrame): void;
  /** Watches paths. Resolves with a function that ends the watch; rejects with ApiFailure or ConnectionFailure. */
  watch(sessionId: string, options: WatchOptions): Promise<() => void>;
}

export function createWatches(link: () => Link): Watches {
  const watches = new Set<Watch>();
  /** number of the last changes per session on this connection */
  const numbers = new Map<string, number>();
  const of = (sessionId: string): Watch[] => [...watches].filter((each) => each.sessionId === sessionId);

  async function begin(watch: Watch, live: LiveSocket): Promise<void> {
    watch.on = live;
    const { sessionId, paths, recursive = true } = watch;
    await live.request('watch_fs_add', { session_id: sessionId, paths: [...paths], recursive });
  }

  function end(watch: Watch): void {
    if (!watches.delete(watch)) return;
    const others = new Set(of(watch.sessionId).flatMap(({ paths }) => paths));
    const paths = watch.paths.filter((path) => !others.has(path));
    if (paths.length === 0) return;
    // a lost ack changes nothing: watches end with their connection
    link()
      .live?.request('watch_fs_remove', { session_id: watch.sessionId, paths })
      .catch(() => undefined);
  }

  return {
    restore(live) {
      numbers.clear();
      const begun = (watch: Watch) => begin(watch, live).then(() => watch.onMissed());
      return beginAgain(watches, live, begun, (watch, failure) => {
        watches.delete(watch);
        watch.onEnd?.(failure);
      });
    },
    deliver({ session_id: sessionId, payload }) {
      if (payload.type !== 'event.fs.changed') return;
      const number = payload.watch_seq;
      const last = numbers.get(sessionId);
      if (number !== undefined) numbers.set(sessionId, number);
      const isWhole = number === undefined || last === undefined || number === last + 1;
      for (const watch of of(sessionId)) {
        if (!isWhole) watch.onMissed();
        watch.onChange(payload);
      }
    },
    async watch(sessionId, options) {
      const watch: Watch = { ...options, sessionId, on: undefined };
      const live = await link().connected();
      watches.add(watch);
      try {
        await begin(watch, live);
      } catch (error) {
        watches.delete(watch);
        throw error;
      }
      return () => end(watch);
    },
  };
}
