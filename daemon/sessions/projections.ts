/** Keeps the tables that are derived from the log: one function per event type, run in the event's own transaction. */
import type { EventPayload, EventPayloads, EventType } from '../../schemas/generated/events.js';
import type { ContentPart, Message } from '../../schemas/generated/types.js';
import type { Db } from './database.js';
import type { Frame } from './frames.js';

export interface Projections {
  apply(key: number, frame: Frame): void;
}

type Facts = { key: number; seq: number; time: number; agent: string };
type Appliers = { [K in EventType]?: (facts: Facts, payload: EventPayloads[K]) => void };

/** chars of one message or title that can be searched (rest.md 23) */
const searchedLength = 20_000;

export function createProjections(db: Db): Projections {
  const appliers: Appliers = {
    ...sessionAppliers(db), ...agentAppliers(db), ...messageAppliers(db), ...turnAppliers(db), ...promptAppliers(db), ...interactionAppliers(db),
  };
  return {
    apply(key, frame) {
      const apply = appliers[frame.type] as ((facts: Facts, payload: EventPayload) => void) | undefined;
      apply?.({ key, seq: frame.seq, time: frame.time, agent: frame.agentId }, frame.payload);
    },
  };
}

function sessionAppliers(db: Db): Appliers {
  const title = db.prepare('UPDATE sessions SET title = ?, title_kind = ? WHERE key = ?');
  const lastPrompt = db.prepare('UPDATE sessions SET last_prompt = ? WHERE key = ?');
  const metadata = db.prepare('UPDATE sessions SET metadata = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const archived = db.prepare('UPDATE sessions SET archived_at = ? WHERE key = ?');
  const model = db.prepare('UPDATE sessions SET model = ?, model_named = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const thinking = db.prepare('UPDATE sessions SET thinking = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const mode = db.prepare('UPDATE sessions SET permission_mode = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const rules = db.prepare('UPDATE sessions SET rules = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const directories = db.prepare('UPDATE sessions SET directories = ? WHERE key = ?');
  // the prompt lists the directories (engine.md 3.5)
  const stale = db.prepare('UPDATE agents SET rendered = NULL WHERE session_key = ?');
  const work = db.prepare(
    `UPDATE sessions SET busy = ?, main_turn_active = ?, pending_interaction = ?, last_turn_reason = coalesce(?, last_turn_reason)
     WHERE key = ?`,
  );
  const search = db.prepare(
    `INSERT INTO search_text (session_key, seq, agent_id, role, turn_id, time, text) VALUES (?, ?, '', 'title', NULL, ?, ?)`,
  );
  const dropTitle = db.prepare(`DELETE FROM search_text WHERE session_key = ? AND role = 'title'`);
  const touch = db.prepare('UPDATE sessions SET updated_at = max(updated_at, ?) WHERE key = ?');

  function setTitle({ key, seq, time }: Facts, text: string, kind: string): void {
    title.run(text, kind, key);
    dropTitle.run(key);
    if (text !== '') search.run(key, seq, time, text.slice(0, searchedLength));
  }

  return {
    'event.session.created': (facts, { session }) => {
      if (session.title !== '') setTitle(facts, session.title, session.title_kind);
    },
    'session.meta.updated': (facts, { title: text, patch }) => {
      const { key, time } = facts;
      if (text !== undefined) {
        setTitle(facts, text, patch?.titleKind ?? 'custom');
        touch.run(time, key);
      }
      if (typeof patch?.lastPrompt === 'string') lastPrompt.run(patch.lastPrompt, key);
    },
    'session.metadata': ({ key, time }, payload) => void metadata.run(JSON.stringify(payload.metadata), time, key),
    'session.archived': ({ key, time }, payload) => void archived.run(payload.archived ? time : null, key),
    'model.changed': ({ key, time }, payload) => void model.run(payload.model, payload.named ? 1 : 0, time, key),
    'thinking.changed': ({ key, time }, payload) => void thinking.run(payload.thinking, time, key),
    'permission.mode.changed': ({ key, time }, payload) => void mode.run(payload.mode, time, key),
    'rules.changed': ({ key, time }, payload) => void rules.run(JSON.stringify(payload.rules), time, key),
    'directories.changed': ({ key }, payload) => {
      directories.run(JSON.stringify(payload.directories), key);
      stale.run(key);
    },
    'event.session.work_changed': ({ key }, payload) => {
      work.run(
        payload.busy ? 1 : 0, payload.main_turn_active ? 1 : 0, payload.pending_interaction ?? 'none', payload.last_turn_reason ?? null, key,
      );
    },
  };
}

function agentAppliers(db: Db): Appliers {
  const create = db.prepare('INSERT OR IGNORE INTO agents (session_key, agent_id, kind) VALUES (?, ?, ?)');
  const set = (column: string) => db.prepare(`UPDATE agents SET ${column} = ? WHERE session_key = ? AND agent_id = ?`);
  const [todos, plan, tools, system, rendered] = [set('todos'), set('plan'), set('tools'), set('system_prompt'), set('rendered')];
  const profile = db.prepare('UPDATE sessions SET profile = ? WHERE key = ?');
  const touch = db.prepare('UPDATE sessions SET updated_at = max(updated_at, ?) WHERE key = ?');
  const note = db.prepare(`UPDATE agents SET noted = json_set(noted, '$."' || ? || '"', ?) WHERE session_key = ? AND agent_id = ?`);
  const seen = db.prepare(
    'INSERT OR REPLACE INTO seen_files (session_key, agent_id, path, seq, mtime_ms, size) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return {
    'agent.created': ({ key, agent }, payload) => void create.run(key, agent, payload.agentKind ?? 'main'),
    'agent.bound': ({ key, agent }, payload) => {
      if (agent === 'main') profile.run(payload.profile, key);
      if (payload.systemPrompt !== undefined) system.run(payload.systemPrompt, key, agent);
      if (payload.rendered !== undefined) rendered.run(payload.rendered, key, agent);
    },
    'todo.changed': ({ key, agent }, payload) => void todos.run(JSON.stringify(payload.todos), key, agent),
    'plan.changed': ({ key, time, agent }, { active, path, slug }) => {
      plan.run(JSON.stringify({ active, path, slug }), key, agent);
      touch.run(time, key);
    },
    'tools.changed': ({ key, agent }, { allow, disabled }) => void tools.run(JSON.stringify({ allow, disabled }), key, agent),
    'reminder.noted': ({ key, agent }, payload) => void note.run(payload.variant, payload.key ?? '', key, agent),
    'file.seen': ({ key, seq, agent }, payload) => void seen.run(key, agent, payload.path, seq, payload.mtimeMs, payload.size),
  };
}

/** What a step's count says about the context up to its message, as the row of an agent keeps it (engine.md 10.1). */
function tokenAnchor({ messageId, usage }: Pick<EventPayloads['step.usage'], 'messageId' | 'usage'>): string {
  return JSON.stringify({ messageId, tokens: usage.inputOther + usage.inputCacheRead + usage.inputCacheCreation + usage.output });
}

function messageAppliers(db: Db): Appliers {
  const insert = db.prepare(
    'INSERT INTO messages (session_key, seq, id, agent_id, role, turn_id, step, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
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
  const totals = db.prepare(
    `UPDATE sessions SET input_tokens = input_tokens + ?, output_tokens = output_tokens + ?,
       cache_read_tokens = cache_read_tokens + ?, cache_creation_tokens = cache_creation_tokens + ? WHERE key = ?`,
  );
  const byModel = db.prepare(
    `INSERT INTO usage (session_key, agent_id, model, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
       cache_read_tokens = cache_read_tokens + excluded.cache_read_tokens,
       cache_creation_tokens = cache_creation_tokens + excluded.cache_creation_tokens`,
  );
  const forgetNotes = db.prepare(`UPDATE agents SET noted = '{}' WHERE session_key = ? AND agent_id = ?`);
  const anchor = db.prepare('UPDATE agents SET anchor = ? WHERE session_key = ? AND agent_id = ?');
  const counted = db.prepare<[number, string], { payload: string }>(
    `SELECT e.payload FROM events e JOIN messages m ON m.session_key = e.session_key AND m.id = json_extract(e.payload, '$.messageId')
     WHERE e.session_key = ? AND e.agent_id = ? AND e.type = 'step.usage' AND m.undone = 0 ORDER BY e.seq DESC LIMIT 1`,
  );
  return {
    'message.appended': ({ key, seq, time, agent }, { message, turnId, step }) => {
      insert.run(key, seq, message.id, agent, message.role, turnId ?? null, step ?? null, Date.parse(message.created_at));
      if (agent === 'main') count.run(1, key);
      const text = searchedText(message);
      if (text !== '') search.run(key, seq, agent, message.role, turnId ?? null, time, text);
    },
    'tool.result': ({ key, seq, time, agent }, { messageId, turnId, step }) => {
      insert.run(key, seq, messageId, agent, 'tool', turnId, step ?? null, time);
      if (agent === 'main') count.run(1, key);
    },
    'step.usage': ({ key, agent }, payload) => {
      const { model, family: written, messageId, usage } = payload;
      const { inputOther, output, inputCacheRead, inputCacheCreation } = usage;
      totals.run(inputOther, output, inputCacheRead, inputCacheCreation, key);
      byModel.run(key, agent, model, inputOther, output, inputCacheRead, inputCacheCreation);
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
      }
      // the count that stood before the cut stands again (engine.md 2.7)
      const left = counted.get(key, agent);
      anchor.run(left ? tokenAnchor(JSON.parse(left.payload) as EventPayloads['step.usage']) : null, key, agent);
      forgetNotes.run(key, agent);
    },
  };
}

function turnAppliers(db: Db): Appliers {
  const start = db.prepare(
    `INSERT INTO turns (session_key, agent_id, turn_id, prompt_id, anchor, origin, started_seq, unattended) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const running = db.prepare(`UPDATE prompts SET status = 'running' WHERE session_key = ? AND prompt_id = ?`);
  const number = db.prepare('UPDATE agents SET last_turn = ? WHERE session_key = ? AND agent_id = ?');
  const counted = db.prepare('UPDATE sessions SET turn_count = turn_count + 1 WHERE key = ?');
  const end = db.prepare('UPDATE turns SET ended_seq = ?, reason = ? WHERE session_key = ? AND agent_id = ? AND turn_id = ?');
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

function promptAppliers(db: Db): Appliers {
  const insert = db.prepare(
    `INSERT OR REPLACE INTO prompts (session_key, prompt_id, agent_id, user_message_id, status, content, position, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const touch = db.prepare('UPDATE sessions SET updated_at = max(updated_at, ?) WHERE key = ?');
  const options = db.prepare('UPDATE prompts SET metadata = ?, unattended = ? WHERE session_key = ? AND prompt_id = ?');
  const status = db.prepare('UPDATE prompts SET status = ? WHERE session_key = ? AND prompt_id = ?');
  const content = db.prepare('UPDATE prompts SET content = ? WHERE session_key = ? AND prompt_id = ?');
  const place = db.prepare('UPDATE prompts SET position = ? WHERE session_key = ? AND prompt_id = ?');
  const queue = db.prepare<[number, string], { prompt_id: string; position: number }>(
    `SELECT prompt_id, position FROM prompts WHERE session_key = ? AND agent_id = ? AND status = 'queued' ORDER BY position`,
  );
  const paused = db.prepare('UPDATE agents SET queue_paused = ? WHERE session_key = ? AND agent_id = ?');
  return {
    'prompt.submitted': ({ key, seq, time, agent }, payload) => {
      const created = Date.parse(payload.createdAt);
      insert.run(key, payload.promptId, agent, payload.userMessageId, 'queued', JSON.stringify(payload.content), seq, created);
      touch.run(time, key);
    },
    'prompt.options': ({ key }, { promptId, metadata, unattended }) => {
      options.run(metadata === undefined ? null : JSON.stringify(metadata), unattended ? 1 : 0, key, promptId);
    },
    'prompt.updated': ({ key, agent }, payload) => {
      if (payload.change === 'paused' || payload.change === 'resumed') paused.run(payload.change === 'paused' ? 1 : 0, key, agent);
      if (payload.promptId === undefined) return;
      if (payload.content !== undefined) content.run(JSON.stringify(payload.content), key, payload.promptId);
      if (payload.change !== 'moved' || payload.position === undefined) return;
      const rows = queue.all(key, agent);
      const positions = rows.map((row) => row.position);
      const order = rows.map((row) => row.prompt_id).filter((id) => id !== payload.promptId);
      order.splice(payload.position, 0, payload.promptId);
      order.forEach((id, index) => place.run(positions[index], key, id));
    },
    'prompt.steered': ({ key }, { promptIds }) => {
      for (const id of promptIds) status.run('steered', key, id);
    },
    'prompt.completed': ({ key }, { promptId, reason }) => void status.run(reason ?? 'completed', key, promptId),
    'prompt.aborted': ({ key }, { promptId }) => void status.run('aborted', key, promptId),
  };
}

function interactionAppliers(db: Db): Appliers {
  const insert = db.prepare(
    `INSERT INTO interactions (session_key, id, kind, agent_id, turn_id, tool_call_id, status, request, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
  );
  const resolve = db.prepare('UPDATE interactions SET status = ?, response = ? WHERE session_key = ? AND id = ?');
  return {
    'event.approval.requested': ({ key, agent }, payload) => {
      const { type: _type, agentId, sessionId: _session, ...request } = payload;
      insert.run(
        key, payload.approval_id, 'approval', agent, payload.turn_id ?? null, payload.tool_call_id,
        JSON.stringify({ ...request, agent_id: agentId }), Date.parse(payload.created_at), Date.parse(payload.expires_at),
      );
    },
    'event.approval.resolved': ({ key }, payload) => {
      const status = payload.by === 'timeout' ? 'expired' : payload.decision;
      resolve.run(status, JSON.stringify(payload), key, payload.approval_id);
    },
    'event.question.requested': ({ key, agent }, payload) => {
      const { type: _type, agentId, sessionId: _session, ...request } = payload;
      const expires = Date.parse(payload.expires_at);
      insert.run(
        key, payload.question_id, 'question', agent, payload.turn_id ?? null, payload.tool_call_id ?? null,
        JSON.stringify({ ...request, agent_id: agentId }), Date.parse(payload.created_at), expires,
      );
    },
    'event.question.answered': ({ key }, payload) => void resolve.run('answered', JSON.stringify(payload), key, payload.question_id),
    'event.question.dismissed': ({ key }, payload) => {
      resolve.run(payload.by === 'timeout' ? 'expired' : 'dismissed', JSON.stringify(payload), key, payload.question_id);
    },
  };
}

/** Text parts of a message that people search for: prompts and answers, no engine text. */
function searchedText(message: Message): string {
  if (message.metadata?.hidden === true || (message.role !== 'user' && message.role !== 'assistant')) return '';
  const text = message.content.filter((part: ContentPart) => part.type === 'text').map((part) => part.text).join('\n');
  return text.slice(0, searchedLength);
}
