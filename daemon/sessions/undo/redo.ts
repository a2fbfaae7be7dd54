/** Redo of a conversation: restores what the last undo hid, until a new message follows. */
import type { EventPayloads } from '../../../schemas/generated/events.js';
import { ApiError } from '../../errors.js';
import { sessionReason } from '../facts/turns.js';
import type { SessionDeps } from '../deps.js';
import type { Keeping } from '../agents/keeping.js';
import type { LiveSession } from '../live/state.js';
import { createStates, mainOf, workLeft, type Rewinding } from './undo.js';

/** Throws SESSION_REDO_UNAVAILABLE. */
export type Redo = (session: LiveSession) => Rewinding;

export function createRedo(deps: Pick<SessionDeps, 'db'>, reread: Keeping['reread']): Redo {
  const moves = deps.db.prepare<[number], { seq: number; type: string; payload: string }>(
    `SELECT seq, type, payload FROM events WHERE session_key = ? AND agent_id = 'main'
       AND type IN ('context.undone', 'context.redone') AND json_valid(payload) ORDER BY seq DESC`,
  );
  /** whatever makes the context another one than the undo left */
  const later = deps.db.prepare<[{ key: number; seq: number }], { seq: number }>(
    `SELECT seq FROM messages WHERE session_key = @key AND agent_id = 'main' AND seq > @seq
     UNION ALL SELECT started_seq FROM turns WHERE session_key = @key AND agent_id = 'main' AND started_seq > @seq
     UNION ALL SELECT seq FROM events WHERE session_key = @key AND agent_id = 'main' AND type = 'compaction.completed' AND seq > @seq
     LIMIT 1`,
  );
  const reason = deps.db
    .prepare<[number, number], 'completed' | 'cancelled' | 'failed'>(
      `SELECT ${sessionReason} FROM turns WHERE session_key = ? AND agent_id = 'main' AND turn_id = ? AND reason IS NOT NULL`,
    )
    .pluck();
  const states = createStates(deps);

  function lastUndo(session: LiveSession): { seq: number; undone: EventPayloads['context.undone'] } {
    const refuse = (reason: 'empty' | 'stale') => new ApiError('SESSION_REDO_UNAVAILABLE', { data: { reason } });
    const redone = new Set<number>();
    for (const { seq, type, payload } of moves.iterate(session.ref.key)) {
      if (type === 'context.redone') redone.add((JSON.parse(payload) as EventPayloads['context.redone']).undoneSeq);
      else if (!redone.has(seq)) {
        if (later.get({ key: session.ref.key, seq })) throw refuse('stale');
        return { seq, undone: JSON.parse(payload) as EventPayloads['context.undone'] };
      }
    }
    throw refuse('empty');
  }

  return (session) => {
    const main = mainOf(session);
    const { seq, undone } = lastUndo(session);
    const { count, turnIds, messageIds, prompts } = undone;
    return {
      prompts,
      seq,
      ...(undone.restoreId === undefined ? {} : { restoreId: undone.restoreId }),
      events: (restoreId) => [
        {
          type: 'context.redone',
          agentId: 'main',
          undoneSeq: seq,
          count,
          turnIds,
          messageIds,
          prompts,
          ...(restoreId === undefined ? {} : { restoreId }),
        },
        ...workLeft(session, reason.get(session.ref.key, Math.max(...turnIds))),
        ...states(session, main, seq),
      ],
      settle: () => reread(session, main),
    };
  };
}
