/** The part of a session that belongs to one prompt of a client: its turns and background work (cli.md 4.1-5). */
import type { EventPayloads } from '../../schemas/generated/events.js';
import type { CronJob, GoalSnapshot, PromptLimit, TaskInfo } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';

/** How a turn ended; `stopped`: together with its server. */
export type TurnEnd = 'completed' | 'failed' | 'blocked' | 'aborted' | 'stopped';
export type BackgroundMode = 'steer' | 'drain' | 'exit';

/** The goal of the run in its last known state. */
export interface GoalState {
  /** `cancelled`: another client cancelled it */
  status: GoalSnapshot['status'] | 'cancelled';
  /** why the goal is paused or blocked */
  reason: string | undefined;
  /** the goal no longer belongs to the session */
  gone: boolean;
}

/** What is known of the run. */
export interface WorkFacts {
  /** id of the prompt that answers for the run's own one; differs from it after steering */
  readonly promptId: string;
  /** the running turn of main; `own` is false for a turn of another client's prompt */
  readonly running?: { readonly turnId: number; readonly own: boolean };
  /** how the last turn of the run ended */
  readonly lastEnd?: TurnEnd;
  /** number of turns that the engine began after the prompt's own */
  readonly further: number;
  /** running background tasks */
  readonly tasks: ReadonlyMap<string, TaskInfo>;
  /** jobs that fire once and have not fired yet */
  readonly jobs: ReadonlyMap<string, CronJob>;
  readonly goal?: GoalState;
  /** whether the run began anything that may outlast the turn of the prompt */
  readonly began: boolean;
  /** a limit of the prompt was reached */
  readonly limit?: PromptLimit;
  /** the structured result of the prompt, if it had a schema */
  readonly result?: Record<string, unknown>;
  /** error code that ended the last turn of the run */
  readonly failure?: string;
}

export interface OwnWork {
  /** Records a frame of any agent; returns whether it belongs to the run and is to be shown. */
  note(frame: EventFrame): boolean;
  readonly facts: WorkFacts;
  /** turns without a prompt belong to the run from now on */
  promptIsOver(): void;
  /** what begins from now on no longer belongs to the run */
  letGo(): void;
  /** whether a turn of the run is active or about to begin */
  hasTurn(mode: BackgroundMode): boolean;
  /** whether the run is not over yet */
  continues(mode: BackgroundMode): boolean;
  /** takes over the state of the session after events were missed */
  refresh(facts: RestState): void;
}

/** The state of a session as REST returns it. */
export interface RestState {
  turnActive: boolean;
  /** ids of the running background tasks */
  tasks: ReadonlySet<string>;
  /** ids of the scheduled jobs */
  jobs: ReadonlySet<string>;
  goal: GoalSnapshot | null;
}

interface State extends WorkFacts {
  promptId: string;
  over: boolean;
  /** number of the last turn of the run */
  turn?: number;
  running?: { turnId: number; own: boolean };
  /** the prompt was steered into a turn that began before the client followed the session */
  joins: boolean;
  /** main has no turn, and none follows immediately */
  idle: boolean;
  /** a task ended while main was idle: its notification begins a turn */
  expected: boolean;
  /** a job has fired and will begin a turn */
  due: boolean;
  lastEnd?: TurnEnd;
  further: number;
  agents: Set<string>;
  tasks: Map<string, TaskInfo>;
  jobs: Map<string, CronJob>;
  goal?: GoalState;
  /** the prompt itself set the goal */
  pursues: boolean;
  began: boolean;
  limit?: PromptLimit;
  result?: Record<string, unknown>;
  failure?: string;
}

export function createOwnWork(promptId: string, { pursues }: { pursues: boolean }): OwnWork {
  const state: State = {
    promptId,
    over: false,
    joins: false,
    idle: false,
    expected: false,
    due: false,
    further: 0,
    agents: new Set(),
    tasks: new Map(),
    jobs: new Map(),
    pursues,
    began: pursues,
  };

  /** While another client's prompt runs, that prompt owns the turn; later notifications arrive then. */
  function hasTurn(mode: BackgroundMode): boolean {
    if (state.running) return state.running.own;
    return !state.idle || state.due || (state.expected && mode === 'steer');
  }

  return {
    note: (frame) => (frame.payload.agentId === 'main' ? noteMain(state, frame) : noteOther(state, frame)),
    facts: state,
    promptIsOver: () => void (state.over = true),
    letGo: () => void (state.over = false),
    hasTurn,
    continues(mode) {
      const { goal, jobs, tasks } = state;
      // a completed goal disappears at the end of its turn
      const pursued = goal?.gone === false && (goal.status === 'active' || goal.status === 'complete');
      return hasTurn(mode) || pursued || jobs.size > 0 || (tasks.size > 0 && mode !== 'exit');
    },
    refresh({ turnActive, tasks, jobs, goal }) {
      for (const id of [...state.tasks.keys()]) if (!tasks.has(id)) state.tasks.delete(id);
      for (const id of [...state.jobs.keys()]) if (!jobs.has(id)) state.jobs.delete(id);
      // a goal that no longer exists was most likely reached
      if (state.goal)
        state.goal = goal
          ? { status: goal.status, reason: goal.terminalReason, gone: false }
          : { status: 'complete', reason: undefined, gone: true };
      if (turnActive) return;
      delete state.running;
      Object.assign(state, { idle: true, expected: false, due: false });
    },
  };
}

function noteMain(state: State, frame: EventFrame): boolean {
  if (state.joins && 'turnId' in frame.payload && frame.payload.turnId !== undefined) {
    state.joins = false;
    turnIsOwn(state, frame.payload.turnId);
  }
  switch (frame.type) {
    case 'turn.started':
      turnStarted(state, frame.payload);
      break;
    case 'turn.ended':
      turnEnded(state, frame.payload);
      break;
    case 'prompt.completed':
      if (frame.payload.promptId === state.promptId && frame.payload.result) state.result = frame.payload.result;
      break;
    case 'prompt.steered':
      // another client merged the prompt into the running turn, which answers it now
      if (!frame.payload.promptIds.includes(state.promptId)) break;
      state.promptId = frame.payload.activePromptId;
      if (state.running) turnIsOwn(state, state.running.turnId);
      else state.joins = true;
      break;
    case 'event.session.work_changed':
      state.idle = frame.payload.main_turn_active === false;
      break;
    case 'subagent.spawned':
      if (state.running?.own) state.agents.add(frame.payload.subagentId);
      break;
    case 'task.started':
      return state.running?.own === true && taskStarted(state, frame.payload.info);
    case 'task.terminated':
      return taskEnded(state, frame.payload.info, true);
    case 'cron.fired':
      state.due ||= frame.payload.origin.kind === 'cron_job' && state.jobs.has(frame.payload.origin.jobId);
      break;
    case 'cron.changed':
      jobChanged(state, frame.payload);
      break;
    case 'goal.updated':
      return goalUpdated(state, frame.payload);
    case 'event.session.archived':
    case 'event.session.deleted':
      putAway(state);
      break;
    default:
  }
  return isShown(state, frame);
}

/** Records only the background work of other agents. */
function noteOther(state: State, frame: EventFrame): boolean {
  if (frame.type === 'task.terminated') return taskEnded(state, frame.payload.info, false);
  if (!state.agents.has(frame.payload.agentId)) return false;
  if (frame.type === 'subagent.spawned') state.agents.add(frame.payload.subagentId);
  return frame.type === 'task.started' && taskStarted(state, frame.payload.info);
}

function isShown({ turn }: State, frame: EventFrame): boolean {
  if ('turnId' in frame.payload && frame.payload.turnId !== undefined) return frame.payload.turnId === turn;
  // problems with files and MCP servers of the session are reported at its creation
  return turn !== undefined || frame.type === 'warning' || frame.type === 'mcp.server.status';
}

function turnStarted(state: State, { turnId, promptId, origin }: EventPayloads['turn.started']): void {
  // another client asked for a retry
  const follows = promptId === undefined && state.over && origin.kind !== 'retry';
  state.running = { turnId, own: false };
  Object.assign(state, { idle: false, expected: false, due: false });
  if (follows) state.further += 1;
  if (follows || promptId === state.promptId) turnIsOwn(state, turnId);
}

function turnIsOwn(state: State, turnId: number): void {
  state.running = { turnId, own: true };
  state.turn = turnId;
}

function turnEnded(state: State, { turnId, reason, interruptReason, limit, error }: EventPayloads['turn.ended']): void {
  delete state.running;
  if (turnId !== state.turn) return;
  if (limit) state.limit = limit;
  if (error) state.failure = error.code;
  else delete state.failure;
  // an abort by the user has `user_cancelled`
  state.lastEnd = reason !== 'cancelled' ? reason : interruptReason === 'aborted' ? 'stopped' : 'aborted';
}

function taskStarted(state: State, info: TaskInfo): boolean {
  // no user is present to answer a question
  if (info.kind === 'question') return false;
  state.tasks.set(info.taskId, info);
  state.began = true;
  return true;
}

function taskEnded(state: State, info: TaskInfo, notifies: boolean): boolean {
  if (!state.tasks.delete(info.taskId)) return false;
  if (notifies && state.idle && !info.terminalNotificationSuppressed) state.expected = true;
  return true;
}

function jobChanged(state: State, { change, job }: EventPayloads['cron.changed']): void {
  if (change !== 'created') state.jobs.delete(job.id);
  else if (state.running?.own && !job.recurring) {
    state.jobs.set(job.id, job);
    state.began = true;
  }
}

/** Ends the run when another client archived or deleted the session. */
function putAway(state: State): void {
  state.tasks.clear();
  state.jobs.clear();
  if (state.goal) state.goal.gone = true;
  delete state.running;
  Object.assign(state, { idle: true, expected: false, due: false });
}

/** Records changes of a goal that the prompt or one of its turns set, and ignores goals of other clients. */
function goalUpdated(state: State, { snapshot, change }: EventPayloads['goal.updated']): boolean {
  const isSet = snapshot?.status === 'active' && change?.kind === 'lifecycle';
  if (!state.goal && !state.pursues && !(isSet && state.running?.own)) return false;
  state.began = true;
  state.goal = snapshot
    ? { status: snapshot.status, reason: snapshot.terminalReason, gone: false }
    : { status: change?.kind === 'completion' ? 'complete' : 'cancelled', reason: change?.reason, gone: true };
  return true;
}
