/** What people ask of background tasks and of commands they typed (rest.md 15, 28). */
import type { Task } from '../../schemas/generated/types.js';
import { ApiError, invalid } from '../errors.js';
import { descriptionOf } from '../tools/commandtask.js';
import { readTail } from '../tools/tasktext.js';
import { ToolFailure } from '../tools/tool.js';
import type { SessionDeps } from './deps.js';
import type { LiveSession } from './live/state.js';
import { goesOnAlone } from './opentasks.js';
import type { Registry } from './registry.js';
import { iso, type SessionRow } from './store.js';
import { createShellStore } from './shellstore.js';
import { createTaskStore, type StoredTask } from './taskstore.js';

export interface TaskFront {
  list(id: string, status?: Task['status']): Task[];
  /** `outputBytes` undefined: without output */
  one(id: string, taskId: string, outputBytes: number | undefined): Promise<Task>;
  cancel(id: string, taskId: string): Promise<void>;
  /** moves a running call to the background; returns the id of the task */
  detach(id: string, callId: string): string;
  runShell(id: string, command: string): Promise<{ command_id: string; task_id: string }>;
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
const endings = ['completed', 'failed', 'killed'] as const;
const kinds = { process: 'bash', agent: 'subagent', question: 'tool' } as const;

export function createTaskFront(
  deps: SessionDeps,
  registry: Registry,
  must: (id: string) => SessionRow,
  open: (id: string) => LiveSession,
): TaskFront {
  const store = createTaskStore(deps.db);
  const shells = createShellStore(deps.db);
  const ofCall = deps.db.prepare<[number, string], { type: string }>(
    `SELECT type FROM events WHERE session_key = ? AND type IN ('tool.call.started', 'tool.result')
       AND json_extract(payload, '$.toolCallId') = ? ORDER BY seq DESC LIMIT 1`,
  );

  /** As stored; what ran in a server that is gone runs no more, unless it was kept or waits for a person. */
  function current(row: SessionRow, task: StoredTask): StoredTask {
    const { info } = task;
    if (info.status !== 'running' || registry.loaded(row.id) || deps.leases.alive(row.owner)) return task;
    return goesOnAlone(task, row) ? task : { ...task, info: { ...info, status: 'lost' } };
  }

  function find(row: SessionRow, taskId: string): StoredTask {
    const task = store.one(row.key, taskId) ?? typed(row, taskId);
    if (!task) throw new ApiError('TASK_NOT_FOUND');
    return current(row, task);
  }

  /** A command that a person typed goes by the name it will have as a task, also while it is none. */
  function typed(row: SessionRow, taskId: string): StoredTask | undefined {
    const shell = shells.ofTask(row.key, taskId);
    if (!shell) return undefined;
    const { line, startedAt, endedAt, exitCode } = shell;
    return {
      agentId: 'main',
      quiet: true,
      told: true,
      info: {
        kind: 'process',
        taskId,
        description: descriptionOf(line, undefined),
        status: endings.find((each) => each === shell.status) ?? 'running',
        detached: false,
        startedAt,
        endedAt,
        command: line,
        pid: 0,
        exitCode,
      },
    };
  }

  return {
    list(id, status) {
      const row = must(id);
      const tasks = store.list(row.key, {}).map((task) => view(id, current(row, task)));
      return status === undefined ? tasks : tasks.filter((task) => task.status === status);
    },
    async one(id, taskId, outputBytes) {
      const task = find(must(id), taskId);
      const output =
        outputBytes === undefined || outputBytes === 0
          ? undefined
          : await readTail(`${deps.sessionDirectory(id)}/tasks/${taskId}.log`, outputBytes);
      if (!output || output.text === '') return view(id, task);
      return { ...view(id, task), output_preview: output.text, output_bytes: Buffer.byteLength(output.text) };
    },
    async cancel(id, taskId) {
      const row = must(id);
      const before = find(row, taskId);
      const shell = store.one(row.key, taskId) ? undefined : shells.ofTask(row.key, taskId);
      if (shell && before.info.status === 'running') {
        if ((await registry.shells.cancel(open(id), shell.commandId)) === undefined) return;
        throw over(find(row, taskId));
      }
      const live = before.info.status === 'running' ? open(id).tasks.get(taskId) : undefined;
      if (!live) throw over(find(must(id), taskId));
      await registry.tasks.stop(live, 'stopped by the user');
    },
    detach(id, callId) {
      const row = must(id);
      const session = registry.loaded(id) ?? (row.busy === 1 || foreign(row) ? registry.load(id) : undefined);
      const detach = session && open(id).detachable.get(callId);
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
    runShell: (id, command) => registry.shells.run(open(id), command),
    async cancelShell(id, commandId) {
      const row = must(id);
      const session = row.archived_at === null ? open(id) : registry.load(id);
      const taskId = await registry.shells.cancel(session, commandId);
      if (taskId !== undefined) throw over(find(row, taskId));
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

function over({ info }: StoredTask): ApiError {
  return new ApiError('TASK_ALREADY_FINISHED', {
    data: { cancelled: false },
    details: { current_status: shown[info.status] },
  });
}

function view(sessionId: string, { info, toolCallId }: StoredTask): Task {
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
    ...(info.kind === 'process'
      ? { command: info.command, ...(info.exitCode === null ? {} : { exit_code: info.exitCode }) }
      : {}),
    ...(info.kind === 'agent'
      ? {
          ...(info.model === undefined ? {} : { model: info.model }),
          ...(info.thinkingEffort === undefined ? {} : { thinking_effort: info.thinkingEffort }),
          ...(info.agentId === undefined ? {} : { agent_id: info.agentId }),
          ...(info.subagentType === undefined ? {} : { subagent_type: info.subagentType }),
          ...(toolCallId === undefined ? {} : { parent_tool_call_id: toolCallId }),
        }
      : {}),
  };
}
