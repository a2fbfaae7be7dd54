/** The tables of the search index in agent.db: their content can be rebuilt from `search_text`. */
import { tables } from '../../../schemas/generated/database.js';
import type { Db } from '../log/database.js';

/** Ids from here on belong to texts that arrived after newer ones, such as the texts of a fork. */
export const firstLooseId = 2 ** 40;

/** The two full-text indexes. */
export const fullText = ['search_words', 'search_grams'] as const;

/** The row of `search_index`. */
export interface IndexRow {
  generation: string;
  built: 0 | 1 | 2;
  documents: number;
  last_id: number;
  last_loose_id: number;
  last_time: number;
  sessions_left: number | null;
}

/** Rows deleted in one transaction. */
const slice = 200;

/** Discards the index: searches find nothing until `emptyIndex` and a build have made a new one. */
export function discardIndex(db: Db): void {
  db.prepare('UPDATE search_index SET generation = lower(hex(randomblob(8))), built = 2, sessions_left = NULL').run();
}

/**
 * Empties the index, even a damaged one: deletes rows in slices, so that no single transaction takes long, and then
 * recreates the tables. `alone` runs one transaction; `mayContinue` returns whether to continue.
 */
export async function emptyIndex(
  db: Db,
  alone: <T>(change: () => T) => Promise<T>,
  mayContinue: () => boolean,
): Promise<void> {
  for (const table of ['search_documents', ...fullText.flatMap((name) => [`${name}_data`, `${name}_docsize`])]) {
    try {
      const empty = db.prepare(
        `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} ORDER BY rowid LIMIT ${slice})`,
      );
      while (mayContinue() && (await alone(() => empty.run().changes)) > 0);
    } catch {
      // the table is damaged or missing, and is dropped below
    }
  }
  const recreate = db.transaction(() => {
    for (const name of fullText) {
      const parts = ['config', 'data', 'docsize', 'idx'].map((part) => `DROP TABLE IF EXISTS ${name}_${part};`);
      // SQLite cannot drop an index that has no version
      db.exec(`CREATE TABLE IF NOT EXISTS ${name}_config (k PRIMARY KEY, v) WITHOUT ROWID;
        INSERT OR REPLACE INTO ${name}_config VALUES ('version', 4);
        DROP TABLE IF EXISTS ${name}; ${parts.join(' ')}`);
    }
    db.exec(`DROP TABLE IF EXISTS search_documents; ${tables.search_documents} ${fullText.map((name) => tables[name]).join('\n')}
      UPDATE search_index SET built = 0, documents = 0, last_id = 0, last_loose_id = ${firstLooseId}, last_time = 0, sessions_left = NULL`);
  });
  if (mayContinue()) await alone(() => recreate.immediate());
}
