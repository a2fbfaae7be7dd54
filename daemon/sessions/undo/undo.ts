/** Undo of a conversation: hides the last turns that the user started and rolls back their state (engine.md 2.7). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import { ApiError } from '../../errors.js';
import { sessionReason } from '../facts/turns.js';
import type { SessionDeps } from '../deps.js';
import { facts } from '../facts/index.js';
import type { AgentMemory } from '../agents/agentmemory.js';
import { textsOf } from '../texts/texts.js';
import { promptText } from '../../../schemas/folds/said.js';
import type { LiveAgent, LiveSession } from '../live/state.js';

interface AnchorRow {
  turn_id: number;
  started_seq: number;
  prompt_id: string | null;
  anchor: number;
}

/** An undo or redo of the conversation that is possible now. */
export interface Rewinding {
  prompts: { promptId: string; text: string }[];
  /** number of the first event to undo, or of the undo to reverse */
  seq: number;
  /** id of the restoration by the undo that a redo reverses */
  restoreId?: string;
  /** the events to record; `restoreId` when files are restored, too */
  events(restoreId?: string): NewEvent[];
  /** updates memory once the events are recorded */
  settle(): void;
}

/** Throws SESSION_UNDO_UNAVAILABLE. */
export type Undo = (session: LiveSession, count: number) => Rewinding;

export function createUndo(deps: Pick<SessionDeps, 'db'>, reread: AgentMemory['reread']): Undo {
  const turns = deps.db.prepare<[number], AnchorRow>(
    `SELECT turn_id, started_seq, prompt_id, anchor FROM turns WHERE session_key = ? AND agent_id = 'main' AND undone = 0 ORDER BY turn_id DESC`,
  );
  const hidden = deps.db.prepare<[number, number], { id: string }>(
    `SELECT id FROM messages WHERE session_key = ? AND agent_id = 'main' AND undone = 0 AND seq > ? ORDER BY seq`,
  );
  const prompt = deps.db.prepare<[number, string], { content: string }>(
    'SELECT content FROM prompts WHERE session_key = ? AND prompt_id = ?',
  );
  const compacted = deps.db.prepare<[number], { compacted: number | null }>(
    `SELECT compacted FROM agents WHERE session_key = ? AND agent_id = 'main'`,
  );
  const reason = deps.db
    .prepare<[number, number], LastReason>(
      `SELECT ${sessionReason} FROM turns WHERE session_key = ? AND agent_id = 'main' AND undone = 0 AND reason IS NOT NULL AND turn_id < ?
       ORDER BY turn_id DESC LIMIT 1`,
    )
    .pluck();
  const states = createStates(deps);

  function cutOff(session: LiveSession, count: number): { cut: AnchorRow; gone: AnchorRow[] } {
    const all = turns.all(session.ref.key);
    const anchors = all.filter((turn) => turn.anchor === 1);
    const boundary = compacted.get(session.ref.key)?.compacted ?? 0;
    const undoableCount = anchors.filter((turn) => turn.started_seq > boundary).length;
    const refuse = (reason: string) =>
      new ApiError('SESSION_UNDO_UNAVAILABLE', { data: { reason, requestedCount: count, undoableCount } });
    if (anchors.length === 0) throw refuse('empty');
    const cut = anchors[count - 1];
    if (!cut) throw refuse('insufficient');
    if (cut.started_seq < boundary) throw refuse('compaction_boundary');
    return { cut, gone: all.filter((turn) => turn.turn_id >= cut.turn_id) };
  }

  function promptsOf(session: LiveSession, gone: AnchorRow[]): Rewinding['prompts'] {
    return gone
      .filter((turn) => turn.anchor === 1 && turn.prompt_id !== null)
      .reverse()
      .map((turn) => {
        const row = prompt.get(session.ref.key, turn.prompt_id as string);
        return {
          promptId: turn.prompt_id as string,
          text: row ? promptText(textsOf(deps.db).parse(row.content) as Parameters<typeof promptText>[0]) : '',
        };
      });
  }

  return (session, count) => {
    const main = mainOf(session);
    const { cut, gone } = cutOff(session, count);
    const prompts = promptsOf(session, gone);
    return {
      prompts,
      seq: cut.started_seq,
      events: (restoreId) => [
        {
          type: 'context.undone',
          agentId: 'main',
          count,
          turnIds: gone.map((turn) => turn.turn_id).reverse(),
          messageIds: hidden.all(session.ref.key, cut.started_seq).map(({ id }) => id),
          prompts,
          ...(restoreId === undefined ? {} : { restoreId }),
        },
        ...workLeft(session, reason.get(session.ref.key, cut.turn_id)),
        ...states(session, main, cut.started_seq),
      ],
      settle: () => reread(session, main),
    };
  };
}

type LastReason = NonNullable<LiveSession['work']['last_turn_reason']>;

/** Publishes how the last remaining turn ended (rest.md 9.1), if that has changed. */
export function workLeft({ work }: LiveSession, reason: LastReason | undefined): NewEvent[] {
  const { last_turn_reason: before, ...rest } = work;
  if (before === reason) return [];
  return [
    {
      type: 'event.session.work_changed',
      agentId: 'main',
      ...rest,
      ...(reason === undefined ? {} : { last_turn_reason: reason }),
    },
  ];
}

export function mainOf(session: LiveSession): LiveAgent {
  const main = session.agents.get('main');
  if (!main) throw new ApiError('SESSION_NOT_FOUND');
  return main;
}

/** Events that restore each restorable fact to its state before an event. */
export function createStates(
  deps: Pick<SessionDeps, 'db'>,
): (session: LiveSession, main: LiveAgent, seq: number) => NewEvent[] {
  const before = deps.db
    .prepare<[number, string, number], string>(
      `SELECT payload FROM events WHERE session_key = ? AND type = ? AND agent_id = 'main' AND seq < ? ORDER BY seq DESC LIMIT 1`,
    )
    .pluck();
  return ({ ref }, main, seq) =>
    facts.flatMap(({ undo }) => {
      if (!undo?.restore) return [];
      const last = before.get(ref.key, undo.restore.type, seq);
      return undo.restore.events(main, last === undefined ? undefined : (JSON.parse(last) as never));
    });
}
