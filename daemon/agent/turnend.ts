/** Defines the ends of a turn, and builds the events that report them. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ErrorPayload, PromptLimit, TokenUsage } from '../../schemas/generated/types.js';
import { stepsInWords } from './allowance.js';
import { loopFailure } from './failures.js';
import type { Spent } from './price.js';
import type { Turn } from './turn.js';
import { TurnAborted } from '../tools/tool.js';

export interface TurnEnd {
  reason: 'completed' | 'cancelled' | 'failed' | 'blocked';
  interruptReason?: 'user_cancelled' | 'aborted' | 'max_steps' | 'error' | 'filtered' | 'blocked';
  error?: ErrorPayload;
  /** the limit of the prompt, if it was reached */
  limit?: PromptLimit;
}

/** Returns `turn.ended`, and for a failure the matching `error` (ws.md 8.6). */
export function endEvents(
  { agentId, turnId, startedAt, now }: Pick<Turn, 'agentId' | 'turnId' | 'startedAt' | 'now'>,
  end: TurnEnd,
  spent?: Spent,
): NewEvent[] {
  const time = now();
  const ended: NewEvent = {
    type: 'turn.ended',
    agentId,
    turnId,
    reason: end.reason,
    interruptReason: end.interruptReason,
    ...(end.error === undefined ? {} : { error: end.error }),
    ...(end.limit === undefined ? {} : { limit: end.limit }),
    durationMs: Math.max(0, time - startedAt),
    time,
    ...spentFields(spent),
  };
  return end.error === undefined ? [ended] : [ended, { type: 'error', agentId, ...end.error }];
}

function spentFields(spent: Spent | undefined): { usage?: TokenUsage; cost?: number } {
  if (spent === undefined) return {};
  const { cost, ...usage } = spent;
  return { usage, ...(cost === undefined ? {} : { cost }) };
}

/** Returns the end of a turn whose prompt was not let through. */
export function refusal(turn: Pick<Turn, 'signal'>): TurnEnd {
  return turn.signal.aborted ? aborted(turn) : { reason: 'blocked', interruptReason: 'blocked' };
}

export function aborted({ signal }: Pick<Turn, 'signal'>): TurnEnd {
  const reason: unknown = signal.reason;
  return {
    reason: 'cancelled',
    interruptReason: reason instanceof TurnAborted && reason.by !== 'user' ? 'aborted' : 'user_cancelled',
  };
}

export function failed(error: ErrorPayload): TurnEnd {
  const reasons = { 'loop.max_steps_exceeded': 'max_steps', 'provider.filtered': 'filtered' } as const;
  return { reason: 'failed', interruptReason: reasons[error.code as keyof typeof reasons] ?? 'error', error };
}

export function stepLimit({ limits }: Pick<Turn, 'limits'>): TurnEnd {
  return failed(
    loopFailure(
      'loop.max_steps_exceeded',
      `The turn reached its limit of ${stepsInWords(limits.maxSteps)} (loop_control.max_steps_per_turn). A retry continues from here.`,
    ),
  );
}
