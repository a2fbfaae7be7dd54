/** Reduces JSON Schema to the subset that Google's function declarations accept. */
import { isRecord } from '../base/text/values.js';
import { list, string } from './wire.js';

type Json = Record<string, unknown>;

const types: Record<string, string> = {
  string: 'STRING',
  number: 'NUMBER',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  array: 'ARRAY',
  object: 'OBJECT',
};
/** Bounds that are sent; all others are checked when the call arrives. */
const bounds = ['minimum', 'maximum', 'minItems', 'maxItems'];
/** Maximum depth and number of parts, since a schema may refer to itself. */
const deepest = 24;
const mostParts = 5_000;

/** The parameters of a function; undefined when it has none, since Google refuses an empty object. */
export function functionParameters(schema: Json): Json | undefined {
  const reduced = createReducer(schema).reduce(schema, 0);
  const properties = reduced['properties'];
  return reduced['type'] === 'OBJECT' && isRecord(properties) && Object.keys(properties).length > 0
    ? reduced
    : undefined;
}

function createReducer(root: Json): { reduce(schema: unknown, depth: number): Json } {
  let parts = 0;

  function reduce(given: unknown, depth: number): Json {
    parts += 1;
    const schema = resolve(given, root);
    if (depth > deepest || parts > mostParts) return { type: types[string(schema['type'])] ?? 'STRING' };
    const description = descriptionOf(schema);
    const alternatives = alternativesOf(schema);
    const shape =
      alternatives.length > 1
        ? { anyOf: alternatives.map((each) => reduce(each, depth + 1)) }
        : oneShape(alternatives[0] ?? schema, depth);
    return {
      ...shape,
      ...(description === '' ? {} : { description }),
      ...(isNullable(schema) ? { nullable: true } : {}),
    };
  }

  function oneShape(given: Json, depth: number): Json {
    const schema = resolve(given, root);
    const type = typeOf(schema);
    const own = Object.fromEntries(bounds.flatMap((name) => (isCount(schema[name]) ? [[name, schema[name]]] : [])));
    if (type === 'ARRAY') return { type, items: reduce(schema['items'] ?? { type: 'string' }, depth + 1), ...own };
    if (type === 'STRING') {
      const words = wordsOf(schema).filter((word) => typeof word === 'string' && word !== '');
      return { type, ...(words.length === 0 ? {} : { enum: words }) };
    }
    return type === 'OBJECT' ? { type, ...propertiesOf(schema, depth) } : { type, ...own };
  }

  function propertiesOf(schema: Json, depth: number): Json {
    const given = isRecord(schema['properties']) ? Object.entries(schema['properties']) : [];
    if (given.length === 0) return {};
    const names = new Set(given.map(([name]) => name));
    const required = [...new Set(list(schema['required']))].filter((name) => names.has(string(name)));
    return {
      properties: Object.fromEntries(given.map(([name, each]) => [name, reduce(each, depth + 1)])),
      ...(required.length === 0 ? {} : { required }),
    };
  }

  return { reduce };
}

/** Resolves references within the document, and merges `allOf`. */
function resolve(given: unknown, root: Json): Json {
  let schema = isRecord(given) ? given : {};
  for (let steps = 0; typeof schema['$ref'] === 'string' && steps < 10; steps += 1) {
    const { $ref: ref, ...beside } = schema;
    schema = { ...behind(string(ref), root), ...beside };
  }
  const { allOf: added, ...own } = schema;
  return list(added)
    .slice(0, 20)
    .reduce<Json>((all, each) => {
      const more = isRecord(each) && typeof each['$ref'] === 'string' ? behind(each['$ref'], root) : each;
      return isRecord(more) ? merged(all, more) : all;
    }, own);
}

function behind(ref: string, root: Json): Json {
  let at: unknown = root;
  for (const step of ref.replace(/^#\/?/, '').split('/')) {
    if (step !== '') at = isRecord(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return isRecord(at) ? at : {};
}

function merged(one: Json, other: Json): Json {
  const required = [one, other].flatMap((each) => list(each['required']));
  const tables = [one, other].map((each) => (isRecord(each['properties']) ? each['properties'] : {}));
  return {
    ...other,
    ...one,
    ...(tables.every((each) => Object.keys(each).length === 0) ? {} : { properties: { ...tables[0], ...tables[1] } }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The alternatives of a schema except null; a list of types gives one for each. */
function alternativesOf(schema: Json): Json[] {
  const listed = listedIn(schema);
  const real = listed.filter((each) => each['type'] !== 'null').slice(0, 50);
  if (real.length > 0) {
    const { anyOf: _any, oneOf: _one, description: _description, ...rest } = schema;
    return real.map((each) => (typeof each['$ref'] === 'string' ? each : merged(each, rest)));
  }
  const named = list(schema['type']).filter((type) => type !== 'null');
  return named.length < 2 ? [] : named.map((type) => ({ ...schema, type, description: undefined }));
}

function isNullable(schema: Json): boolean {
  return (
    schema['nullable'] === true ||
    list(schema['type']).includes('null') ||
    listedIn(schema).some((each) => each['type'] === 'null')
  );
}

/** The schemas of `anyOf` and `oneOf`. */
function listedIn(schema: Json): Json[] {
  return [...list(schema['anyOf']), ...list(schema['oneOf'])].filter(isRecord);
}

function typeOf(schema: Json): string {
  const given = [schema['type'], ...list(schema['type'])].find((type) => typeof type === 'string' && type !== 'null');
  const named = types[string(given).toLowerCase()];
  if (named !== undefined) return named;
  if (isRecord(schema['properties'])) return 'OBJECT';
  if (schema['items'] !== undefined) return 'ARRAY';
  const [first] = wordsOf(schema);
  if (typeof first === 'number') return 'NUMBER';
  return typeof first === 'boolean' ? 'BOOLEAN' : 'STRING';
}

function wordsOf(schema: Json): unknown[] {
  return schema['const'] === undefined ? list(schema['enum']) : [schema['const']];
}

/** Enums may only contain strings, so the description lists other allowed values. */
function descriptionOf(schema: Json): string {
  const description = string(schema['description']);
  const values = wordsOf(schema).filter((value) => value !== null);
  if (values.length === 0 || values.every((value) => typeof value === 'string')) return description;
  return `${description === '' ? '' : `${description} `}One of ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}
