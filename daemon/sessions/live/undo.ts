/** Undo: hides the last turns that a person started and rolls back what belongs to the conversation (engine.md 2.7). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { Todo } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import { createSeenReader } from '../load.js';
import type { Messages } from '../messages.js';
import type { Recorder } from './record.js';
import { promptText } from './text.js';
import type { LiveSession } from './state.js';

interface AnchorRow {
  turn_id: number;
  started_seq: number;
  prompt_id: string | null;
  anchor: number;
}

export type Undo = (session: LiveSession, count: number) => void;

export function createUndo(deps: Pick<SessionDeps, 'db'>, messages: Messages, record: Recorder): Undo {
  const turns = deps.db.prepare<[number], AnchorRow>(
    `SELECT turn_id, started_seq, prompt_id, anchor FROM turns WHERE session_key = ? AND agent_id = 'main' AND undone = 0 ORDER BY turn_id DESC`,
  );
  const hidden = deps.db.prepare<[number, number], { id: string }>(
    `SELECT id FROM messages WHERE session_key = ? AND agent_id = 'main' AND undone = 0 AND seq > ? ORDER BY seq`,
  );
  const prompt = deps.db.prepare<[number, string], { content: string }>(
    'SELECT content FROM prompts WHERE session_key = ? AND prompt_id = ?',
  );
  const before = deps.db.prepare<[number, string, number], { payload: string }>(
    `SELECT payload FROM events WHERE session_key = ? AND type = ? AND agent_id = 'main' AND seq < ? ORDER BY seq DESC LIMIT 1`,
  );
  const counted = deps.db.prepare<[number], { anchor: string | null }>(
    `SELECT anchor FROM agents WHERE session_key = ? AND agent_id = 'main'`,
  );
  const seen = createSeenReader(deps.db);
  const forgetSeen = deps.db.prepare(`DELETE FROM seen_files WHERE session_key = ? AND agent_id = 'main' AND seq > ?`);

  function cutOff(session: LiveSession, count: number): { cut: AnchorRow; gone: AnchorRow[] } {
    const all = turns.all(session.ref.key);
    const anchors = all.filter((turn) => turn.anchor === 1);
    const refuse = (reason: string) =>
      new ApiError('SESSION_UNDO_UNAVAILABLE', {
        data: { reason, requestedCount: count, undoableCount: anchors.length },
      });
    if (anchors.length === 0) throw refuse('empty');
    const cut = anchors[count - 1];
    if (!cut) throw refuse('insufficient');
    return { cut, gone: all.filter((turn) => turn.turn_id >= cut.turn_id) };
  }

  /** The state of a record before the cut; what never was is empty. */
  function stateAt<T>(
    session: LiveSession,
    type: 'todo.changed' | 'plan.changed' | 'reminder.noted',
    seq: number,
  ): T | undefined {
    const row = before.get(session.ref.key, type, seq);
    return row && (JSON.parse(row.payload) as T);
  }

  return (session, count) => {
    const main = session.agents.get('main');
    if (!main) throw new ApiError('SESSION_NOT_FOUND');
    if (main.turn || main.queue.length > 0) throw new ApiError('SESSION_BUSY');
    const { cut, gone } = cutOff(session, count);
    const todos = stateAt<{ todos: Todo[] }>(session, 'todo.changed', cut.started_seq)?.todos ?? [];
    const plan = stateAt<{ active: boolean; path?: string; slug?: string }>(
      session,
      'plan.changed',
      cut.started_seq,
    ) ?? { active: false };
    const prompts = gone
      .filter((turn) => turn.anchor === 1 && turn.prompt_id !== null)
      .reverse()
      .map((turn) => {
        const row = prompt.get(session.ref.key, turn.prompt_id as string);
        return {
          promptId: turn.prompt_id as string,
          text: row ? promptText(JSON.parse(row.content) as Parameters<typeof promptText>[0]) : '',
        };
      });
    const events: NewEvent[] = [
      {
        type: 'context.undone',
        agentId: 'main',
        count,
        turnIds: gone.map((turn) => turn.turn_id).reverse(),
        messageIds: hidden.all(session.ref.key, cut.started_seq).map(({ id }) => id),
        prompts,
      },
    ];
    if (JSON.stringify(todos) !== JSON.stringify(main.memory.todos))
      events.push({ type: 'todo.changed', agentId: 'main', todos });
    if (plan.active !== main.memory.plan.active || plan.path !== main.memory.plan.path) {
      events.push({
        type: 'plan.changed',
        agentId: 'main',
        active: plan.active,
        ...(plan.path === undefined ? {} : { path: plan.path }),
        ...(plan.slug === undefined ? {} : { slug: plan.slug }),
      });
    }
    record(session, events);
    forgetSeen.run(session.ref.key, cut.started_seq);
    main.entries = messages.context(session.ref, 'main');
    const anchor = counted.get(session.ref.key)?.anchor;
    if (anchor) main.anchor = JSON.parse(anchor) as NonNullable<typeof main.anchor>;
    else delete main.anchor;
    delete main.lastEnd;
    main.memory.seen = seen(session.ref.key, 'main');
    main.noted = {};
  };
}
