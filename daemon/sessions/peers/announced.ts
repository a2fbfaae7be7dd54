/** Publishes an event once for all servers of a home, when each of them may detect its cause. */
import type { EventType, NewEvent } from '../../../schemas/generated/events.js';
import type { Db } from '../log/database.js';
import type { Log } from '../log/log.js';

export interface Announced {
  /**
   * Appends a global event, unless a server has published the same `mark` for this type of event. A function as `mark`
   * makes the change that the event reports and returns the mark; event and change share a transaction.
   */
  publish(event: NewEvent, mark: string | (() => string)): void;
  /** whether a server has published this mark */
  wasPublished(type: EventType, mark: string): boolean;
}

export function createAnnounced({ db, log }: { db: Db; log: Log }): Announced {
  const select = db.prepare<[string], { mark: string }>('SELECT mark FROM announced WHERE kind = ?');
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO announced (kind, mark) VALUES (?, ?)');
  return {
    publish(event, mark) {
      log.commit(() => {
        if (typeof mark === 'string') {
          if (select.get(event.type)?.mark === mark) return;
          put.run(event.type, mark);
          log.appendGlobal(event);
        } else {
          log.appendGlobal(event);
          put.run(event.type, mark());
        }
      });
    },
    wasPublished: (type, mark) => select.get(type)?.mark === mark,
  };
}
