/** Rewrites the input schema of an MCP tool for requests: no references, nothing invisible, limited in size. */
import { isRecord, recordOf } from '../base/text/values.js';
import { plainText } from '../base/text/visible.js';
import { cutText } from './text.js';

type Json = Record<string, unknown>;

/** Maximum length of a whole schema in chars: the total of its keywords and texts. */
const schemaLimit = 20_000;
const deepest = 16;
/** Maximum length of a description in a schema, in chars. */
const textLimit = 1_000;
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
/** Argument names that every provider accepts. */
const argumentName = /^[A-Za-z0-9_.-]{1,64}$/;

const texts = ['title', 'description', 'format'];
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const values = ['const', 'default'];
const single = ['additionalProperties', 'propertyNames', 'not'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];

export interface ShownSchema {
  /** an object schema without alternatives at the top */
  schema: Json;
  /** arguments whose names some providers reject, by name; a call can still send them */
  besides: Json;
}

/** Rewrites the schema of a server. Omits invalid parts and never throws. */
export function shownSchema(given: Json): ShownSchema {
  const shown = createReader(given);
  const root = shown.schema(given, 0, []);
  // providers reject alternatives at the top level
  const parts = [root, ...['allOf', 'anyOf', 'oneOf'].flatMap((key) => recordsOf(root[key]))];
  const properties = Object.assign({}, ...parts.map((part) => recordOf(part['properties']))) as Json;
  const sure = [root, ...recordsOf(root['allOf'])];
  const needed = new Set(sure.flatMap((part) => stringsOf(part['required'])));
  const usable = Object.entries(properties).filter(([name]) => argumentName.test(name));
  const besides = Object.entries(properties).filter(([name]) => !argumentName.test(name));
  const names = new Set(usable.map(([name]) => name));
  const required = [...needed].filter((name) => names.has(name));
  const more = root['additionalProperties'];
  return {
    schema: {
      type: 'object',
      ...(typeof root['description'] === 'string' ? { description: root['description'] } : {}),
      properties: Object.fromEntries(usable),
      ...(required.length === 0 ? {} : { required }),
      ...(more === undefined || besides.length > 0 || parts.length > 1 ? {} : { additionalProperties: more }),
    },
    besides: Object.fromEntries(besides),
  };
}

/** Returns a reader that walks through a schema and stays within the remaining limits. */
function createReader(root: Json): { schema(given: unknown, depth: number, refs: string[]): Json } {
  let left = schemaLimit;

  /** Reserves chars; returns false when the limit is exceeded. */
  function takes(chars: number): boolean {
    left -= chars;
    return left >= 0;
  }

  function schema(given: unknown, depth: number, refs: string[]): Json {
    if (!isRecord(given) || depth > deepest) return {};
    const { $ref: ref } = given;
    if (typeof ref !== 'string') return keywords(given, depth, refs);
    const found = refs.includes(ref) ? undefined : pointed(root, ref);
    const target = found === undefined ? {} : schema(found, depth, [...refs, ref]);
    return { ...target, ...keywords(given, depth, refs) };
  }

  function keywords(given: Json, depth: number, refs: string[]): Json {
    const out: Json = {};
    const put = (key: string, value: unknown, chars: number): void => {
      if (takes(key.length + 4 + chars)) out[key] = value;
    };
    const type = typeOf(given['type']);
    if (type !== undefined) put('type', type, 10);
    for (const key of texts) {
      const text = given[key];
      if (typeof text !== 'string' || text === '') continue;
      const shown = cutText(plainText(text.slice(0, 4 * textLimit)), textLimit);
      put(key, shown, shown.length);
    }
    for (const key of counts) if (isCount(given[key])) put(key, given[key], 4);
    for (const key of numbers) if (Number.isFinite(given[key])) put(key, given[key], 8);
    if (typeof given['uniqueItems'] === 'boolean') put('uniqueItems', given['uniqueItems'], 4);
    if (typeof given['pattern'] === 'string' && isExpression(given['pattern']))
      put('pattern', given['pattern'], given['pattern'].length);
    for (const key of values) if (Object.hasOwn(given, key)) putValue(put, key, given[key]);
    const choices = given['enum'];
    if (Array.isArray(choices) && choices.length > 0) putValue(put, 'enum', choices);
    const required = [...new Set(stringsOf(given['required']).map(plainText))];
    if (required.length > 0) put('required', required, required.join('').length);
    parts(out, given, depth + 1, refs);
    return out;
  }

  /** Copies the schemas in a schema. */
  function parts(out: Json, given: Json, depth: number, refs: string[]): void {
    const { items } = given;
    if (isRecord(given['properties']) && takes(16)) out['properties'] = named(given['properties'], depth, refs);
    if (Array.isArray(items)) out['prefixItems'] = list(items, depth, refs);
    else if (isRecord(items) && takes(10)) out['items'] = schema(items, depth, refs);
    for (const key of single) {
      const part = given[key];
      if (key === 'additionalProperties' && typeof part === 'boolean') out[key] = part;
      else if (isRecord(part) && takes(20)) out[key] = schema(part, depth, refs);
    }
    // an empty `not` would forbid everything
    if (isRecord(out['not']) && Object.keys(out['not']).length === 0) delete out['not'];
    for (const key of lists) {
      const of = given[key];
      if (Array.isArray(of) && of.length > 0 && takes(10)) out[key] = list(of, depth, refs);
    }
    if (given['patternProperties'] !== undefined && out['additionalProperties'] === false)
      delete out['additionalProperties'];
  }

  function named(given: Json, depth: number, refs: string[]): Json {
    const out: [string, Json][] = [];
    for (const name of Object.keys(given)) {
      const shown = plainText(name);
      if (!takes(shown.length + 6)) break;
      if (shown !== '') out.push([shown, schema(given[name], depth, refs)]);
    }
    return Object.fromEntries(out);
  }

  function list(given: unknown[], depth: number, refs: string[]): Json[] {
    const out: Json[] = [];
    for (const each of given) {
      // an empty list is not a valid schema
      if (out.length > 0 && !takes(4)) break;
      out.push(schema(each, depth, refs));
    }
    return out;
  }

  return { schema };
}

/** Adds a value of any type with cleaned texts. Omits it when it is too long or nested too deeply. */
function putValue(put: (key: string, value: unknown, chars: number) => void, key: string, value: unknown): void {
  const room = { left: schemaLimit };
  const clean = cleanValue(value, room, 0);
  if (room.left >= 0) put(key, clean, schemaLimit - room.left);
}

function cleanValue(value: unknown, room: { left: number }, depth: number): unknown {
  room.left -= 2;
  if (depth > deepest) room.left = -1;
  if (room.left < 0) return null;
  if (typeof value === 'string') {
    room.left -= value.length;
    return room.left < 0 ? null : plainText(value);
  }
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, room, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [cleanValue(name, room, depth), cleanValue(each, room, depth + 1)]),
  );
}

/** Resolves a reference in a schema (`#/$defs/name`); returns undefined for any other reference. */
function pointed(root: Json, ref: string): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of ref.slice(2).split('/')) {
    const name = unescape(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(name)] as unknown;
    else at = isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

function unescape(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // the text is not percent-encoded after all
    return part;
  }
}

function typeOf(type: unknown): string | string[] | undefined {
  if (typeof type === 'string') return types.includes(type) ? type : undefined;
  const known = [...new Set(stringsOf(type))].filter((each) => types.includes(each));
  return known.length === 0 ? undefined : known;
}

function isExpression(pattern: string): boolean {
  if (pattern.length > textLimit || plainText(pattern) !== pattern) return false;
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    // an invalid expression does not help a model, and some providers reject it
    return false;
  }
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function recordsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
