/** Checks each request of a turn against the budget, with an estimate of its cost. */
import type { NewEvent } from '../../schemas/generated/events.js';
import { estimateText } from '../providers/tokens.js';
import { admit, leastOutput, summaryOutput, type Admission, type Estimate, type Hold } from './budget.js';
import { arriving } from './fill.js';
import type { LastRequest, ModelBinding, Turn } from './turn.js';

type Stopped = Exclude<Admission, { kind: 'passes' } | { kind: 'again' }>;

/** An admitted step's model and system prompt. `hold` is released when it fails or once its usage is stored. */
export type AdmittedStep = { kind: 'passes'; model: ModelBinding; system: string; hold?: Hold } | Stopped;

/** Admits a step. Appends the events that the system prompt causes to `opening`. */
export async function* admitStep(
  turn: Turn,
  step: number,
  opening: NewEvent[],
): AsyncGenerator<NewEvent[], AdmittedStep> {
  for (;;) {
    const model = await turn.bindModel();
    const { text: system, events } = await turn.system();
    opening.push(...events);
    const rendered = events.some(({ type }) => type === 'agent.bound') ? system : '';
    const admission = yield* admit(turn, step, model, () => stepEstimate(turn, model, opening, rendered), opening);
    if (admission.kind === 'again') continue;
    if (admission.kind === 'passes') return { ...admission, model, system };
    // the turn ends without this step, but these events have happened
    if (opening.length > 0) yield opening.splice(0);
    return admission;
  }
}

/**
 * Estimates a step. Input: the known context plus an estimate of what arrived since. Cached: what the last request to
 * the same model had in the provider's cache. Output: as long as the last one.
 */
function stepEstimate(turn: Turn, model: ModelBinding, opening: readonly NewEvent[], rendered: string): Estimate {
  const last: LastRequest | undefined = turn.lastRequest(model.alias);
  // no provider has counted a newly rendered prompt yet
  const system = last === undefined ? estimateText(rendered) : 0;
  return {
    input: turn.fill().used + arriving(opening) + system,
    cached: last?.cached ?? 0,
    output: Math.min(Math.max(last?.output ?? 0, leastOutput), model.maxOutputTokens ?? Infinity),
  };
}

/** Admits the request for a summary. Its text is new, so that no cache contains it. */
export async function* admitCompaction(
  turn: Turn,
  step: number,
): AsyncGenerator<NewEvent[], Exclude<Admission, { kind: 'again' }>> {
  for (;;) {
    if (turn.budget() === undefined) return { kind: 'passes' };
    const model = await turn.bindModel();
    const opening: NewEvent[] = [];
    const estimate = () => ({ input: turn.fill().used, cached: 0, output: summaryOutput });
    const admission = yield* admit(turn, step, model, estimate, opening);
    if (opening.length > 0) yield opening;
    if (admission.kind !== 'again') return admission;
  }
}
