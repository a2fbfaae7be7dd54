/** The state in which an agent last saw each file, for the rule that Edit requires a Read. */
import { dirname } from 'node:path';
import type { Fact } from './fact.js';

export const seenFiles = {
  agent: {
    'file.seen': (agent, { path, mtimeMs, size, sha256 }) => {
      agent.memory.seen.delete(path);
      agent.memory.seen.set(path, { mtimeMs, size, ...(sha256 === undefined ? {} : { sha256 }) });
      if (!agent.touched.includes(dirname(path))) agent.touched.push(dirname(path));
    },
  },
  tables(db) {
    const columns = 'INSERT OR REPLACE INTO seen_files (session_key, agent_id, path, seq, mtime_ms, size)';
    const add = db.prepare(`${columns} VALUES (?, ?, ?, ?, ?, ?)`);
    const forget = db.prepare('DELETE FROM seen_files WHERE session_key = ? AND agent_id = ? AND seq > ?');
    const again = db.prepare(
      `${columns}
       SELECT session_key, agent_id, json_extract(payload, '$.path'), seq, json_extract(payload, '$.mtimeMs'), json_extract(payload, '$.size')
       FROM events WHERE session_key = ? AND agent_id = ? AND type = 'file.seen' AND seq > ? AND seq < ?`,
    );
    const started = db
      .prepare<[number, string, number], number>(
        'SELECT started_seq FROM turns WHERE session_key = ? AND agent_id = ? AND turn_id = ?',
      )
      .pluck();
    return {
      'file.seen': ({ key, seq, agent }, { path, mtimeMs, size }) => void add.run(key, agent, path, seq, mtimeMs, size),
      'context.undone': ({ key, agent }, { turnIds }) => {
        const from = started.get(key, agent, Math.min(...turnIds));
        if (from !== undefined) forget.run(key, agent, from);
      },
      'context.redone': ({ key, agent }, { turnIds, undoneSeq }) => {
        forget.run(key, agent, undoneSeq);
        again.run(key, agent, started.get(key, agent, Math.min(...turnIds)) ?? undoneSeq, undoneSeq);
      },
    };
  },
  load(db) {
    const rows = db.prepare<[number, string], { path: string; mtimeMs: number; size: number; sha256: string | null }>(
      `SELECT path, mtime_ms AS mtimeMs, size, json_extract(e.payload, '$.sha256') AS sha256
       FROM (SELECT session_key, path, mtime_ms, size, max(seq) AS seq FROM seen_files WHERE session_key = ? AND agent_id = ? GROUP BY path) s
         LEFT JOIN events e ON e.session_key = s.session_key AND e.seq = s.seq AND json_valid(e.payload)`,
    );
    return {
      agent(agent, { agent_id: id }, { key }) {
        agent.memory.seen = new Map(
          rows
            .all(key, id)
            .map(({ path, sha256, ...facts }) => [path, { ...facts, ...(sha256 === null ? {} : { sha256 }) }]),
        );
      },
    };
  },
  fork: {
    rows: [
      `INSERT INTO seen_files (session_key, agent_id, path, seq, mtime_ms, size)
       SELECT @to, agent_id, path, seq, mtime_ms, size FROM seen_files WHERE session_key = @from AND seq <= @cut`,
    ],
  },
  undo: { reread: true },
} satisfies Fact;
