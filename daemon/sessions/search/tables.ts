/** The tables of the search index in agent.db: what stands in them can be made again from `search_text`. */
import type { Db } from '../database.js';

/** Ids from here on are of texts that came later than others which are newer than they are, such as those of a fork. */
export const firstLooseId = 2 ** 40;

/** Segments of an index that are joined at once; they are joined in small steps, never by a commit. */
const segments = 16;

const virtual = {
  search_words: `text, content='', contentless_delete=1, detail=none, tokenize='ascii'`,
  search_grams: `text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1'`,
};
/** The two full-text indexes. */
export const fullText = Object.keys(virtual) as (keyof typeof virtual)[];

function createFullText(name: keyof typeof virtual): string {
  const set = (option: string, value: number) => `INSERT INTO ${name} (${name}, rank) VALUES ('${option}', ${value});`;
  return `CREATE VIRTUAL TABLE ${name} USING fts5(${virtual[name]});
${set('automerge', 0)} ${set('crisismerge', 1_000)} ${set('usermerge', segments)}`;
}

const createDocuments = `
-- which text an entry of the two indexes is of; ids rise with the time of the text
CREATE TABLE search_documents (
  id INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  time INTEGER NOT NULL
);
CREATE UNIQUE INDEX search_documents_by_text ON search_documents (session_key, seq);
`;

/** The migration that brings the index. What there is to search is put into it later, bit by bit. */
export const searchIndex = `
-- texts that came or went since the index was last brought up to date
CREATE TABLE search_queue (
  session_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (session_key, seq)
) WITHOUT ROWID;
CREATE TRIGGER search_text_added AFTER INSERT ON search_text BEGIN
  INSERT OR IGNORE INTO search_queue (session_key, seq) VALUES (new.session_key, new.seq);
END;
CREATE TRIGGER search_text_removed AFTER DELETE ON search_text BEGIN
  INSERT OR IGNORE INTO search_queue (session_key, seq) VALUES (old.session_key, old.seq);
END;
CREATE TABLE search_index (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- another one after each rebuild
  generation TEXT NOT NULL,
  -- 1: all texts that were there when it was begun are in it; 0: not yet; 2: it has to be emptied first
  built INTEGER NOT NULL,
  documents INTEGER NOT NULL DEFAULT 0,
  last_id INTEGER NOT NULL DEFAULT 0,
  last_loose_id INTEGER NOT NULL DEFAULT ${firstLooseId},
  -- of the text with the last id
  last_time INTEGER NOT NULL DEFAULT 0,
  -- sessions of which texts are missing while it is built; NULL: nobody has counted yet
  sessions_left INTEGER,
  -- server that brings it up to date
  writer TEXT
);
INSERT INTO search_index (id, generation, built) VALUES (1, lower(hex(randomblob(8))), NOT EXISTS (SELECT 1 FROM search_text));
${createDocuments}
${fullText.map(createFullText).join('\n')}
`;

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

/** Gives the index up as it is: nothing is found until `emptyIndex` and a build have made it anew. */
export function discardIndex(db: Db): void {
  db.prepare('UPDATE search_index SET generation = lower(hex(randomblob(8))), built = 2, sessions_left = NULL').run();
}

/**
 * Makes the index empty, in whatever state it is: row by row first, so that no single transaction takes long. `alone`
 * runs one of them; `goesOn` tells whether there shall be more.
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
    db.exec(`DROP TABLE IF EXISTS search_documents; ${createDocuments} ${fullText.map(createFullText).join('\n')}
      UPDATE search_index SET built = 0, documents = 0, last_id = 0, last_loose_id = ${firstLooseId}, last_time = 0, sessions_left = NULL`);
  });
  if (goesOn()) await alone(() => recreate.immediate());
}
