/** Frames of the transcript channel: serializes a batch once per grade, and joins batches for slow readers. */
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
  /** number of the last durable event */
  eventSeq: number;
  /** epoch milliseconds */
  time: number;
}

/** A `transcript.ops` frame to send; readers share it, so treat it as read-only. */
export interface OpsFrame extends FramePosition {
  agentId: string;
  seq: number;
  prevSeq: number;
  ops: TranscriptOp[];
  /** the encoded frame, created when it is first sent */
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

/** The frames of a batch, by the reader's grade and the last batch that it has. */
const shared = new WeakMap<FreshBatch, Map<string, OpsFrame | undefined>>();

/** The frame of a batch for a grade; undefined when it has no operations. Readers with the same last batch share it. */
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

/** Maximum bytes of joined batches. */
const maxJoined = 256 * 1024;

/**
 * Joins two consecutive frames and returns how many bytes the result is longer; undefined when they are not adjacent.
 * Does not change the given frames.
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

/** Joins two append operations when the second continues where the first ended. */
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
