/** Enlarges small databases by SQL, while no server runs: many sessions, long logs, many undone turns. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

const copied = ['agents', 'events', 'messages', 'turns', 'prompts', 'usage', 'search_text'];

/** Returns the path of the database in a data directory. */
const databasePath = (home) => join(home, 'agent.db');

function change(home, work) {
  const db = new Database(databasePath(home));
  try {
    return db.transaction(() => {
      const result = work(db);
      // the server would process this queue during the measurements
      db.exec('DELETE FROM search_queue');
      return result;
    })();
  } finally {
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
  }
}

/** Runs `INSERT INTO t SELECT …` with all columns of a table, some of them replaced by expressions. */
function copy(db, table, replaced, source) {
  const names = db.prepare(`SELECT name FROM pragma_table_info(?)`).pluck().all(table);
  const values = names.map((name) => replaced[name] ?? `t.${name}`);
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${source}`;
}

const numbers = (count) =>
  `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`;

/** Creates `count` copies of a session with all its data; the copies are older than it. */
export function multiplySession(home, sessionId, count) {
  change(home, (db) => {
    const { key } = db.prepare('SELECT key FROM sessions WHERE id = ?').get(sessionId);
    const { top } = db.prepare('SELECT max(key) AS top FROM sessions').get();
    const many = (table, column) => `${table} t, ${numbers(count)} n WHERE t.${column} = ${key} ORDER BY n.i`;
    const id = `t.id || '_' || n.i`;
    db.exec(
      copy(
        db,
        'sessions',
        { key: `${top} + n.i`, id, updated_at: 't.updated_at - n.i', owner: 'NULL' },
        many('sessions', 'key'),
      ),
    );
    for (const table of copied) db.exec(copy(db, table, { session_key: `${top} + n.i` }, many(table, 'session_key')));
  });
}

/** Distributes the sessions over workspaces, times and outcomes; archives one in twenty. Returns a workspace id. */
export function spreadSessions(home, workspaces) {
  return change(home, (db) => {
    const id = (n) => `wd_project${n}_${String(n).padStart(12, '0')}`;
    const add = db.prepare(
      'INSERT INTO workspaces (id, root, name, created_at, last_opened_at) VALUES (?, ?, ?, 1, 1)',
    );
    for (let n = 0; n < workspaces; n += 1) add.run(id(n), `/nowhere/project${n}`, `project${n}`);
    const place = `(key * 7919 % ${workspaces})`;
    db.exec(
      `UPDATE sessions SET workspace_id = 'wd_project' || ${place} || '_' || printf('%012d', ${place}), cwd = '/nowhere/project' || ${place},
         created_at = created_at - key * 1000, updated_at = updated_at + key * 6007 % 10000 * 1000,
         last_turn_reason = CASE WHEN key % 7 = 0 THEN 'failed' ELSE 'completed' END,
         archived_at = CASE WHEN key % 20 = 0 THEN updated_at END, last_prompt = coalesce(last_prompt, '') || '${' and more'.repeat(40)}'
       WHERE key > 0`,
    );
    return id(0);
  });
}

/** Appends `count` copies of the session's visible events; they change no projection. */
export function lengthenLog(home, sessionId, count) {
  return change(home, (db) => {
    const { key, last_seq: last } = db.prepare('SELECT key, last_seq FROM sessions WHERE id = ?').get(sessionId);
    const seqs = db
      .prepare('SELECT seq FROM events WHERE session_key = ? AND visibility > 0 ORDER BY seq')
      .pluck()
      .all(key);
    db.exec('CREATE TEMP TABLE source (place INTEGER PRIMARY KEY, seq INTEGER)');
    const add = db.prepare('INSERT INTO source VALUES (?, ?)');
    seqs.forEach((seq, place) => add.run(place, seq));
    const source = `${numbers(count)} n JOIN source s ON s.place = n.i % ${seqs.length} JOIN events t ON t.session_key = ${key} AND t.seq = s.seq ORDER BY n.i`;
    db.exec(copy(db, 'events', { seq: `${last} + n.i` }, source));
    db.exec('DROP TABLE source');
    db.prepare('UPDATE sessions SET last_seq = last_seq + ? WHERE key = ?').run(count, key);
    const { visible, bytes } = db
      .prepare(
        'SELECT count(*) AS visible, avg(length(payload)) AS bytes FROM events WHERE session_key = ? AND visibility > 0',
      )
      .get(key);
    return { visible, bytes };
  });
}

/**
 * Repeats the only turn of a session, which was undone, until the log has about `count` events, like a long history
 * of undone turns. Returns the new number of events.
 */
export function repeatUndoneTurn(home, sessionId, count) {
  return change(home, (db) => {
    const { key, last_seq: last } = db.prepare('SELECT key, last_seq FROM sessions WHERE id = ?').get(sessionId);
    const { first } = db
      .prepare(`SELECT min(seq) AS first FROM events WHERE session_key = ? AND type = 'prompt.submitted'`)
      .get(key);
    const length = last - first + 1;
    const times = Math.max(0, Math.floor((count - last) / length));
    if (times === 0) return last;
    const many = (table, where = '') =>
      `${table} t, ${numbers(times)} n WHERE t.session_key = ${key} ${where} ORDER BY n.i`;
    const seq = (column) => `t.${column} + n.i * ${length}`;
    const turn = 't.turn_id + n.i';
    const payload = `CASE WHEN json_extract(t.payload, '$.turnId') IS NULL THEN t.payload ELSE json_set(t.payload, '$.turnId', json_extract(t.payload, '$.turnId') + n.i) END`;
    db.exec(copy(db, 'events', { seq: seq('seq'), payload }, many('events', `AND t.seq >= ${first}`)));
    db.exec(copy(db, 'messages', { seq: seq('seq'), id: `t.id || '_' || n.i`, turn_id: turn }, many('messages')));
    db.exec(
      copy(db, 'prompts', { prompt_id: `t.prompt_id || '_' || n.i`, position: seq('position') }, many('prompts')),
    );
    db.exec(
      copy(
        db,
        'turns',
        {
          turn_id: turn,
          prompt_id: `t.prompt_id || '_' || n.i`,
          started_seq: seq('started_seq'),
          ended_seq: seq('ended_seq'),
        },
        many('turns'),
      ),
    );
    db.prepare('UPDATE sessions SET last_seq = last_seq + ? WHERE key = ?').run(times * length, key);
    db.prepare('UPDATE agents SET last_turn = last_turn + ? WHERE session_key = ?').run(times, key);
    return last + times * length;
  });
}

/** Repeats all turns with new ids until the log has about `count` events. Returns the new totals. */
export function repeatTurns(home, sessionId, count) {
  return change(home, (db) => {
    const { key, last_seq: last } = db.prepare('SELECT key, last_seq FROM sessions WHERE id = ?').get(sessionId);
    const { first } = db
      .prepare(`SELECT min(seq) AS first FROM events WHERE session_key = ? AND type = 'prompt.submitted'`)
      .get(key);
    const { turns } = db.prepare('SELECT count(*) AS turns FROM turns WHERE session_key = ?').get(key);
    const length = last - first + 1;
    const times = Math.floor((count - last) / length);
    const many = (table, where = '') =>
      `${table} t, ${numbers(times)} n WHERE t.session_key = ${key} ${where} ORDER BY n.i`;
    const seq = (column) => `t.${column} + n.i * ${length}`;
    const own = (column) =>
      ['prompt_', 'msg_', 'call_'].reduce(
        (text, prefix) => `replace(${text}, '${prefix}', '${prefix}' || n.i || 'x')`,
        column,
      );
    const turn = `t.turn_id + n.i * ${turns}`;
    const numbered = `json_set(${own('t.payload')}, '$.turnId', json_extract(t.payload, '$.turnId') + n.i * ${turns})`;
    const payload = `CASE WHEN json_extract(t.payload, '$.turnId') IS NULL THEN ${own('t.payload')} ELSE ${numbered} END`;
    db.exec(copy(db, 'events', { seq: seq('seq'), payload }, many('events', `AND t.seq >= ${first}`)));
    db.exec(copy(db, 'messages', { seq: seq('seq'), id: own('t.id'), turn_id: turn }, many('messages')));
    db.exec(copy(db, 'prompts', { prompt_id: own('t.prompt_id'), position: seq('position') }, many('prompts')));
    const ends = { started_seq: seq('started_seq'), ended_seq: seq('ended_seq') };
    db.exec(copy(db, 'turns', { turn_id: turn, prompt_id: own('t.prompt_id'), ...ends }, many('turns')));
    db.prepare('UPDATE sessions SET last_seq = last_seq + ? WHERE key = ?').run(times * length, key);
    db.prepare('UPDATE agents SET last_turn = last_turn + ? WHERE session_key = ?').run(times * turns, key);
    return { events: last + times * length, turns: (times + 1) * turns };
  });
}

/** Returns inserts per second into a log table in a separate database, with one transaction per insert. */
export function insertRate(directory, synchronous, forMs) {
  const db = new Database(join(directory, `inserts-${synchronous}.db`));
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  db.exec('CREATE TABLE log (seq INTEGER PRIMARY KEY, payload TEXT)');
  const insert = db.prepare('INSERT INTO log (payload) VALUES (?)');
  const text = 'x'.repeat(300);
  for (let warm = 0; warm < 50; warm += 1) insert.run(text);
  const from = performance.now();
  let done = 0;
  while (performance.now() - from < forMs) {
    insert.run(text);
    done += 1;
  }
  const rate = (done * 1_000) / (performance.now() - from);
  db.close();
  return rate;
}
