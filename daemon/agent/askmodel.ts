/** Requests the model's reply for a step: compacts the context before, adds reminders, and handles overflows. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ErrorPayload } from '../../schemas/generated/types.js';
import type { SpentPart } from './price.js';
import { admitCompaction } from './admission.js';
import { canCompact, canShorten, compactContext, type CompactionEnd, type CompactionOrder } from './compaction.js';
import { arriving, isDue } from './fill.js';
import { requestReply, type ReplyOutcome } from './reply.js';
import { noteOf, type Turn } from './turn.js';

/** Maximum number of consecutive compactions for one step whose request is too long (engine.md 9). */
const maxOverflows = 3;
/** HTTP 413 counts as a token overflow only if the request takes at least this share of the window. */
const overflowFrom = 0.5;

export type StepOutcome = Exclude<ReplyOutcome, { kind: 'overflow' }>;

/** Requests a step's reply; its first commit empties `opening`. `spent` gets usage of summaries and broken replies. */
export async function* askModel(
  turn: Turn,
  step: number,
  opening: NewEvent[],
  spent: (part: SpentPart) => void,
): AsyncGenerator<NewEvent[], StepOutcome> {
  const due = yield* compactWhenDue(turn, step, opening, spent);
  if (due.stop) return due.stop;
  const first = step === 1;
  await addReminders(turn, opening, due.compacted && first);
  for (let attempt = 1, overflows = 0; ; overflows += 1) {
    const outcome = yield* requestReply(turn, step, opening, attempt, spent);
    if (outcome.kind === 'failed') {
      const taken = takenOver(turn, step, outcome);
      if (!taken) return outcome;
      yield taken.events;
      attempt = taken.attempt;
      continue;
    }
    if (outcome.kind !== 'overflow') return outcome;
    const { stepId, error } = outcome;
    const compacts = overflows < maxOverflows && isOverflow(turn, outcome) && canShorten(turn.context());
    if (!compacts) return { kind: 'failed', stepId, error };
    yield [repeated(turn, step, outcome)];
    attempt = outcome.attempt + 1;
    const end = yield* compact(turn, step, { trigger: 'auto', cause: 'overflow' }, spent);
    if (end.kind === 'aborted') return { kind: 'aborted', stepId };
    if (end.kind === 'failed') return { kind: 'failed', stepId, error: end.error };
    await addReminders(turn, opening, first);
  }
}

async function* compactWhenDue(
  turn: Turn,
  step: number,
  opening: NewEvent[],
  spent: (part: SpentPart) => void,
): AsyncGenerator<NewEvent[], { compacted: boolean; stop?: StepOutcome }> {
  const fill = turn.fill();
  const used = fill.used + arriving(opening);
  if (!isDue({ ...fill, used }) || !canCompact(turn.context())) return { compacted: false };
  if (opening.length > 0) yield opening.splice(0);
  const end = yield* compact(turn, step, { trigger: 'auto', cause: 'threshold' }, spent);
  switch (end.kind) {
    case 'completed':
      return { compacted: true };
    case 'aborted':
      return { compacted: false, stop: { kind: 'aborted' } };
    case 'failed':
      // a budget without room for the summary has no room for the step
      return used < fill.window && !isOverBudget(end.error)
        ? { compacted: false }
        : { compacted: false, stop: { kind: 'failed', error: end.error } };
  }
}

function isOverBudget({ code }: ErrorPayload): boolean {
  return code === 'budget.exceeded' || code === 'loop.limit_reached';
}

async function* compact(
  turn: Turn,
  step: number,
  order: CompactionOrder,
  spent: (part: SpentPart) => void,
): AsyncGenerator<NewEvent[], CompactionEnd> {
  const admitted = yield* admitCompaction(turn, step);
  if (admitted.kind === 'aborted') return { kind: 'aborted' };
  if (admitted.kind === 'refused') return { kind: 'failed', error: admitted.error };
  const end = yield* compactContext(turn, order);
  admitted.hold?.release();
  if (end.kind === 'completed') spent(end);
  return end;
}

/** Whether the provider rejected the number of tokens. Then records the window that the model seems to have. */
function isOverflow(turn: Turn, { status }: Extract<ReplyOutcome, { kind: 'overflow' }>): boolean {
  const { used, window } = turn.fill();
  if (status === 413 && used < overflowFrom * window) return false;
  turn.noteOverflow();
  return true;
}

/** Errors after which another model may be available, once all attempts have failed (acp-cli.md 8.1). */
const unavailable: ReadonlySet<unknown> = new Set([70002, 70003, 70004, 70005, 70006]);

/** Other server errors (500, 502, 503) count as unavailable if they were retryable. */
function isUnavailable({ retryable }: ErrorPayload, code: unknown): boolean {
  return unavailable.has(code) || (code === 70001 && retryable === true);
}

/** Switches to the fallback model of the prompt if that can help. The step then starts again. */
function takenOver(
  turn: Turn,
  step: number,
  { stepId, error, failed }: Extract<ReplyOutcome, { kind: 'failed' }>,
): { events: NewEvent[]; attempt: number } | undefined {
  const { server_code: code, status } = { server_code: undefined, status: undefined, ...error.details };
  if (stepId === undefined || !failed || !isUnavailable(error, code)) return undefined;
  const alias = turn.fallBack();
  if (alias === undefined) return undefined;
  const statusCode = typeof status === 'number' ? status : undefined;
  const message = `The model is not available (${error.message}). ${alias} continues the turn.`;
  return {
    events: [
      repeated(turn, step, { stepId, error, ...failed, status: statusCode }),
      { type: 'warning', agentId: turn.agentId, code: 'model-fallback', message },
    ],
    attempt: failed.attempt + 1,
  };
}

interface Failure {
  stepId: string;
  attempt: number;
  error: ErrorPayload;
  errorName: string;
  status?: number | undefined;
}

/** Returns the event that restarts the step. What it has streamed so far no longer counts. */
function repeated(
  { agentId, turnId, limits }: Turn,
  step: number,
  { stepId, attempt, status, error, errorName }: Failure,
): NewEvent {
  return {
    type: 'turn.step.retrying',
    agentId,
    turnId,
    step,
    stepId,
    failedAttempt: attempt,
    nextAttempt: attempt + 1,
    maxAttempts: Math.max(limits.maxAttempts, attempt + 1),
    delayMs: 0,
    errorName,
    errorMessage: error.message,
    ...(status === undefined ? {} : { statusCode: status }),
  };
}

/** Adds the due reminders. `again`: repeats those of the prompt, which a compaction has removed unread. */
async function addReminders(turn: Turn, opening: NewEvent[], again: boolean): Promise<void> {
  const { agentId, turnId } = turn;
  for (const { events = [], variant, text } of await turn.dueReminders(again)) {
    opening.push(...events, { type: 'message.appended', agentId, turnId, message: noteOf(turn, variant, text) });
  }
}
