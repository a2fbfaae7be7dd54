/** What an agent is doing, for its status (ws.md 6.5). */
import type { EventPayload } from '../../../schemas/generated/events.js';
import type { Phase } from '../../../schemas/generated/types.js';
import type { LiveAgent } from '../live/state.js';

type TurnEnded = Extract<EventPayload, { type: 'turn.ended' }>;

/** How the last turn of an agent ended. */
export interface LastEnd extends Pick<TurnEnded, 'turnId' | 'reason' | 'interruptReason' | 'recovered' | 'durationMs'> {
  /** the step in which it was interrupted, if known */
  step?: number;
  /** message of its error, for the user */
  message?: string;
}

export function endingOf(
  { turnId, reason, interruptReason, recovered, durationMs, error }: Omit<TurnEnded, 'type' | 'agentId' | 'sessionId'>,
  step?: number,
): LastEnd {
  return {
    turnId,
    reason,
    interruptReason,
    ...(recovered ? { recovered } : {}),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(step === undefined || step === 0 ? {} : { step }),
    ...(error === undefined ? {} : { message: error.message }),
  };
}

/** Reasons that count as an interruption of a turn; with others, the turn counts as ended. */
const interruptions = {
  user_cancelled: 'aborted',
  aborted: 'aborted',
  max_steps: 'max_steps',
  error: 'error',
} as const;

function endPhase({ turnId, reason, interruptReason, durationMs, step, message }: LastEnd, at: number): Phase {
  const broken =
    interruptReason === undefined ? undefined : interruptions[interruptReason as keyof typeof interruptions];
  if (broken === undefined)
    return { kind: 'ended', turnId, reason, ...(durationMs === undefined ? {} : { durationMs }), at };
  return {
    kind: 'interrupted',
    turnId,
    ...(step === undefined ? {} : { step }),
    reason: broken,
    ...(message === undefined ? {} : { message }),
    at,
  };
}

/** The phase of an agent; `isOpen`: it has a turn; `now` in epoch milliseconds. */
export function phaseOf(
  agent: Pick<LiveAgent, 'inflight' | 'lastEnd' | 'endedAt' | 'asking'>,
  isOpen: boolean,
  now: number,
): Phase {
  const { inflight } = agent;
  if (!isOpen || !inflight) {
    const end = agent.lastEnd;
    return end === undefined ? { kind: 'idle' } : endPhase(end, agent.endedAt ?? now);
  }
  const { turnId, step, since } = inflight;
  const stepId = inflight.stepId ?? '';
  const asked = agent.asking;
  if (asked)
    return { kind: 'awaiting_approval', turnId, step: Math.max(1, step), approval: asked.approval, since: asked.since };
  if (inflight.retrying) return { kind: 'retrying', turnId, step, stepId, ...inflight.retrying };
  if (step === 0) return { kind: 'idle' };
  const call = [...inflight.running.values()].at(-1);
  if (call) return { kind: 'tool_call', turnId, step, toolCallId: call.toolCallId, name: call.name, since: call.since };
  if (inflight.streaming === 'tool_call') {
    const [toolCallId, streamed] = [...inflight.calls].at(-1) ?? [];
    return {
      kind: 'streaming',
      turnId,
      step,
      stepId,
      stream: 'tool_call',
      since,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      ...(streamed ? { toolName: streamed.name } : {}),
    };
  }
  if (inflight.streaming) return { kind: 'streaming', turnId, step, stepId, stream: inflight.streaming, since };
  return { kind: 'running', turnId, step, stepId, since };
}
