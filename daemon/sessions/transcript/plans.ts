/** The plans that an agent submitted, each from where it is still stored (rest.md 11.6). */
import type { EventOf } from '../../../schemas/folds/transcript-state.js';
import type { Transcript } from '../../../schemas/folds/transcript.js';
import type { ToolDisplay, TranscriptApproval, TranscriptPlan } from '../../../schemas/generated/types.js';
import { eventOf, type StoredEvent, type TranscriptRows } from './rows.js';

type Reviewed = Extract<ToolDisplay, { kind: 'plan_review' }>;

interface PlanCall {
  callId: string;
  turnId: number;
  /** what the row of its start shows; a call that waits for its review has not begun */
  display?: ToolDisplay;
  approval?: TranscriptApproval;
  result(): StoredEvent | undefined;
}

/** In timeline order, those that brought no plan included; calls that were taken back are left out. */
export function planCallsOf(
  rows: Pick<TranscriptRows, 'planCalls' | 'result'>,
  { key, agentId }: { key: number; agentId: string },
  { interactions }: Transcript,
  undone: ReadonlySet<number>,
): PlanCall[] {
  const reviews = new Map<string, TranscriptApproval>();
  for (const each of interactions.values())
    if (each.interactionKind === 'approval' && each.request?.toolName === 'ExitPlanMode')
      reviews.set(each.toolCallId ?? '', each);
  const begun = rows.planCalls(key, agentId).flatMap((row): PlanCall[] => {
    const event = eventOf(row);
    const { callId } = row;
    const approval = reviews.get(callId);
    reviews.delete(callId);
    if (event?.type !== 'tool.call.started' || undone.has(event.turnId)) return [];
    const { turnId, display } = event;
    return [{ callId, turnId, display, approval, result: () => rows.result(key, agentId, row.seq, callId) }];
  });
  const waiting = [...reviews].map(([callId, approval]): PlanCall => {
    return { callId, turnId: approval.request?.turnId ?? 0, approval, result: () => undefined };
  });
  return [...begun, ...waiting];
}

/** What a call handed in, from the first of the places that hold it. */
export function planOf({ callId, turnId, display, approval, result }: PlanCall): TranscriptPlan[] {
  const found =
    reviewed('interaction', approval?.request?.display) ?? reviewed('display', display) ?? fromResult(result());
  const review = approval && reviewOf(approval);
  return found ? [{ tool_call_id: callId, turn_id: `t${turnId}`, ...found, review }] : [];
}

type Found = Pick<TranscriptPlan, 'source' | 'plan' | 'path' | 'options'>;

function reviewed(source: 'interaction' | 'display', display: ToolDisplay | undefined): Found | undefined {
  if (display?.kind !== 'plan_review') return undefined;
  const { plan, path, options }: Reviewed = display;
  return { source, plan, path, options };
}

/** An approved plan comes back in the result, below the name of its file. */
function fromResult(row: StoredEvent | undefined): Found | undefined {
  const event = row && (eventOf(row) as EventOf<'tool.result'> | undefined);
  if (!event || event.isError || typeof event.output !== 'string') return undefined;
  const [, path, plan] = /\nPlan file: ([^\n]+)\n\n([\s\S]+)$/u.exec(event.output) ?? [];
  return plan === undefined ? undefined : { source: 'output', plan, path };
}

function reviewOf({ state, response }: TranscriptApproval): TranscriptPlan['review'] {
  const known = state === 'answered' || state === 'dismissed' ? 'cancelled' : state;
  return { state: known, selected_option: response?.selectedLabel, feedback: response?.feedback };
}
