/** Shared code of the protocols for requests and replies: call ids, media, surrogate pairs, untyped JSON. */
import { createHash } from 'node:crypto';
import type { ContentPart } from '../../schemas/generated/types.js';
import { isLongJson, JsonLimitError, parseJson, parseShortJson } from '../base/text/jsonreading.js';
import { isRecord } from '../base/text/values.js';
import { ProviderError, type ModelEvent } from './provider.js';

/** Maps a call id to letters and a length that every protocol accepts; deterministic. */
export function wireId(id: string): string {
  return /^[A-Za-z0-9_-]{1,40}$/.test(id) ? id : `call_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

/** The address of an image or video, as a data URL for base64; undefined for one that is not sent. */
export function mediaUrl({ source }: Extract<ContentPart, { type: 'image' | 'video' }>): string | undefined {
  if (source.kind === 'base64') return `data:${source.media_type};base64,${source.data}`;
  return source.kind === 'url' ? source.url : undefined;
}

/** Arguments as an object; wraps invalid ones, since providers refuse them. */
export function callInput(input: unknown): Record<string, unknown> {
  return isRecord(input) ? input : { unreadable_arguments: input };
}

/** Maps a tool's name to letters and a length that every protocol accepts, since a model may call an invalid name. */
export function wireName(name: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

/** The text of a tool result, and its images and videos. */
export function resultParts(output: string | readonly ContentPart[]): { text: string; media: ContentPart[] } {
  if (typeof output === 'string') return { text: output, media: [] };
  const text = output.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { text, media: output.filter((part) => part.type === 'image' || part.type === 'video') };
}

/** Some providers refuse blank text. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** Maximum nesting and number of values of one event; no provider needs as many. */
const eventLimits = { depth: 500, values: 1_000_000 };

/**
 * Parses an event, a long one asynchronously, so await the result; undefined when it is not JSON. Throws ProviderError
 * for an event that exceeds the limits.
 */
export function readEvent(data: string): unknown {
  if (isLongJson(data)) return readLongEvent(data);
  try {
    // each level has two brackets, so a shorter event cannot be nested too deeply
    return data.length <= 2 * eventLimits.depth ? JSON.parse(data) : parseShortJson(data, eventLimits);
  } catch (error) {
    return unlessBeyondLimits(error);
  }
}

async function readLongEvent(data: string): Promise<unknown> {
  try {
    return await parseJson(data, eventLimits);
  } catch (error) {
    return unlessBeyondLimits(error);
  }
}

/** Returns undefined for text that is not JSON; throws ProviderError when it exceeds the limits. */
function unlessBeyondLimits(error: unknown): undefined {
  if (error instanceof SyntaxError) return undefined;
  if (error instanceof JsonLimitError)
    throw new ProviderError(
      'error',
      `The reply of the provider cannot be read: an event is beyond the limits (${error.message}).`,
      { isFinal: true, cause: error },
    );
  throw error;
}

/** Parses an event of a stream with unnamed events; undefined for one of another kind. Throws when it is not an object. */
export async function readChunk(data: string, event: string | undefined): Promise<Record<string, unknown> | undefined> {
  const value = await readEvent(data);
  const isOtherKind = event !== undefined && event !== 'message' && event !== 'error';
  if (value === undefined && (isBlank(data) || isOtherKind)) return undefined;
  if (!isRecord(value)) throw unreadable();
  return value;
}

export function unreadable(): ProviderError {
  return new ProviderError('connection', 'The reply of the provider cannot be read.');
}

/** The array in a field; empty when there is none. */
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

/** Holds the first half of a surrogate pair back until the second half arrives; an unpaired half becomes U+FFFD. */
export interface PairKeeper {
  /** the event to pass on, if it is complete */
  pass(event: TextEvent): TextEvent | undefined;
  /** the halves that stayed unpaired */
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
