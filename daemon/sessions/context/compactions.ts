/** What storage knows of compactions: which are open, what they took, from where on a context is read, and the call ids before. */
import type { EventPayloads, NewEvent } from '../../../schemas/generated/events.js';
import type { Message } from '../../../schemas/generated/types.js';
import type { Appliers } from '../messages/conversation.js';
import type { Db } from '../log/database.js';
import { textsOf } from '../texts/texts.js';
import type { UsageRows } from '../usage/usagerows.js';

export interface StoredContext {
  /** event number; messages with higher ones belong to the context */
  seq: number;
  /** what was kept, oldest first */
  messages: Message[];
  /** of the summary, which follows them */
  messageId: string;
}

export function compactionAppliers(db: Db, took: UsageRows['took']): Appliers {
  const open = db.prepare('UPDATE agents SET compacting = ? WHERE session_key = ? AND agent_id = ?');
  // old reminders are gone with the context, and the prompt is rendered again
  const begin = db.prepare(
    `UPDATE agents SET compacted = ?, anchor = ?, noted = '{}', rendered = NULL WHERE session_key = ? AND agent_id = ?`,
  );
  const close = ({ key, agent }: { key: number; agent: string }) => void open.run(null, key, agent);
  return {
    'request.usage': took,
    'compaction.started': ({ key, seq, agent }) => void open.run(seq, key, agent),
    'compaction.completed': close,
    'compaction.cancelled': close,
    'context.compacted': ({ key, seq, agent }, { messageId, tokens }) =>
      void begin.run(seq, JSON.stringify({ messageId, tokens }), key, agent),
  };
}

/** Reads where the context of an agent begins; undefined when nothing was compacted, or the record is damaged. */
export function createContextReader(db: Db): (key: number, agentId: string) => StoredContext | undefined {
  const texts = textsOf(db);
  const row = db.prepare<[number, string], { seq: number; payload: string }>(
    `SELECT e.seq, e.payload FROM agents a JOIN events e ON e.session_key = a.session_key AND e.seq = a.compacted
     WHERE a.session_key = ? AND a.agent_id = ?`,
  );
  return (key, agentId) => {
    const found = row.get(key, agentId);
    if (!found) return undefined;
    try {
      const { messages, messageId } = texts.parse(found.payload) as EventPayloads['context.compacted'];
      return { seq: found.seq, messages, messageId };
    } catch {
      // engine.md 19: a damaged row costs only itself, and the whole history is still there
      return undefined;
    }
  };
}

/** Agents that were in a compaction when the session was last active. */
export function createOpenReader(db: Db): (key: number) => string[] {
  const rows = db.prepare<[number], { id: string }>(
    'SELECT agent_id AS id FROM agents WHERE session_key = ? AND compacting IS NOT NULL',
  );
  return (key) => rows.all(key).map(({ id }) => id);
}

/** The ends of abandoned compactions (engine.md 19), without those that `done` holds already. */
export function givenUp(agentIds: Iterable<string>, done: readonly NewEvent[] = []): NewEvent[] {
  const closed = new Set(done.flatMap(({ type, agentId }) => (type === 'compaction.cancelled' ? [agentId] : [])));
  return [...agentIds]
    .filter((agentId) => !closed.has(agentId))
    .map((agentId) => ({ type: 'compaction.cancelled', agentId, reason: 'recovery' }));
}

/** What is known of the time before the last compaction besides its summary. */
export interface Earlier {
  /** ids of calls: a provider may give one of them again */
  calls: string[];
  /** names of skills that were loaded */
  skills: string[];
}

/** Reads it for an agent whose context begins with this event. */
export function createEarlierReader(db: Db): (key: number, agentId: string, compacted: number | null) => Earlier {
  const rows = db.prepare<[number, string, number], { id: string }>(
    `SELECT json_extract(payload, '$.toolCallId') AS id FROM events
     WHERE session_key = ? AND agent_id = ? AND seq < ? AND type = 'tool.call.started' AND json_valid(payload)`,
  );
  const event = db.prepare<[number, number], { skills: string | null }>(
    `SELECT json_extract(payload, '$.skills') AS skills FROM events WHERE session_key = ? AND seq = ? AND json_valid(payload)`,
  );
  return (key, agentId, compacted) => {
    if (compacted === null) return { calls: [], skills: [] };
    const skills = event.get(key, compacted)?.skills;
    return {
      calls: rows.all(key, agentId, compacted).map(({ id }) => id),
      skills: skills ? (JSON.parse(skills) as string[]) : [],
    };
  };
}
