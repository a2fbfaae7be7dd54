/** Compactions of a context: which are open, where the context begins, and what is known of earlier messages. */
import type { EventPayloads, NewEvent } from '../../../schemas/generated/events.js';
import type { Message } from '../../../schemas/generated/types.js';
import { gaugeOf } from '../../agent/fill.js';
import type { Db } from '../log/database.js';
import { setsAgent, type Fact, type LogPosition } from './fact.js';
import { textsOf } from '../texts/texts.js';

export const compaction = {
  agent: {
    'context.compacted': (agent, { messages, messageId, tokens, skills }) => {
      const summary = agent.entries.findLast(({ message }) => message.id === messageId);
      agent.entries = [...messages.map((message) => ({ message })), ...(summary ? [summary] : [])];
      agent.anchor = { messageId, tokens };
      agent.gauge = { ...gaugeOf(agent.entries, messageId, agent.gauge), last: { left: tokens, replies: 0 } };
      // the old reminders left the context, and the prompt has to be rendered again
      agent.noted = {};
      agent.recall = 'compaction';
      agent.earlierSkills = skills ?? [];
      delete agent.rendered;
    },
    'compaction.cancelled': (agent, { reason }) => {
      if (reason === 'failed') agent.gauge.last = { left: Number.POSITIVE_INFINITY, replies: 0 };
    },
  },
  tables(db) {
    const open = setsAgent(db, 'compacting');
    const begin = db.prepare(
      `UPDATE agents SET compacted = ?, anchor = ?, noted = '{}', rendered = NULL WHERE session_key = ? AND agent_id = ?`,
    );
    const close = ({ key, agent }: LogPosition) => void open.run(null, key, agent);
    return {
      'compaction.started': ({ key, seq, agent }) => void open.run(seq, key, agent),
      'compaction.completed': close,
      'compaction.cancelled': close,
      'context.compacted': ({ key, seq, agent }, { messageId, tokens }) =>
        void begin.run(seq, JSON.stringify({ messageId, tokens }), key, agent),
    };
  },
  load(db) {
    const earlierOf = createEarlierReader(db);
    return {
      agent(agent, { agent_id: id, compacted }, { key }) {
        if (compacted === null) return;
        const { calls, skills } = earlierOf(key, id, compacted);
        for (const call of calls) agent.usedCalls.add(call);
        agent.earlierSkills = skills;
      },
    };
  },
  fork: {
    agent: {
      compacted: `CASE WHEN compacted <= @cut THEN compacted ELSE (SELECT max(e.seq) FROM events e WHERE e.session_key = @to
        AND e.type = 'context.compacted' AND e.agent_id = a.agent_id) END`,
    },
  },
} satisfies Fact;

export interface StoredContext {
  /** event number; messages with a higher number belong to the context */
  seq: number;
  /** messages that the compaction kept, oldest first */
  messages: Message[];
  /** id of the summary, which follows them */
  messageId: string;
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
      // engine.md 19: only the damaged row is lost, and the context falls back to the whole history
      return undefined;
    }
  };
}

/** End events for abandoned compactions (engine.md 19), except those that `done` already contains. */
export function givenUp(agentIds: Iterable<string>, done: readonly NewEvent[] = []): NewEvent[] {
  const closed = new Set(done.flatMap(({ type, agentId }) => (type === 'compaction.cancelled' ? [agentId] : [])));
  return [...agentIds]
    .filter((agentId) => !closed.has(agentId))
    .map((agentId) => ({ type: 'compaction.cancelled', agentId, reason: 'recovery' }));
}

/** Reads the skills that a compaction event names, and the ids of earlier calls, since a provider may reuse an id. */
function createEarlierReader(
  db: Db,
): (key: number, agentId: string, seq: number) => { calls: string[]; skills: string[] } {
  const ids = db
    .prepare<[number, string, number], string>(
      `SELECT json_extract(payload, '$.toolCallId') FROM events
       WHERE session_key = ? AND agent_id = ? AND seq < ? AND type = 'tool.call.started' AND json_valid(payload)`,
    )
    .pluck();
  const loaded = db
    .prepare<[number, number], string | null>(
      `SELECT json_extract(payload, '$.skills') FROM events WHERE session_key = ? AND seq = ? AND json_valid(payload)`,
    )
    .pluck();
  return (key, agentId, seq) => {
    const skills = loaded.get(key, seq);
    return { calls: ids.all(key, agentId, seq), skills: skills ? (JSON.parse(skills) as string[]) : [] };
  };
}
