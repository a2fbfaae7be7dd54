/** Notifies the clients of this server of inbox changes by any server (additions.md A2). */
import type { EventPayloads } from '../../../schemas/generated/events.js';
import type { Db } from '../log/database.js';
import type { Log } from '../log/log.js';
import { waitingRows } from './inbox.js';

export interface InboxChanges {
  /** publishes what any server has committed since the last call */
  publishNew(): void;
}

type Change = Pick<EventPayloads['event.inbox.changed'], 'kind' | 'id' | 'change'> & {
  number: number;
  session_id: string;
  epoch: string;
  seq: number;
};

interface InboxChangesDeps {
  db: Db;
  log: Pick<Log, 'publish' | 'afterPublishing'>;
  failed(error: unknown): void;
}

/** Database triggers record each change in its own commit, so a call without changes costs one read. */
export function createInboxChanges({ db, log, failed }: InboxChangesDeps): InboxChanges {
  const newest = db.prepare<[], number | null>('SELECT max(number) FROM inbox_changes').pluck();
  const later = db.prepare<[number], Change>('SELECT * FROM inbox_changes WHERE number > ? ORDER BY number');
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${waitingRows}`).pluck();
  let place = newest.get() ?? 0;
  /** number of items after the change at `place`; counted at first use */
  let total: number | undefined;

  const read = db.transaction(() => {
    const changes = later.all(place);
    const sum = changes.reduce((all, { change }) => all + difference(change), 0);
    // after very many changes at once, the triggers have deleted the oldest
    const isWhole = changes[0]?.number === place + 1;
    return { changes, before: total !== undefined && isWhole ? total : (count.get() ?? 0) - sum };
  });

  function publish(): void {
    if ((newest.get() ?? 0) === place) return;
    const { changes, before } = read();
    let items = before;
    const events = changes.map(({ kind, id, change, session_id, epoch, seq }) => {
      items += difference(change);
      const event = { type: 'event.inbox.changed', agentId: 'main', kind, id, change, total: items } as const;
      return { session: { id: session_id, epoch }, seq, event };
    });
    // a reader may write, and so call this again, before it has received all events
    place = changes.at(-1)?.number ?? place;
    total = items;
    for (const { session, seq, event } of events) log.publish(session, seq, event);
  }

  function publishNew(): void {
    try {
      publish();
    } catch (error) {
      failed(error);
    }
  }

  log.afterPublishing(publishNew);
  return { publishNew };
}

function difference(change: Change['change']): 1 | -1 {
  return change === 'added' ? 1 : -1;
}
