/** The interface for the tools of an agent to background tasks (engine.md 4.17). */
import type { TaskInfo } from '../../../schemas/generated/types.js';
import type { NewEvent } from '../../../schemas/generated/events.js';
import { ToolFailure } from '../../tools/tool.js';
import type { KnownTask, ToolTasks } from '../../tools/task.js';
import type { SessionDeps } from '../deps.js';
import type { StoredTask, TaskStore } from '../facts/tasks.js';
import { askInBackground } from './questiontask.js';
import type { Recorder } from '../live/record.js';
import type { ActiveTurn, LiveAgent, LiveSession } from '../live/state.js';
import type { LiveTask, Tasks } from './tasks.js';
import type { Waits } from '../interactions/waits.js';

const defaultLimitS = 600;
/** Tools that background work needs, since the agent could not control it otherwise. */
const needed = ['TaskList', 'TaskOutput', 'TaskStop'];

export interface ToolTaskDeps extends Pick<SessionDeps, 'now' | 'newId' | 'settings'> {
  record: Recorder;
  waits: Waits;
  tasks: Tasks;
  taskStore: TaskStore;
}

/** `active`: names of the tools that the agent has now. */
export function createToolTasks(
  deps: ToolTaskDeps,
  session: LiveSession,
  agent: LiveAgent,
  turn: Pick<ActiveTurn, 'turnId' | 'unattended'>,
  active: () => readonly string[],
): ToolTasks {
  const { tasks, taskStore: store } = deps;
  const { background } = deps.settings();
  const { key } = session.ref;
  const only = agent.kind === 'main' ? undefined : agent.id;

  const toKnownTask = ({ info, agentId }: Pick<StoredTask, 'info' | 'agentId'>): KnownTask => ({
    info,
    own: agentId === agent.id,
    outputPath: tasks.outputPath(session, info.taskId),
  });

  function find(taskId: string): StoredTask | undefined {
    const stored = store.find(key, taskId);
    return stored && (only === undefined || stored.agentId === only) ? stored : undefined;
  }

  /** Events that record that the agent learns of these ends from the result of its call. */
  function markReported(ended: readonly StoredTask[]): NewEvent[] {
    const taskIds = ended.filter((task) => task.agentId === agent.id && !task.reported).map(({ info }) => info.taskId);
    return taskIds.length === 0 ? [] : [{ type: 'task.told', agentId: agent.id, taskIds }];
  }

  const result = (ended: StoredTask[]) => ({ ended: ended.map(toKnownTask), records: markReported(ended) });

  /** Ids of the tasks that end first, before the signal aborts; several may end together. */
  async function firstEnds(waited: LiveTask[], signal: AbortSignal): Promise<string[]> {
    const ends: string[] = [];
    let settled: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      const notify = (info: TaskInfo): void => {
        ends.push(info.taskId);
        setImmediate(resolve);
      };
      const giveUp = (): void => resolve();
      for (const task of waited) task.awaitedBy.set(notify, task.agentId === agent.id);
      settled = () => waited.forEach((task) => task.awaitedBy.delete(notify));
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
    });
    settled();
    return ends;
  }

  return {
    keeps: background.keepAliveOnExit,
    autoBackground: background.bashAutoBackgroundOnTimeout,
    limitMs: limitOf(background.bashTaskTimeoutS, turn.unattended),
    refusal() {
      const missing = needed.filter((name) => !active().includes(name));
      if (missing.length > 0)
        return `Nothing can run in the background, because these tools are not active: ${missing.join(', ')}.`;
      return tasks.refusal(session);
    },
    newId: (kind) => tasks.newId(session, kind),
    outputPath: (taskId) => tasks.outputPath(session, taskId),
    start(task) {
      const live = tasks.start(session, agent.id, task);
      return { info: live.info, show: (text) => live.feed.push(text) };
    },
    detachable(callId, detach) {
      session.detachable.set(callId, detach);
      return () => void session.detachable.delete(callId);
    },
    ask: (questions, callId) => askInBackground(deps, session, agent, { questions, callId, turnId: turn.turnId }),
    list: ({ running, limit }) =>
      store.list(key, { running, limit, ...(only === undefined ? {} : { agentId: only }) }).map(toKnownTask),
    find(taskId) {
      const stored = find(taskId);
      return stored && toKnownTask(stored);
    },
    async stop(taskId, reason) {
      if (!find(taskId)) return undefined;
      const live = session.tasks.get(taskId);
      if (live) {
        // this call reports its end
        if (live.agentId === agent.id) live.awaitedBy.set(() => undefined, true);
        await tasks.stop(live, reason);
      }
      const stored = find(taskId);
      if (!stored) return undefined;
      return { task: toKnownTask(stored), records: stored.info.status === 'running' ? [] : markReported([stored]) };
    },
    async wait({ taskId, timeoutMs, signal }) {
      const one = taskId === undefined ? undefined : find(taskId);
      if (taskId !== undefined && !one) throw new ToolFailure(`There is no task ${taskId}.`);
      const over = one ? [one].filter(({ info }) => info.status !== 'running') : store.unreported(key, agent.id);
      if (over.length > 0) return { status: 'completed', ...result(over) };
      const waited = [...session.tasks.values()].filter((task) =>
        one ? task.info.taskId === taskId : task.agentId === agent.id,
      );
      if (waited.length === 0) return { status: 'no_tasks', ended: [], records: [] };
      const watch = watchFor(agent, timeoutMs, signal);
      const ends = await firstEnds(waited, watch.signal);
      const steered = watch.end();
      if (ends.length > 0) return { status: 'completed', ...result(ends.flatMap((id) => find(id) ?? [])) };
      return { status: 'timed_out', ended: [], records: [], ...(steered ? { steered } : {}) };
    },
  };
}

/** The time limit of a background command, milliseconds; an unattended run has no default limit. */
export function limitOf(configured: number | undefined, unattended: boolean): number | undefined {
  const seconds = configured ?? (unattended ? 0 : defaultLimitS);
  return seconds === 0 ? undefined : seconds * 1_000;
}

/** A signal for the end of a wait: a timeout, an abort of its turn, or a steered message, for which `end` is true. */
function watchFor(
  agent: LiveAgent,
  timeoutMs: number,
  turn: AbortSignal,
): { signal: AbortSignal; end(): true | undefined } {
  const controller = new AbortController();
  let steered: true | undefined;
  const stop = (): void => controller.abort();
  const onSteer = (): void => {
    steered = true;
    stop();
  };
  const timer = setTimeout(stop, timeoutMs);
  agent.onSteer.add(onSteer);
  turn.addEventListener('abort', stop, { once: true });
  // the message arrived before this call began
  if (agent.steered.length > 0) onSteer();
  if (turn.aborted) stop();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      agent.onSteer.delete(onSteer);
      turn.removeEventListener('abort', stop);
      return steered;
    },
  };
}
