/** Writes large payloads as JSON piece by piece, so that the event loop is not blocked until the whole text exists. */
import { createPause, type PauseIfDue } from '../async/pieces.js';
import { wellFormedJson, wireJson } from './json.js';

/** Characters of a text that are written at once. */
const textLength = 32 * 1024;
/** Size of one piece: characters of a text, or bytes of a request's body. */
const pieceLength = 64 * 1024;

const written = Symbol('written');

/** A payload that was already written as JSON elsewhere. */
export interface Json<Data> {
  readonly [written]: readonly Uint8Array[];
  /** the type of the payload; never set */
  readonly data?: Data;
}

/** Wraps the JSON of a payload, given as pieces of UTF-8. */
export function asJson<Data>(pieces: readonly Uint8Array[]): Json<Data> {
  return { [written]: pieces };
}

/** The pieces of a payload that is already JSON; undefined for any other value. */
export function piecesOf(data: unknown): readonly Uint8Array[] | undefined {
  return typeof data === 'object' && data !== null && written in data
    ? (data[written] as readonly Uint8Array[])
    : undefined;
}

/** The bytes of `before`, the value as JSON, and `after`; each piece has its own memory. */
export async function jsonInPieces(
  before: string,
  value: unknown,
  after: string,
  write: Write = wellFormedJson,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  await eachPiece(before, value, after, write, (text) => pieces.push(encoder.encode(text)));
  return pieces;
}

/** Calls `give` with the same output as texts, one after the other. */
async function eachPiece(
  before: string,
  value: unknown,
  after: string,
  write: Write,
  give: (text: string) => void,
): Promise<void> {
  // one part may be as long as a whole text, so check the clock after each
  const pauseIfDue = createPause(1);
  let text = before;
  for (const part of partsOf(value, write)) {
    text += part;
    if (text.length < pieceLength) continue;
    give(text);
    text = '';
    await take(pauseIfDue);
  }
  give(text + after);
}

/** Returns the JSON that replaces a text, or undefined to write the text itself. */
export type Refer = (text: string) => string | undefined;

/** The value as JSON text, written in pieces. */
export async function jsonText(value: unknown, refer?: Refer): Promise<string> {
  const pauseIfDue = createPause(1);
  const parts: string[] = [];
  let length = 0;
  for (const part of partsOf(value, wellFormedJson, refer)) {
    parts.push(part);
    length += part.length;
    if (length < pieceLength) continue;
    length = 0;
    await take(pauseIfDue);
  }
  return parts.join('');
}

/** Like `jsonText`, but synchronous. */
export function jsonWith(value: unknown, refer: Refer): string {
  return [...partsOf(value, wellFormedJson, refer)].join('');
}

/** Maximum characters of a model request that is written at once. */
const shortRequest = 256 * 1024;

/** The body of a model request. */
export interface WireBody {
  /** its length; undefined for a text, whose length `fetch` computes itself */
  bytes?: number;
  /** called each time the body is sent */
  open(): string | ReadableStream<Uint8Array>;
}

/** Bytes of one memory block of a long request. */
const blockLength = 1024 * 1024;

/**
 * A model request as JSON; a long one is written and sent in pieces. `fetch` would copy a single buffer, and once the C
 * library has freed a buffer of many megabytes, it retains as much of all memory that is freed later. Pieces allocated
 * by the C library are as bad: small allocations behind them keep it from returning their memory to the system.
 */
export async function wireBody(value: unknown): Promise<WireBody> {
  if (isSmallJson(value, shortRequest)) {
    const text = wireJson(value);
    return { open: () => text };
  }
  const encoder = new TextEncoder();
  const blocks: Uint8Array[] = [];
  let block = ownMemory(blockLength);
  let used = 0;
  const endBlock = (): unknown => blocks.push(block.subarray(0, used));
  await eachPiece('', value, '', wireJson, (text) => {
    const most = 3 * text.length;
    if (block.length - used < most) {
      endBlock();
      [block, used] = [ownMemory(Math.max(blockLength, most)), 0];
    }
    used += encoder.encodeInto(text, block.subarray(used)).written;
  });
  endBlock();
  const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
  return { bytes, open: () => streamOf(blocks) };
}

/** Memory that returns to the system as soon as it is garbage: resizable buffers do not come from the C library. */
function ownMemory(length: number): Uint8Array {
  return new Uint8Array(new ArrayBuffer(length, { maxByteLength: length }));
}

function streamOf(blocks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const pieces = piecesIn(blocks);
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

function* piecesIn(blocks: readonly Uint8Array[]): Generator<Uint8Array, void> {
  for (const block of blocks)
    for (let at = 0; at < block.length; at += pieceLength) yield block.subarray(at, at + pieceLength);
}

async function take(pauseIfDue: PauseIfDue): Promise<void> {
  const pause = pauseIfDue();
  if (pause) await pause;
}

type Write = (value: unknown) => string;

/** The JSON of a value in short parts. */
function* partsOf(value: unknown, write: Write, refer?: Refer): Generator<string> {
  const reference = typeof value === 'string' ? refer?.(value) : undefined;
  if (reference !== undefined) yield reference;
  else if (typeof value === 'string' && value.length > textLength) yield* partsOfText(value, write);
  else if (typeof value !== 'object' || value === null || isSmall(value)) yield write(value);
  else if (Array.isArray(value)) {
    let mark = '[';
    for (const item of value as unknown[]) {
      yield mark;
      yield* partsOf(item ?? null, write, refer);
      mark = ',';
    }
    yield ']';
  } else {
    let mark = '{';
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${mark}${write(key)}:`;
      yield* partsOf(item, write, refer);
      mark = ',';
    }
    yield '}';
  }
}

/** Approximate number of characters of a value as JSON; ignores escapes. */
export function jsonSize(value: unknown): number {
  return -without(0, value, Number.NEGATIVE_INFINITY);
}

/** Whether a value takes at most about `chars` characters as JSON. */
export function isSmallJson(value: unknown, chars: number): boolean {
  return without(chars, value) >= 0;
}

/** Whether a value is small enough to write at once; the check costs no more than writing. */
function isSmall(value: object): boolean {
  return isSmallJson(value, textLength / 8);
}

/** Subtracts the size of a value from `left`; stops counting once the result is below `least`. */
function without(left: number, value: unknown, least = 0): number {
  if (typeof value === 'string') return left - value.length;
  let rest = left - 8;
  if (typeof value !== 'object' || value === null) return rest;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && rest >= least; at += 1) rest = without(rest, value[at], least);
  } else {
    for (const key in value) {
      rest = without(rest - key.length, value[key as keyof typeof value], least);
      if (rest < least) break;
    }
  }
  return rest;
}

function* partsOfText(text: string, write: Write): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + textLength, text.length);
    // keep surrogate pairs together
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield write(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
