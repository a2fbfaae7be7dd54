/** Event frames: the envelope of ws.md 2 around a payload, serialized once for all readers. */
import { eventTable, type EventPayload, type EventType, type NewEvent } from '../../../schemas/generated/events.js';
import { wellFormedJson } from '../../base/text/json.js';
import { isSmallJson } from '../../base/text/pieces.js';
import { hasReferences } from '../texts/references.js';
import type { Texts } from '../texts/texts.js';

/** The id of the log for events that belong to no session. */
export const GLOBAL = '__global__';

/** Maximum size of a durable frame in bytes; longer texts in it are cut (ws.md 1.5). */
const maxFrameBytes = 1024 * 1024;

/** An event on its way to readers. */
export interface Frame {
  type: EventType;
  scope: 'session' | 'global';
  durable: boolean;
  /** a record that is never sent */
  internal?: true;
  /** its own number, or for a volatile frame the number of the last durable event */
  seq: number;
  epoch: string;
  sessionId: string;
  agentId: string;
  /** epoch milliseconds */
  time: number;
  /** characters of the stream sent before this frame; text streams only */
  offset?: number;
  payload: EventPayload;
  /** JSON of the payload as stored in the log, without `type` and `sessionId`; durable frames only */
  stored?: string;
  /** the serialized frame, created by `frameText` at first use */
  text?: string;
}

/** The JSON text of a frame, created once. */
export function frameText(frame: Frame): string {
  frame.text ??= frame.durable ? durableText(frame) : volatileText(frame);
  return frame.text;
}

/** The one event whose payload names another session than its envelope (ws.md 7.7). */
const namesAnother: EventType = 'event.session.archived';

/** The JSON of a payload in a frame. */
export function storedPayload(payload: EventPayload): string {
  return wellFormedJson(keptOf(payload));
}

/** Maximum characters of an event that is serialized during its commit, without a pause. */
const shortEvent = 256 * 1024;

const prepared = new WeakMap<NewEvent, string>();

/** Writes long texts to files and serializes long events before their commit; undefined when there are none. */
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

/** The JSON for the row of an event; takes what was prepared for `event`, or serializes `payload`. */
export function storedEvent(texts: Texts, event: NewEvent, payload: EventPayload): string {
  const before = event.type === namesAnother ? undefined : prepared.get(event);
  return before ?? texts.json(payload.sessionId, keptOf(payload));
}

function keptOf(payload: EventPayload): object {
  const { type, sessionId, ...rest } = payload;
  return type === namesAnother ? { sessionId, ...rest } : rest;
}

/** Parses the payload of a row. */
export function loadPayload(texts: Texts, type: EventType, sessionId: string, stored: string): EventPayload {
  return { type, sessionId, ...(texts.parse(stored) as object) } as EventPayload;
}

export function scopeOf(type: EventType): 'session' | 'global' {
  return eventTable[type].scope;
}

/** The input of `durableText`; a row of the log has it without parsing its payload. */
export type DurableFacts = Pick<Frame, 'type' | 'seq' | 'epoch' | 'sessionId' | 'time'> & {
  stored?: string;
  /** set where it is available, so that a long payload need not be read again */
  payload?: EventPayload;
  /** reads the files that `stored` refers to when there is no `payload` */
  texts?: Texts;
};

/** The text of a durable frame from its stored payload. */
export function durableText(facts: DurableFacts): string {
  const stored = facts.stored as string;
  if (hasReferences(stored)) return referringText(facts, stored);
  // each character has at least one byte
  const text = stored.length > maxFrameBytes ? undefined : wrap(facts, '', stored);
  if (text !== undefined && fits(text)) return text;
  return cutText(facts, facts.payload ? keptOf(facts.payload) : (JSON.parse(stored) as object));
}

/** The frame text for a row with texts in files; reads only the beginning of long texts. */
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

/** A character, as JavaScript counts them, has at most three bytes in UTF-8. */
function fits(text: string): boolean {
  return text.length <= maxFrameBytes / 3 || Buffer.byteLength(text) <= maxFrameBytes;
}

/** More fields than any object of this program has; objects from a model may have more. */
const maxFields = 100;
/** Maximum characters of a text in a frame that is cut. */
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
