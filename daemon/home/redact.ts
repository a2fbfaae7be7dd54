/** What keeps secrets out of log lines: by the name of a field, by the shape of a text, by known values. */
import { isNativeError } from 'node:util/types';

const MASK = '***';
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;

/** Fields whose texts are secrets; counts such as `inputTokens` are not meant. */
const SECRET_NAME = /(authorization|cookie|api[-_]?key|password|passwd|secret|credential|token)s?$/i;
const COUNT_NAME = /tokens$/i;
/** Tables of which every value may be a secret. */
const SECRET_TABLE = /^(env|environment|oauth|custom[-_]?headers)$/i;

/** Credentials that are known by their beginning. */
const named = [
  String.raw`sk-[\w-]{8,}`,
  String.raw`(?:gh[opusr]_|github_pat_|glpat-|hf_|npm_)[\w-]{16,}`,
  String.raw`(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
  String.raw`AIza[\w-]{30,}`,
  String.raw`xox[abeprs]-[\w-]{10,}`,
  String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+`,
].join('|');
/** An escape of JSON, and a colour of a terminal: their letters are no part of the word behind them. */
const escape = String.raw`(\\[bfnrt]|\[[\d;]*m)`;

/**
 * Patterns of credentials in any place. Blanks are those of ASCII, so that the patterns serve bytes as well as text; what
 * is JSON stays JSON.
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

/** In log lines short ones count too: there they are no ordinary prose. */
const PATTERNS = [[/\b(Bearer|Basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${MASK}`] as const, ...SHAPES];

/** A copy fit for a log line: errors become objects, secrets by name become `***`, size and depth are bounded. */
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

/** Masks a finished line: known secret values, and what looks like a credential. */
export function redactLine(line: string, secrets: Iterable<string>): string {
  let result = line;
  for (const secret of secrets) {
    // shorter ones would tear holes into ordinary words
    if (secret.length < 6) continue;
    result = result.replaceAll(JSON.stringify(secret).slice(1, -1), MASK);
  }
  for (const [pattern, replacement] of PATTERNS) result = result.replace(pattern, replacement);
  return result;
}

/** Masks what looks like a credential in any text. */
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

/** Variables that hold a secret, going by their names. */
const SECRET_VARIABLE = /token|secret|passw(?:or)?d|passphrase|credential|api_?key|access_?key|private_?key/i;

/** Values of the variables with names of secrets; very short ones are switches. */
export function secretValuesIn(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_VARIABLE.test(name) && value.length >= 8 ? [value] : [],
  );
}
