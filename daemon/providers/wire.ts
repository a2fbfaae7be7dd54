/** What the protocols share when they write requests and read replies: call ids, media, halves of characters, untyped JSON. */
import { createHash } from 'node:crypto';
import type { ContentPart } from '../../schemas/generated/types.js';
import { isLongJson, JsonLimitError, parseJson } from '../base/text/jsonreading.js';
import { isRecord } from '../base/text/values.js';
import { ProviderError, type ModelEvent } from './provider.js';

/** A call id in the letters and length that every protocol takes; the same id always gives the same answer. */
export function wireId(id: string): string {
  return /^[A-Za-z0-9_-]{1,40}$/.test(id) ? id : `call_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

/** The address of a picture or film, as data where the request holds the bytes; undefined for one that is not sent. */
export function mediaUrl({ source }: Extract<ContentPart, { type: 'image' | 'video' }>): string | undefined {
  if (source.kind === 'base64') return `data:${source.media_type};base64,${source.data}`;
  return source.kind === 'url' ? source.url : undefined;
}

/** Arguments as an object; text that was no JSON object is wrapped, since providers refuse it. */
export function callInput(input: unknown): Record<string, unknown> {
  return isRecord(input) ? input : { unreadable_arguments: input };
}

/** A tool's name in the letters and length that every protocol takes: a model may have asked for one that cannot be. */
export function wireName(name: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

/** The parts of a tool result: its text, and the pictures and films in it. */
export function resultParts(output: string | readonly ContentPart[]): { text: string; media: ContentPart[] } {
  if (typeof output === 'string') return { text: output, media: [] };
  const text = output.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { text, media: output.filter((part) => part.type === 'image' || part.type === 'video') };
}

/** Blank text is refused by some providers. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** Levels and values of one event; no provider needs as many. */
const eventLimits = { depth: 500, values: 1_000_000 };

/** The value of an event; undefined when it is no JSON. Throws ProviderError for one that cannot be meant as an event. */
export function readEvent(data: string): unknown {
  if (isLongJson(data)) return readLongEvent(data);
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

async function readLongEvent(data: string): Promise<unknown> {
  try {
    return await parseJson(data, eventLimits);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof JsonLimitError)
      throw new ProviderError(
        'error',
        `The reply of the provider cannot be read: an event is beyond the limits (${error.message}).`,
        {
          isFinal: true,
          cause: error,
        },
      );
    throw error;
  }
}

export function unreadable(): ProviderError {
  return new ProviderError('connection', 'The reply of the provider cannot be read.');
}

/** The list in a field; empty when there is none. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The string in a field; empty when there is none. */
export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The count in a field; undefined when there is none. */
export function count(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? Math.floor(value) : undefined;
}

type TextEvent = Extract<ModelEvent, { type: 'text' | 'thinking' | 'tool_call' }>;

/** Keeps the first half of a surrogate pair back until its second half arrives; a half that stays alone is U+FFFD. */
export interface PairKeeper {
  /** the event to pass on, if it is complete */
  pass(event: TextEvent): TextEvent | undefined;
  /** the halves that never met the other one */
  flush(): TextEvent[];
}

export function createPairKeeper(): PairKeeper {
  const halves = new Map<string, { half: string; event: TextEvent }>();
  return {
    pass(event) {
      const key = event.type === 'tool_call' ? `call ${event.index}` : event.type;
      const kept = halves.get(key);
      const field = textOf(event);
      const text = kept ? kept.half + field : field;
      halves.delete(key);
      if (!endsInHalf(text)) return kept || !text.isWellFormed() ? withText(event, text.toWellFormed()) : event;
      halves.set(key, { half: text.slice(-1), event });
      const rest = text.slice(0, -1).toWellFormed();
      return rest === '' && !(event.type === 'tool_call' && event.name !== undefined)
        ? undefined
        : withText(event, rest);
    },
    flush() {
      const events = [...halves.values()].map(({ event }) =>
        event.type === 'tool_call'
          ? { type: event.type, index: event.index, arguments: '\ufffd' }
          : withText(event, '\ufffd'),
      );
      halves.clear();
      return events;
    },
  };
}

function textOf(event: TextEvent): string {
  return event.type === 'tool_call' ? event.arguments : event.text;
}

function withText(event: TextEvent, text: string): TextEvent {
  return event.type === 'tool_call' ? { ...event, arguments: text } : { ...event, text };
}

function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}
