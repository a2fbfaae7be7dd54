/** Converts events of a step to frames: streamed text, calls, their results, and steered messages. */
import { promptText } from './said.js';
import type { ContentPart, Message, TranscriptFrame, TranscriptOp, TranscriptToolFrame } from '../generated/types.js';
import { attachmentsOf } from './transcript-attachments.js';
import {
  type At,
  changeCall,
  type EventOf,
  type FoldState,
  nextFrameId,
  type OpenStep,
  putFrame,
  type Rules,
  stepHeader,
  stepOf,
  turnHeader,
  turnIdOf,
  type UserText,
} from './transcript-state.js';

export const frameRules: Rules<
  | 'assistant.delta'
  | 'thinking.delta'
  | 'tool.call.delta'
  | 'tool.call.started'
  | 'tool.progress'
  | 'tool.result'
  | 'message.appended'
  | 'task.notified'
> = {
  'assistant.delta': (state, event, at) => addText(state, 'text', event, at),
  'thinking.delta': (state, event, at) => addText(state, 'thinking', event, at),

  'tool.call.delta'(state, { turnId, step, toolCallId, name, argumentsPart = '', recovered }) {
    const open = streaming(state, turnId, step);
    if (!open) return [];
    const before = recovered ? undefined : open.calls.get(toolCallId);
    const text = (before ?? '') + argumentsPart;
    open.calls.set(toolCallId, text);
    const known = stepOf(state, turnId, step)?.frames.find(
      (each) => each.kind === 'tool' && each.toolCallId === toolCallId,
    );
    const frame = known?.kind === 'tool' ? known : callFrame(open.stepId, toolCallId, name ?? '');
    const inputText = shownArguments(text, recovered ? undefined : frame.inputText);
    return frame === known && frame.inputText === inputText ? [] : [putFrame(open.stepId, { ...frame, inputText })];
  },

  'tool.call.started': (state, { toolCallId, args, proposed_args, display }) =>
    changeCall(state, toolCallId, (frame) => ({ ...frame, input: args, proposedInput: proposed_args, display })),

  'tool.progress': (state, { toolCallId, update }) =>
    changeCall(state, toolCallId, (frame) => (frame.state === 'running' ? { ...frame, progress: update } : frame)),

  'tool.result'(state, { toolCallId, output, isError, display, durationMs }) {
    return changeCall(state, toolCallId, ({ progress: _progress, ...frame }) => ({
      ...frame,
      state: isError ? 'error' : 'done',
      output,
      resultDisplay: display,
      durationMs,
      error: isError ? failureText(output, display) : undefined,
    }));
  },

  'message.appended'(state, { turnId, step, message }) {
    if (turnId === undefined || state.turn?.turnId !== turnId) return [];
    if (message.role === 'assistant') return step === undefined ? [] : settle(state, turnId, step, message);
    return message.role === 'user' ? heard(state, turnId, message) : [];
  },

  'task.notified': (state, { title, body, sourceId }) =>
    say(state, { kind: 'text', role: 'user', text: body === '' ? title : `${title}\n${body}`, taskId: sourceId }),
};

/** The open step of a turn while its reply is streaming. */
function streaming({ turn }: FoldState, turnId: number, step: number): OpenStep | undefined {
  const open = turn?.turnId === turnId ? turn.step : undefined;
  return open && !open.settled && open.stepId === `t${turnId}.${step}` ? open : undefined;
}

/** Joins adjacent text of one kind into one frame, even with calls in between. */
function addText(
  state: FoldState,
  kind: 'text' | 'thinking',
  event: EventOf<'assistant.delta'> | EventOf<'thinking.delta'>,
  at: At,
): TranscriptOp[] {
  const open = streaming(state, event.turnId, event.step);
  const frames = stepOf(state, event.turnId, event.step)?.frames;
  if (!open || !frames) return [];
  const known = open.streamed[kind];
  const offset = event.recovered ? 0 : (at.offset ?? known);
  const text = event.delta.slice(Math.max(0, known - offset));
  // after a gap the frames stay as they are: the following message contains everything
  if (offset > known || text === '') return [];
  open.streamed[kind] = known + text.length;
  const last = frames.findLast((frame) => frame.kind !== 'tool');
  const goesOn = last && isStreamed(last) && last.kind === kind;
  const frame = goesOn ? last : emptyFrame(kind, nextFrameId(open.stepId, frames));
  return [
    ...(goesOn ? [] : [putFrame(open.stepId, frame)]),
    {
      op: 'append',
      target: { type: 'frame', turnId: turnIdOf(event.turnId), stepId: open.stepId, frameId: frame.frameId },
      offset: frame.text.length,
      text,
    },
  ];
}

type Streamed = Extract<TranscriptFrame, { kind: 'text' | 'thinking' }>;

function emptyFrame(kind: 'text' | 'thinking', frameId: string): Streamed {
  return kind === 'text' ? { kind, frameId, role: 'assistant', text: '' } : { kind, frameId, text: '' };
}

function isStreamed(frame: TranscriptFrame): frame is Streamed {
  return frame.kind === 'thinking' || (frame.kind === 'text' && frame.role === 'assistant');
}

/** Replaces the streamed content of a step by the reply as stored in the log. */
function settle(state: FoldState, turnId: number, step: number, message: Message): TranscriptOp[] {
  const known = stepOf(state, turnId, step);
  if (!known) return [];
  const { stepId, frames } = known;
  const own = frames.filter(isUserText);
  const final = settledFrames(stepId, own.length, message.content);
  const order = [...own, ...final].map(({ frameId }) => frameId);
  const shown = new Set([...frames, ...final].map(({ frameId }) => frameId));
  const open = state.turn?.step;
  if (open?.stepId === stepId) Object.assign(open, { settled: true, calls: new Map() });
  return [
    ...final.map((frame) => putFrame(stepId, frame)),
    ...([...shown].join(' ') === order.join(' ')
      ? []
      : [{ op: 'step.upsert', turnId: known.turnId, step: stepHeader(known), frameIds: order } as const]),
  ];
}

/** Handles a user message: an opening one belongs to the turn's header, a steered one to the turn's steps. */
function heard(state: FoldState, turnId: number, message: Message): TranscriptOp[] {
  const { turn } = state;
  if (!turn) return [];
  const opens = turn.openingId === undefined ? !turn.opened && !turn.step : message.id === turn.openingId;
  const origin = message.metadata?.origin;
  if (opens) {
    turn.opened = true;
    return openingPrompt(state, turnId, message);
  }
  if (origin?.kind !== 'user') return [];
  // the texts of skills precede the text of the user
  const said = message.content.slice(origin.skillActivations?.length ?? 0);
  const attachments = attachmentsOf(turnId, turn.attached, said);
  turn.attached += attachments.length;
  const text: UserText = {
    kind: 'text',
    role: 'user',
    text: promptText(said),
    clientMetadata: message.metadata?.client,
    attachmentIds: attachments.length > 0 ? attachments.map(({ attachmentId }) => attachmentId) : undefined,
  };
  return [
    ...attachments.map((attachment): TranscriptOp => ({ op: 'attachment.upsert', attachment })),
    ...say(state, text),
  ];
}

/** Adds the message's id to the turn; for scheduled turns and subagents also the prompt, which no other event has. */
function openingPrompt(state: FoldState, turnId: number, message: Message): TranscriptOp[] {
  const turn = turnHeader(state, turnId);
  if (!turn) return [];
  const userMessageId = message.id;
  const prompt = turn.prompt ?? scheduledPrompt(message);
  if (turn.userMessageId === userMessageId && turn.prompt === prompt) return [];
  return [{ op: 'turn.upsert', turn: { ...turn, prompt, userMessageId } }];
}

function scheduledPrompt({ content, metadata }: Message): string | undefined {
  const origin = metadata?.origin;
  if (origin?.kind !== 'cron_job' && !(origin?.kind === 'system_trigger' && origin.name === 'subagent'))
    return undefined;
  return promptText(content)
    .replace(/^<cron-fire [^\n]*>\n/u, '')
    .replace(/\n<\/cron-fire>$/u, '');
}

/** Adds text from outside the reply at the end of the newest step of the open turn, or holds it for the first step. */
function say(state: FoldState, text: UserText): TranscriptOp[] {
  const { turn } = state;
  const stepId = turn?.step?.stepId;
  if (!turn) return [];
  const known = stepId === undefined ? undefined : stepOf(state, turn.turnId, Number(stepId.split('.')[1]));
  if (!known) {
    turn.held.push(text);
    return [];
  }
  return [putFrame(known.stepId, { ...text, frameId: nextFrameId(known.stepId, known.frames) })];
}

export function isUserText(frame: TranscriptFrame): boolean {
  return frame.kind === 'text' && frame.role === 'user';
}

function failureText(output: EventOf<'tool.result'>['output'], display: EventOf<'tool.result'>['display']): string {
  if (display?.kind === 'error') return display.message;
  if (typeof output === 'string') return output;
  return output.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n');
}

/** Joins adjacent texts of one kind, as streaming does. `before`: number of the step's frames from elsewhere. */
function settledFrames(stepId: string, before: number, content: readonly ContentPart[]): TranscriptFrame[] {
  const frames: TranscriptFrame[] = [];
  let number = before;
  const add = (kind: 'text' | 'thinking', text: string): void => {
    const last = frames.findLast((frame) => frame.kind !== 'tool');
    if (text === '') return;
    if (last?.kind === kind) {
      last.text += text;
      return;
    }
    number += 1;
    const frameId = `${stepId}.f${number}`;
    frames.push(kind === 'text' ? { kind, frameId, role: 'assistant', text } : { kind, frameId, text });
  };
  for (const part of content) {
    if (part.type === 'text') add('text', part.text);
    else if (part.type === 'thinking') add('thinking', part.thinking);
    else if (part.type === 'tool_use')
      frames.push({ ...callFrame(stepId, part.tool_call_id, part.tool_name), input: part.input });
  }
  return frames;
}

/**
 * The part of streamed arguments to show. Each operation carries all of it, so updates come in steps that grow with its
 * length.
 */
function shownArguments(text: string, before = ''): string {
  const stride = Math.max(64, 2 ** (Math.floor(Math.log2(Math.max(1, text.length))) - 3));
  const end = Math.floor(text.length / stride) * stride;
  // reading a character of a concatenated text costs its whole length
  if (end === before.length || end === before.length + 1) return before;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end);
}

/** The frame of a call of which only the name is known. */
function callFrame(stepId: string, toolCallId: string, name: string): TranscriptToolFrame {
  return {
    kind: 'tool',
    frameId: `${stepId}.${toolCallId}`,
    toolCallId,
    name,
    state: 'running',
    todoId: name === 'TodoList' ? 'todo' : undefined,
  };
}
