/** Lets the requests of a turn pass the budget, each with an estimate of what it will take. */
import type { NewEvent } from '../../schemas/generated/events.js';
import { estimateText } from '../providers/tokens.js';
import { admit, leastOutput, summaryOutput, type Admission, type Estimate, type Hold } from './budget.js';
import { arriving } from './fill.js';
import type { LastRequest, ModelBinding, Turn } from './turn.js';

type Stopped = Exclude<Admission, { kind: 'passes' } | { kind: 'again' }>;

/** What a step is asked with; `hold` is released when it fails, and by the record of what it took. */
export type AdmittedStep = { kind: 'passes'; model: ModelBinding; system: string; hold?: Hold } | Stopped;

/** What the system prompt brings for the log goes into `opening`. */
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
    // the turn ends without this step, but what it was to open with has happened
    if (opening.length > 0) yield opening.splice(0);
    return admission;
  }
}

/**
 * The input is what the context is known to hold, and an estimate of what came since; of it the provider has in its cache
 * what it had there at the last request of the same model. The output is taken to be as long as the last one.
 */
function stepEstimate(turn: Turn, model: ModelBinding, opening: readonly NewEvent[], rendered: string): Estimate {
  const last: LastRequest | undefined = turn.lastRequest(model.alias);
  // a prompt that was rendered just now is in no count yet
  const system = last === undefined ? estimateText(rendered) : 0;
  return {
    input: turn.fill().used + arriving(opening) + system,
    cached: last?.cached ?? 0,
    output: Math.min(Math.max(last?.output ?? 0, leastOutput), model.maxOutputTokens ?? Infinity),
  };
}

/** The same for a summary of the context, which is sent as text that no cache knows. */
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
