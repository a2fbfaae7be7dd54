/** Client requests for background tasks and shell commands of the user (rest.md 15, 28). */
import { setTimeout as delay } from 'node:timers/promises';
import type { Requests } from '../../../schemas/generated/operations.js';
import type { Task, TaskInfo } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import { descriptionOf } from '../../tools/commandtask.js';
import { readTail } from '../../tools/tasktext.js';
import { ToolFailure } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import { createShellStore, type StoredShell } from '../facts/shells.js';
import type { LiveSession } from '../live/state.js';
import { survivesServer } from './opentasks.js';
import type { Registry } from '../live/registry.js';
import { wantedRuntime } from '../runtimes/containment.js';
import { iso, type SessionRow } from '../store.js';
import { createTaskStore, type StoredTask } from '../facts/tasks.js';
import type { Db } from '../log/database.js';
import type { Reading } from '../transcript/reading.js';

/** Maximum milliseconds to wait until a call that clients already show can be moved to the background. */
const startingMs = 2_000;

export interface TaskFront {
  list(id: string, status?: Task['status']): Task[];
  /** `outputBytes` undefined: without output */
  get(id: string, taskId: string, outputBytes: number | undefined): Promise<Task>;
  cancel(id: string, taskId: string): Promise<void>;
  /** moves a running call to the background; returns the id of the task */
  detach(id: string, callId: string): Promise<string>;
  runShell(id: string, request: Requests['runShell']['body']): Promise<{ command_id: string; task_id: string }>;
  cancelShell(id: string, commandId: string): Promise<void>;
}

const shown = {
  running: 'running',
  completed: 'completed',
  failed: 'failed',
  timed_out: 'failed',
  lost: 'failed',
  killed: 'cancelled',
} as const;
const kinds = { process: 'bash', agent: 'subagent', question: 'tool' } as const;

export interface TaskFrontDeps extends SessionDeps {
  registry: Registry;
  reading: () => Pick<Reading, 'waiting'>;
  row(id: string): SessionRow;
  /** loads a session for changes */
  open(id: string): LiveSession;
}

export function createTaskFront(deps: TaskFrontDeps): TaskFront {
  const { registry, row: rowOf, open } = deps;
  const store = createTaskStore(deps.db);
  const callerTasks = createCallerTasks(deps.db);
  const ofCall = deps.db.prepare<[number, string], { type: string; name: string | null }>(
    `SELECT type, json_extract(payload, '$.name') AS name FROM events WHERE session_key = ? AND type IN ('tool.call.started', 'tool.result')
       AND json_extract(payload, '$.toolCallId') = ? ORDER BY seq DESC LIMIT 1`,
  );

  /** The stored task; without a live server, it no longer runs unless it was kept or waits for the user. */
  function current(row: SessionRow, task: StoredTask): StoredTask {
    const { info } = task;
    if (info.status !== 'running' || registry.loaded(row.id) || deps.leases.alive(row.owner)) return task;
    const waits =
      info.kind === 'agent'
        ? deps
            .reading()
            .waiting(row)
            .agents.has(info.agentId ?? '')
        : survivesServer(task, row);
    // as the repair of the session will record it
    const status = info.kind === 'agent' && info.detached === false ? 'failed' : 'lost';
    return waits ? task : { ...task, info: { ...info, status } };
  }

  function find(row: SessionRow, taskId: string): StoredTask {
    const { key } = row;
    const task = store.find(key, taskId) ?? callerTasks.agent(key, taskId) ?? callerTasks.typed(key, taskId)?.task;
    if (!task) throw new ApiError('TASK_NOT_FOUND');
    return current(row, task);
  }

  /** Stops a task; resolves when its end is recorded, with false if it had ended before. */
  async function stop(row: SessionRow, { taskId, ...info }: TaskInfo): Promise<boolean> {
    const task = open(row.id).tasks.get(taskId);
    if (task) {
      await registry.tasks.stop(task, 'stopped by the user');
      return true;
    }
    const typed = store.find(row.key, taskId) ? undefined : callerTasks.typed(row.key, taskId);
    if (typed) return (await registry.shells.cancel(open(row.id), typed.commandId)) === undefined;
    const session = open(row.id);
    const agentId = info.kind === 'agent' ? (info.agentId ?? '') : '';
    const agent = session.calls.get(agentId)?.taskId === taskId ? session.agents.get(agentId) : undefined;
    if (!agent?.turn) return false;
    registry.turns.abort(session, agent, 'user');
    registry.compactions.abort(agent, 'user');
    await agent.turn.done;
    return true;
  }

  return {
    list(id, status) {
      const row = rowOf(id);
      const tasks = [...store.list(row.key, {}), ...callerTasks.agents(row.key)]
        .sort((a, b) => b.info.startedAt - a.info.startedAt)
        .map((task) => view(id, current(row, task)));
      return status === undefined ? tasks : tasks.filter((task) => task.status === status);
    },
    async get(id, taskId, outputBytes) {
      const task = find(rowOf(id), taskId);
      const output =
        outputBytes === undefined || outputBytes === 0
          ? undefined
          : await readTail(`${deps.sessionDirectory(id)}/tasks/${taskId}.log`, outputBytes);
      if (!output || output.text === '') return view(id, task);
      return { ...view(id, task), output_preview: output.text, output_bytes: Buffer.byteLength(output.text) };
    },
    async cancel(id, taskId) {
      const row = rowOf(id);
      const { info } = find(row, taskId);
      if (info.status === 'running' && (await stop(row, info))) return;
      throw alreadyFinished(find(rowOf(id), taskId));
    },
    async detach(id, callId) {
      const row = rowOf(id);
      const session = registry.loaded(id) ?? (row.busy === 1 || foreign(row) ? registry.load(id) : undefined);
      const found = () => session && open(id).detachable.get(callId);
      const isStarting = (): boolean => {
        const { type, name } = ofCall.get(row.key, callId) ?? {};
        return type === 'tool.call.started' && (name === 'Bash' || name === 'Agent');
      };
      // clients show a call before its command runs
      if (session && !found() && isStarting())
        for (let waited = 0; waited < startingMs && !found(); waited += 20) await delay(20);
      const detach = found();
      if (detach) return attempt(detach);
      const last = ofCall.get(row.key, callId)?.type;
      const known =
        last !== undefined || [...(session?.agents.values() ?? [])].some((agent) => agent.usedCalls.has(callId));
      if (!known) throw new ApiError('TOOL_CALL_NOT_FOUND');
      if (last === 'tool.result')
        throw new ApiError('TASK_ALREADY_FINISHED', {
          message: 'The call has ended already.',
          data: { cancelled: false },
          details: { current_status: 'completed' },
        });
      throw invalid('tool_call_id', 'this call cannot be moved to the background');
    },
    async runShell(id, { command, runtime_id: wanted }) {
      const runtimeId = await wantedRuntime(deps, wanted, open(id).workspace);
      return await registry.shells.run(open(id), command, runtimeId);
    },
    async cancelShell(id, commandId) {
      const row = rowOf(id);
      const session = row.archived_at === null ? open(id) : registry.load(id);
      const taskId = await registry.shells.cancel(session, commandId);
      if (taskId !== undefined) throw alreadyFinished(find(row, taskId));
    },
  };

  function foreign(row: SessionRow): boolean {
    return deps.leases.foreignOwner(row.owner) !== undefined;
  }
}

function attempt(detach: () => string): string {
  try {
    return detach();
  } catch (error) {
    if (error instanceof ToolFailure) throw invalid('tool_call_id', error.message);
    throw error;
  }
}

function alreadyFinished({ info }: StoredTask): ApiError {
  return new ApiError('TASK_ALREADY_FINISHED', {
    data: { cancelled: false },
    details: { current_status: shown[info.status] },
  });
}

function view(sessionId: string, { info, toolCallId, runtimeId }: StoredTask): Task {
  return {
    id: info.taskId,
    session_id: sessionId,
    kind: kinds[info.kind],
    description: info.description,
    status: shown[info.status],
    engine_status: info.status,
    created_at: iso(info.startedAt),
    started_at: iso(info.startedAt),
    ...(info.endedAt === null ? {} : { completed_at: iso(info.endedAt) }),
    ...(info.detached === false && { run_in_background: false as const }),
    ...(info.kind === 'process'
      ? {
          command: info.command,
          runtime_id: runtimeId,
          ...(info.exitCode === null ? {} : { exit_code: info.exitCode }),
        }
      : {}),
    ...(info.kind === 'agent'
      ? {
          ...(info.model === undefined ? {} : { model: info.model }),
          thinking_effort: info.thinkingEffort,
          agent_id: info.agentId,
          subagent_type: info.subagentType,
          parent_tool_call_id: toolCallId,
        }
      : {}),
  };
}

/** Work that has a task id but is no background task: shell commands of the user, and agents in the foreground. */
interface CallerTasks {
  /** newest first */
  agents(key: number): StoredTask[];
  agent(key: number, taskId: string): StoredTask | undefined;
  /** a shell command of the user, by its task id */
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

function createCallerTasks(db: Db): CallerTasks {
  const shells = createShellStore(db);
  // an agent that is moved to the background becomes a background task
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
