/** Client requests for undo, redo and retry: of the conversation, and of files with it. */
import type { EventPayloads } from '../../../schemas/generated/events.js';
import type { FilesRestoration } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import type { AgentMemory } from '../agents/agentmemory.js';
import type { FilesRecord } from '../../checkpoints/plan.js';
import type { Checkpoints } from './checkpoints.js';
import { createFiles, type Order } from './files.js';
import type { Recorder } from '../live/record.js';
import { dropCutOff } from '../facts/context.js';
import { sessionReason } from '../facts/turns.js';
import { readyModel } from '../settings/readiness.js';
import { createRecords } from './records.js';
import type { LiveSession } from '../live/state.js';
import type { Turns } from '../turns/turns.js';
import { createStates, createUndo, mainOf, workLeft, type Rewinding } from './undo.js';

export interface RewindAnswer {
  prompts: { prompt_id: string; text: string }[];
  files?: FilesRestoration;
}

export interface Rewind {
  undo(
    session: LiveSession,
    request: { count: number; restore_files: boolean; dry_run: boolean; force: boolean },
  ): Promise<RewindAnswer>;
  redo(session: LiveSession, request: { dry_run: boolean; force: boolean }): Promise<RewindAnswer>;
  /** retries the last turn; returns the number of the new turn */
  retry(session: LiveSession): number;
}

export function createRewind(
  deps: Pick<SessionDeps, 'db' | 'settings' | 'newId' | 'models' | 'hostFiles' | 'home'>,
  parts: { agentMemory: Pick<AgentMemory, 'reread'>; record: Recorder; turns: Turns; checkpoints: Checkpoints },
): Rewind {
  const { record, checkpoints } = parts;
  const undoOf = createUndo(deps, parts.agentMemory.reread);
  const redoOf = createRedo(deps, parts.agentMemory.reread);
  const files = createFiles(deps, checkpoints, record);
  const stored = createRecords(deps.db);

  function conversationOnly(session: LiveSession, rewinding: Rewinding): RewindAnswer {
    record(session, rewinding.events());
    rewinding.settle();
    return answerOf(rewinding);
  }

  function orderOf(
    session: LiveSession,
    direction: Order['direction'],
    force: boolean,
    find: () => Rewinding,
    from: number,
  ): Order {
    const restoreId = deps.newId('restore');
    let rewinding: Rewinding | undefined;
    return {
      direction,
      restoreId,
      force,
      events() {
        if (session.dead) throw new ApiError('SESSION_BUSY');
        rewinding = find();
        if (rewinding.seq !== from) throw new ApiError('SESSION_BUSY');
        return rewinding.events(restoreId);
      },
      done: () => rewinding?.settle(),
    };
  }

  return {
    async undo(session, { count, restore_files: withFiles, dry_run: dryRun, force }) {
      checkIdle(session, withFiles && !dryRun);
      const rewinding = undoOf(session, count);
      if (!withFiles && !dryRun) return conversationOnly(session, rewinding);
      const recorded = async (): Promise<FilesRecord[]> => {
        await checkpoints.catchUp(session);
        return stored.between(session.ref.key, rewinding.seq);
      };
      if (dryRun) return { ...answerOf(rewinding), files: await files.preview(session, await recorded(), force) };
      const order = orderOf(session, 'undo', force, () => undoOf(session, count), rewinding.seq);
      return holdTurns(session, parts.turns, async () => {
        const records = await recorded();
        if (records.length === 0 && !deps.settings().checkpoints.enabled) {
          throw new ApiError('SESSION_UNDO_UNAVAILABLE', {
            message: 'File checkpoints are switched off (checkpoints.enabled); undo without restore_files.',
            data: { reason: 'checkpoints_off', requestedCount: count, undoableCount: 0 },
          });
        }
        checkNoWriters(session);
        return { ...answerOf(rewinding), files: await files.giveBack(session, records, order) };
      });
    },
    async redo(session, { dry_run: dryRun, force }) {
      checkIdle(session, false);
      const rewinding = redoOf(session);
      const { restoreId } = rewinding;
      if (restoreId === undefined) return dryRun ? answerOf(rewinding) : conversationOnly(session, rewinding);
      const records = await stored.ofRestoration(session.ref.key, rewinding.seq, restoreId);
      checkIdle(session, !dryRun);
      if (dryRun) return { ...answerOf(rewinding), files: await files.preview(session, records, force) };
      const order = orderOf(session, 'redo', force, () => redoOf(session), rewinding.seq);
      return holdTurns(session, parts.turns, async () => ({
        ...answerOf(rewinding),
        files: await files.giveBack(session, records, order),
      }));
    },
    retry(session) {
      const main = mainOf(session);
      if (main.turn || main.compaction || session.restoring) throw new ApiError('SESSION_BUSY');
      if (main.entries.length === 0) {
        throw new ApiError('SESSION_UNDO_UNAVAILABLE', {
          message: 'There is nothing to try again.',
          data: { reason: 'empty', requestedCount: 1, undoableCount: 0 },
        });
      }
      record(session, readyModel(deps, session));
      dropCutOff(main);
      return parts.turns.begin(session, main, { origin: { kind: 'retry' } });
    },
  };
}

/** Runs `work`; no turn begins meanwhile. */
export async function holdTurns<Result>(
  session: LiveSession,
  turns: Turns,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = work();
  session.restoring = done.then(
    () => undefined,
    () => undefined,
  );
  try {
    return await done;
  } finally {
    delete session.restoring;
    for (const agent of session.agents.values())
      if (agent.queue.length > 0 || agent.inbox.length > 0) turns.startNext(session, agent);
  }
}

/** Throws SESSION_BUSY unless main is idle; with files, no agent may work, because it may be writing. */
function checkIdle(session: LiveSession, withFiles: boolean): void {
  const main = mainOf(session);
  const compacts = session.open.compactions.has('main');
  if (main.turn || main.queue.length > 0 || compacts || session.restoring) throw new ApiError('SESSION_BUSY');
  if (withFiles) checkNoWriters(session);
}

function checkNoWriters(session: LiveSession): void {
  if (session.shells.size > 0 || [...session.agents.values()].some((agent) => agent.turn))
    throw new ApiError('SESSION_BUSY', { message: 'another agent or a command of the session may be writing files' });
}

function answerOf({ prompts }: Rewinding): RewindAnswer {
  return { prompts: prompts.map(({ promptId, text }) => ({ prompt_id: promptId, text })) };
}

/** Throws SESSION_REDO_UNAVAILABLE. */
type Redo = (session: LiveSession) => Rewinding;

export function createRedo(deps: Pick<SessionDeps, 'db'>, reread: AgentMemory['reread']): Redo {
  const moves = deps.db.prepare<[number], { seq: number; type: string; payload: string }>(
    `SELECT seq, type, payload FROM events WHERE session_key = ? AND agent_id = 'main'
       AND type IN ('context.undone', 'context.redone') AND json_valid(payload) ORDER BY seq DESC`,
  );
  /** anything that changed the context after the undo */
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
