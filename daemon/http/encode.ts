/** Encodes frames as bytes: events once for all readers, stored rows without parsing their payload, system frames. */
import { eventTable, type EventPayload, type NewEvent } from '../../schemas/generated/events.js';
import type { ServerFrames } from '../../schemas/generated/frames.js';
import { durableText, frameText, loadPayload, storedPayload, type Frame } from '../sessions/log/frames.js';
import type { EventRow, SessionRef } from '../sessions/log/log.js';
import type { TerminalFrame } from '../terminals/replay.js';
import { wellFormedJson } from '../base/text/json.js';

const encoded = new WeakMap<Frame, Buffer>();

/** The encoded frame; all connections share it, so treat it as read-only. */
export function frameBytes(frame: Frame): Buffer {
  let bytes = encoded.get(frame);
  if (!bytes) encoded.set(frame, (bytes = Buffer.from(frameText(frame))));
  return bytes;
}

/** Encodes a stored row for this environment; undefined for a damaged row: only that row is lost (engine.md 19). */
export function rowBytes(
  row: EventRow,
  { id, epoch }: SessionRef,
  localized: (payload: EventPayload) => EventPayload,
): Buffer | undefined {
  const { type, seq, time, texts } = row;
  let { stored } = row;
  if (!stored.startsWith('{') || !stored.endsWith('}')) return undefined;
  try {
    // the only event whose content depends on the writer's environment, so no other payload is parsed here
    if (type === 'event.config.changed') stored = storedPayload(localized(loadPayload(texts, type, id, stored)));
    return Buffer.from(durableText({ type, seq, epoch, sessionId: id, time, stored, texts }));
  } catch {
    return undefined;
  }
}

/** A volatile frame for a single reader, such as the current text of a running step. */
export function ownFrame(ref: SessionRef, seq: number, time: number, event: NewEvent, offset?: number): Frame {
  return {
    type: event.type,
    scope: eventTable[event.type].scope,
    durable: false,
    seq,
    epoch: ref.epoch,
    sessionId: ref.id,
    agentId: event.agentId,
    time,
    payload: { ...event, sessionId: ref.id },
    offset,
  };
}

/** Frames that are not events and carry a timestamp. */
export type SystemType = Exclude<keyof ServerFrames, 'ack' | `terminal_${string}` | `transcript.${string}`>;

/** `time` is epoch milliseconds. */
export function systemText<Type extends SystemType>(type: Type, time: number, payload: ServerFrames[Type]): string {
  return wellFormedJson({ type, timestamp: new Date(time).toISOString(), payload });
}

export interface TerminalPlace {
  session_id: string;
  terminal_id: string;
}

const encodedOutput = new WeakMap<TerminalFrame, Buffer>();

/** Encoded output of a terminal, shared by all its followers. `time` is epoch milliseconds. */
export function outputBytes(frame: TerminalFrame, place: TerminalPlace, time: number): Buffer {
  let bytes = encodedOutput.get(frame);
  if (!bytes) {
    const { seq, data } = frame;
    const timestamp = new Date(time).toISOString();
    bytes = Buffer.from(wellFormedJson({ type: 'terminal_output', seq, ...place, timestamp, payload: { data } }));
    encodedOutput.set(frame, bytes);
  }
  return bytes;
}

export function exitText(code: number | null, place: TerminalPlace, time: number): string {
  const payload: ServerFrames['terminal_exit'] = { exit_code: code };
  return wellFormedJson({ type: 'terminal_exit', ...place, timestamp: new Date(time).toISOString(), payload });
}

export function ackText(id: string, code: number, msg: string, payload: object): string {
  return wellFormedJson({ type: 'ack', id, code, msg, payload });
}
