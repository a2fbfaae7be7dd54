/** The turns of an agent: their numbers, how they ended, and which were undone. */
import { endingOf } from '../turns/phase.js';
import type { Db } from '../log/database.js';
import type { LiveAgent } from '../live/state.js';
import { setsAgent, touches, type Fact } from './fact.js';

/** SQL for `last_turn_reason` of a session (rest.md 9.1), from the row of a turn that has ended. */
export const sessionReason = `CASE WHEN reason IN ('completed', 'cancelled') THEN reason ELSE 'failed' END`;

export const turns = {
  agent: {
    'turn.started': (agent, { turnId }) => {
      agent.lastTurn = turnId;
      delete agent.disposed;
    },
    'turn.ended': (agent, event, time) => {
      agent.endedAt = time;
      agent.lastEnd = endingOf(event, agent.inflight?.step);
    },
  },
  tables(db) {
    const start = db.prepare(
      `INSERT INTO turns (session_key, agent_id, turn_id, prompt_id, anchor, origin, started_seq, unattended) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const number = setsAgent(db, 'disposed_at = NULL, last_turn');
    const counted = db.prepare('UPDATE sessions SET turn_count = turn_count + 1 WHERE key = ?');
    const count = db.prepare(
      `UPDATE sessions SET turn_count = (SELECT count(*) FROM turns WHERE session_key = sessions.key AND agent_id = 'main' AND undone = 0) WHERE key = ?`,
    );
    const end = db.prepare(
      'UPDATE turns SET ended_seq = ?, reason = ? WHERE session_key = ? AND agent_id = ? AND turn_id = ?',
    );
    const hide = db.prepare('UPDATE turns SET undone = ? WHERE session_key = ? AND agent_id = ? AND turn_id = ?');
    const touch = touches(db);
    const unattended = db
      .prepare<[number, string], number>('SELECT unattended FROM prompts WHERE session_key = ? AND prompt_id = ?')
      .pluck();
    const rewound =
      (undone: 0 | 1) =>
      ({ key, agent }: { key: number; agent: string }, { turnIds }: { turnIds: number[] }): void => {
        for (const turn of turnIds) hide.run(undone, key, agent, turn);
        if (agent === 'main') count.run(key);
      };
    return {
      'turn.started': ({ key, seq, agent }, { turnId, promptId, origin }) => {
        const anchor = origin.kind === 'user' || origin.kind === 'skill_activation' ? 1 : 0;
        const alone = promptId === undefined ? 0 : (unattended.get(key, promptId) ?? 0);
        start.run(key, agent, turnId, promptId ?? null, anchor, JSON.stringify(origin), seq, alone);
        number.run(turnId, key, agent);
        if (agent === 'main') counted.run(key);
      },
      'turn.ended': ({ key, seq, time, agent }, { turnId, reason }) => {
        end.run(seq, reason, key, agent, turnId);
        touch.run(time, key);
      },
      'context.undone': rewound(1),
      'context.redone': rewound(0),
    };
  },
  load(db) {
    const read = createEndReader(db);
    return {
      agent(agent, row, { key }) {
        // after an undo, no ended turn may be left
        delete agent.lastEnd;
        Object.assign(agent, { lastTurn: row.last_turn, ...read(key, row.agent_id) });
      },
    };
  },
  fork: {
    rows: [
      `INSERT INTO turns (session_key, agent_id, turn_id, prompt_id, anchor, origin, started_seq, ended_seq, reason, undone, unattended)
       SELECT @to, agent_id, turn_id, prompt_id, anchor, origin, started_seq, CASE WHEN ended_seq <= @cut THEN ended_seq END,
         CASE WHEN ended_seq <= @cut THEN reason END, undone, unattended FROM turns
       WHERE session_key = @from AND started_seq <= @cut`,
    ],
    session: {
      turn_count: `(SELECT count(*) FROM turns t WHERE t.session_key = s.key AND t.agent_id = 'main' AND t.undone = 0 AND t.started_seq <= @cut)`,
    },
    agent: {
      last_turn: `(SELECT coalesce(max(turn_id), 0) FROM turns t WHERE t.session_key = @from AND t.agent_id = a.agent_id AND t.started_seq <= @cut)`,
    },
  },
  undo: { reread: true },
} satisfies Fact;

/** Reads the end of an agent's last turn that was not undone; undefined when there is none. */
export function createEndReader(
  db: Db,
): (key: number, agentId: string) => Required<Pick<LiveAgent, 'lastEnd' | 'endedAt' | 'unattended'>> | undefined {
  const last = db.prepare<[number, string], { unattended: number; payload: string; time: number }>(
    `SELECT t.unattended, e.payload, e.time FROM turns t JOIN events e ON e.session_key = t.session_key AND e.seq = t.ended_seq
     WHERE t.session_key = ? AND t.agent_id = ? AND t.undone = 0 AND t.ended_seq IS NOT NULL AND json_valid(e.payload) ORDER BY t.turn_id DESC LIMIT 1`,
  );
  return (key, agentId) => {
    const row = last.get(key, agentId);
    return (
      row && {
        lastEnd: endingOf(JSON.parse(row.payload) as Parameters<typeof endingOf>[0]),
        endedAt: row.time,
        unattended: row.unattended === 1,
      }
    );
  };
}
