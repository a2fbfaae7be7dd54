/** Watched files of sessions, watched again on each new connection (ws.md 3). */
import type { EventPayloads } from '../../schemas/generated/events.js';
import { beginAgain, type Link, type Resident } from './link.js';
import type { EventFrame, LiveSocket } from './socket.js';

export type FileChanges = EventPayloads['event.fs.changed'];

export interface WatchOptions {
  /** relative to the working directory of the session, `.` for all of it */
  paths: readonly string[];
  /** what lies below directories too; default: yes */
  recursive?: boolean;
  /** changes of any path that the session's watches of this stream name */
  onChange(changes: FileChanges): void;
  /** changes may be missing: read again what is shown */
  onMissed(): void;
  /** a new connection does not watch these paths any more */
  onEnd?(error: unknown): void;
}

interface Watch extends WatchOptions {
  sessionId: string;
  /** the connection it is live on */
  on: LiveSocket | undefined;
}

export interface Watches extends Resident {
  deliver(frame: EventFrame): void;
  /** Rejects with ApiFailure or ConnectionFailure; resolves with what ends the watch. */
  watch(sessionId: string, options: WatchOptions): Promise<() => void>;
}

export function createWatches(link: () => Link): Watches {
  const watches = new Set<Watch>();
  /** number of the last changes by session, on the present connection */
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
