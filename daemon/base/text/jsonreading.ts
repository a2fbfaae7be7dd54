/** Parses untrusted JSON: checks limits on its shape before building any value, and reads long texts in pieces. */

export interface JsonLimits {
  /** maximum nesting of objects and arrays */
  depth: number;
  /** maximum number of values of all levels together */
  values?: number;
}

/** The text exceeds a limit; it may be valid JSON. */
export class JsonLimitError extends Error {
  constructor(readonly limit: keyof JsonLimits) {
    super(limit === 'depth' ? 'nested too deeply' : 'too many values');
    this.name = 'JsonLimitError';
  }
}

/** Characters that are parsed at once; takes a few milliseconds at most. */
const longestAtOnce = 128 * 1024;
/** Milliseconds of work after which the parser yields to the event loop. */
const sliceMs = 2;
/** Characters of one string that are read at once. */
const stringPiece = 64 * 1024;

export const isLongJson = (text: string): boolean => text.length > longestAtOnce;

/** Parses a short text. Throws JsonLimitError and SyntaxError. */
export function parseShortJson(text: string, limits: JsonLimits): unknown {
  createJsonScan(limits).add(text);
  return JSON.parse(text);
}

/** Parses a text of any length; yields to the event loop in between. Throws JsonLimitError and SyntaxError. */
export async function parseJson(text: string, limits: JsonLimits): Promise<unknown> {
  return isLongJson(text) ? parseInPieces(text, limits) : parseShortJson(text, limits);
}

export interface JsonScan {
  /** checks the next piece of the text; throws JsonLimitError */
  add(piece: string): void;
}

/** Counts brackets and commas outside of strings. It does not detect invalid JSON. */
export function createJsonScan({ depth, values = Number.POSITIVE_INFINITY }: JsonLimits): JsonScan {
  let level = 0;
  let count = 1;
  let inString = false;
  /** the last piece ended with a backslash that escapes the first character of the next one */
  let isEscaping = false;

  /** The end of the string that contains `from`; the length of the piece when the string does not end in it. */
  function endOfString(piece: string, from: number): number {
    const start = isEscaping ? from + 1 : from;
    isEscaping = false;
    let end = piece.indexOf('"', start);
    while (end >= 0 && isEscaped(piece, end, start)) end = piece.indexOf('"', end + 1);
    inString = end < 0;
    if (end >= 0) return end;
    isEscaping = isEscaped(piece, piece.length, start);
    return piece.length;
  }

  return {
    add(piece) {
      for (let at = 0; at < piece.length; at += 1) {
        if (inString) {
          at = endOfString(piece, at);
          continue;
        }
        switch (piece.charCodeAt(at)) {
          case quote:
            inString = true;
            break;
          case openArray:
          case openObject:
            level += 1;
            count += 1;
            break;
          case closeArray:
          case closeObject:
            level -= 1;
            break;
          case comma:
            count += 1;
            break;
          default:
            continue;
        }
        if (level > depth) throw new JsonLimitError('depth');
        if (count > values) throw new JsonLimitError('values');
      }
    },
  };
}

/** Number of names from which an object counts as wide. */
const wide = 10_000;
const wideObjects = new WeakSet<object>();

/** Whether a parsed object has so many names that even starting to list them would block the event loop. */
export const isWide = (value: object): boolean => wideObjects.has(value);

interface Open {
  container: unknown[] | Record<string, unknown>;
  /** number of its values so far, including those of repeated names */
  size: number;
  /** name of the next value; absent in arrays */
  key?: string;
}

async function parseInPieces(text: string, limits: JsonLimits): Promise<unknown> {
  const reading = readText(text, limits);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
    await new Promise(setImmediate);
  }
}

/** Parses the text; yields where the event loop may run, and returns the value. */
function* readText(
  text: string,
  { depth, values = Number.POSITIVE_INFINITY }: JsonLimits,
): Generator<undefined, unknown> {
  const open: Open[] = [];
  const isDue = createClock();
  let count = 0;
  let at = 0;

  function skipBlanks(): void {
    for (let code = text.charCodeAt(at); code <= space && isBlank(code); code = text.charCodeAt(at)) at += 1;
  }

  function* readKey(): Generator<undefined, string> {
    skipBlanks();
    if (text.charCodeAt(at) !== quote) throw unexpected(text, at);
    const name = yield* readString();
    skipBlanks();
    if (text.charCodeAt(at) !== colon) throw unexpected(text, at);
    at += 1;
    return name;
  }

  function* readString(): Generator<undefined, string> {
    const from = at;
    let end = text.indexOf('"', from + 1);
    while (end >= 0 && isEscaped(text, end)) {
      end = text.indexOf('"', end + 1);
      if (isDue()) yield;
    }
    if (end < 0) throw unexpected(text, text.length);
    at = end + 1;
    if (end - from <= stringPiece) return JSON.parse(text.slice(from, at)) as string;
    const pieces: string[] = [];
    let length = 0;
    for (let next = from + 1; next < end;) {
      const until = cutBefore(text, Math.min(next + stringPiece, end), end);
      const piece = JSON.parse(`"${text.slice(next, until)}"`) as string;
      pieces.push(piece);
      length += piece.length;
      next = until;
      yield;
    }
    // escapes are longer than their characters: equal length means that the text has no escapes
    return length === end - from - 1 ? text.slice(from + 1, end) : pieces.join('');
  }

  function readScalar(): unknown {
    scalarForm.lastIndex = at;
    const [found] = scalarForm.exec(text) ?? [];
    if (found === undefined) throw unexpected(text, at);
    at += found.length;
    return JSON.parse(found);
  }

  /** Reads a value; returns undefined when it opens an object or array that is not complete. */
  function* begin(): Generator<undefined, { value: unknown } | undefined> {
    skipBlanks();
    const code = text.charCodeAt(at);
    count += 1;
    if (count > values) throw new JsonLimitError('values');
    if (code === quote) return { value: yield* readString() };
    if (code !== openObject && code !== openArray) return { value: readScalar() };
    if (open.length === depth) throw new JsonLimitError('depth');
    at += 1;
    skipBlanks();
    const isArray = code === openArray;
    if (text.charCodeAt(at) === (isArray ? closeArray : closeObject)) {
      at += 1;
      return { value: isArray ? [] : {} };
    }
    open.push(isArray ? { container: [], size: 0 } : { container: {}, size: 0, key: yield* readKey() });
    return undefined;
  }

  /** Adds a value to its container; returns the whole document once the outermost value is complete. */
  function* place(value: unknown): Generator<undefined, { whole: unknown } | undefined> {
    for (;;) {
      const top = open.at(-1);
      skipBlanks();
      if (!top) {
        if (at < text.length) throw unexpected(text, at);
        return { whole: value };
      }
      put(top, value);
      const code = text.charCodeAt(at);
      at += 1;
      if (code === comma) {
        if (top.key !== undefined) top.key = yield* readKey();
        return undefined;
      }
      if (code !== (top.key === undefined ? closeArray : closeObject)) throw unexpected(text, at - 1);
      value = top.container;
      if (top.key !== undefined && top.size > wide) wideObjects.add(top.container);
      open.pop();
    }
  }

  for (;;) {
    if (isDue()) yield;
    const begun = yield* begin();
    const placed = begun && (yield* place(begun.value));
    if (placed) return placed.whole;
  }
}

/** Returns a function that is true when the event loop should run; it reads the clock only now and then. */
function createClock(): () => boolean {
  let since = performance.now();
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % 64 !== 0 || performance.now() - since < sliceMs) return false;
    since = performance.now();
    return true;
  };
}

function put(open: Open, value: unknown): void {
  const { container, key } = open;
  open.size += 1;
  if (Array.isArray(container)) container.push(value);
  // an ordinary name here, as in JSON.parse
  else if (key === '__proto__')
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  else container[key as string] = value;
}

const scalarForm = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Whether an odd number of backslashes precedes a position; counts them back to `start`. */
function isEscaped(text: string, at: number, start = 0): boolean {
  let from = at;
  while (from > start && text.charCodeAt(from - 1) === backslash) from -= 1;
  return (at - from) % 2 === 1;
}

/** A position at or shortly before `wanted` where cutting the string does not split an escape. */
function cutBefore(text: string, wanted: number, end: number): number {
  if (wanted === end) return end;
  if (isEscaped(text, wanted)) return wanted - 1;
  for (let at = wanted - 1; at > wanted - 6; at -= 1)
    if (text.charCodeAt(at) === smallU && isEscaped(text, at)) return at - 1;
  return wanted;
}

function unexpected(text: string, at: number): SyntaxError {
  return new SyntaxError(at < text.length ? `unexpected character at ${at}` : 'unexpected end');
}

function isBlank(code: number): boolean {
  return code === space || code === 0x0a || code === 0x0d || code === 0x09;
}

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const smallU = 0x75;
const openObject = 0x7b;
const closeObject = 0x7d;
