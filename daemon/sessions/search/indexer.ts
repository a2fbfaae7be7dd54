/** Updates the index in short transactions with pauses between them, so that other writers do not wait long. */
import type { Db } from '../log/database.js';
import { foldText, gramTextOf, wordsOf } from './fold.js';
import { emptyIndex, fullText, type IndexRow } from './tables.js';

/** Milliseconds in which a transaction adds texts; its commit takes additional time. */
const writeMs = 3;
/**
 * The pause after a transaction: this many milliseconds, or this multiple of its duration if that is longer. Other
 * writers retry after 1, 2, 5, 10, 15 and more milliseconds, so that one of their first attempts hits a pause.
 */
const restMs = 6;
const restShare = 2;
/** Texts that are prepared at once. */
const batchSize = 100;
/** Each transaction leaves a segment. After this many, some are merged, in steps that write this many pages. */
const mergeEvery = 8;
const mergeSteps = 24;
const mergePages = 16;
/** Transactions between two checkpoints, which keep the write-ahead log short and spare other writers the work. */
const checkpointEvery = 12;

export interface Indexer {
  /** Resolves when all is done, or after `stop`; concurrent callers share a run. Rejects with the errors of SQLite. */
  run(): Promise<void>;
  /** resolves when the current run has indexed all texts; at once when no text is missing */
  caughtUp(): Promise<void>;
  stop(): void;
}

interface TextRow {
  time: number;
  role: string;
  text: string;
}

interface Prepared {
  key: number;
  seq: number;
  /** undefined: the text was deleted */
  row: TextRow | undefined;
  words: string;
  grams: string;
}

export function createIndexer(db: Db): Indexer {
  db.pragma('wal_autocheckpoint = 0');
  // prepared after a damaged index was emptied, since the tables must exist
  let sql: Statements;
  const isBehind = db.prepare('SELECT 1 FROM search_queue LIMIT 1');
  const readBuilt = db.prepare<[], number>('SELECT built FROM search_index').pluck();
  let left = new Map<number, number>();
  let running: Promise<void> | undefined;
  let stopped = false;
  let transactions = 0;
  // an earlier thread may have left any number, so this begins with a merge
  let unmerged = mergeEvery;
  const waiting: (() => void)[] = [];
  let restUntil = 0;

  /** Pauses between two transactions, so that others can write; the first transaction need not wait. */
  async function rest(): Promise<void> {
    transactions += 1;
    if (transactions % checkpointEvery === 0) db.pragma('wal_checkpoint(PASSIVE)');
    const wait = restUntil - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  /** Runs one transaction after the pause. */
  async function alone<T>(change: () => T): Promise<T> {
    await rest();
    const from = performance.now();
    try {
      return change();
    } finally {
      const now = performance.now();
      restUntil = now + Math.max(restMs, restShare * (now - from));
    }
  }

  /** The texts to process, ordered by time; deleted texts come first. */
  function todo(): { keys: number[]; seqs: number[] } {
    const list = { keys: [] as number[], seqs: [] as number[] };
    left = new Map();
    const rows = sql.index().built === 1 ? sql.queued.iterate() : sql.missing.iterate();
    for (const [key, seq] of rows) {
      list.keys.push(key);
      list.seqs.push(seq);
      left.set(key, (left.get(key) ?? 0) + 1);
    }
    return list;
  }

  function prepare({ keys, seqs }: ReturnType<typeof todo>, from: number): Prepared[] {
    return keys.slice(from, from + batchSize).map((key, at) => {
      const seq = seqs[from + at] ?? 0;
      const row = sql.text.get(key, seq);
      const folded = row ? foldText(row.text) : '';
      return {
        key,
        seq,
        row,
        words: row ? wordsOf(folded, row.role) : '',
        grams: row ? gramTextOf(folded, row.role) : '',
      };
    });
  }

  /** Writes prepared texts until the time limit; returns how many. */
  const write = db.transaction((texts: readonly Prepared[]): number => {
    const until = performance.now() + writeMs;
    const state = sql.index();
    let done = 0;
    for (const text of texts) {
      replace(sql, state, text);
      done += 1;
      if (performance.now() > until) break;
    }
    sql.save.run({ ...state, sessions_left: left.size });
    return done;
  });

  /** Merges segments in one step; false when there was nothing to merge. */
  const merge = db.transaction((): boolean => {
    const before = sql.changes();
    for (const name of fullText) sql.merge[name].run(mergePages);
    // a step without work counts one change for each index
    return sql.changes() - before > fullText.length;
  });

  /** Merges segments while it is worth it, in at most `steps` steps; returns whether more is left to merge. */
  async function join(steps: number): Promise<boolean> {
    for (let step = 0; step < steps && unmerged >= mergeEvery && !stopped; step += 1)
      if (!(await alone(() => merge.immediate()))) unmerged = 0;
    return unmerged >= mergeEvery;
  }

  async function work(list: ReturnType<typeof todo>): Promise<void> {
    for (let at = 0; at < list.keys.length && !stopped;) {
      const texts = prepare(list, at);
      for (let done = 0; done < texts.length && !stopped;) {
        const wrote = await alone(() => write.immediate(texts.slice(done)));
        for (const { key } of texts.slice(done, done + wrote)) count(key);
        done += wrote;
        unmerged += 1;
      }
      await join(mergeSteps);
      at += texts.length;
    }
  }

  function count(key: number): void {
    const now = (left.get(key) ?? 1) - 1;
    if (now > 0) left.set(key, now);
    else left.delete(key);
  }

  async function empty(): Promise<void> {
    // otherwise SQLite protects the internal tables of the index
    db.unsafeMode(true);
    await emptyIndex(db, alone, () => !stopped).finally(() => db.unsafeMode(false));
  }

  async function catchUp(): Promise<void> {
    while (!stopped) {
      if (readBuilt.get() === 2) await empty();
      if (stopped) return;
      sql ??= createStatements(db);
      const isBuilt = sql.index().built === 1;
      const list = todo();
      if (list.keys.length > 0) await work(list);
      if (stopped) return;
      if (!isBuilt) {
        // new texts are in the queue; waiting for a moment without any might never end
        await alone(() => sql.finish.run());
      } else if (list.keys.length === 0) {
        for (const done of waiting.splice(0)) done();
        // one merge step at a time, so that new texts take precedence
        if (!(await join(1))) return;
      }
    }
  }

  return {
    run() {
      running ??= catchUp().finally(() => {
        running = undefined;
        for (const done of waiting.splice(0)) done();
      });
      return running;
    },
    caughtUp: () =>
      running && isBehind.get() !== undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(),
    stop() {
      stopped = true;
    },
  };
}

type Statements = ReturnType<typeof createStatements>;

function createStatements(db: Db) {
  const one = db.prepare<[], IndexRow>('SELECT * FROM search_index');
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const merge = (name: string) => db.prepare<[number]>(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ?)`);
  return {
    index: () => one.get() as IndexRow,
    changes: () => changes.get() ?? 0,
    merge: { search_words: merge('search_words'), search_grams: merge('search_grams') },
    queued: db
      .prepare<[], [number, number]>(
        `SELECT q.session_key, q.seq FROM search_queue q LEFT JOIN search_text t ON t.session_key = q.session_key AND t.seq = q.seq
         ORDER BY t.time, q.session_key, q.seq`,
      )
      .raw(),
    missing: db
      .prepare<[], [number, number]>(
        `SELECT t.session_key, t.seq FROM search_text t
         WHERE NOT EXISTS (SELECT 1 FROM search_documents d WHERE d.session_key = t.session_key AND d.seq = t.seq)
         ORDER BY t.time, t.session_key, t.seq`,
      )
      .raw(),
    text: db.prepare<[number, number], TextRow>(
      'SELECT time, role, text FROM search_text WHERE session_key = ? AND seq = ?',
    ),
    document: db.prepare<[number, number], { id: number }>(
      'SELECT id FROM search_documents WHERE session_key = ? AND seq = ?',
    ),
    addDocument: db.prepare('INSERT INTO search_documents (id, session_key, seq, time) VALUES (?, ?, ?, ?)'),
    addWords: db.prepare('INSERT INTO search_words (rowid, text) VALUES (?, ?)'),
    addGrams: db.prepare('INSERT INTO search_grams (rowid, text) VALUES (?, ?)'),
    drop: ['search_documents WHERE id = ?', 'search_words WHERE rowid = ?', 'search_grams WHERE rowid = ?'].map(
      (from) => db.prepare<[number]>(`DELETE FROM ${from}`),
    ),
    done: db.prepare('DELETE FROM search_queue WHERE session_key = ? AND seq = ?'),
    save: db.prepare(
      `UPDATE search_index SET documents = @documents, last_id = @last_id, last_loose_id = @last_loose_id, last_time = @last_time,
       sessions_left = @sessions_left`,
    ),
    // unless the index was discarded in the meantime
    finish: db.prepare('UPDATE search_index SET built = 1 WHERE built = 0'),
  };
}

/** Updates the index to the current text. */
function replace(sql: Statements, state: IndexRow, { key, seq, row, words, grams }: Prepared): void {
  const now = sql.text.get(key, seq);
  // the text changed after it was prepared: it is in the queue again and is indexed later
  if (now?.text !== row?.text || now?.time !== row?.time) return;
  const old = sql.document.get(key, seq);
  if (old) {
    for (const drop of sql.drop) drop.run(old.id);
    state.documents -= 1;
  }
  if (row) {
    const id = nextId(state, row.time);
    sql.addDocument.run(id, key, seq, row.time);
    sql.addWords.run(id, words);
    sql.addGrams.run(id, grams);
    state.documents += 1;
  }
  sql.done.run(key, seq);
}

/** Ids rise with the time of texts; a text that arrives too late for that gets an id of a separate range. */
function nextId(state: IndexRow, time: number): number {
  if (time < state.last_time) return (state.last_loose_id += 1);
  state.last_time = time;
  return (state.last_id += 1);
}
