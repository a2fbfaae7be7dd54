/** Ends turns as their prompts require: at a limit, and with a result that matches a schema (acp-cli.md 8.1). */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { PromptLimit } from '../../schemas/generated/types.js';
import { limitFailure, usedUp } from './allowance.js';
import { loopFailure } from './failures.js';
import { noteOf, type Turn } from './turn.js';
import { TurnAborted } from '../tools/tool.js';
import { failed, type TurnEnd } from './turnend.js';

/** The outcome of a step. */
export interface StepFacts {
  end?: TurnEnd;
  /** the reply was cut off, so the model is asked again at once */
  again?: boolean;
  /** number of calls of SubmitResult with invalid results */
  invalidResults: number;
}

export interface Finish {
  /** the end of a turn whose prompt allows no further step */
  before(): TurnEnd | undefined;
  /** the end of a turn that a limit aborted before its first step */
  overdue(): TurnEnd | undefined;
  /** the end after a step, if it is one; appends notes for one more step to `waiting` */
  after(step: StepFacts, waiting: NewEvent[]): TurnEnd | undefined;
  /** the end when the turn would end completed; asks for one more step if a result is missing */
  completed(end: TurnEnd, waiting: NewEvent[]): TurnEnd | undefined;
  /** whether neither a limit nor a missing result forbids another step */
  mayContinue(): boolean;
}

/** Invalid results after which the model gets its last step for a valid one. */
const maxInvalidResults = 3;

export function createFinish(turn: Turn): Finish {
  let invalidResults = 0;
  /** why the current step is the last one */
  let last: PromptLimit | 'result' | undefined;

  function lastStep(reason: PromptLimit | 'result', text: string, waiting: NewEvent[]): undefined {
    last = reason;
    turn.closeTools();
    const { agentId, turnId } = turn;
    const message = noteOf(turn, 'last_step', `<system-reminder>${text}</system-reminder>`);
    waiting.push({ type: 'message.appended', agentId, turnId, message });
    return undefined;
  }

  /** Handles a reached limit: ends the turn, or allows one last step. */
  function limited(limit: PromptLimit, waiting: NewEvent[]): TurnEnd | undefined {
    const { allowance } = turn;
    if (!allowance) return undefined;
    const isFirst = allowance.reached === undefined;
    allowance.reached = limit;
    const answers = allowance.limits.on_limit === 'answer' && isFirst && limit !== 'usd';
    const failure = limitFailure(limit, allowance.limits);
    if (!answers) return { ...failed(failure), limit };
    const how = turn.output
      ? 'Call SubmitResult now with what you know; no other tool can be called.'
      : 'Answer now with what you know; no tool can be called.';
    return lastStep(limit, `${failure.message} ${how}`, waiting);
  }

  function demanded(waiting: NewEvent[]): TurnEnd | undefined {
    const limit = turn.allowance && usedUp(turn.allowance, turn.now());
    if (limit) return limited(limit, waiting);
    const text =
      'The task is not over without its result: call SubmitResult now with arguments that fit its schema. No other tool can be called, and this is the last step.';
    return lastStep('result', text, waiting);
  }

  /** Returns the end after the last step. Keeps its own failure. */
  function afterLast(end: TurnEnd | undefined): TurnEnd {
    if (end !== undefined && end.reason !== 'completed') return end;
    if (last === 'result' && !turn.output?.result()) return noResult();
    return { reason: 'completed', ...(last === 'result' || last === undefined ? {} : { limit: last }) };
  }

  return {
    before() {
      const limit = turn.allowance && usedUp(turn.allowance, turn.now());
      return limit && turn.allowance && { ...failed(limitFailure(limit, turn.allowance.limits)), limit };
    },
    overdue: () => (isOverdue(turn) ? limited('time', []) : undefined),
    after({ end, again, invalidResults: more }, waiting) {
      const { allowance, output } = turn;
      if (allowance) allowance.steps += 1;
      if (end?.error?.code === 'loop.limit_reached') {
        if (allowance) allowance.reached = 'usd';
        return { ...end, limit: 'usd' };
      }
      if (isOverdue(turn) && last === undefined) {
        // the limit has aborted the old signal; a last step needs a new one
        turn.renewSignal();
        return limited('time', waiting);
      }
      if (last !== undefined) return afterLast(end);
      if (end !== undefined) return end;
      if (output?.result()) return { reason: 'completed' };
      invalidResults += more;
      const limit = allowance && !again && usedUp(allowance, turn.now());
      if (limit) return limited(limit, waiting);
      return invalidResults >= maxInvalidResults ? demanded(waiting) : undefined;
    },
    completed(end, waiting) {
      if (end.limit !== undefined || last !== undefined || !turn.output || turn.output.result()) return end;
      return demanded(waiting);
    },
    mayContinue: () => last === undefined && !(turn.allowance && usedUp(turn.allowance, turn.now())),
  };
}

function isOverdue({ signal }: Turn): boolean {
  const reason: unknown = signal.reason;
  return reason instanceof TurnAborted && reason.by === 'limit';
}

function noResult(): TurnEnd {
  return failed(loopFailure('loop.no_result', 'The model gave no result that fits the schema.'));
}
