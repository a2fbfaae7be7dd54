/** Manages the goal of a session: set, pause, continue and account for it, and begin the next one (engine.md 12). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { GoalChange, GoalSnapshot } from '../../../schemas/generated/types.js';
import {
  budgetEnd,
  budgetHint,
  budgetOf,
  continuationText,
  hintAt,
  maxIdleTurns,
  maxObjective,
  newGoal,
  usedShare,
  useGoal,
  type GoalBudget,
  type GoalUse,
} from '../../agent/goals.js';
import type { Reminder } from '../../agent/turn.js';
import { ApiError } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import { spentByTurn } from '../facts/goal.js';
import type { Recorder } from '../live/record.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import type { TurnStart, Turns } from '../turns/turns.js';

/** The state of a goal in a loaded session, besides the snapshot in the log. */
export interface LiveGoal {
  snapshot: GoalSnapshot;
  /** epoch milliseconds of the last snapshot; the time since then counts while the goal is active */
  since: number;
  /** continuation turns in a row without a tool call */
  idleTurns: number;
  /** tool calls of the running turn */
  calls: number;
  /** output tokens of the running turn that the snapshot already includes, or that preceded the goal */
  counted: number;
  /** the running turn continues the goal */
  continuing: boolean;
  /** the model was given the hint at three quarters of the budget */
  hinted: boolean;
  /** the next step was announced to the model as the last one */
  closing: boolean;
  /** the goal begins with the next prompt of the user (engine.md 12) */
  awaitsPrompt: boolean;
}

export interface GoalRequest {
  objective: string;
  completionCriterion?: string;
  replace?: boolean;
  budget?: GoalBudget;
}

/** The fields of a goal that settings and prompts may set (rest.md 9.4). */
export interface GoalFields {
  goal_objective?: string;
  goal_control?: 'pause' | 'resume' | 'cancel';
}

export interface Goals {
  /** the goal with its usage up to now */
  current(session: LiveSession): GoalSnapshot | null;
  /** events that set a goal; throws 40913, 40917, 40918 */
  created(session: LiveSession, request: GoalRequest, actor: Actor): NewEvent[];
  /** events of a change by a client; throws 40914 to 40916 */
  controlled(session: LiveSession, control: 'pause' | 'resume' | 'cancel'): NewEvent[];
  /** events that set a goal, then events that control it */
  requested(session: LiveSession, fields: GoalFields): NewEvent[];
  /** events of a change by the model; throws 40914, 40915 */
  reported(session: LiveSession, status: 'active' | 'complete' | 'blocked', reason: string | undefined): NewEvent[];
  limited(session: LiveSession, budget: GoalBudget): NewEvent[];
  queued(objectives: string[]): NewEvent[];
  /** records the events of a goal that begins with the next prompt */
  set(session: LiveSession, events: NewEvent[]): void;
  /** records the events and lets an idle session continue */
  apply(session: LiveSession, events: NewEvent[]): void;
  /** events that pause the active goal of a session that was just loaded */
  pauseLoaded(session: LiveSession): NewEvent[];
}

/** The goal with its usage up to now. */
function goalNow(session: LiveSession, goal: LiveGoal, now: number): GoalSnapshot {
  if (goal.snapshot.status !== 'active') return goal.snapshot;
  return useGoal(goal.snapshot, usedSince(goal, now, spentByTurn(session)));
}

/** The usage since the last snapshot; `spent`: output tokens of the running or last turn. */
function usedSince({ counted, since }: LiveGoal, now: number, spent: number): GoalUse {
  return { turns: 0, tokens: Math.max(0, spent - counted), wallClockMs: Math.max(0, now - since) };
}

/** Goal events for the end of a turn of the main agent, to commit together with that end. */
export function goalAfterTurn(
  session: LiveSession,
  end: Extract<NewEvent, { type: 'turn.ended' }>,
  now: number,
  newId: (prefix: string) => string,
): NewEvent[] {
  const { goal } = session;
  if (!goal || end.agentId !== 'main') return [];
  const { status } = goal.snapshot;
  if (status === 'complete') return [...completed(goal.snapshot), ...nextGoal(session, newId)];
  if (status !== 'active') return [];
  const used = useGoal(goal.snapshot, { ...usedSince(goal, now, end.usage?.output ?? 0), turns: 1 });
  if (end.reason !== 'completed') {
    const reason = end.reason === 'cancelled' ? 'interrupted' : (end.error?.message ?? 'the turn failed');
    return [changed({ ...used, status: 'paused', terminalReason: reason }, 'runtime')];
  }
  goal.idleTurns = goal.continuing && goal.calls === 0 ? goal.idleTurns + 1 : 0;
  if (goal.awaitsPrompt) return [];
  if (goal.closing)
    return [changed({ ...used, status: 'blocked', terminalReason: 'the budget is used up' }, 'runtime')];
  if (goal.idleTurns >= maxIdleTurns) {
    const terminalReason = `${maxIdleTurns} turns went by without a tool call`;
    return [changed({ ...used, status: 'blocked', terminalReason }, 'runtime')];
  }
  return [{ type: 'goal.updated', agentId: 'main', snapshot: used }];
}

/** The turn that continues the active goal of an idle session. */
export function goalTurn(session: LiveSession, agent: LiveAgent, now: number): TurnStart | undefined {
  const { goal } = session;
  if (agent.id !== 'main' || goal?.snapshot.status !== 'active' || goal.awaitsPrompt) return undefined;
  const snapshot = goalNow(session, goal, now);
  goal.closing = snapshot.budget.overBudget;
  return {
    origin: { kind: 'system_trigger', name: 'goal_continuation' },
    opening: {
      content: [{ type: 'text', text: continuationText(snapshot, goal.closing) }],
      metadata: { hidden: true },
      records: [],
    },
  };
}

/** The budget notice for the model before a step of a turn that continues the goal. */
export function goalReminders(session: LiveSession, agent: LiveAgent, now: number): Reminder[] {
  const { goal } = session;
  if (agent.id !== 'main' || !goal?.continuing || goal.snapshot.status !== 'active' || goal.closing) return [];
  const share = usedShare(goalNow(session, goal, now));
  if (share >= 1) {
    goal.closing = true;
    return [{ variant: 'goal_budget', text: budgetEnd }];
  }
  if (share < hintAt || goal.hinted) return [];
  goal.hinted = true;
  return [{ variant: 'goal_budget', text: budgetHint }];
}

/** Whether the turn must end, because the step that was announced as the last one is over. */
export function goalEndsTurn(session: LiveSession, agent: LiveAgent): boolean {
  return agent.id === 'main' && session.goal?.closing === true && session.goal.continuing;
}

export function createGoals(
  deps: Pick<SessionDeps, 'now' | 'newId'>,
  record: Recorder,
  turns: Pick<Turns, 'startNext'>,
): Goals {
  function requireGoal(session: LiveSession): LiveGoal {
    if (!session.goal) throw new ApiError('GOAL_NOT_FOUND');
    return session.goal;
  }

  function currentSnapshot(session: LiveSession): GoalSnapshot {
    return goalNow(session, requireGoal(session), deps.now());
  }

  function created(
    session: LiveSession,
    { objective, completionCriterion, replace, budget }: GoalRequest,
    actor: Actor,
  ): NewEvent[] {
    checkObjective(objective);
    const isOpen = session.goal && session.goal.snapshot.status !== 'complete';
    if ((isOpen || session.goalComing) && !replace) throw new ApiError('GOAL_ALREADY_EXISTS');
    const criterion = completionCriterion?.trim() ? completionCriterion.trim() : undefined;
    if (actor === 'model') session.goalComing = true;
    return [changed(newGoal(deps.newId('goal'), objective.trim(), criterion, budget ?? {}), actor)];
  }

  return {
    current: (session) => (session.goal ? currentSnapshot(session) : null),
    created,
    controlled: (session, control) =>
      controlled(requireGoal(session).snapshot, () => currentSnapshot(session), control),
    requested(session, { goal_objective: objective, goal_control: control }) {
      const made = objective === undefined ? [] : created(session, { objective }, 'user');
      if (control === undefined) return made;
      const [first] = made;
      const snapshot = first?.type === 'goal.updated' ? first.snapshot : null;
      const change = snapshot
        ? controlled(snapshot, () => snapshot, control)
        : controlled(requireGoal(session).snapshot, () => currentSnapshot(session), control);
      return [...made, ...change];
    },
    reported(session, status, reason) {
      const { snapshot } = requireGoal(session);
      if (status === 'active') {
        if (snapshot.status === 'complete') throw new ApiError('GOAL_STATUS_INVALID');
        return snapshot.status === 'active' ? [] : [changed({ ...withoutReason(snapshot), status }, 'model')];
      }
      const terminalReason = reason?.trim();
      return [changed({ ...currentSnapshot(session), status, ...(terminalReason ? { terminalReason } : {}) }, 'model')];
    },
    limited(session, budget) {
      const { snapshot } = requireGoal(session);
      const all = { ...budgetOf(snapshot), ...budget };
      return [{ type: 'goal.updated', agentId: 'main', snapshot: useGoal(currentSnapshot(session), nothing, all) }];
    },
    queued(objectives) {
      for (const each of objectives) checkObjective(each);
      return [{ type: 'goal.queue.changed', agentId: 'main', objectives: objectives.map((each) => each.trim()) }];
    },
    set(session, events) {
      record(session, events);
      if (session.goal) Object.assign(session.goal, { ...fresh, awaitsPrompt: true });
    },
    apply(session, events) {
      record(session, events);
      if (session.goal) Object.assign(session.goal, { ...fresh, awaitsPrompt: false });
      const main = session.agents.get('main');
      if (main) turns.startNext(session, main);
    },
    pauseLoaded(session) {
      const { goal } = session;
      if (goal?.snapshot.status !== 'active') return [];
      // the time in which the session was not loaded does not count
      return [
        changed({ ...goal.snapshot, status: 'paused', terminalReason: 'the session was loaded again' }, 'system'),
      ];
    },
  };
}

const fresh = { idleTurns: 0, closing: false, hinted: false };

const nothing = { turns: 0, tokens: 0, wallClockMs: 0 };

function checkObjective(objective: string): void {
  if (objective.trim() === '') throw new ApiError('GOAL_OBJECTIVE_EMPTY');
  if (objective.trim().length > maxObjective) throw new ApiError('GOAL_OBJECTIVE_TOO_LONG');
}

function nextGoal(session: LiveSession, newId: (prefix: string) => string): NewEvent[] {
  const [objective, ...rest] = session.goalQueue;
  if (objective === undefined) return [];
  return [
    { type: 'goal.queue.changed', agentId: 'main', objectives: rest },
    changed(newGoal(newId('goal'), objective, undefined, {}), 'runtime'),
  ];
}

/** Who changed a goal. */
type Actor = NonNullable<GoalChange['actor']>;

/** Events of a change by a client; `used` returns the goal with its usage up to now. */
function controlled(
  snapshot: GoalSnapshot,
  used: () => GoalSnapshot,
  control: 'pause' | 'resume' | 'cancel',
): NewEvent[] {
  switch (control) {
    case 'cancel':
      return [cancelled(used(), 'user')];
    case 'pause':
      if (snapshot.status !== 'active') throw new ApiError('GOAL_STATUS_INVALID');
      return [changed({ ...used(), status: 'paused', terminalReason: 'paused by the user' }, 'user')];
    case 'resume':
      if (snapshot.status !== 'paused' && snapshot.status !== 'blocked') throw new ApiError('GOAL_NOT_RESUMABLE');
      return [changed({ ...withoutReason(snapshot), status: 'active' }, 'user')];
  }
}

function withoutReason({ terminalReason: _reason, ...goal }: GoalSnapshot): GoalSnapshot {
  return goal;
}

function changed(snapshot: GoalSnapshot, actor: Actor): NewEvent {
  const { status, terminalReason } = snapshot;
  return {
    type: 'goal.updated',
    agentId: 'main',
    snapshot,
    change: { kind: 'lifecycle', status, actor, ...(terminalReason === undefined ? {} : { reason: terminalReason }) },
  };
}

function cancelled({ turnsUsed, tokensUsed, wallClockMs }: GoalSnapshot, actor: Actor): NewEvent {
  return {
    type: 'goal.updated',
    agentId: 'main',
    snapshot: null,
    change: { kind: 'lifecycle', reason: 'cancelled', stats: { turnsUsed, tokensUsed, wallClockMs }, actor },
  };
}

function completed({ turnsUsed, tokensUsed, wallClockMs, terminalReason }: GoalSnapshot): NewEvent[] {
  return [
    {
      type: 'goal.updated',
      agentId: 'main',
      snapshot: null,
      change: {
        kind: 'completion',
        status: 'complete',
        stats: { turnsUsed: turnsUsed + 1, tokensUsed, wallClockMs },
        actor: 'model',
        ...(terminalReason === undefined ? {} : { reason: terminalReason }),
      },
    },
  ];
}
