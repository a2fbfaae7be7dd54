/** What may happen to frames that wait for a slow peer: joined, replaced by newer ones, dropped (ws.md 11). */
import { eventReaders, type EventType } from '../../schemas/generated/events.js';
import type { Frame } from '../sessions/log/frames.js';
import { isText, joinText } from '../sessions/log/hub.js';

const kept: ReadonlySet<EventType> = new Set(eventReaders.kept);

/** True for volatile frames that a peer far behind does without. */
export function isDroppable(frame: Frame): boolean {
  return !frame.durable && !kept.has(frame.type);
}

/** Names frames of which only the newest needs to wait. */
export function mergeKey({ sessionId, agentId, payload }: Frame): string | undefined {
  if (payload.type === 'agent.status.updated') return `${sessionId} ${agentId}`;
  if (payload.type === 'tool.progress') return `${sessionId} ${agentId} ${payload.toolCallId}`;
  return undefined;
}

/** The newer frame, with the fields that only the older one has when both are of a status. */
export function mergeStatus(older: Frame, newer: Frame): Frame {
  if (older.payload.type !== 'agent.status.updated' || newer.payload.type !== 'agent.status.updated') return newer;
  const { text: _text, ...rest } = newer;
  return { ...rest, payload: { ...older.payload, ...newer.payload } };
}

/** One frame with the text of both and how many bytes longer it is; undefined when they do not touch. The given frames stay as they are. */
export function mergeText(first: Frame, next: Frame): { frame: Frame; added: number } | undefined {
  if (first.sessionId !== next.sessionId || !isText(first) || !isText(next)) return undefined;
  const { text: _text, ...frame } = first;
  return joinText(frame, next) ? { frame, added: Buffer.byteLength(JSON.stringify(textOf(next))) - 2 } : undefined;
}

function textOf({ payload }: Frame): string {
  if (payload.type === 'tool.call.delta') return payload.argumentsPart ?? '';
  return 'delta' in payload ? payload.delta : '';
}
