/** The open step of an agent, only in memory, so that a client that connects in the middle sees what others see. */
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type { InFlightTurn } from '../../../schemas/generated/types.js';
import type { Inflight, LiveAgent } from '../live/state.js';
import type { Fact } from './fact.js';

const follow = (agent: LiveAgent, event: EventPayload, time: number): void => applyInflight(agent, event, time);

export const inflight = {
  agent: {
    'turn.started': follow,
    'turn.step.started': follow,
    'turn.step.retrying': follow,
    'turn.step.completed': follow,
    'turn.step.interrupted': follow,
    'message.appended': follow,
    'tool.call.started': follow,
    'tool.result': follow,
    'turn.ended': follow,
  },
} satisfies Fact;

/** An agent whose open turn is tracked. */
export type Followed = Pick<LiveAgent, 'inflight'>;

/** Applies a durable or volatile event of the agent. */
export function applyInflight(agent: Followed, event: EventPayload | NewEvent, time: number): void {
  if (event.type === 'turn.started') agent.inflight = openTurn(event.turnId, time);
  if (event.type === 'turn.ended') delete agent.inflight;
  const now = agent.inflight;
  if (!now) return;
  switch (event.type) {
    case 'turn.step.started':
      agent.inflight = {
        ...openTurn(event.turnId, time),
        step: event.step,
        ...(event.stepId === undefined ? {} : { stepId: event.stepId }),
      };
      return;
    case 'turn.step.retrying': {
      const { failedAttempt, nextAttempt, maxAttempts, delayMs, errorName, statusCode } = event;
      forgetStreams(now);
      now.retrying = {
        failedAttempt,
        nextAttempt,
        maxAttempts,
        delayMs,
        errorName,
        ...(statusCode === undefined ? {} : { statusCode }),
        since: time,
      };
      return;
    }
    case 'turn.step.completed':
    case 'turn.step.interrupted':
      forgetStreams(now);
      return;
    case 'assistant.delta':
      beginBlock(now, 'assistant', now.assistantText.length);
      now.assistantText += event.delta;
      now.streaming = 'assistant';
      return;
    case 'thinking.delta':
      beginBlock(now, 'thinking', now.thinkingText.length);
      now.thinkingText += event.delta;
      now.streaming = 'thinking';
      return;
    case 'tool.call.delta': {
      if (!now.calls.has(event.toolCallId)) now.blocks.push({ kind: 'call', toolCallId: event.toolCallId });
      const call = now.calls.get(event.toolCallId) ?? { name: event.name ?? '', argumentsText: '' };
      call.argumentsText += event.argumentsPart ?? '';
      now.calls.set(event.toolCallId, call);
      now.streaming = 'tool_call';
      return;
    }
    case 'message.appended':
      if (event.message.role !== 'assistant') return;
      now.written = true;
      now.calls.clear();
      delete now.streaming;
      return;
    case 'tool.call.started':
      now.running.set(event.toolCallId, {
        toolCallId: event.toolCallId,
        name: event.name,
        args: event.args,
        since: time,
        ...(event.description === undefined ? {} : { description: event.description }),
        ...(event.display === undefined ? {} : { display: event.display }),
      });
      return;
    case 'tool.progress': {
      const call = now.running.get(event.toolCallId);
      if (call) call.progress = event.update;
      return;
    }
    case 'tool.result':
      now.running.delete(event.toolCallId);
      return;
    default:
      return;
  }
}

/** Tracks the approval that an agent waits for. */
export function applyAsking(agent: Pick<LiveAgent, 'asking'>, event: EventPayload, time: number): void {
  if (event.type === 'event.approval.requested')
    agent.asking = { approval: { approvalId: event.approval_id, toolCallId: event.tool_call_id }, since: time };
  else if (event.type === 'event.approval.resolved') delete agent.asking;
}

/** Drops the streamed parts of a failed attempt or a finished step, so that they are not shown again. */
function forgetStreams(now: Inflight): void {
  Object.assign(now, { assistantText: '', thinkingText: '', blocks: [], calls: new Map(), streaming: undefined });
}

/** Begins a block, unless the last text block is of the same kind. */
function beginBlock({ blocks }: Inflight, kind: 'assistant' | 'thinking', from: number): void {
  const last = blocks.findLast((block) => block.kind !== 'call');
  if (last?.kind !== kind) blocks.push({ kind, from });
}

/** Characters already sent in the stream of a delta (ws.md 9.1); undefined for other events. */
export function offsetOf(agent: Followed, event: NewEvent): number | undefined {
  switch (event.type) {
    case 'assistant.delta':
      return agent.inflight?.assistantText.length ?? 0;
    case 'thinking.delta':
      return agent.inflight?.thinkingText.length ?? 0;
    case 'tool.call.delta':
      return agent.inflight?.calls.get(event.toolCallId)?.argumentsText.length ?? 0;
    default:
      return undefined;
  }
}

/** Recovery frames of ws.md 9.3 for one agent. */
export function recoveryOf(agent: LiveAgent): { event: NewEvent; offset?: number }[] {
  const now = agent.inflight;
  if (!now || now.step === 0) return [];
  const { turnId, step, stepId } = now;
  const where = { agentId: agent.id, turnId, step, ...(stepId === undefined ? {} : { stepId }) };
  const frames: { event: NewEvent; offset?: number }[] = [];
  if (!now.written) {
    if (now.thinkingText !== '')
      frames.push({ event: { type: 'thinking.delta', ...where, delta: now.thinkingText, recovered: true }, offset: 0 });
    if (now.assistantText !== '')
      frames.push({
        event: { type: 'assistant.delta', ...where, delta: now.assistantText, recovered: true },
        offset: 0,
      });
    for (const [toolCallId, call] of now.calls) {
      frames.push({
        event: {
          type: 'tool.call.delta',
          agentId: agent.id,
          turnId,
          step,
          toolCallId,
          name: call.name,
          argumentsPart: call.argumentsText,
          recovered: true,
        },
        offset: 0,
      });
    }
  }
  for (const { toolCallId, progress } of now.running.values()) {
    if (progress)
      frames.push({ event: { type: 'tool.progress', agentId: agent.id, turnId, toolCallId, update: progress } });
  }
  return frames;
}

/** An open turn as the snapshot shows it (ws.md 10). */
export function inFlightTurn(now: Inflight, agentId: string, promptId: string | undefined): InFlightTurn {
  return {
    turn_id: now.turnId,
    assistant_text: now.written ? '' : now.assistantText,
    thinking_text: now.written ? '' : now.thinkingText,
    running_tools: [...now.running.values()].map((call) => ({
      tool_call_id: call.toolCallId,
      name: call.name,
      args: call.args,
      ...(call.description === undefined ? {} : { description: call.description }),
      ...(call.display === undefined ? {} : { display: call.display }),
      ...(call.progress === undefined || call.progress.kind === 'custom'
        ? {}
        : { last_progress: { ...call.progress, kind: call.progress.kind } }),
    })),
    current_prompt_id: promptId,
    ...(now.step > 0 ? { step: now.step } : {}),
    step_id: now.stepId,
    ...(agentId === 'main' ? {} : { agent_id: agentId }),
  };
}

function openTurn(turnId: number, since: number): Inflight {
  return {
    turnId,
    step: 0,
    since,
    assistantText: '',
    thinkingText: '',
    blocks: [],
    written: false,
    calls: new Map(),
    running: new Map(),
  };
}
