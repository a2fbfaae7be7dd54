/** The statements that read transcripts, prepared at the first request. */
import type { Db } from '../log/database.js';
import type { SessionRow } from '../store.js';
import { createWaiting, type Waiting } from './closing.js';
import { createEntityRows, type ReadEntities } from './entityrows.js';
import { createTranscriptRows, type TranscriptRows } from './rows.js';

export interface Reading {
  rows: TranscriptRows;
  entities: ReadEntities;
  /** the open work of a cold session that continues */
  waiting(row: SessionRow): Waiting;
}

export function createReading(db: Db): () => Reading {
  let reading: Reading | undefined;
  const open = (): Reading => {
    const rows = createTranscriptRows(db);
    return { rows, entities: createEntityRows(db), waiting: createWaiting(db, rows) };
  };
  return () => (reading ??= open());
}
