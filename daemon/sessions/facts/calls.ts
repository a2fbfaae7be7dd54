/** Calls of subagents: which agent called which other one, for what, and how the call ended. */
import type { ChildCall } from '../live/state.js';
import type { Fact } from './fact.js';

interface CallRow {
  agent_id: string;
  type: string;
  caller_id: string;
  call_id: string;
  background: number;
  task_id: string;
  description: string;
  started_at: number;
}

export const calls = {
  session: {
    'subagent.spawned': (session, event, time) => {
      const call: ChildCall = {
        agentId: event.subagentId,
        type: event.subagentName,
        callerId: event.agentId,
        callId: event.parentToolCallId,
        background: event.runInBackground,
        taskId: event.taskId ?? '',
        description: event.description ?? '',
        startedAt: time,
      };
      session.calls.set(event.subagentId, call);
    },
    'subagent.completed': (session, { subagentId }) => void session.calls.delete(subagentId),
    'subagent.failed': (session, { subagentId }) => void session.calls.delete(subagentId),
    // an agent that becomes a task works in the background from then on
    'task.started': (session, { info }) => {
      const call = info.kind === 'agent' && info.agentId !== undefined ? session.calls.get(info.agentId) : undefined;
      if (call) call.background = true;
    },
  },
  tables(db) {
    const begin = db.prepare(
      `INSERT INTO agent_calls (session_key, seq, agent_id, type, caller_id, caller_turn, call_id, background, task_id, description, model, thinking, started_at)
       VALUES (@key, @seq, @child, @type, @caller, (SELECT last_turn FROM agents WHERE session_key = @key AND agent_id = @caller), @call, @background,
         @task, @description, @model, @thinking, @time)`,
    );
    const end = db.prepare(
      'UPDATE agent_calls SET ended_seq = ?, ended_at = ?, outcome = ? WHERE session_key = ? AND agent_id = ? AND ended_seq IS NULL',
    );
    const background = db.prepare(
      'UPDATE agent_calls SET background = 1 WHERE session_key = ? AND agent_id = ? AND ended_seq IS NULL',
    );
    return {
      'subagent.spawned': ({ key, seq, time, agent }, event) =>
        void begin.run({
          key,
          seq,
          time,
          caller: agent,
          child: event.subagentId,
          type: event.subagentName,
          call: event.parentToolCallId,
          background: event.runInBackground ? 1 : 0,
          task: event.taskId ?? '',
          description: event.description ?? '',
          model: event.model ?? null,
          thinking: event.thinkingEffort ?? null,
        }),
      'subagent.completed': ({ key, seq, time }, { subagentId }) =>
        void end.run(seq, time, 'completed', key, subagentId),
      'subagent.failed': ({ key, seq, time }, { subagentId, reason }) =>
        void end.run(seq, time, reason, key, subagentId),
      'task.started': ({ key }, { info }) => {
        if (info.kind === 'agent' && info.agentId !== undefined) background.run(key, info.agentId);
      },
    };
  },
  load(db) {
    const rows = db.prepare<[number], CallRow>(
      'SELECT * FROM agent_calls WHERE session_key = ? AND ended_seq IS NULL ORDER BY seq',
    );
    return {
      session(session) {
        for (const row of rows.all(session.ref.key))
          session.calls.set(row.agent_id, {
            agentId: row.agent_id,
            type: row.type,
            callerId: row.caller_id,
            callId: row.call_id,
            background: row.background === 1,
            taskId: row.task_id,
            description: row.description,
            startedAt: row.started_at,
          });
      },
    };
  },
  fork: {
    rows: [
      `INSERT INTO agent_calls (session_key, seq, agent_id, type, caller_id, caller_turn, call_id, background, task_id, description, model, thinking, started_at,
         ended_seq, ended_at, outcome)
       SELECT @to, seq, agent_id, type, caller_id, caller_turn, call_id, background, task_id, description, model, thinking, started_at,
         CASE WHEN ended_seq <= @cut THEN ended_seq END, CASE WHEN ended_seq <= @cut THEN ended_at END, CASE WHEN ended_seq <= @cut THEN outcome END
       FROM agent_calls WHERE session_key = @from AND seq <= @cut`,
    ],
  },
} satisfies Fact;
