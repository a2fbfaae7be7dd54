/** Projections of a conversation: messages, turns, prompts, and interactions that wait for the user. */
import type { EventPayloads, EventType } from '../../../schemas/generated/events.js';
import type { Db } from '../log/database.js';
import type { MessageRows } from './table.js';
import { searchedText } from '../search/searched.js';
import { textsOf } from '../texts/texts.js';
import type { UsageRows } from '../usage/usagerows.js';

export type Facts = { key: number; seq: number; time: number; agent: string; session: string };
export type Appliers = { [K in EventType]?: (facts: Facts, payload: EventPayloads[K]) => void };

/** `last_turn_reason` of a session (rest.md 9.1) after the turn of a row of turns that has ended; as SQL. */
export const sessionReason = `CASE WHEN reason IN ('completed', 'cancelled') THEN reason ELSE 'failed' END`;

/** The token count that a step reports for the context up to its message, as the row of an agent keeps it (engine.md 10.1). */
function tokenAnchor({
  messageId,
  model,
  usage,
}: Pick<EventPayloads['step.usage'], 'messageId' | 'model' | 'usage'>): string {
  const cached = usage.inputCacheRead + usage.inputCacheCreation;
  return JSON.stringify({
    messageId,
    tokens: usage.inputOther + cached + usage.output,
    last: { model, cached, output: usage.output },
  });
}

/** Reads the last count of a context whose message was not undone: that of a step, or of what a compaction left. */
export function lastCount(key: string, agentId: string): string {
  const usage = ['inputOther', 'output', 'inputCacheRead', 'inputCacheCreation'];
  const sum = usage.map((name) => `json_extract(e.payload, '$.usage.${name}')`).join(' + ');
  return `SELECT json_object('messageId', m.id, 'tokens', coalesce(json_extract(e.payload, '$.tokens'), ${sum})) AS anchor
    FROM events e JOIN messages m ON m.session_key = e.session_key AND m.id = json_extract(e.payload, '$.messageId')
    WHERE e.session_key = ${key} AND e.agent_id = ${agentId} AND e.type IN ('step.usage', 'context.compacted') AND m.undone = 0
    ORDER BY e.seq DESC LIMIT 1`;
}

export function messageAppliers(db: Db, rows: MessageRows, took: UsageRows['took']): Appliers {
  const texts = textsOf(db);
  const count = db.prepare('UPDATE sessions SET message_count = message_count + ? WHERE key = ?');
  const family = db.prepare('UPDATE messages SET model = ? WHERE session_key = ? AND id = ?');
  const undo = db.prepare('UPDATE messages SET undone = 1 WHERE session_key = ? AND id = ? AND undone = 0');
  const undoTurn = db.prepare('UPDATE turns SET undone = 1 WHERE session_key = ? AND agent_id = ? AND turn_id = ?');
  const turnCount = db.prepare(
    `UPDATE sessions SET turn_count = (SELECT count(*) FROM turns WHERE session_key = sessions.key AND agent_id = 'main' AND undone = 0) WHERE key = ?`,
  );
  const search = db.prepare(
    'INSERT INTO search_text (session_key, seq, agent_id, role, turn_id, time, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const forget = db.prepare(
    'DELETE FROM search_text WHERE session_key = ? AND seq IN (SELECT seq FROM messages WHERE session_key = ? AND id = ?)',
  );
  const plan = db.prepare('INSERT INTO plan_calls (session_key, seq, agent_id, call_id) VALUES (?, ?, ?, ?)');
  const forgetNotes = db.prepare(`UPDATE agents SET noted = '{}' WHERE session_key = ? AND agent_id = ?`);
  const anchor = db.prepare('UPDATE agents SET anchor = ? WHERE session_key = ? AND agent_id = ?');
  const counted = db.prepare<[number, string], { anchor: string }>(lastCount('?', '?'));
  const redo = db.prepare('UPDATE messages SET undone = 0 WHERE session_key = ? AND id = ? AND undone = 1');
  const redoTurn = db.prepare('UPDATE turns SET undone = 0 WHERE session_key = ? AND agent_id = ? AND turn_id = ?');
  const appended = db.prepare<[number, string], { seq: number; time: number; payload: string }>(
    `SELECT e.seq, e.time, e.payload FROM messages m JOIN events e ON e.session_key = m.session_key AND e.seq = m.seq
     WHERE m.session_key = ? AND m.id = ? AND e.type = 'message.appended' AND json_valid(e.payload)`,
  );

  const lastReason = db.prepare(
    `UPDATE sessions SET last_turn_reason = (SELECT ${sessionReason} FROM turns WHERE session_key = sessions.key AND agent_id = 'main'
       AND undone = 0 AND reason IS NOT NULL ORDER BY turn_id DESC LIMIT 1) WHERE key = ?`,
  );

  /** Restores the count at the end of the remaining messages (engine.md 2.7). */
  function rewound(key: number, agent: string): void {
    anchor.run(counted.get(key, agent)?.anchor ?? null, key, agent);
    forgetNotes.run(key, agent);
  }

  return {
    'message.appended': (facts, { message, turnId, step }) => {
      const { key, seq, time, agent } = facts;
      rows.enter(facts, message, turnId, step);
      const text = searchedText(message);
      if (text !== '') search.run(key, seq, agent, message.role, turnId ?? null, time, text);
    },
    'tool.call.started': ({ key, seq, agent }, { name, toolCallId }) => {
      if (name === 'ExitPlanMode') plan.run(key, seq, agent, toolCallId);
    },
    'tool.result': (facts, { messageId, turnId, step }) =>
      void rows.add(facts, messageId, 'tool', facts.time, turnId, step),
    'steer.taken': (facts, { messageIds }) => {
      for (const id of messageIds) rows.drop(facts, id);
    },
    'step.usage': (facts, payload) => {
      const { key, agent } = facts;
      const { family: written, messageId } = payload;
      took(facts, payload);
      if (messageId === undefined) return;
      family.run(written, key, messageId);
      anchor.run(tokenAnchor(payload), key, agent);
    },
    'context.undone': ({ key, agent }, { messageIds, turnIds }) => {
      let hidden = 0;
      for (const id of messageIds) {
        hidden += undo.run(key, id).changes;
        forget.run(key, key, id);
      }
      for (const turn of turnIds) undoTurn.run(key, agent, turn);
      if (agent === 'main') {
        count.run(-hidden, key);
        turnCount.run(key);
        lastReason.run(key);
      }
      rewound(key, agent);
    },
    'context.redone': ({ key, agent }, { messageIds, turnIds }) => {
      let shown = 0;
      for (const id of messageIds) {
        shown += redo.run(key, id).changes;
        const row = appended.get(key, id);
        const payload = row && (texts.parse(row.payload) as EventPayloads['message.appended']);
        const text = payload ? searchedText(payload.message) : '';
        if (row && text !== '')
          search.run(key, row.seq, agent, payload?.message.role, payload?.turnId ?? null, row.time, text);
      }
      for (const turn of turnIds) redoTurn.run(key, agent, turn);
      if (agent === 'main') {
        count.run(shown, key);
        turnCount.run(key);
        lastReason.run(key);
      }
      rewound(key, agent);
    },
  };
}

export function turnAppliers(db: Db): Appliers {
  const start = db.prepare(
    `INSERT INTO turns (session_key, agent_id, turn_id, prompt_id, anchor, origin, started_seq, unattended) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const running = db.prepare(`UPDATE prompts SET status = 'running' WHERE session_key = ? AND prompt_id = ?`);
  const number = db.prepare(
    'UPDATE agents SET last_turn = ?, disposed_at = NULL WHERE session_key = ? AND agent_id = ?',
  );
  const counted = db.prepare('UPDATE sessions SET turn_count = turn_count + 1 WHERE key = ?');
  const end = db.prepare(
    'UPDATE turns SET ended_seq = ?, reason = ? WHERE session_key = ? AND agent_id = ? AND turn_id = ?',
  );
  const touch = db.prepare('UPDATE sessions SET updated_at = max(updated_at, ?) WHERE key = ?');
  const unattended = db.prepare<[number, string], { unattended: number }>(
    'SELECT unattended FROM prompts WHERE session_key = ? AND prompt_id = ?',
  );
  return {
    'turn.started': ({ key, seq, agent }, { turnId, promptId, origin }) => {
      const anchor = origin.kind === 'user' || origin.kind === 'skill_activation' ? 1 : 0;
      const alone = promptId === undefined ? 0 : (unattended.get(key, promptId)?.unattended ?? 0);
      start.run(key, agent, turnId, promptId ?? null, anchor, JSON.stringify(origin), seq, alone);
      number.run(turnId, key, agent);
      if (promptId !== undefined) running.run(key, promptId);
      if (agent === 'main') counted.run(key);
    },
    'turn.ended': ({ key, seq, time, agent }, { turnId, reason }) => {
      end.run(seq, reason, key, agent, turnId);
      touch.run(time, key);
    },
  };
}

export function promptAppliers(db: Db, rows: MessageRows): Appliers {
  const texts = textsOf(db);
  const insert = db.prepare(
    `INSERT OR REPLACE INTO prompts (session_key, prompt_id, agent_id, user_message_id, status, content, position, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const touch = db.prepare('UPDATE sessions SET updated_at = max(updated_at, ?) WHERE key = ?');
  const options = db.prepare(
    `UPDATE prompts SET metadata = ?, unattended = ?, skills = ?, slash = ?, limits = ?, output_schema = ?, fallback_model = ?
     WHERE session_key = ? AND prompt_id = ?`,
  );
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const over = db.prepare('UPDATE prompts SET status = ?, ended_at = ? WHERE session_key = ? AND prompt_id = ?');
  const content = db.prepare('UPDATE prompts SET content = ? WHERE session_key = ? AND prompt_id = ?');
  const place = db.prepare('UPDATE prompts SET position = ? WHERE session_key = ? AND prompt_id = ?');
  const queue = db.prepare<[number, string], { prompt_id: string; position: number }>(
    `SELECT prompt_id, position FROM prompts WHERE session_key = ? AND agent_id = ? AND status = 'queued' ORDER BY position`,
  );
  const paused = db.prepare('UPDATE agents SET queue_paused = ? WHERE session_key = ? AND agent_id = ?');
  return {
    'prompt.submitted': (facts, payload) => {
      const { key, seq, time, agent } = facts;
      const created = Date.parse(payload.createdAt);
      insert.run(
        key,
        payload.promptId,
        agent,
        payload.userMessageId,
        'queued',
        texts.json(facts.session, payload.content),
        seq,
        created,
      );
      rows.add(facts, payload.userMessageId, 'user', created);
      touch.run(time, key);
    },
    'prompt.options': ({ key }, { promptId, metadata, unattended, skills, slash, ...wishes }) => {
      const flags = [json(metadata), unattended ? 1 : 0, json(skills), slash ? 1 : 0];
      const { limits, outputSchema, fallbackModel = null } = wishes;
      options.run(...flags, json(limits), json(outputSchema), fallbackModel, key, promptId);
    },
    'prompt.updated': ({ key, agent, session }, payload) => {
      if (payload.change === 'paused' || payload.change === 'resumed')
        paused.run(payload.change === 'paused' ? 1 : 0, key, agent);
      if (payload.promptId === undefined) return;
      if (payload.content !== undefined) content.run(texts.json(session, payload.content), key, payload.promptId);
      if (payload.change !== 'moved' || payload.position === undefined) return;
      const rows = queue.all(key, agent);
      const positions = rows.map((row) => row.position);
      const order = rows.map((row) => row.prompt_id).filter((id) => id !== payload.promptId);
      order.splice(payload.position, 0, payload.promptId);
      order.forEach((id, index) => place.run(positions[index], key, id));
    },
    'prompt.steered': (facts, { promptIds, steeredAt }) => {
      for (const id of promptIds) over.run('steered', Date.parse(steeredAt), facts.key, id);
      rows.steer(facts, promptIds);
    },
    'prompt.completed': (facts, { promptId, reason, finishedAt }) => {
      over.run(reason ?? 'completed', Date.parse(finishedAt), facts.key, promptId);
      rows.end(facts, promptId);
    },
    'prompt.aborted': (facts, { promptId, abortedAt }) => {
      over.run('aborted', Date.parse(abortedAt), facts.key, promptId);
      rows.end(facts, promptId);
    },
  };
}

export function interactionAppliers(db: Db): Appliers {
  const insert = db.prepare(
    `INSERT INTO interactions (session_key, id, seq, kind, agent_id, turn_id, tool_call_id, status, request, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
  );
  const resolve = db.prepare('UPDATE interactions SET status = ?, response = ? WHERE session_key = ? AND id = ?');
  return {
    'event.approval.requested': ({ key, seq, agent }, payload) => {
      const { type: _type, agentId, sessionId: _session, ...request } = payload;
      insert.run(
        key,
        payload.approval_id,
        seq,
        'approval',
        agent,
        payload.turn_id ?? null,
        payload.tool_call_id,
        JSON.stringify({ ...request, agent_id: agentId }),
        Date.parse(payload.created_at),
        Date.parse(payload.expires_at),
      );
    },
    'event.approval.resolved': ({ key }, payload) => {
      const status = payload.by === 'timeout' ? 'expired' : payload.decision;
      resolve.run(status, JSON.stringify(payload), key, payload.approval_id);
    },
    'event.question.requested': ({ key, seq, agent }, payload) => {
      const { type: _type, agentId, sessionId: _session, ...request } = payload;
      const expires = Date.parse(payload.expires_at);
      insert.run(
        key,
        payload.question_id,
        seq,
        'question',
        agent,
        payload.turn_id ?? null,
        payload.tool_call_id ?? null,
        JSON.stringify({ ...request, agent_id: agentId }),
        Date.parse(payload.created_at),
        expires,
      );
    },
    'event.question.answered': ({ key }, payload) =>
      void resolve.run('answered', JSON.stringify(payload), key, payload.question_id),
    'event.question.dismissed': ({ key }, payload) => {
      resolve.run(
        payload.by === 'timeout' ? 'expired' : 'dismissed',
        JSON.stringify(payload),
        key,
        payload.question_id,
      );
    },
  };
}
