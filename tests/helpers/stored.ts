/** The log of a session as it is stored, read beside the daemon. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

export interface StoredEvent {
  seq: number;
  type: string;
  /** 0: internal; 1: for who follows the session; 2: for every client */
  visibility: number;
}

/** All events of a session, `home` being the data directory. */
export function storedEvents(home: string, id: string): StoredEvent[] {
  const db = new Database(join(home, 'agent.db'), { readonly: true });
  try {
    return db
      .prepare<[string], StoredEvent>(
        'SELECT e.seq, e.type, e.visibility FROM events e JOIN sessions s ON s.key = e.session_key WHERE s.id = ? ORDER BY e.seq',
      )
      .all(id);
  } finally {
    db.close();
  }
}

/** Those that clients are sent. */
export const sentEvents = (home: string, id: string): StoredEvent[] =>
  storedEvents(home, id).filter(({ visibility }) => visibility > 0);
