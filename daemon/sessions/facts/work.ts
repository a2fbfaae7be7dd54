/** What a session is busy with, and how its last turn ended. */
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type { LiveSession, OpenWork } from '../live/state.js';
import type { Fact, LogPosition } from './fact.js';
import { sessionReason } from './turns.js';

const follow = ({ open }: LiveSession, event: EventPayload): void => applyOpenWork(open, event);

export const work = {
  session: {
    'turn.started': follow,
    'turn.ended': follow,
    'task.started': follow,
    'task.terminated': follow,
    'compaction.started': follow,
    'compaction.completed': follow,
    'compaction.cancelled': follow,
    'event.session.work_changed': (session, event) => {
      session.work = {
        busy: event.busy,
        main_turn_active: event.main_turn_active ?? false,
        pending_interaction: event.pending_interaction ?? 'none',
        ...(event.last_turn_reason === undefined ? {} : { last_turn_reason: event.last_turn_reason }),
      };
    },
  },
  tables(db) {
    const set = db.prepare(
      `UPDATE sessions SET busy = ?, main_turn_active = ?, pending_interaction = ?, last_turn_reason = coalesce(?, last_turn_reason)
       WHERE key = ?`,
    );
    const lastReason = db.prepare(
      `UPDATE sessions SET last_turn_reason = (SELECT ${sessionReason} FROM turns WHERE session_key = sessions.key AND agent_id = 'main'
         AND undone = 0 AND reason IS NOT NULL ORDER BY turn_id DESC LIMIT 1) WHERE key = ?`,
    );
    const rewound = ({ key, agent }: LogPosition): void => {
      if (agent === 'main') lastReason.run(key);
    };
    return {
      'event.session.work_changed': ({ key }, event) =>
        void set.run(
          event.busy ? 1 : 0,
          event.main_turn_active ? 1 : 0,
          event.pending_interaction ?? 'none',
          event.last_turn_reason ?? null,
          key,
        ),
      'context.undone': rewound,
      'context.redone': rewound,
    };
  },
  load(db) {
    const ids = (what: string) => db.prepare<[number], string>(`SELECT ${what}`).pluck();
    const turns = ids('agent_id FROM turns WHERE session_key = ? AND ended_seq IS NULL');
    const tasks = ids(`task_id FROM tasks WHERE session_key = ? AND status = 'running'`);
    const compactions = ids('agent_id FROM agents WHERE session_key = ? AND compacting IS NOT NULL');
    return {
      session(session, row) {
        const { key } = session.ref;
        session.open = {
          turns: new Set(turns.all(key)),
          tasks: new Set(tasks.all(key)),
          compactions: new Set(compactions.all(key)),
        };
        session.work = {
          busy: row.busy === 1,
          main_turn_active: row.main_turn_active === 1,
          pending_interaction: row.pending_interaction,
          ...(row.last_turn_reason === null ? {} : { last_turn_reason: row.last_turn_reason }),
        };
      },
    };
  },
  fork: {
    session: {
      last_turn_reason: `(SELECT ${sessionReason} FROM turns t WHERE t.session_key = s.key AND t.agent_id = 'main'
         AND t.undone = 0 AND t.ended_seq <= @cut ORDER BY turn_id DESC LIMIT 1)`,
    },
  },
} satisfies Fact;

/** Tracks the turns, tasks and compactions that keep a session busy. */
export function applyOpenWork(open: OpenWork, event: EventPayload | NewEvent): void {
  switch (event.type) {
    case 'turn.started':
      open.turns.add(event.agentId);
      return;
    case 'turn.ended':
      open.turns.delete(event.agentId);
      return;
    case 'task.started':
      open.tasks.add(event.info.taskId);
      return;
    case 'task.terminated':
      open.tasks.delete(event.info.taskId);
      return;
    case 'compaction.started':
      open.compactions.add(event.agentId);
      return;
    case 'compaction.completed':
    case 'compaction.cancelled':
      open.compactions.delete(event.agentId);
      return;
    default:
      return;
  }
}
