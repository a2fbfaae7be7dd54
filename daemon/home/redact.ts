/** Masks secrets in log lines: by field name, by the shape of a text, and by known values. */
import { isNativeError } from 'node:util/types';

const MASK = '***';
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;

/** Fields with secret values; counts such as `inputTokens` are excepted. */
const SECRET_NAME = /(authorization|cookie|api[-_]?key|password|passwd|secret|credential|token)s?$/i;
const COUNT_NAME = /tokens$/i;
/** Tables whose values may all be secret. */
const SECRET_TABLE = /^(env|environment|oauth|custom[-_]?headers)$/i;

/** Credentials with a known prefix. */
const named = [
  String.raw`sk-[\w-]{8,}`,
  String.raw`(?:gh[opusr]_|github_pat_|glpat-|hf_|npm_)[\w-]{16,}`,
  String.raw`(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
  String.raw`AIza[\w-]{30,}`,
  String.raw`xox[abeprs]-[\w-]{10,}`,
  String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+`,
].join('|');
/** A JSON escape or a terminal color, whose letters do not belong to the following word. */
const escape = String.raw`(\\[bfnrt]|\[[\d;]*m)`;

/**
 * Patterns of credentials in any text. They match only ASCII whitespace, so that they work on bytes and text, and keep
 * JSON valid.
 */
const SHAPES: ReadonlyArray<readonly [RegExp, string]> = [
  [/(authorization[\\"']*[ \t]*[:=][ \t]*[\\"']*(?:Bearer|Basic)[ \t]+)[\w.~+/=-]{4,}/gi, `$1${MASK}`],
  [/\b(Bearer|Basic)[ \t\r\n]+[\w.~+/=-]{20,}/gi, `$1 ${MASK}`],
  [new RegExp(`${escape}(Bearer|Basic)[ \t\r\n]+[\\w.~+/=-]{20,}`, 'gi'), `$1$2 ${MASK}`],
  [/(agent-code\.bearer\.)[^ \t\r\n"',\\]+/g, `$1${MASK}`],
  [/([?&#](?:access_token|token|api_?key|key|secret)=)[^& \t\r\n"'\\#]+/gi, `$1${MASK}`],
  [/(:\/\/[^ \t\r\n/:@"'\\]*:)[^ \t\r\n/@"'\\]+@/g, `$1${MASK}@`],
  [new RegExp(`\\b(?:${named})`, 'g'), MASK],
  [new RegExp(`${escape}(?:${named})`, 'g'), `$1${MASK}`],
  [/(-----BEGIN [A-Z ]*PRIVATE KEY-----)(?:[^-"\\]|\\+[nrt])+/g, `$1${MASK}`],
];

/** Log lines contain no ordinary prose, so there even short values match. */
const PATTERNS = [[/\b(Bearer|Basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${MASK}`] as const, ...SHAPES];

/** A copy for a log line: converts errors to objects, masks secret fields with `***`, limits size and depth. */
export function redactFacts(facts: object): Record<string, unknown> {
  const seen = new Set<object>();
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, redactField(name, value, seen, 1, false)]),
  );
}

function redactField(name: string, value: unknown, seen: Set<object>, depth: number, inTable: boolean): unknown {
  const secret = inTable || SECRET_TABLE.test(name) || (SECRET_NAME.test(name) && !COUNT_NAME.test(name));
  return redactValue(value, seen, depth, secret);
}

function redactValue(value: unknown, seen: Set<object>, depth: number, secret: boolean): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) {
    return secret && typeof value === 'string' && value !== '' ? MASK : value;
  }
  if (seen.has(value)) return '[circular]';
  if (depth > MAX_DEPTH) return '[deep]';
  seen.add(value);
  try {
    return redactObject(value, seen, depth, secret);
  } finally {
    seen.delete(value);
  }
}

function redactObject(value: object, seen: Set<object>, depth: number, secret: boolean): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((item) => redactValue(item, seen, depth + 1, secret));
    return value.length > MAX_ITEMS ? [...shown, `[${value.length - MAX_ITEMS} more]`] : shown;
  }
  const fields = value instanceof Map ? [...value].map(([key, item]) => [String(key), item] as const) : fieldsOf(value);
  return Object.fromEntries(fields.map(([name, item]) => [name, redactField(name, item, seen, depth + 1, secret)]));
}

function fieldsOf(value: object): Array<[string, unknown]> {
  if (!isError(value)) return Object.entries(value);
  const cause: Array<[string, unknown]> = value.cause === undefined ? [] : [['cause', value.cause]];
  return [...Object.entries(value), ['type', value.name], ['message', value.message], ['stack', value.stack], ...cause];
}

function isError(value: object): value is Error {
  return value instanceof Error || isNativeError(value);
}

/** Masks known secrets and apparent credentials in a finished line. */
export function redactLine(line: string, secrets: Iterable<string>): string {
  let result = line;
  for (const secret of secrets) {
    // shorter values would match parts of ordinary words
    if (secret.length < 6) continue;
    result = result.replaceAll(JSON.stringify(secret).slice(1, -1), MASK);
  }
  for (const [pattern, replacement] of PATTERNS) result = result.replace(pattern, replacement);
  return result;
}

/** Masks apparent credentials in any text. */
export function maskShapes(text: string): string {
  let result = text;
  for (const [pattern, replacement] of SHAPES) result = result.replace(pattern, replacement);
  return result;
}

/** The start of the first apparent credential that spans a position; the position itself when none does. */
export function shapesAcross(text: string, place: number): number {
  let first = place;
  for (const [pattern] of SHAPES) {
    for (const { index, 0: found } of text.matchAll(pattern)) {
      if (index >= first) break;
      if (index + found.length > place) first = index;
    }
  }
  return first;
}

/** Names of variables with secret values. */
const SECRET_VARIABLE = /token|secret|passw(?:or)?d|passphrase|credential|api_?key|access_?key|private_?key/i;

/** Values of the variables with secret names; very short ones are flags. */
export function secretValuesIn(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_VARIABLE.test(name) && value.length >= 8 ? [value] : [],
  );
}
