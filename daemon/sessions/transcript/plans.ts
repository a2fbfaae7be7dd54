/** The plans that an agent handed in, each from where it is still to be found (rest.md 11.6). */
import type { EventOf } from '../../../schemas/folds/transcript-state.js';
import type { Transcript } from '../../../schemas/folds/transcript.js';
import type { ToolDisplay, TranscriptApproval, TranscriptPlan } from '../../../schemas/generated/types.js';
import { eventOf, type TranscriptRows } from './rows.js';

type Reviewed = Extract<ToolDisplay, { kind: 'plan_review' }>;

/** In timeline order; calls that were taken back, or brought no plan, are left out. */
export function plansOf(
  rows: Pick<TranscriptRows, 'planCalls' | 'result'>,
  { key, agentId }: { key: number; agentId: string },
  { interactions }: Transcript,
  undone: ReadonlySet<number>,
): TranscriptPlan[] {
  const approvals = new Map<string, TranscriptApproval>();
  for (const each of interactions.values())
    if (each.interactionKind === 'approval') approvals.set(each.toolCallId ?? '', each);
  return rows.planCalls(key, agentId).flatMap((row) => {
    const event = eventOf(row);
    if (event?.type !== 'tool.call.started' || undone.has(event.turnId)) return [];
    const approval = approvals.get(row.callId);
    const found =
      reviewed('interaction', approval?.request?.display) ??
      reviewed('display', event.display) ??
      told(() => rows.result(key, agentId, row.seq, row.callId));
    if (!found) return [];
    return [
      { tool_call_id: row.callId, turn_id: `t${event.turnId}`, ...found, review: approval && reviewOf(approval) },
    ];
  });
}

type Found = Pick<TranscriptPlan, 'source' | 'plan' | 'path' | 'options'>;

function reviewed(source: 'interaction' | 'display', display: ToolDisplay | undefined): Found | undefined {
  if (display?.kind !== 'plan_review') return undefined;
  const { plan, path, options }: Reviewed = display;
  return { source, plan, path, options };
}

/** An approved plan comes back in the result, below the name of its file. */
function told(result: () => Parameters<typeof eventOf>[0] | undefined): Found | undefined {
  const row = result();
  const event = row && (eventOf(row) as EventOf<'tool.result'> | undefined);
  if (!event || event.isError || typeof event.output !== 'string') return undefined;
  const [, path, plan] = /\nPlan file: ([^\n]+)\n\n([\s\S]+)$/u.exec(event.output) ?? [];
  return plan === undefined ? undefined : { source: 'output', plan, path };
}

function reviewOf({ state, response }: TranscriptApproval): TranscriptPlan['review'] {
  const known = state === 'answered' || state === 'dismissed' ? 'cancelled' : state;
  return { state: known, selected_option: response?.selectedLabel, feedback: response?.feedback };
}
