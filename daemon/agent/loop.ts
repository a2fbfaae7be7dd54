/** The loop: asks the model, runs the calls it asked for, and repeats until the turn is over (engine.md 2.2). */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ErrorPayload, TokenUsage } from '../../schemas/generated/types.js';
import { askModel } from './askmodel.js';
import { runBatch } from './batch.js';
import { prepareCalls } from './calls.js';
import { isStorageFailure } from '../errors.js';
import { failureOf, loopFailure } from './failures.js';
import { createRepeatGuard, type RepeatGuard } from './repeats.js';
import { createStopHooks } from './hooks/stop.js';
import { openTurn, type Opening } from './opening.js';
import { noteOf, TurnAborted, type Reply, type Turn } from './turn.js';

/** How a turn ends; `turn.ended` says it. */
interface TurnEnd {
  reason: 'completed' | 'cancelled' | 'failed' | 'blocked';
  interruptReason?: 'user_cancelled' | 'aborted' | 'max_steps' | 'error' | 'filtered' | 'blocked';
  error?: ErrorPayload;
}

/** What is still to be committed, and how the step went: on, or to an end. */
interface StepOutcome {
  events: NewEvent[];
  end?: TurnEnd;
  /** the model is to be asked again without tool results */
  again?: boolean;
  stepped?: Reply;
}

/** Steps in a row that may be cut off at the output limit without a call. */
const maxCutSteps = 3;
const cutNote =
  '<system-reminder>Your last output was cut off at the output limit. Go on from where it stopped, in smaller pieces.</system-reminder>';

/** Runs one turn; each yielded list is committed as one. Ends with `turn.ended`. */
export async function* runTurn(turn: Turn): AsyncGenerator<NewEvent[]> {
  const spent: TokenUsage = {
    inputOther: 0,
    output: 0,
    inputCacheRead: 0,
    inputCacheCreation: 0,
    ...(turn.resume ?? turn.goesOnAt)?.spent,
  };
  const opened: Opening = turn.resume || turn.goesOnAt ? { events: [] } : yield* openTurn(turn);
  let waiting = opened.events;
  const guard = createRepeatGuard();
  const stopHooks = createStopHooks(turn);
  let end = opened.refused ? refusal(turn) : undefined;
  if (end !== undefined) waiting.push(...(await turn.takeArrivals()));
  let cutSteps = 0;
  for (let step = (turn.resume ?? turn.goesOnAt)?.step ?? 1; end === undefined; step += 1) {
    const outcome = yield* guarded(
      turn,
      waiting,
      runStep(turn, step, waiting, guard, (usage) => add(spent, usage)),
    );
    waiting = outcome.events;
    end = outcome.end;
    if (outcome.stepped) add(spent, outcome.stepped.usage);
    cutSteps = outcome.stepped?.finishReason === 'max_tokens' && outcome.again ? cutSteps + 1 : 0;
    if (cutSteps >= maxCutSteps)
      end = failed(loopFailure('loop.max_tokens', 'The model was cut off at its output limit three times in a row.'));
    if (end === undefined && step >= turn.limits.maxSteps && !outcome.again) end = stepLimit(turn);
    if (end === undefined && !outcome.again && turn.endsHere()) end = { reason: 'completed' };
    // what comes too late for a turn that broke off stays in the conversation
    if ((await arrived(turn, waiting)) && end?.reason === 'completed' && !turn.endsHere()) end = undefined;
    if (end?.reason === 'completed' && step < turn.limits.maxSteps) {
      const asked = turn.lastWord(outcome.stepped?.message);
      waiting.push(...asked);
      if (asked.length > 0) end = undefined;
    }
    if (end?.reason === 'completed' && stopHooks.due()) {
      // people need not wait for hooks to read the answer
      yield waiting.splice(0);
      const asked = await stopHooks.ask(step < turn.limits.maxSteps);
      waiting.push(...asked.events);
      if (asked.goesOn) end = undefined;
      else if (turn.signal.aborted) end = aborted(turn);
      if ((await arrived(turn, waiting)) && end?.reason === 'completed' && !turn.endsHere()) end = undefined;
    }
    delete turn.resume;
  }
  yield [...waiting, ...ending(turn, end, spent)];
}

/** Adds what came since the last step; tells whether anything did. */
async function arrived(turn: Turn, waiting: NewEvent[]): Promise<boolean> {
  const events = await turn.takeArrivals();
  waiting.push(...events);
  return events.some((event) => event.type === 'message.appended');
}

/** The end of a turn whose prompt was not let through. */
function refusal(turn: Turn): TurnEnd {
  return turn.signal.aborted ? aborted(turn) : { reason: 'blocked', interruptReason: 'blocked' };
}

function ending(turn: Turn, end: TurnEnd, usage: TokenUsage): NewEvent[] {
  const { agentId, turnId } = turn;
  const now = turn.now();
  const ended: NewEvent = {
    type: 'turn.ended',
    agentId,
    turnId,
    reason: end.reason,
    ...(end.interruptReason === undefined ? {} : { interruptReason: end.interruptReason }),
    ...(end.error === undefined ? {} : { error: end.error }),
    durationMs: Math.max(0, now - turn.startedAt),
    time: now,
    usage,
  };
  return end.error === undefined ? [ended] : [ended, { type: 'error', agentId, ...end.error }];
}

/** Turns what a step throws into the end of the turn; only failures of storage pass. `opening` is what was not committed yet. */
async function* guarded(
  turn: Turn,
  opening: NewEvent[],
  step: AsyncGenerator<NewEvent[], StepOutcome>,
): AsyncGenerator<NewEvent[], StepOutcome> {
  try {
    return yield* step;
  } catch (error) {
    if (turn.signal.aborted) return { events: opening, end: aborted(turn) };
    if (isStorageFailure(error)) throw error;
    return { events: opening, end: failed(failureOf(error, turn.reportDefect)) };
  }
}

/** Empties `opening` into the first commit of the step. */
async function* runStep(
  turn: Turn,
  step: number,
  opening: NewEvent[],
  guard: RepeatGuard,
  spent: (usage: TokenUsage) => void,
): AsyncGenerator<NewEvent[], StepOutcome> {
  const { agentId, turnId } = turn;
  if (turn.resume) return yield* finishCalls(turn, step, turn.resume.stepId, turn.resume.reply, guard);
  const outcome = yield* askModel(turn, step, opening, spent);
  const interrupted = (stepId: string | undefined, reason: 'aborted' | 'error', message?: string): NewEvent[] =>
    stepId === undefined
      ? []
      : [
          {
            type: 'turn.step.interrupted',
            agentId,
            turnId,
            step,
            stepId,
            reason,
            ...(message === undefined ? {} : { message }),
          },
        ];
  switch (outcome.kind) {
    case 'aborted': {
      const partial: NewEvent[] = outcome.partial
        ? [{ type: 'message.appended', agentId, turnId, step, message: outcome.partial }]
        : [];
      return { events: [...partial, ...interrupted(outcome.stepId, 'aborted')], end: aborted(turn) };
    }
    case 'failed':
      return { events: interrupted(outcome.stepId, 'error', outcome.error.message), end: failed(outcome.error) };
    case 'reply':
      return yield* takeReply(turn, step, outcome.stepId, outcome.reply, guard);
  }
}

async function* takeReply(
  turn: Turn,
  step: number,
  stepId: string,
  reply: Reply,
  guard: RepeatGuard,
): AsyncGenerator<NewEvent[], StepOutcome> {
  const { agentId, turnId } = turn;
  const hasContent = reply.message.content.length > 0;
  const records: NewEvent[] = [
    ...(hasContent ? [{ type: 'message.appended', agentId, turnId, step, message: reply.message } as const] : []),
    {
      type: 'step.usage',
      agentId,
      turnId,
      step,
      stepId,
      model: reply.model,
      family: reply.family,
      messageId: reply.message.id,
      usage: reply.usage,
      ...(reply.cost === undefined ? {} : { cost: reply.cost }),
      finishReason: reply.finishReason,
      ...(reply.rawFinishReason === undefined ? {} : { rawFinishReason: reply.rawFinishReason }),
      ...reply.timings,
    },
  ];
  if (reply.calls.length > 0) {
    yield records;
    return yield* finishCalls(turn, step, stepId, reply, guard);
  }
  const events = [...records, completed(turn, step, stepId, reply)];
  if (reply.finishReason === 'filtered') {
    const error = loopFailure('provider.filtered', 'The provider withheld the answer.');
    return { events, stepped: reply, end: failed(error) };
  }
  if (reply.finishReason === 'max_tokens') {
    events.push({ type: 'message.appended', agentId, turnId, message: noteOf(turn, 'output_cut', cutNote) });
    return { events, stepped: reply, again: true };
  }
  if (reply.finishReason === 'paused') return { events, stepped: reply, again: true };
  return { events, stepped: reply, end: { reason: 'completed' } };
}

async function* finishCalls(
  turn: Turn,
  step: number,
  stepId: string,
  reply: Reply,
  guard: RepeatGuard,
): AsyncGenerator<NewEvent[], StepOutcome> {
  const { agentId, turnId } = turn;
  const { prepared, stop } = yield* prepareCalls(turn, step, reply.calls);
  const batch = yield* runBatch(turn, step, prepared);
  if (turn.signal.aborted || stop !== undefined || batch.stops) {
    const end: TurnEnd = turn.signal.aborted
      ? aborted(turn)
      : { reason: 'cancelled', interruptReason: stop === 'timeout' ? 'aborted' : 'user_cancelled' };
    return {
      events: [{ type: 'turn.step.interrupted', agentId, turnId, step, stepId, reason: 'aborted' }],
      stepped: reply,
      end,
    };
  }
  const events: NewEvent[] = [completed(turn, step, stepId, reply)];
  if (reply.droppedCall)
    events.push({ type: 'message.appended', agentId, turnId, message: noteOf(turn, 'output_cut', cutNote) });
  const repeated = guard.judge(prepared, batch.results);
  if (repeated.kind === 'end') {
    return { events, stepped: reply, end: failed(loopFailure('loop.repeated_call', repeated.text)) };
  }
  if (repeated.kind === 'remind') {
    events.push({ type: 'message.appended', agentId, turnId, message: noteOf(turn, 'repeated_call', repeated.text) });
  }
  return { events, stepped: reply };
}

function completed(turn: Turn, step: number, stepId: string, reply: Reply): NewEvent {
  return {
    type: 'turn.step.completed',
    agentId: turn.agentId,
    turnId: turn.turnId,
    step,
    stepId,
    usage: reply.usage,
    finishReason: reply.finishReason,
    providerFinishReason: providerReasons[reply.finishReason],
    ...(reply.rawFinishReason === undefined ? {} : { rawFinishReason: reply.rawFinishReason }),
    ...reply.timings,
  };
}

const providerReasons = {
  end_turn: 'completed',
  tool_use: 'tool_calls',
  max_tokens: 'truncated',
  filtered: 'filtered',
  paused: 'paused',
  other: 'other',
} as const;

function aborted(turn: Turn): TurnEnd {
  const reason: unknown = turn.signal.reason;
  return {
    reason: 'cancelled',
    interruptReason: reason instanceof TurnAborted && reason.by === 'system' ? 'aborted' : 'user_cancelled',
  };
}

function failed(error: ErrorPayload): TurnEnd {
  const reasons = { 'loop.max_steps_exceeded': 'max_steps', 'provider.filtered': 'filtered' } as const;
  return { reason: 'failed', interruptReason: reasons[error.code as keyof typeof reasons] ?? 'error', error };
}

function stepLimit(turn: Turn): TurnEnd {
  return failed(
    loopFailure(
      'loop.max_steps_exceeded',
      `The turn reached its limit of ${turn.limits.maxSteps} steps (loop_control.max_steps_per_turn). A retry goes on from here.`,
    ),
  );
}

function add(total: TokenUsage, usage: TokenUsage): void {
  total.inputOther += usage.inputOther;
  total.output += usage.output;
  total.inputCacheRead += usage.inputCacheRead;
  total.inputCacheCreation += usage.inputCacheCreation;
  if (usage.reasoning !== undefined) total.reasoning = (total.reasoning ?? 0) + usage.reasoning;
}
