/** What is read of transcripts, prepared when somebody first asks for one. */
import type { Db } from '../database.js';
import { createEntityRows, type ReadEntities } from './entityrows.js';
import { createTranscriptRows, type TranscriptRows } from './rows.js';

export interface Reading {
  rows: TranscriptRows;
  entities: ReadEntities;
}

export function createReading(db: Db): () => Reading {
  let reading: Reading | undefined;
  return () => (reading ??= { rows: createTranscriptRows(db), entities: createEntityRows(db) });
}
