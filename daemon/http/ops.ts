/** Frames of the transcript channel: a batch is serialised once for all who get the same of it, and joined for who is slow. */
import type { ServerFrames } from '../../schemas/generated/frames.js';
import type { TranscriptOp } from '../../schemas/generated/types.js';
import type { FreshBatch } from '../sessions/transcript/journal.js';
import { wellFormedJson } from '../base/text/json.js';
import type { Grade } from './grades.js';
import { opsOf } from './grades.js';

type Payloads = Pick<ServerFrames, 'transcript.reset' | 'transcript.ops'>;

/** The position of a frame among the events of its session. */
export interface FramePosition {
  sessionId: string;
  epoch: string;
  /** of the last durable event */
  eventSeq: number;
  /** epoch milliseconds */
  time: number;
}

/** `transcript.ops` on its way; a frame that several readers share is read-only. */
export interface OpsFrame extends FramePosition {
  agentId: string;
  seq: number;
  prevSeq: number;
  ops: TranscriptOp[];
  /** as it travels, made when it first leaves */
  bytes?: Buffer;
}

export function resetText(place: FramePosition, payload: Omit<Payloads['transcript.reset'], 'type'>): string {
  return channelText(place, { type: 'transcript.reset', ...payload });
}

export function opsBytes(frame: OpsFrame): Buffer {
  const { agentId, seq, prevSeq, ops } = frame;
  frame.bytes ??= Buffer.from(
    channelText(frame, { type: 'transcript.ops', agent_id: agentId, seq, prev_seq: prevSeq, ops }),
  );
  return frame.bytes;
}

function channelText({ sessionId, epoch, eventSeq, time }: FramePosition, payload: Payloads[keyof Payloads]): string {
  const timestamp = new Date(time).toISOString();
  return wellFormedJson({
    type: payload.type,
    seq: eventSeq,
    epoch,
    volatile: true,
    session_id: sessionId,
    timestamp,
    payload,
  });
}

/** By what is different for readers of one batch: their grade, and what they had before. */
const shared = new WeakMap<FreshBatch, Map<string, OpsFrame | undefined>>();

/** What a grade gets of a batch; undefined for nothing. Readers who had the same before share the frame. */
export function opsFrame(
  batch: FreshBatch,
  { grade, prevSeq, ...about }: { sessionId: string; agentId: string; grade: Grade; prevSeq: number; time: number },
): OpsFrame | undefined {
  const key = `${grade} ${prevSeq}`;
  const frames = shared.get(batch) ?? new Map<string, OpsFrame | undefined>();
  shared.set(batch, frames);
  if (!frames.has(key)) {
    const { seq, epoch, eventSeq } = batch;
    const ops = opsOf(batch.ops, grade);
    frames.set(key, ops.length === 0 ? undefined : { ...about, epoch, eventSeq, seq, prevSeq, ops });
  }
  return frames.get(key);
}

/** Bytes up to which batches are joined into one. */
const maxJoined = 256 * 1024;

/**
 * One frame for two that follow each other, and how many bytes longer it is; undefined when they are not adjacent.
 * The given frames stay as they are.
 */
export function joinOps(first: OpsFrame, next: OpsFrame, size: number): { frame: OpsFrame; added: number } | undefined {
  if (first.sessionId !== next.sessionId || first.agentId !== next.agentId || first.epoch !== next.epoch)
    return undefined;
  if (first.seq !== next.prevSeq || size > maxJoined) return undefined;
  const ops = [...first.ops];
  let added = 0;
  for (const op of next.ops) {
    const longer = longerAppend(ops.at(-1), op);
    if (longer) ops[ops.length - 1] = longer;
    else ops.push(op);
    added += Buffer.byteLength(longer && op.op === 'append' ? JSON.stringify(op.text) : JSON.stringify(op));
  }
  const { bytes: _bytes, ...rest } = first;
  const { seq, eventSeq, time } = next;
  return { frame: { ...rest, ops, seq, eventSeq, time }, added };
}

/** Text that continues where the last operation ended. */
function longerAppend(last: TranscriptOp | undefined, next: TranscriptOp): TranscriptOp | undefined {
  if (last?.op !== 'append' || next.op !== 'append') return undefined;
  if (last.offset + last.text.length !== next.offset || !isSame(last.target, next.target)) return undefined;
  return { ...last, text: last.text + next.text };
}

type Target = Extract<TranscriptOp, { op: 'append' }>['target'];

function isSame(a: Target, b: Target): boolean {
  if (a.type === 'task') return b.type === 'task' && a.taskId === b.taskId;
  return b.type === 'frame' && a.stepId === b.stepId && a.frameId === b.frameId;
}
