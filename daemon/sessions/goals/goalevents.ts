/** The events that report the outcome of a goal. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { GoalChange, GoalSnapshot } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';

export type Actor = NonNullable<GoalChange['actor']>;

/** What a client makes of a goal; `used` gives it with what it has used up to now. */
export function controlled(
  snapshot: GoalSnapshot,
  used: () => GoalSnapshot,
  control: 'pause' | 'resume' | 'cancel',
): NewEvent[] {
  switch (control) {
    case 'cancel':
      return [gone(used(), 'user')];
    case 'pause':
      if (snapshot.status !== 'active') throw new ApiError('GOAL_STATUS_INVALID');
      return [changed({ ...used(), status: 'paused', terminalReason: 'paused by the user' }, 'user')];
    case 'resume':
      if (snapshot.status !== 'paused' && snapshot.status !== 'blocked') throw new ApiError('GOAL_NOT_RESUMABLE');
      return [changed({ ...withoutReason(snapshot), status: 'active' }, 'user')];
  }
}

export function withoutReason({ terminalReason: _reason, ...goal }: GoalSnapshot): GoalSnapshot {
  return goal;
}

export function changed(snapshot: GoalSnapshot, actor: Actor): NewEvent {
  const { status, terminalReason } = snapshot;
  return {
    type: 'goal.updated',
    agentId: 'main',
    snapshot,
    change: { kind: 'lifecycle', status, actor, ...(terminalReason === undefined ? {} : { reason: terminalReason }) },
  };
}

function gone({ turnsUsed, tokensUsed, wallClockMs }: GoalSnapshot, actor: Actor): NewEvent {
  return {
    type: 'goal.updated',
    agentId: 'main',
    snapshot: null,
    change: { kind: 'lifecycle', reason: 'cancelled', stats: { turnsUsed, tokensUsed, wallClockMs }, actor },
  };
}

export function completed({ turnsUsed, tokensUsed, wallClockMs, terminalReason }: GoalSnapshot): NewEvent[] {
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
