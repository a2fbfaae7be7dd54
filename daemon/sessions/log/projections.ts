/** Keeps the tables that are derived from the log: one function per event type, run in the event's own transaction. */
import type { EventPayload } from '../../../schemas/generated/events.js';
import { budgetAppliers } from '../usage/budgetrows.js';
import { compactionAppliers } from '../context/compactions.js';
import {
  interactionAppliers,
  messageAppliers,
  promptAppliers,
  turnAppliers,
  type Appliers,
  type Facts,
} from '../messages/conversation.js';
import type { Db } from './database.js';
import type { Frame } from './frames.js';
import { createMessageRows } from '../messages/table.js';
import { searchedPart } from '../search/searched.js';
import { shellAppliers } from '../shells/table.js';
import { taskAppliers } from '../tasks/table.js';
import { textsOf } from '../texts/texts.js';
import { goalAndJobAppliers } from '../goals/table.js';
import { createUsageRows } from '../usage/usagerows.js';

export interface Projections {
  apply(key: number, frame: Frame): void;
}

/** `timeZone`: IANA name for the day on which something was spent; absent: that of the system. */
export function createProjections(db: Db, timeZone?: string): Projections {
  const { took } = createUsageRows(db, timeZone);
  const messageRows = createMessageRows(db);
  const tables: Appliers[] = [
    budgetAppliers(db),
    {
      ...sessionAppliers(db),
      ...agentAppliers(db),
      ...compactionAppliers(db, took),
      ...messageAppliers(db, messageRows, took),
      ...turnAppliers(db),
      ...promptAppliers(db, messageRows),
      ...interactionAppliers(db),
      ...taskAppliers(db),
      ...shellAppliers(db),
      ...goalAndJobAppliers(db),
      ...callAppliers(db),
    },
  ];
  return {
    apply(key, frame) {
      for (const table of tables) {
        const apply = table[frame.type] as ((facts: Facts, payload: EventPayload) => void) | undefined;
        apply?.(
          { key, seq: frame.seq, time: frame.time, agent: frame.agentId, session: frame.sessionId },
          frame.payload,
        );
      }
    },
  };
}

function sessionAppliers(db: Db): Appliers {
  const title = db.prepare('UPDATE sessions SET title = ?, title_kind = ? WHERE key = ?');
  const lastPrompt = db.prepare('UPDATE sessions SET last_prompt = ? WHERE key = ?');
  const metadata = db.prepare('UPDATE sessions SET metadata = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const archived = db.prepare('UPDATE sessions SET archived_at = ? WHERE key = ?');
  const model = db.prepare(
    'UPDATE sessions SET model = ?, model_named = ?, updated_at = max(updated_at, ?) WHERE key = ?',
  );
  const thinking = db.prepare('UPDATE sessions SET thinking = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const mode = db.prepare('UPDATE sessions SET permission_mode = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const rules = db.prepare('UPDATE sessions SET rules = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const denials = db.prepare('UPDATE sessions SET launch_denials = ? WHERE key = ?');
  const runtime = db.prepare('UPDATE sessions SET runtime_id = ?, updated_at = max(updated_at, ?) WHERE key = ?');
  const directories = db.prepare('UPDATE sessions SET directories = ? WHERE key = ?');
  // the prompt lists the directories (engine.md 3.5), and says where commands run
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
    if (text !== '') search.run(key, seq, time, searchedPart(text));
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
    'launch.denials': ({ key }, payload) => void denials.run(JSON.stringify(payload.patterns), key),
    'runtime.changed': ({ key, time }, payload) => {
      runtime.run(payload.runtimeId, time, key);
      stale.run(key);
    },
    'directories.changed': ({ key }, payload) => {
      directories.run(JSON.stringify(payload.directories), key);
      stale.run(key);
    },
    'event.session.work_changed': ({ key }, payload) => {
      work.run(
        payload.busy ? 1 : 0,
        payload.main_turn_active ? 1 : 0,
        payload.pending_interaction ?? 'none',
        payload.last_turn_reason ?? null,
        key,
      );
    },
  };
}

function agentAppliers(db: Db): Appliers {
  const texts = textsOf(db);
  const create = db.prepare(
    'INSERT OR IGNORE INTO agents (session_key, agent_id, kind, parent_id, label, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const set = (column: string) => db.prepare(`UPDATE agents SET ${column} = ? WHERE session_key = ? AND agent_id = ?`);
  const [todos, plan, tools, system, rendered, listed, binding, disposed, refusedImages, copied] = [
    set('todos'),
    set('plan'),
    set('tools'),
    set('system_prompt'),
    set('rendered'),
    set('listed'),
    set('binding'),
    set('disposed_at'),
    set('refused_images'),
    set('copied'),
  ];
  const profile = db.prepare('UPDATE sessions SET profile = ? WHERE key = ?');
  const touch = db.prepare('UPDATE sessions SET updated_at = max(updated_at, ?) WHERE key = ?');
  const note = db.prepare(
    `UPDATE agents SET noted = json_set(noted, '$."' || ? || '"', ?) WHERE session_key = ? AND agent_id = ?`,
  );
  const seen = db.prepare(
    'INSERT OR REPLACE INTO seen_files (session_key, agent_id, path, seq, mtime_ms, size) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return {
    'agent.created': ({ key, agent, time }, { agentKind, parentAgentId, label }) =>
      void create.run(key, agent, agentKind, parentAgentId ?? null, label ?? null, time),
    'agent.disposed': ({ key, agent, time }) => void disposed.run(time, key, agent),
    'agent.bound': ({ key, agent }, payload) => {
      if (agent === 'main') profile.run(payload.profile, key);
      if (payload.systemPrompt !== undefined) system.run(payload.systemPrompt, key, agent);
      if (payload.rendered !== undefined) rendered.run(payload.rendered, key, agent);
      if (payload.listed !== undefined) listed.run(payload.listed, key, agent);
      if (payload.binding !== undefined) binding.run(JSON.stringify(payload.binding), key, agent);
    },
    'context.copied': ({ key, agent, session: id }, { messageIds, kept }) =>
      void copied.run(texts.json(id, { messageIds, kept }), key, agent),
    'agent.prompt.dropped': ({ key, agent }) => void rendered.run(null, key, agent),
    'todo.changed': ({ key, agent }, payload) => void todos.run(JSON.stringify(payload.todos), key, agent),
    'plan.changed': ({ key, time, agent }, { active, path, slug }) => {
      plan.run(JSON.stringify({ active, path, slug }), key, agent);
      touch.run(time, key);
    },
    'tools.changed': ({ key, agent }, { allow, disabled, mcpServers }) =>
      void tools.run(JSON.stringify({ allow, disabled, mcpServers }), key, agent),
    'reminder.noted': ({ key, agent }, payload) => void note.run(payload.variant, payload.key ?? '', key, agent),
    'images.refused': ({ key, agent }, { until, family }) =>
      void refusedImages.run(JSON.stringify({ until, family }), key, agent),
    'file.seen': ({ key, seq, agent }, payload) =>
      void seen.run(key, agent, payload.path, seq, payload.mtimeMs, payload.size),
  };
}

function callAppliers(db: Db): Appliers {
  const begin = db.prepare(
    `INSERT INTO agent_calls (session_key, seq, agent_id, type, caller_id, caller_turn, call_id, background, task_id, description, model, thinking, started_at)
     VALUES (@key, @seq, @child, @type, @caller, (SELECT last_turn FROM agents WHERE session_key = @key AND agent_id = @caller), @call, @background,
       @task, @description, @model, @thinking, @time)`,
  );
  const end = db.prepare(
    'UPDATE agent_calls SET ended_seq = ?, ended_at = ?, outcome = ? WHERE session_key = ? AND agent_id = ? AND ended_seq IS NULL',
  );
  return {
    'subagent.spawned': ({ key, seq, time, agent }, payload) =>
      void begin.run({
        key,
        seq,
        time,
        caller: agent,
        child: payload.subagentId,
        type: payload.subagentName,
        call: payload.parentToolCallId,
        background: payload.runInBackground ? 1 : 0,
        task: payload.taskId ?? '',
        description: payload.description ?? '',
        model: payload.model ?? null,
        thinking: payload.thinkingEffort ?? null,
      }),
    'subagent.completed': ({ key, seq, time }, { subagentId }) => void end.run(seq, time, 'completed', key, subagentId),
    'subagent.failed': ({ key, seq, time }, { subagentId, reason }) => void end.run(seq, time, reason, key, subagentId),
  };
}
