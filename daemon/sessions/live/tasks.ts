/** Background tasks of loaded sessions: begun, ended exactly once, told to their agent, stopped (engine.md 17.3). */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { TaskInfo } from '../../../schemas/generated/types.js';
import { ToolFailure } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import type { StoredTask, TaskStore } from '../taskstore.js';
import type { Recorder } from './record.js';
import type { Delivery, LiveAgent, LiveSession } from './state.js';
import { noticeOf } from './tasknotice.js';

/** What a task is, by kind; the fields are those of TaskInfo. */
export type TaskFacts =
  | Pick<Extract<TaskInfo, { kind: 'process' }>, 'kind' | 'command' | 'pid'>
  | Pick<Extract<TaskInfo, { kind: 'agent' }>, 'kind' | 'agentId' | 'subagentType' | 'model' | 'thinkingEffort'>
  | Pick<Extract<TaskInfo, { kind: 'question' }>, 'kind' | 'questionCount' | 'toolCallId'>;

/** How a task ended. */
export interface TaskEnd {
  status: 'completed' | 'failed' | 'timed_out' | 'killed' | 'lost';
  exitCode?: number | null;
  /** why it did not complete, in one line for people and model */
  stopReason?: string;
}

/** Who does the work of a task. */
export interface TaskRunner {
  /** never rejects; what the task wrote must stand in its output file by then */
  done: Promise<TaskEnd>;
  /** begins to end it; `done` settles soon after. Called again it changes nothing */
  stop(reason: string): void;
  /** true while it needs nothing but a person's answer: it does not keep the session in memory, and survives a stop */
  waitsForPerson?(): boolean;
  /** set when it goes on without a server (kept commands); called instead of `stop` when the session leaves memory */
  leave?(): void;
}

export interface NewTask extends TaskRunner {
  facts: TaskFacts;
  description: string;
  /** from `newId`; absent: a new one */
  taskId?: string;
  /** the call that began it */
  toolCallId?: string;
  /** milliseconds; the runner keeps to it. Absent: none */
  timeoutMs?: number;
  /** epoch milliseconds; absent: now */
  startedAt?: number;
  /** start time of a process that outlives its server */
  processStart?: string;
  /** its end begins no turn */
  quiet?: boolean;
}

/** A task that runs. */
export interface LiveTask {
  info: TaskInfo;
  /** whose task it is */
  agentId: string;
  runner: TaskRunner;
  quiet: boolean;
  /** why it was asked to stop */
  stopReason?: string;
  /** somebody learns of its end in another way, so that it is not told */
  awaited: boolean;
  /** chars of its output that came before the next `task.output` */
  offset: number;
  /** settles when its end is recorded */
  ended: Promise<void>;
}

export interface Tasks {
  /** `bash-`, `agent-` or `question-` + 8 chars, not used in the session */
  newId(session: LiveSession, kind: TaskInfo['kind']): string;
  /** absolute path of the file that holds a task's output */
  outputPath(session: LiveSession, taskId: string): string;
  /** throws ToolFailure with the list of running tasks when there are as many as may run */
  checkRoom(session: LiveSession): void;
  /** records `task.started` at once, and `task.terminated` with the notification when the runner is done */
  start(session: LiveSession, agentId: string, task: NewTask): LiveTask;
  /** takes up a running task of the log after its session was loaded */
  resume(session: LiveSession, stored: StoredTask, runner: TaskRunner): LiveTask;
  /** stops one and waits until its end is recorded; `silently`: its agent is not told, because it learns of it here */
  stop(task: LiveTask, reason: string, options?: { silently?: boolean }): Promise<void>;
  /** stops everything without telling, also what waits for a person: the session is put away or deleted */
  stopAll(session: LiveSession, reason: string): Promise<void>;
  /** the server stops or the session leaves memory: kept commands and what waits for a person go on, the rest is stopped */
  close(session: LiveSession, reason: string): Promise<void>;
  /** puts ends that an agent was not told of back into its inbox; they begin no turn */
  recall(session: LiveSession, agent: LiveAgent): void;
}

export interface TaskDeps extends Pick<SessionDeps, 'now' | 'newId' | 'settings' | 'sessionDirectory' | 'logger'> {
  record: Recorder;
  store: TaskStore;
  deliver(session: LiveSession, agent: LiveAgent, delivery: Delivery): void;
}

const prefixes = { process: 'bash', agent: 'agent', question: 'question' } as const;

export function createTasks(deps: TaskDeps): Tasks {
  const { record, store } = deps;

  function newId(session: LiveSession, kind: TaskInfo['kind']): string {
    for (;;) {
      const id = `${prefixes[kind]}-${randomId()}`;
      if (!session.tasks.has(id) && !store.one(session.ref.key, id)) return id;
    }
  }

  const outputPath = (session: LiveSession, taskId: string): string =>
    join(deps.sessionDirectory(session.ref.id), 'tasks', `${taskId}.log`);

  function checkRoom(session: LiveSession): void {
    const most = deps.settings().background.maxRunningTasks;
    if (most === undefined || session.tasks.size < most) return;
    const running = [...session.tasks.values()].map(({ info }) => `- ${info.taskId}: ${info.description}`);
    throw new ToolFailure(
      `${session.tasks.size} background tasks run already, and background.max_running_tasks is ${most}. Stop one or wait for one:\n${running.join('\n')}`,
    );
  }

  function start(session: LiveSession, agentId: string, task: NewTask): LiveTask {
    const info = newInfo(task, task.taskId ?? newId(session, task.facts.kind), task.startedAt ?? deps.now());
    const { toolCallId, processStart, quiet = false } = task;
    const facts: NewEvent[] =
      toolCallId === undefined && processStart === undefined && !quiet
        ? []
        : [
            {
              type: 'task.facts',
              agentId,
              taskId: info.taskId,
              ...(toolCallId === undefined ? {} : { toolCallId }),
              ...(processStart === undefined ? {} : { processStart }),
              ...(quiet ? { quiet } : {}),
            },
          ];
    record(session, [{ type: 'task.started', agentId, info }, ...facts]);
    return follow(session, agentId, info, task, quiet);
  }

  function follow(session: LiveSession, agentId: string, info: TaskInfo, runner: TaskRunner, quiet: boolean): LiveTask {
    const task: LiveTask = { info, agentId, runner, quiet, awaited: false, offset: 0, ended: Promise.resolve() };
    session.tasks.set(info.taskId, task);
    task.ended = runner.done
      .then((end) => finish(session, task, end))
      .catch((error: unknown) => deps.logger.error('the end of a task could not be recorded', { err: error }));
    return task;
  }

  function finish(session: LiveSession, task: LiveTask, end: TaskEnd): void {
    session.tasks.delete(task.info.taskId);
    if (session.dead) return;
    const info = endedInfo(task, end, deps.now());
    record(session, [{ type: 'task.terminated', agentId: task.agentId, info }]);
    session.lastUsedAt = deps.now();
    const agent = session.agents.get(task.agentId);
    if (!agent || info.terminalNotificationSuppressed) return;
    deps.deliver(session, agent, { ...notice(session, agent, info), passive: !mayBeginTurn(agent, task) });
  }

  function notice(session: LiveSession, agent: LiveAgent, info: TaskInfo): Delivery {
    return noticeOf(info, {
      agentId: agent.id,
      notificationId: deps.newId('notification'),
      outputPath: outputPath(session, info.taskId),
    });
  }

  /** A subagent that is done is not called back to work; a run without people says itself what may begin a turn. */
  function mayBeginTurn(agent: LiveAgent, task: LiveTask): boolean {
    if (task.quiet || agent.kind !== 'main') return false;
    return !agent.unattended || deps.settings().background.printBackgroundMode === 'steer';
  }

  async function stop(task: LiveTask, reason: string, { silently = false } = {}): Promise<void> {
    task.stopReason ??= reason;
    if (silently) task.awaited = true;
    task.runner.stop(reason);
    await task.ended;
  }

  const stopMany = (tasks: LiveTask[], reason: string): Promise<unknown> =>
    Promise.all(tasks.map((task) => stop(task, reason, { silently: true })));

  return {
    newId,
    outputPath,
    checkRoom,
    start,
    stop,
    resume: (session, { info, agentId, quiet }, runner) => follow(session, agentId, info, runner, quiet),
    async stopAll(session, reason) {
      await stopMany([...session.tasks.values()], reason);
    },
    async close(session, reason) {
      const running = [...session.tasks.values()];
      for (const { runner } of running) runner.leave?.();
      await stopMany(
        running.filter(({ runner }) => !runner.leave && !runner.waitsForPerson?.()),
        reason,
      );
    },
    recall(session, agent) {
      for (const { info } of store.untold(session.ref.key, agent.id)) {
        if (agent.inbox.some(({ taskId }) => taskId === info.taskId)) continue;
        agent.inbox.push({ ...notice(session, agent, info), passive: true });
      }
    },
  };
}

function newInfo({ facts, description, timeoutMs }: NewTask, taskId: string, startedAt: number): TaskInfo {
  const base = {
    taskId,
    description,
    status: 'running' as const,
    detached: true,
    startedAt,
    endedAt: null,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  return facts.kind === 'process' ? { ...base, ...facts, exitCode: null } : { ...base, ...facts };
}

function endedInfo(task: LiveTask, end: TaskEnd, endedAt: number): TaskInfo {
  // what was asked to stop and did not complete before was stopped by that
  const stopped = task.stopReason !== undefined && end.status !== 'completed' && end.status !== 'lost';
  const stopReason = stopped ? task.stopReason : end.stopReason;
  const common = {
    status: stopped ? ('killed' as const) : end.status,
    endedAt,
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(task.awaited ? { terminalNotificationSuppressed: true } : {}),
  };
  return task.info.kind === 'process'
    ? { ...task.info, ...common, exitCode: end.exitCode ?? null }
    : { ...task.info, ...common };
}

/** Eight chars of base 36 (engine.md 1). */
function randomId(): string {
  return (randomBytes(6).readUIntBE(0, 6) % 36 ** 8).toString(36).padStart(8, '0');
}
