/** Reads the stored log of a session directly from the database. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

export interface StoredEvent {
  seq: number;
  type: string;
  /** 0: internal; 1: for subscribers of the session; 2: for all clients */
  visibility: number;
}

/** Returns all events of a session; `home`: data directory. */
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

/** Returns the events that the server sends to clients. */
export const sentEvents = (home: string, id: string): StoredEvent[] =>
  storedEvents(home, id).filter(({ visibility }) => visibility > 0);
