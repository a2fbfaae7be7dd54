/** Converts turns and steps to operations: their start, their end, and failed attempts (ws.md 12.4). */
import type { Origin, TranscriptOp, TranscriptOrigin, TranscriptStepHeader } from '../generated/types.js';
import { attachmentsOf } from './transcript-attachments.js';
import { isUserText } from './transcript-frames.js';
import { markerOf } from './transcript-markers.js';
import {
  iso,
  putFrame,
  stepHeader,
  stepIdOf,
  stepOf,
  turnHeader,
  turnIdOf,
  type FoldState,
  type OpenStep,
  type Rules,
} from './transcript-state.js';

const turnStates = { completed: 'completed', cancelled: 'cancelled', failed: 'failed', blocked: 'failed' } as const;
const stepStates = { aborted: 'interrupted', max_steps: 'interrupted', error: 'failed' } as const;

export const turnRules: Rules<
  | 'turn.started'
  | 'turn.ended'
  | 'turn.step.started'
  | 'turn.step.retrying'
  | 'turn.step.completed'
  | 'turn.step.interrupted'
  | 'step.usage'
> = {
  'turn.started'(state, event, at) {
    const { turnId, origin, prompt: text, promptId } = event;
    const prompt = promptId === undefined ? undefined : state.transcript.prompts.get(promptId);
    const attachments = attachmentsOf(turnId, 0, prompt?.content ?? []);
    state.turn = {
      turnId,
      openingId: promptId === undefined ? undefined : prompt?.userMessageId,
      opened: false,
      attached: attachments.length,
      held: [],
    };
    return [
      ...attachments.map((attachment): TranscriptOp => ({ op: 'attachment.upsert', attachment })),
      ...(prompt?.status === 'queued'
        ? [{ op: 'prompt.upsert', prompt: { ...prompt, status: 'running' } } as const]
        : []),
      {
        op: 'turn.upsert',
        turn: {
          kind: 'turn',
          turnId: turnIdOf(turnId),
          ordinal: turnId,
          state: 'running',
          origin: originOf(origin, state.agentKind),
          prompt: text,
          attachmentIds: attachments.length > 0 ? attachments.map((each) => each.attachmentId) : undefined,
          startedAt: iso(at.time),
          triggerPromptId: promptId,
          userMessageId: state.turn.openingId,
        },
      },
      { op: 'meta.merge', meta: { activity: 'turn' } },
    ];
  },

  'turn.ended'(state, { turnId, reason, interruptReason, error, durationMs, usage, cost }, at) {
    const open = unfinished(state, turnId);
    const ops: TranscriptOp[] = [];
    if (open) ops.push(...endStep(state, { ...open, state: 'interrupted', endedAt: iso(at.time) }));
    const turn = turnHeader(state, turnId);
    delete state.turn;
    if (turn)
      ops.push({
        op: 'turn.upsert',
        turn: {
          ...turn,
          state: turnStates[reason],
          endedAt: iso(at.time),
          usage: usage && {
            inputTokens: usage.inputOther + usage.inputCacheCreation,
            outputTokens: usage.output,
            cachedTokens: usage.inputCacheRead,
            cost,
          },
          durationMs,
          error: error?.message,
        },
      });
    ops.push({ op: 'meta.merge', meta: { activity: 'idle' } });
    if (interruptReason === 'user_cancelled')
      ops.push(markerOf('interruption', { turnId, reason: interruptReason }, at));
    return ops;
  },

  'turn.step.started'(state, event, at) {
    const stepId = stepIdOf(event.turnId, event.step);
    const known = stepOf(state, event.turnId, event.step);
    const kept = known?.frames.filter(isUserText) ?? [];
    const open: OpenStep = { stepId, streamed: { text: 0, thinking: 0 }, calls: new Map(), settled: false };
    const held = state.turn?.held.splice(0) ?? [];
    if (state.turn) state.turn.step = open;
    return [
      {
        op: 'step.upsert',
        turnId: turnIdOf(event.turnId),
        step: {
          kind: 'step',
          stepId,
          turnId: turnIdOf(event.turnId),
          ordinal: event.step,
          state: 'running',
          startedAt: known?.startedAt ?? iso(at.time),
        },
        frameIds: known && kept.map(({ frameId }) => frameId),
      },
      ...held.map((text, index) => putFrame(stepId, { ...text, frameId: `${stepId}.f${kept.length + index + 1}` })),
    ];
  },

  'turn.step.retrying'(state, event) {
    const { turnId, step, failedAttempt, nextAttempt, maxAttempts, delayMs, errorName, errorMessage } = event;
    const known = stepOf(state, turnId, step);
    if (!known) return [];
    const { statusCode } = event;
    const retry = { failedAttempt, nextAttempt, maxAttempts, delayMs, errorName, errorMessage, statusCode };
    return dropUnsettled(state, { ...stepHeader(known), retry }, (text) => ({ ...text, text: '' }));
  },

  'turn.step.completed'(state, event, at) {
    const known = stepOf(state, event.turnId, event.step);
    if (!known) return [];
    return endStep(state, {
      ...stepHeader(known),
      state: 'completed',
      endedAt: iso(at.time),
      usage: event.usage ?? known.usage,
      cost: event.cost ?? known.cost,
      finishReason: event.finishReason,
      ...(timed(event) ?? timed(known.timing)),
    });
  },

  'turn.step.interrupted'(state, event, at) {
    const known = stepOf(state, event.turnId, event.step);
    if (!known) return [];
    return endStep(state, {
      ...stepHeader(known),
      state: stepStates[event.reason],
      endedAt: iso(at.time),
      endReason: event.reason,
      endMessage: event.message,
    });
  },

  // arrives while calls of the step are still open, and is its only report when they are interrupted
  'step.usage'(state, event) {
    const known = stepOf(state, event.turnId, event.step);
    if (!known) return [];
    const step = { ...stepHeader(known), usage: event.usage, cost: event.cost, ...timed(event) };
    return [{ op: 'step.upsert', turnId: known.turnId, step }];
  },
};

/** The step of a turn that has not ended. */
function unfinished(state: FoldState, turnId: number): TranscriptStepHeader | undefined {
  const id = state.turn?.step?.stepId;
  const step = id === undefined ? undefined : stepOf(state, turnId, Number(id.slice(id.indexOf('.') + 1)));
  return step?.state === 'running' ? stepHeader(step) : undefined;
}

function endStep(state: FoldState, step: TranscriptStepHeader): TranscriptOp[] {
  const { retry: _retry, ...ended } = step;
  const ops = dropUnsettled(state, ended, (text) => text);
  if (state.turn?.step) state.turn.step.settled = true;
  return ops;
}

type Streamed = { kind: 'text' | 'thinking'; frameId: string; text: string };

/**
 * Closes the frames of an interrupted reply: sends their texts again, marks incomplete calls as errors, and then
 * removes all of them, because the log does not contain them.
 */
function dropUnsettled(
  state: FoldState,
  step: TranscriptStepHeader,
  close: <T extends Streamed>(frame: T) => T,
): TranscriptOp[] {
  const upsert: TranscriptOp = { op: 'step.upsert', turnId: step.turnId, step };
  const open = state.turn?.step;
  const frames = stepFrames(state, step);
  if (!open || open.stepId !== step.stepId || open.settled || frames.every(isUserText)) return [upsert];
  Object.assign(open, { streamed: { text: 0, thinking: 0 }, calls: new Map() });
  const ops = frames.flatMap((frame): TranscriptOp[] => {
    if (isUserText(frame)) return [];
    if (frame.kind === 'tool') return [putFrame(step.stepId, { ...frame, state: 'error' })];
    return frame.kind === 'notice' ? [] : [putFrame(step.stepId, close(frame))];
  });
  return [...ops, { ...upsert, frameIds: frames.filter(isUserText).map(({ frameId }) => frameId) }];
}

function stepFrames(state: FoldState, { turnId, ordinal }: TranscriptStepHeader) {
  return stepOf(state, Number(turnId.slice(1)), ordinal)?.frames ?? [];
}

/** The durations under both names that clients read. */
function timed(source: object = {}): Pick<TranscriptStepHeader, 'timing' | 'llmTiming'> | undefined {
  const found = Object.entries(source).filter(([key]) => key.startsWith('llm'));
  if (found.length === 0) return undefined;
  const timing: TranscriptStepHeader['timing'] = Object.fromEntries(found);
  return { timing, llmTiming: timing };
}

function originOf(origin: Origin, agentKind: FoldState['agentKind']): TranscriptOrigin {
  const kind = agentKind === 'independent' ? 'side' : kinds[origin.kind];
  return { kind, taskId: origin.kind === 'task' ? origin.taskId : undefined, payload: origin };
}

const kinds = {
  user: 'user',
  skill_activation: 'other',
  task: 'task',
  cron_job: 'cron',
  cron_missed: 'cron',
  system_trigger: 'other',
  hook_result: 'hook',
  retry: 'other',
  shell_command: 'other',
  compaction_summary: 'compaction',
  injection: 'other',
} as const satisfies Record<Origin['kind'], TranscriptOrigin['kind']>;
