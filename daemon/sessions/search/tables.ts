/** The tables of the search index in agent.db: their content can be rebuilt from `search_text`. */
import { tables } from '../../../schemas/generated/database.js';
import type { Db } from '../log/database.js';

/** Ids from here on are of texts that came later than others which are newer than they are, such as those of a fork. */
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
 * Makes the index empty, in whatever state it is: row by row first, so that no single transaction takes long. `alone`
 * runs one of them; `goesOn` returns whether there shall be more.
 */
export async function emptyIndex(
  db: Db,
  alone: <T>(change: () => T) => Promise<T>,
  goesOn: () => boolean,
): Promise<void> {
  for (const table of ['search_documents', ...fullText.flatMap((name) => [`${name}_data`, `${name}_docsize`])]) {
    try {
      const empty = db.prepare(
        `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} ORDER BY rowid LIMIT ${slice})`,
      );
      while (goesOn() && (await alone(() => empty.run().changes)) > 0);
    } catch {
      // it is damaged or missing, which is why this is done: it is dropped as it is
    }
  }
  const recreate = db.transaction(() => {
    for (const name of fullText) {
      const parts = ['config', 'data', 'docsize', 'idx'].map((part) => `DROP TABLE IF EXISTS ${name}_${part};`);
      // one without a version could not even be dropped
      db.exec(`CREATE TABLE IF NOT EXISTS ${name}_config (k PRIMARY KEY, v) WITHOUT ROWID;
        INSERT OR REPLACE INTO ${name}_config VALUES ('version', 4);
        DROP TABLE IF EXISTS ${name}; ${parts.join(' ')}`);
    }
    db.exec(`DROP TABLE IF EXISTS search_documents; ${tables.search_documents} ${fullText.map((name) => tables[name]).join('\n')}
      UPDATE search_index SET built = 0, documents = 0, last_id = 0, last_loose_id = ${firstLooseId}, last_time = 0, sessions_left = NULL`);
  });
  if (goesOn()) await alone(() => recreate.immediate());
}
