/** Background tasks of loaded sessions: starts and stops them, reports each end to its agent once (engine.md 17.3). */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { TaskInfo } from '../../../schemas/generated/types.js';
import { tail } from '../../base/text/cut.js';
import { ToolFailure } from '../../tools/tool.js';
import type { NewTask, TaskEnd, TaskRunner } from '../../tools/task.js';
import type { SessionDeps } from '../deps.js';
import type { StoredTask, TaskStore } from '../facts/tasks.js';
import { createFairQueue } from '../../base/async/queues.js';
import type { Recorder } from '../live/record.js';
import { createSaving, type Saving } from '../live/saving.js';
import type { Delivery, LiveAgent, LiveSession } from '../live/state.js';
import { appendOutput, noticeOf } from './notice.js';

export type { NewTask, TaskRunner } from '../../tools/task.js';

/** A running task. */
export interface LiveTask {
  info: TaskInfo;
  /** the agent that owns the task */
  agentId: string;
  runner: TaskRunner;
  quiet: boolean;
  /** why it was requested to stop */
  stopReason?: string;
  /** its end must not be reported, because the session is unloaded */
  silent: boolean;
  /** calls that wait for its end; true: a call of the owning agent, whose result makes a notice unnecessary */
  awaitedBy: Map<(info: TaskInfo) => void, boolean>;
  feed: TaskFeed;
  /** characters of its output before the `task.output` event that is being sent */
  offset: number;
  saving: Saving;
  /** settles when its end is recorded */
  ended: Promise<void>;
}

export interface Tasks {
  /** `bash-`, `agent-` or `question-` + 8 chars, not used in the session */
  newId(session: LiveSession, kind: TaskInfo['kind']): string;
  /** absolute path of the file that holds a task's output */
  outputPath(session: LiveSession, taskId: string): string;
  /** why no task can begin, with a list of the running ones; undefined when one can */
  refusal(session: LiveSession): string | undefined;
  /** records `task.started` at once, and `task.terminated` with the notification when the runner is done */
  start(session: LiveSession, agentId: string, task: NewTask): LiveTask;
  /** continues a running task of the log after its session was loaded */
  resume(session: LiveSession, stored: StoredTask, runner: TaskRunner): LiveTask;
  /** stops a task and waits until its end is recorded */
  stop(task: LiveTask, reason: string): Promise<void>;
  /** stops everything without a notice, also tasks that wait for the user: the session is unloaded or deleted */
  stopAll(session: LiveSession, reason: string): Promise<void>;
  /** before an unload or the end of the server: stops all but kept commands and tasks that wait for the user */
  close(session: LiveSession, reason: string): Promise<void>;
  /** puts ends without a notice back into the agent's inbox; they begin no turn */
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
  const nextTurn = createFairQueue();

  function newId(session: LiveSession, kind: TaskInfo['kind']): string {
    for (;;) {
      const id = `${prefixes[kind]}-${randomId()}`;
      if (!session.tasks.has(id) && !store.find(session.ref.key, id)) return id;
    }
  }

  const outputPath = (session: LiveSession, taskId: string): string =>
    join(deps.sessionDirectory(session.ref.id), 'tasks', `${taskId}.log`);

  function refusal(session: LiveSession): string | undefined {
    const most = deps.settings().background.maxRunningTasks;
    if (most === undefined || session.tasks.size < most) return undefined;
    const running = [...session.tasks.values()].map(({ info }) => `- ${info.taskId}: ${info.description}`);
    return `${session.tasks.size} background tasks run already, and background.max_running_tasks is ${most}. Stop one or wait for one:\n${running.join('\n')}`;
  }

  function start(session: LiveSession, agentId: string, task: NewTask): LiveTask {
    if (session.dead || session.closing) throw new ToolFailure('The server is stopping; nothing begins any more.');
    const info = newInfo(task, task.taskId ?? newId(session, task.facts.kind), task.startedAt ?? deps.now());
    const { toolCallId, processStart, proxy, quiet = false } = task;
    const isContained = task.runtimeId === 'sandbox';
    const facts: NewEvent[] =
      toolCallId === undefined && processStart === undefined && !quiet && !isContained
        ? []
        : [
            {
              type: 'task.facts',
              agentId,
              taskId: info.taskId,
              ...(toolCallId === undefined ? {} : { toolCallId }),
              processStart,
              ...(isContained ? { runtimeId: 'sandbox' } : {}),
              proxy,
              ...(quiet ? { quiet } : {}),
            },
          ];
    record(session, [{ type: 'task.started', agentId, info }, ...facts]);
    return follow(session, agentId, info, task, { quiet, offset: task.offset ?? 0 });
  }

  function follow(
    session: LiveSession,
    agentId: string,
    info: TaskInfo,
    runner: TaskRunner,
    { quiet, offset }: { quiet: boolean; offset: number },
  ): LiveTask {
    const { taskId } = info;
    const task: LiveTask = {
      info,
      agentId,
      runner,
      quiet,
      silent: false,
      awaitedBy: new Map(),
      offset,
      feed: createTaskFeed(offset, (text, at) => {
        task.offset = at;
        record(session, [{ type: 'task.output', agentId, taskId, text }]);
      }),
      saving: createSaving(
        () => session.dead,
        (error) =>
          deps.logger.error('the end of a task could not be recorded', {
            session_id: session.ref.id,
            task_id: taskId,
            err: error,
          }),
      ),
      ended: Promise.resolve(),
    };
    session.tasks.set(taskId, task);
    task.ended = runner.done.then((end) => finish(session, task, end));
    return task;
  }

  async function finish(session: LiveSession, task: LiveTask, end: TaskEnd): Promise<void> {
    const { taskId } = task.info;
    if (end.output !== undefined)
      await appendOutput(outputPath(session, taskId), end.output).catch((error: unknown) =>
        deps.logger.error('the output of a task could not be written', {
          session_id: session.ref.id,
          task_id: taskId,
          err: error,
        }),
      );
    if (task.info.kind === 'process') task.feed.push(end.output ?? '');
    await nextTurn();
    task.feed.end();
    await task.saving.run(() => conclude(session, task, end));
    session.tasks.delete(taskId);
  }

  function conclude(session: LiveSession, task: LiveTask, end: TaskEnd): void {
    if (session.dead) return;
    const { agentId, awaitedBy, silent, info: before } = task;
    const info = endedInfo(task, end, end.endedAt ?? deps.now());
    const known: NewEvent[] = silent ? [{ type: 'task.told', agentId, taskIds: [before.taskId] }] : [];
    record(session, [...keptOutput(task, end), { type: 'task.terminated', agentId, info }, ...known]);
    session.tasks.delete(before.taskId);
    session.lastUsedAt = deps.now();
    const agent = session.agents.get(agentId);
    if (agent && !silent) {
      const passive = isReportedByCall(task) || !mayBeginTurn(agent, task);
      deps.deliver(session, agent, { ...notice(session, agent, info), passive });
    }
    for (const notify of awaitedBy.keys()) notify(info);
  }

  function notice(session: LiveSession, agent: LiveAgent, info: TaskInfo): Delivery {
    return noticeOf(info, {
      agentId: agent.id,
      notificationId: deps.newId('notification'),
      outputPath: outputPath(session, info.taskId),
    });
  }

  /** Whether an end may begin a turn: not in a subagent, and in an unattended run only as configured. */
  function mayBeginTurn(agent: LiveAgent, task: LiveTask): boolean {
    if (task.quiet || agent.kind !== 'main') return false;
    return !agent.unattended || deps.settings().background.printBackgroundMode === 'steer';
  }

  async function stop(task: LiveTask, reason: string): Promise<void> {
    task.stopReason ??= reason;
    task.runner.stop(reason);
    await task.saving.join(task.ended);
  }

  const stopAll = (tasks: LiveTask[], reason: string): Promise<unknown> =>
    Promise.all(
      tasks.map((task) => {
        task.silent = true;
        return stop(task, reason);
      }),
    );

  return {
    newId,
    outputPath,
    refusal,
    start,
    stop,
    resume: (session, { info, agentId, quiet }, runner) =>
      follow(session, agentId, info, runner, { quiet: quiet || info.kind === 'process', offset: 0 }),
    async stopAll(session, reason) {
      await stopAll([...session.tasks.values()], reason);
    },
    async close(session, reason) {
      const running = [...session.tasks.values()];
      for (const { runner } of running) runner.leave?.();
      const stopped = stopAll(
        running.filter(({ runner }) => !runner.leave && !runner.waitsForUser?.()),
        reason,
      );
      await stopped.catch((error: unknown) =>
        deps.logger.warn('tasks end without a record', { session_id: session.ref.id, err: error }),
      );
    },
    recall(session, agent) {
      for (const { info } of store.unreported(session.ref.key, agent.id)) {
        if (agent.inbox.some(({ taskId }) => taskId === info.taskId)) continue;
        agent.inbox.push({ ...notice(session, agent, info), passive: true });
      }
    },
  };
}

/** Whether its agent learns of the end from the result of a call. */
function isReportedByCall({ awaitedBy }: LiveTask): boolean {
  return [...awaitedBy.values()].includes(true);
}

/** Keeps the end of the output for readers of an unloaded session; the report of an agent is stored elsewhere. */
function keptOutput({ agentId, info, feed }: LiveTask, end: TaskEnd): NewEvent[] {
  const output = tail(feed.sent() + (info.kind === 'question' ? (end.output ?? '') : ''), keptChars);
  return output === '' ? [] : [{ type: 'task.output.kept', agentId, taskId: info.taskId, output }];
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
  // a task that was asked to stop and did not complete before counts as stopped
  const stopped = task.stopReason !== undefined && end.status !== 'completed' && end.status !== 'lost';
  const stopReason = stopped ? task.stopReason : end.stopReason;
  const common = {
    status: stopped ? ('killed' as const) : end.status,
    endedAt,
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(task.silent || isReportedByCall(task) ? { terminalNotificationSuppressed: true } : {}),
  };
  return task.info.kind === 'process'
    ? { ...task.info, ...common, exitCode: end.exitCode ?? null }
    : { ...task.info, ...common };
}

/** Eight chars of base 36 (engine.md 1). */
function randomId(): string {
  return (randomBytes(6).readUIntBE(0, 6) % 36 ** 8).toString(36).padStart(8, '0');
}

const intervalMs = 200;
/** Maximum characters that wait; of longer output, only the end is sent, and the offset shows the gap. */
const maxWaiting = 16 * 1024;
/** Characters of the sent output that are kept. */
const keptChars = 10_000;

interface TaskFeed {
  push(text: string): void;
  /** counts characters that clients already have */
  passOver(chars: number): void;
  /** sends the rest */
  end(): void;
  /** the last part of what was sent */
  sent(): string;
}

/** `offset`: characters that came before; `send` receives the number of characters before its text. */
function createTaskFeed(offset: number, send: (text: string, offset: number) => void): TaskFeed {
  let waiting = '';
  let at = offset;
  let sent = '';
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    send(text, at);
    at += text.length;
    sent = tail(sent + text, keptChars);
    timer = setTimeout(flush, intervalMs).unref();
  }

  return {
    push(text) {
      waiting += text;
      if (waiting.length > 4 * maxWaiting) {
        const left = waiting.slice(-maxWaiting);
        at += waiting.length - left.length;
        waiting = left;
      }
      if (!timer) flush();
    },
    passOver(chars) {
      at += chars;
    },
    end() {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
    },
    sent: () => sent,
  };
}
