/** Publishes which files a session has changed, at most twice a second (additions.md A3). */
import type { EventPayload } from '../../../schemas/generated/events.js';
import type { Recorder } from '../live/record.js';
import type { LiveSession } from '../live/state.js';

export interface ChangeNotices {
  /** receives each durable event */
  follow(session: LiveSession, event: EventPayload): void;
  close(session: LiveSession): void;
}

/** Paths that changed since the last event of a session, and the timer for the next event. */
interface Notice {
  paths: Set<string>;
  timer: NodeJS.Timeout;
}

/** Minimum milliseconds between events; slightly over half a second, since timers may fire early. */
const spacingMs = 510;
const maxPaths = 100;

export function createChangeNotices(record: Recorder): ChangeNotices {
  const notices = new Map<string, Notice>();

  function publish(session: LiveSession): void {
    const notice = notices.get(session.ref.id);
    if (!notice) return;
    if (notice.paths.size === 0) {
      notices.delete(session.ref.id);
      return;
    }
    const paths = [...notice.paths];
    notice.paths.clear();
    notice.timer = setTimeout(publish, spacingMs, session).unref();
    const truncated = paths.length > maxPaths ? { truncated: true as const } : {};
    record(session, [
      { type: 'event.changes.changed', agentId: 'main', paths: paths.slice(0, maxPaths), ...truncated },
    ]);
  }

  return {
    follow(session, event) {
      if (event.type !== 'files.changed' || event.changes.length === 0) return;
      let notice = notices.get(session.ref.id);
      // published after the commit, so that a client that then asks gets the recorded change
      if (!notice) {
        notice = { paths: new Set(), timer: setTimeout(publish, 0, session) };
        notices.set(session.ref.id, notice);
      }
      // one path over the limit is enough to know that there are more
      for (const { path } of event.changes) if (notice.paths.size <= maxPaths) notice.paths.add(path);
    },
    close({ ref }) {
      clearTimeout(notices.get(ref.id)?.timer);
      notices.delete(ref.id);
    },
  };
}
