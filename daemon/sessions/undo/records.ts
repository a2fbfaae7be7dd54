/** Reads the records of changed files in the log of a session, for undo and for the list of changes. */
import type { EventPayloads } from '../../../schemas/generated/events.js';
import type { Db } from '../log/database.js';

type Changed = EventPayloads['files.changed'] & { type: 'files.changed' };
type Changing = EventPayloads['files.changing'] & { type: 'files.changing' };

/** A record with its position in the log; an intent whose call has no record has the type `files.changing`. */
export type StoredRecord = (Changed | Changing) & { seq: number; agentId: string };

export interface Records {
  /** records after an event of the log and up to another one, oldest first */
  between(key: number, after: number, until?: number): Promise<StoredRecord[]>;
  /** records of one restoration */
  ofRestoration(key: number, after: number, restoreId: string): Promise<StoredRecord[]>;
  /** the record of a revert; undefined when there is none of this id */
  revert(key: number, revertId: string): Changed | undefined;
}

interface Row {
  seq: number;
  type: StoredRecord['type'];
  agentId: string;
  payload: string;
}

/** Rows that are read and parsed at once. */
const slice = 200;

export function createRecords(db: Db): Records {
  // repeats the partial index `events_of_files` verbatim, so that SQLite uses it
  const rows = db.prepare<[number, number, number, number], Row>(
    `SELECT seq, type, agent_id AS agentId, payload FROM events
     WHERE session_key = ? AND seq > ? AND seq <= ? AND type IN ('files.changed', 'files.changing') AND json_valid(payload)
     ORDER BY seq LIMIT ?`,
  );

  const reverted = db
    .prepare<[number, string], string>(
      `SELECT payload FROM events WHERE session_key = ? AND type IN ('files.changed', 'files.changing') AND json_valid(payload)
         AND json_extract(payload, '$.restoreId') = ? AND json_extract(payload, '$.cause') = 'revert' LIMIT 1`,
    )
    .pluck();

  async function read(
    key: number,
    after: number,
    until: number,
    holds: (row: Row) => boolean,
  ): Promise<StoredRecord[]> {
    const found: StoredRecord[] = [];
    for (let last = after; ;) {
      const page = rows.all(key, last, until, slice);
      for (const row of page) if (holds(row)) found.push(recordOf(row));
      last = page.at(-1)?.seq ?? until;
      if (page.length < slice) return withoutSettled(found);
      await new Promise(setImmediate);
    }
  }

  return {
    between: (key, after, until = Number.MAX_SAFE_INTEGER) => read(key, after, until, () => true),
    ofRestoration: (key, after, restoreId) =>
      read(key, after, Number.MAX_SAFE_INTEGER, ({ payload }) => payload.includes(restoreId)),
    revert(key, revertId) {
      const payload = reverted.get(key, revertId);
      return payload === undefined ? undefined : (JSON.parse(payload) as Changed);
    },
  };
}

function recordOf({ seq, type, agentId, payload }: Row): StoredRecord {
  return { ...(JSON.parse(payload) as Changed | Changing), type, seq, agentId } as StoredRecord;
}

/** Removes the intents of calls that have a record. */
function withoutSettled(records: StoredRecord[]): StoredRecord[] {
  const call = ({ agentId, toolCallId }: StoredRecord): string => `${agentId} ${toolCallId ?? ''}`;
  const done = new Set(records.filter(({ type }) => type === 'files.changed').map(call));
  return records.filter((record) => record.type === 'files.changed' || !done.has(call(record)));
}
