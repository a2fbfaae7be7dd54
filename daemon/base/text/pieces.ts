/** Large payloads as JSON, made piece by piece, so that other work does not wait until the whole is made. */
import { createBreath, type Breath } from '../async/pieces.js';
import { wellFormedJson, wireJson } from './json.js';

/** Chars of a text that are written at once. */
const textLength = 32 * 1024;
/** Chars that are made bytes of at once. */
const pieceLength = 64 * 1024;

const written = Symbol('written');

/** A payload that was made JSON elsewhere. */
export interface Json<Data> {
  readonly [written]: readonly Uint8Array[];
  /** what it is; not there */
  readonly data?: Data;
}

/** `pieces`: the JSON of a payload in UTF-8. */
export function asJson<Data>(pieces: readonly Uint8Array[]): Json<Data> {
  return { [written]: pieces };
}

/** Undefined for what is not JSON yet. */
export function piecesOf(data: unknown): readonly Uint8Array[] | undefined {
  return typeof data === 'object' && data !== null && written in data
    ? (data[written] as readonly Uint8Array[])
    : undefined;
}

/** The bytes of `before`, the value as JSON, and `after`; each piece has its memory to itself. */
export async function jsonInPieces(
  before: string,
  value: unknown,
  after: string,
  write: Write = wellFormedJson,
): Promise<Uint8Array<ArrayBuffer>[]> {
  // what is between two looks at the clock may be as long as a text
  const breath = createBreath(1);
  const encoder = new TextEncoder();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let text = before;
  for (const part of partsOf(value, write)) {
    text += part;
    if (text.length < pieceLength) continue;
    pieces.push(encoder.encode(text));
    text = '';
    await take(breath);
  }
  pieces.push(encoder.encode(text + after));
  return pieces;
}

/** Returns the JSON that replaces a text; undefined: the text itself. */
export type Refer = (text: string) => string | undefined;

/** The value as JSON text, made in pieces. */
export async function jsonText(value: unknown, refer?: Refer): Promise<string> {
  const breath = createBreath(1);
  const parts: string[] = [];
  let length = 0;
  for (const part of partsOf(value, wellFormedJson, refer)) {
    parts.push(part);
    length += part.length;
    if (length < pieceLength) continue;
    length = 0;
    await take(breath);
  }
  return parts.join('');
}

/** The same at once. */
export function jsonWith(value: unknown, refer: Refer): string {
  return [...partsOf(value, wellFormedJson, refer)].join('');
}

/** Chars of a model request that is written at once. */
const shortRequest = 256 * 1024;

/** A model request as JSON; a long one is made in pieces. */
export async function wireBytes(value: unknown): Promise<string | Uint8Array<ArrayBuffer>> {
  if (isSmallJson(value, shortRequest)) return wireJson(value);
  const pieces = await jsonInPieces('', value, '', wireJson);
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

async function take(breath: Breath): Promise<void> {
  const pause = breath();
  if (pause) await pause;
}

type Write = (value: unknown) => string;

/** JSON in short parts, the same as in one. */
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

/** Chars that a value takes as JSON, roughly: escapes do not count. */
export function jsonSize(value: unknown): number {
  return -without(0, value, Number.NEGATIVE_INFINITY);
}

/** Whether a value takes at most so many chars as JSON, roughly. */
export function isSmallJson(value: unknown, chars: number): boolean {
  return without(chars, value) >= 0;
}

/** Of so little JSON that it is made at once; a look at it costs no more than that. */
function isSmall(value: object): boolean {
  return isSmallJson(value, textLength / 8);
}

/** What is left of a number of chars when those of a value are gone; below `least` it is not looked at any further. */
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
    // the halves of a character stay together
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield write(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
