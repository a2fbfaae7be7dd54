/** Reports to clients which files a session has changed, at most twice a second (additions.md A3). */
import type { EventPayload } from '../../../schemas/generated/events.js';
import type { Recorder } from '../live/record.js';
import type { LiveSession } from '../live/state.js';

export interface ChangeNotices {
  /** sees each durable event */
  follow(session: LiveSession, event: EventPayload): void;
  close(session: LiveSession): void;
}

/** What has changed since the last event of a session, or since the time when the next one may come. */
interface Notice {
  paths: Set<string>;
  timer: NodeJS.Timeout;
}

/** A timer may come a little early. Milliseconds. */
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
      // once the commit is published, so that a client that asks finds what was recorded
      if (!notice) {
        notice = { paths: new Set(), timer: setTimeout(publish, 0, session) };
        notices.set(session.ref.id, notice);
      }
      // one more than are listed shows that there are more
      for (const { path } of event.changes) if (notice.paths.size <= maxPaths) notice.paths.add(path);
    },
    close({ ref }) {
      clearTimeout(notices.get(ref.id)?.timer);
      notices.delete(ref.id);
    },
  };
}
