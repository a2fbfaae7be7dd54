/** The state for the rules of the transcript's fold: the transcript, and hidden facts about its open turn. */
import type { EventType, NewEvent } from '../generated/events.js';
import type {
  TranscriptFrame,
  TranscriptOp,
  TranscriptStep,
  TranscriptStepHeader,
  TranscriptToolFrame,
  TranscriptTurnHeader,
} from '../generated/types.js';
import { turnOf, type Transcript } from './transcript.js';

/** The position and the time of an event. */
export interface At {
  /** number of the event; for a volatile event, of the durable one before it */
  seq: number;
  /** epoch milliseconds */
  time: number;
  /** UTF-16 units of its stream before it; text streams only */
  offset?: number;
}

export type EventOf<T extends EventType> = Extract<NewEvent, { type: T }>;

/** Returns the operations of an event; the caller applies them. */
export type Rule<T extends EventType> = (state: FoldState, event: EventOf<T>, at: At) => TranscriptOp[];

export type Rules<T extends EventType> = { readonly [Each in T]: Rule<Each> };

export interface FoldState {
  transcript: Transcript;
  /** decides about turns of a side agent */
  agentKind: 'main' | 'sub' | 'independent';
  turn?: OpenTurn;
  /** folds the events from the first of these turns up to an event, when the transcript no longer has them */
  history?(turnIds: readonly number[], untilSeq: number): Transcript;
}

export interface OpenTurn {
  turnId: number;
  /** id of the prompt's message; absent: no prompt opened the turn */
  openingId?: string;
  /** its opening message has arrived */
  opened: boolean;
  /** number of attachments so far */
  attached: number;
  /** texts from before the first step, shown with it */
  held: UserText[];
  step?: OpenStep;
}

/** Text that is not the model's, without the id of its frame. */
export type UserText = Omit<Extract<TranscriptFrame, { kind: 'text' }>, 'frameId'>;

export interface OpenStep {
  stepId: string;
  /** UTF-16 units of each stream so far */
  streamed: { text: number; thinking: number };
  /** streamed arguments of calls, by call id */
  calls: Map<string, string>;
  /** the log has the reply: the content is final */
  settled: boolean;
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

export function turnIdOf(turnId: number): string {
  return `t${turnId}`;
}

export function stepIdOf(turnId: number, step: number): string {
  return `t${turnId}.${step}`;
}

/** The fields of a turn without its steps. */
export function turnHeader({ transcript }: FoldState, turnId: number): TranscriptTurnHeader | undefined {
  const turn = turnOf(transcript, turnIdOf(turnId));
  if (!turn) return undefined;
  const { steps: _steps, ...header } = turn;
  return header;
}

export function stepOf({ transcript }: FoldState, turnId: number, step: number): TranscriptStep | undefined {
  const stepId = stepIdOf(turnId, step);
  return turnOf(transcript, turnIdOf(turnId))?.steps.findLast((each) => each.stepId === stepId);
}

/** The fields of a step without its frames. */
export function stepHeader({ frames: _frames, ...header }: TranscriptStep): TranscriptStepHeader {
  return header;
}

export function putFrame(stepId: string, frame: TranscriptFrame): TranscriptOp {
  return { op: 'frame.upsert', turnId: stepId.slice(0, stepId.indexOf('.')), stepId, frame };
}

/** Changes the frame of a call; returns no operations when the newest turn has no such call. */
export function changeCall(
  state: FoldState,
  toolCallId: string | undefined,
  change: (frame: TranscriptToolFrame) => TranscriptToolFrame,
): TranscriptOp[] {
  const turn = state.transcript.items.findLast((item) => item.kind === 'turn');
  for (const step of turn?.steps.toReversed() ?? []) {
    const frame = step.frames.find((each) => each.kind === 'tool' && each.toolCallId === toolCallId);
    if (frame?.kind === 'tool') return [putFrame(step.stepId, change(frame))];
  }
  return [];
}

/** The id of a step's next frame; calls do not count. */
export function nextFrameId(stepId: string, frames: readonly TranscriptFrame[]): string {
  return `${stepId}.f${frames.filter(({ kind }) => kind !== 'tool').length + 1}`;
}
