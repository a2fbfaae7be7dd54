/** Work that has a task id without being a background task: shell commands of the user, and agents that their caller waits for. */
import type { TaskInfo } from '../../../schemas/generated/types.js';
import { descriptionOf } from '../../tools/commandtask.js';
import type { Db } from '../log/database.js';
import { createShellStore, type StoredShell } from '../facts/shells.js';
import type { StoredTask } from '../facts/tasks.js';

export interface CallerTasks {
  /** newest first */
  agents(key: number): StoredTask[];
  agent(key: number, taskId: string): StoredTask | undefined;
  /** a shell command of the user, with the id it has as a background task */
  typed(key: number, taskId: string): { commandId: string; task: StoredTask } | undefined;
}

interface CallRow {
  agent_id: string;
  type: string;
  caller_id: string;
  call_id: string;
  background: 0 | 1;
  task_id: string;
  description: string;
  model: string | null;
  thinking: string | null;
  started_at: number;
  ended_at: number | null;
  outcome: keyof typeof agentEndings | null;
}

const agentEndings = { completed: 'completed', error: 'failed', aborted: 'killed', timed_out: 'timed_out' } as const;
const shellEndings = ['completed', 'failed', 'killed'] as const;

export function createCallerTasks(db: Db): CallerTasks {
  const shells = createShellStore(db);
  // an agent that goes to the background is a task from then on
  const calls = `SELECT c.* FROM agent_calls c WHERE session_key = ? AND task_id <> ''
    AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.session_key = c.session_key AND t.task_id = c.task_id)`;
  const all = db.prepare<[number], CallRow>(`${calls} ORDER BY seq DESC`);
  const one = db.prepare<[number, string], CallRow>(`${calls} AND task_id = ?`);
  return {
    agents: (key) => all.all(key).map(agentTask),
    agent(key, taskId) {
      const row = one.get(key, taskId);
      return row && agentTask(row);
    },
    typed(key, taskId) {
      const shell = shells.ofTask(key, taskId);
      return shell && { commandId: shell.commandId, task: typedTask(shell) };
    },
  };
}

function agentTask(row: CallRow): StoredTask {
  const info: TaskInfo = {
    kind: 'agent',
    taskId: row.task_id,
    description: row.description,
    status: row.outcome === null ? 'running' : agentEndings[row.outcome],
    detached: row.background === 1,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    agentId: row.agent_id,
    subagentType: row.type,
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.thinking === null ? {} : { thinkingEffort: row.thinking }),
  };
  return {
    agentId: row.caller_id,
    runtimeId: 'local',
    quiet: true,
    reported: true,
    info,
    ...(row.call_id === '' ? {} : { toolCallId: row.call_id }),
  };
}

function typedTask({ taskId, line, status, startedAt, endedAt, exitCode, runtimeId }: StoredShell): StoredTask {
  return {
    agentId: 'main',
    runtimeId: runtimeId ?? 'local',
    quiet: true,
    reported: true,
    info: {
      kind: 'process',
      taskId,
      description: descriptionOf(line, undefined),
      status: shellEndings.find((each) => each === status) ?? 'running',
      detached: false,
      startedAt,
      endedAt,
      command: line,
      pid: 0,
      exitCode,
    },
  };
}
