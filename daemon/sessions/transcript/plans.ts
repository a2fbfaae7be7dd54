/** Reads the plans that an agent submitted, each from the first place that still stores it (rest.md 11.6). */
import type { EventOf } from '../../../schemas/folds/transcript-state.js';
import type { Transcript } from '../../../schemas/folds/transcript.js';
import type { ToolDisplay, TranscriptApproval, TranscriptPlan } from '../../../schemas/generated/types.js';
import { eventOf, type StoredEvent, type TranscriptRows } from './rows.js';

type Reviewed = Extract<ToolDisplay, { kind: 'plan_review' }>;

interface PlanCall {
  callId: string;
  turnId: number;
  /** from the event of its start; absent for a call that waits for its review and has not begun */
  display?: ToolDisplay;
  approval?: TranscriptApproval;
  result(): StoredEvent | undefined;
}

/** The calls in timeline order, including those without a plan; without undone calls. */
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

/** The plan that a call submitted, from the first place that holds it. */
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

/** The result of an approved call contains the plan, below the name of its file. */
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
