/** The loop: asks the model, runs the calls it requests, and repeats until the turn is over (engine.md 2.2). */
import type { NewEvent } from '../../schemas/generated/events.js';
import { askModel } from './askmodel.js';
import { runBatch } from './batch.js';
import { joined } from './channel.js';
import { prepareCalls, type Prepared } from './calls.js';
import { addSpent, type Spent, type SpentPart } from './price.js';
import { isStorageFailure } from '../errors.js';
import { failureOf, loopFailure } from './failures.js';
import { createFinish } from './finish.js';
import { createRepeatGuard, type RepeatGuard } from './repeats.js';
import { createStopHooks } from './hooks/stop.js';
import { submitResult } from './submitresult.js';
import { noteOf, type Reply, type Turn } from './turn.js';
import { aborted, endEvents, failed, refusal, stepLimit, type TurnEnd } from './turnend.js';
import { taggedText } from './hooks/answer.js';

/** The result of a step: events to commit, and the end of the turn if it is one. */
interface StepOutcome {
  events: NewEvent[];
  end?: TurnEnd;
  /** ask the model again without tool results */
  again?: boolean;
  stepped?: Reply;
  /** number of calls of SubmitResult with invalid results */
  invalidResults?: number;
}

/** Maximum number of consecutive steps that may be cut off at the output limit without a call. */
const maxCutSteps = 3;
const cutNote =
  '<system-reminder>Your last output was cut off at the output limit. Continue from where it stopped, in smaller pieces.</system-reminder>';

/** The progress of a turn. */
interface Progress {
  /** events to commit */
  waiting: NewEvent[];
  spent: Spent;
  /** the prompt may enter the context; false while a hook decides on it */
  isLetThrough: boolean;
}

/** Runs one turn from `turn.started` to `turn.ended`. Each yielded list is one commit. */
export async function* runTurn(turn: Turn): AsyncGenerator<NewEvent[]> {
  const progress: Progress = {
    waiting: [],
    spent: {
      inputOther: 0,
      output: 0,
      inputCacheRead: 0,
      inputCacheCreation: 0,
      ...(turn.resume ?? turn.continueAt)?.spent,
    },
    isLetThrough: true,
  };
  let end: TurnEnd;
  try {
    end = yield* takeSteps(turn, progress);
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    end = turn.signal.aborted ? aborted(turn) : failed(failureOf(error, turn.reportDefect));
    progress.waiting.push(...turn.leftBehind(progress.waiting, progress.isLetThrough));
  }
  yield [...progress.waiting, ...endEvents(turn, end, progress.spent)];
}

/** Opens the turn and takes steps until it must end. */
async function* takeSteps(turn: Turn, progress: Progress): AsyncGenerator<NewEvent[], TurnEnd> {
  const { spent } = progress;
  const continueAt = turn.resume ?? turn.continueAt;
  const opened: Opening = continueAt
    ? { events: [] }
    : await openTurn(turn, (isLetThrough) => void (progress.isLetThrough = isLetThrough));
  progress.waiting = opened.events;
  const guard = createRepeatGuard();
  const stopHooks = createStopHooks(turn);
  const finish = createFinish(turn);
  const continues = (at: TurnEnd | undefined) => isOpen(at) && finish.mayContinue() && !turn.endsHere();
  let end = opened.refused ? (finish.overdue() ?? refusal(turn)) : finish.before();
  if (end !== undefined) await arrived(turn, progress);
  let cutSteps = 0;
  for (let step = continueAt?.step ?? 1; end === undefined; step += 1) {
    const outcome = yield* guarded(
      turn,
      progress.waiting,
      runStep(turn, step, progress.waiting, guard, (part) => addSpent(spent, part)),
    );
    progress.waiting = outcome.events;
    end = outcome.end;
    if (outcome.stepped) addSpent(spent, outcome.stepped);
    cutSteps = outcome.stepped?.finishReason === 'max_tokens' && outcome.again ? cutSteps + 1 : 0;
    if (cutSteps >= maxCutSteps)
      end = failed(loopFailure('loop.max_tokens', 'The model was cut off at its output limit three times in a row.'));
    end = finish.after({ end, again: outcome.again, invalidResults: outcome.invalidResults ?? 0 }, progress.waiting);
    if (end === undefined && step >= turn.limits.maxSteps && !outcome.again) end = stepLimit(turn);
    if (end === undefined && !outcome.again && turn.endsHere()) end = { reason: 'completed' };
    // messages that arrive too late for an aborted turn remain in the conversation
    if ((await arrived(turn, progress)) && continues(end)) end = undefined;
    const hasSteps = step < turn.limits.maxSteps && finish.mayContinue();
    if (isOpen(end) && hasSteps) {
      const asked = turn.lastWord(outcome.stepped?.message);
      progress.waiting.push(...asked);
      if (asked.length > 0) end = undefined;
    }
    if (isOpen(end)) end = finish.completed(end, progress.waiting);
    if (isOpen(end) && stopHooks.due()) {
      // the user can read the answer before the hooks finish
      yield progress.waiting.splice(0);
      const asked = await stopHooks.ask(hasSteps);
      progress.waiting.push(...asked.events);
      if (asked.continues) end = undefined;
      else if (turn.signal.aborted) end = aborted(turn);
      if ((await arrived(turn, progress)) && continues(end)) end = undefined;
    }
    delete turn.resume;
  }
  return end;
}

/** Whether the turn would end completed, without a limit of its prompt. */
function isOpen(end: TurnEnd | undefined): end is TurnEnd {
  return end?.reason === 'completed' && end.limit === undefined;
}

/** Adds what has arrived since the last step. Returns whether it contains messages. */
async function arrived(turn: Turn, { waiting }: Progress): Promise<boolean> {
  const events = await turn.takeArrivals();
  waiting.push(...events);
  return events.some((event) => event.type === 'message.appended');
}

/** Converts errors of a step into the end of the turn, except storage failures. `opening`: events not committed yet. */
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

/** Runs one step. Its first commit empties `opening`. */
async function* runStep(
  turn: Turn,
  step: number,
  opening: NewEvent[],
  guard: RepeatGuard,
  spent: (part: SpentPart) => void,
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
    const calls = finishCalls(turn, step, stepId, reply, guard);
    // a hook may take long, and must find these records in the log
    if (!turn.hooks.has('PreToolUse')) return yield* joined(records, calls);
    yield records;
    return yield* calls;
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
  const repeated = guard.verdictOn(prepared, batch.results);
  if (repeated.kind === 'end') {
    return { events, stepped: reply, end: failed(loopFailure('loop.repeated_call', repeated.text)) };
  }
  if (repeated.kind === 'remind') {
    events.push({ type: 'message.appended', agentId, turnId, message: noteOf(turn, 'repeated_call', repeated.text) });
  }
  return { events, stepped: reply, invalidResults: countInvalidResults(prepared) };
}

function countInvalidResults(prepared: readonly Prepared[]): number {
  return prepared.filter(({ kind, call }) => kind === 'refused' && call.name === submitResult).length;
}

function completed(turn: Turn, step: number, stepId: string, reply: Reply): NewEvent {
  return {
    type: 'turn.step.completed',
    agentId: turn.agentId,
    turnId: turn.turnId,
    step,
    stepId,
    usage: reply.usage,
    ...(reply.cost === undefined ? {} : { cost: reply.cost }),
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

interface Opening {
  /** events to commit with the following ones */
  events: NewEvent[];
  /** a hook refused the prompt, which does not enter the context */
  refused?: true;
}

/** Opens the turn. An abort keeps the prompt out of the context. Calls `letThrough` with false while hooks decide. */
async function openTurn(turn: Turn, letThrough: (isSo: boolean) => void): Promise<Opening> {
  const { prompt } = turn;
  const begun = turn.begun();
  if (begun) await begun;
  if (prompt === undefined || !turn.hooks.has('UserPromptSubmit')) return { events: await entering(turn, []) };
  letThrough(false);
  const { events, blocked, added } = await turn.hooks.run(
    'UserPromptSubmit',
    undefined,
    { prompt: prompt.text, prompt_id: prompt.promptId, is_steer: false },
    turn.signal,
  );
  if (blocked !== undefined || turn.signal.aborted) return { events, refused: true };
  letThrough(true);
  const texts = added === undefined ? [] : [taggedText('UserPromptSubmit', added)];
  return { events: [...events, ...(await entering(turn, texts))] };
}

async function entering(turn: Turn, added: string[]): Promise<NewEvent[]> {
  const { agentId, turnId } = turn;
  const opening = await turn.openingMessage(added);
  return opening === undefined
    ? []
    : [...opening.records, { type: 'message.appended', agentId, turnId, message: opening.message }];
}
