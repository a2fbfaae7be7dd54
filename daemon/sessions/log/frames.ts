/** Event frames: the envelope of ws.md 2 around a payload, serialised once however many readers there are. */
import { eventTable, type EventPayload, type EventType, type NewEvent } from '../../../schemas/generated/events.js';
import { wellFormedJson } from '../../base/text/json.js';
import { isSmallJson } from '../../base/text/pieces.js';
import { hasReferences } from '../texts/references.js';
import type { Texts } from '../texts/texts.js';

/** Names the log of events that belong to no session. */
export const GLOBAL = '__global__';

/** Bytes that one durable frame may have; longer texts in it are cut (ws.md 1.5). */
const maxFrameBytes = 1024 * 1024;

/** An event on its way to readers. */
export interface Frame {
  type: EventType;
  scope: 'session' | 'global';
  durable: boolean;
  /** a record that is never sent */
  internal?: true;
  /** own number, or for volatile frames that of the last durable event */
  seq: number;
  epoch: string;
  sessionId: string;
  agentId: string;
  /** epoch milliseconds */
  time: number;
  /** chars of the stream sent before this frame; text streams only */
  offset?: number;
  payload: EventPayload;
  /** JSON of the payload as the log's row keeps it, without `type` and `sessionId`; durable frames only */
  stored?: string;
  /** the frame as it travels, made at its first use by `frameText` */
  text?: string;
}

/** The JSON text of a frame, made once. */
export function frameText(frame: Frame): string {
  frame.text ??= frame.durable ? durableText(frame) : volatileText(frame);
  return frame.text;
}

/** The one event whose payload names another session than its envelope (ws.md 7.7). */
const namesAnother: EventType = 'event.session.archived';

/** What travels of a payload. */
export function storedPayload(payload: EventPayload): string {
  return wellFormedJson(keptOf(payload));
}

/** Chars of an event that is written at its commit, without a break. */
const shortEvent = 256 * 1024;

const prepared = new WeakMap<NewEvent, string>();

/** Writes long texts of events, and long events as JSON, before their commit; a promise only when there are some. */
export function prepareEvents(texts: Texts, sessionId: string, events: readonly NewEvent[]): Promise<void> | undefined {
  const long = events.filter(
    (event) => eventTable[event.type].delivery !== 'volatile' && !isSmallJson(event, shortEvent),
  );
  return long.length === 0 ? undefined : prepareLong(texts, sessionId, long);
}

async function prepareLong(texts: Texts, sessionId: string, events: readonly NewEvent[]): Promise<void> {
  await texts.keep(sessionId, events);
  for (const event of events)
    prepared.set(event, await texts.jsonInPieces(sessionId, keptOf({ ...event, sessionId: '' })));
}

/** What the row of an event keeps; `payload` names the session, `event` is what may have been prepared. */
export function storedEvent(texts: Texts, event: NewEvent, payload: EventPayload): string {
  const before = event.type === namesAnother ? undefined : prepared.get(event);
  return before ?? texts.json(payload.sessionId, keptOf(payload));
}

function keptOf(payload: EventPayload): object {
  const { type, sessionId, ...rest } = payload;
  return type === namesAnother ? { sessionId, ...rest } : rest;
}

/** The payload of a row. */
export function loadPayload(texts: Texts, type: EventType, sessionId: string, stored: string): EventPayload {
  return { type, sessionId, ...(texts.parse(stored) as object) } as EventPayload;
}

export function scopeOf(type: EventType): 'session' | 'global' {
  return eventTable[type].scope;
}

/** What `durableText` needs; a row of the log has it without parsing its payload. */
export type DurableFacts = Pick<Frame, 'type' | 'seq' | 'epoch' | 'sessionId' | 'time'> & {
  stored?: string;
  /** where it is at hand, so that a long one need not be read again */
  payload?: EventPayload;
  /** reads what a row without it refers to */
  texts?: Texts;
};

/** The text of a durable frame from its stored payload. */
export function durableText(facts: DurableFacts): string {
  const stored = facts.stored as string;
  if (hasReferences(stored)) return referringText(facts, stored);
  // a char has a byte at least
  const text = stored.length > maxFrameBytes ? undefined : wrap(facts, '', stored);
  if (text !== undefined && fits(text)) return text;
  return cutText(facts, facts.payload ? keptOf(facts.payload) : (JSON.parse(stored) as object));
}

/** The same of a row with texts in files; of longer ones only the beginning is read. */
function referringText(facts: DurableFacts, stored: string): string {
  const { payload, texts } = facts;
  const cut = payload ? undefined : texts?.cut(stored, maxFrameBytes, longestShown);
  if (cut !== undefined) return cutText(facts, cut as object);
  const whole = payload ? keptOf(payload) : (texts?.parse(stored) as object);
  const text = isSmallJson(whole, maxFrameBytes) ? wrap(facts, '', wellFormedJson(whole)) : undefined;
  return text !== undefined && fits(text) ? text : cutText(facts, whole);
}

function cutText(facts: DurableFacts, payload: object): string {
  let limit = longestShown;
  let items = 10_000;
  for (;;) {
    const short = shorten(payload, limit, limit > shortText ? Infinity : items) as object;
    const cut = wrap(facts, '', wellFormedJson({ ...short, truncated: true }));
    if (fits(cut) || items === 1) return cut;
    if (limit > shortText) limit /= 8;
    else items /= 10;
  }
}

function volatileText(frame: Frame): string {
  const at = frame.offset === undefined ? '' : `,"offset":${frame.offset}`;
  return wrap(frame, `,"volatile":true${at}`, storedPayload(frame.payload));
}

function wrap(facts: DurableFacts, extra: string, stored: string): string {
  const rest = stored === '{}' ? '}' : `,${stored.slice(1)}`;
  const session = facts.type === namesAnother ? '' : `,"sessionId":"${facts.sessionId}"`;
  return (
    `{"type":"${facts.type}","seq":${facts.seq},"epoch":"${facts.epoch}"${extra},"session_id":"${facts.sessionId}"` +
    `,"timestamp":"${new Date(facts.time).toISOString()}","payload":{"type":"${facts.type}"${session}${rest}}`
  );
}

/** A char has three bytes at most. */
function fits(text: string): boolean {
  return text.length <= maxFrameBytes / 3 || Buffer.byteLength(text) <= maxFrameBytes;
}

/** More than any object of ours has; what a model sends may have more. */
const maxFields = 100;
/** Chars of a text in a frame that is cut. */
const longestShown = 64 * 1024;
/** Texts are not cut below this: ids and times are shorter. */
const shortText = 128;

/** Cuts long texts, and lists that have too many items. */
function shorten(value: unknown, limit: number, items: number): unknown {
  if (typeof value === 'string') return value.length > limit ? `${value.slice(0, limit)}…` : value;
  if (Array.isArray(value)) return value.slice(0, items).map((item) => shorten(item, limit, items));
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).slice(0, Math.max(items, maxFields));
    return Object.fromEntries(entries.map(([key, item]) => [key, shorten(item, limit, items)]));
  }
  return value;
}
