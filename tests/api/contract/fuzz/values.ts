/** Random values for a schema: mostly valid, sometimes invalid or unusual. */
import fc, { type Arbitrary } from 'fast-check';
import type { SchemaObject } from 'openapi3-ts/oas31';
import type { ServedContract } from '../served.js';

/** Placeholder for an existing text, such as an id of the good request; `fillKnown` replaces it. */
const known = (at: number): string => `KNOWN~${at}~`;
/** Numbers that are valid JSON but that `JSON.stringify` cannot write. */
const literals = ['1e999', '-1e999', '-0', '0.1e-400', '12345678901234567890123456789'];
const literal = (text: string): string => `LITERAL~${text}~`;

const strange = [
  '',
  ' ',
  '\n\t',
  'x',
  'a'.repeat(201),
  'b'.repeat(70_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '😀'.repeat(120),
  '漢字かな',
  '\u202eabc',
  'e\u0301',
  '\ufeff',
  '../../none',
  '%00',
  '%s%n',
  "'; DROP TABLE sessions; --",
  '{"a":1}',
  '__proto__',
  'constructor',
  'toString',
  '<b>',
  'NaN',
  'Infinity',
  '-1',
  '1e5',
  '0x10',
  '99999999999999999999',
  'true',
  'null',
  'now',
  'main',
  'offline/echo',
  'Read',
  'Bash(*)',
  '((((',
  '[a-',
  '{a,{b,',
  '(a+)+$',
  '!'.repeat(50),
  '\\',
  'session_01jn8q5j0c9m4v7x2b6k3t8w1y',
  'wd_x_0123456789ab',
  'aGVsbG8=',
  '2025-03-01T09:00:00.000Z',
  '2025-02-31T25:61:00Z',
];

/** Replaces placeholders with existing texts. */
export function fillKnown(text: string, existing: readonly string[]): string {
  return text.replace(/KNOWN~(\d)~/g, (_, at: string) => existing[Number(at) % existing.length] ?? 'x');
}

/** Replaces placeholders in JSON text with their numbers. */
export const fillLiterals = (json: string): string => json.replace(/"LITERAL~([^~"]*)~"/g, '$1');

export const text: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...strange) },
  { weight: 3, arbitrary: fc.nat(9).map(known) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const number: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(0, 1, -1, 2, 50, 100, 101, 0.5, 1e9, 2 ** 31, 2 ** 53, 2 ** 64, 1e308, 1e-7),
  fc.constantFrom(...literals).map(literal),
  fc.integer(),
  fc.double({ noNaN: true }),
);

const keys = fc.oneof(
  fc.constantFrom('x', '', '__proto__', 'constructor', 'toJSON', 'length', 'type', 'title', '\u0000', '😀'),
  fc.string({ maxLength: 5 }),
);
const deep = fc.tuple(fc.constantFrom(20, 150, 250), fc.boolean()).map(([depth, list]) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = list ? [value] : { a: value };
  return value;
});

/** Any JSON value. */
export const anything: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null]) },
  { weight: 4, arbitrary: text },
  { weight: 4, arbitrary: number },
  { weight: 2, arbitrary: fc.array(fc.oneof(text, number), { maxLength: 4 }) },
  { weight: 2, arbitrary: fc.array(fc.tuple(keys, fc.oneof(text, number)), { maxLength: 4 }).map(Object.fromEntries) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.constant('many').map(() => Array.from({ length: 1_000 }, () => 'x')) },
);

export interface Values {
  /** a value that mostly fits the schema */
  of(schema: unknown): Arbitrary<unknown>;
}

/** Levels of a value that follow the schema; deeper ones are arbitrary. */
const maxDepth = 6;

export function createValues({ resolve }: Pick<ServedContract, 'resolve'>): Values {
  const made = new Map<unknown, Arbitrary<unknown>>();

  /** At each level, about one value in a dozen ignores the schema. */
  function mostly(source: unknown, depth: number): Arbitrary<unknown> {
    const schema = resolve(source ?? {});
    const fitting = depth > maxDepth ? anything : fits(schema, depth);
    return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: anything });
  }

  function fits(schema: SchemaObject, depth: number): Arbitrary<unknown> {
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
    const options = schema.oneOf ?? schema.anyOf;
    if (options) return fc.oneof(...options.map((each) => mostly(each, depth + 1)));
    if (schema.allOf) return mostly(schema.allOf[0], depth + 1);
    const types = [schema.type].flat();
    return fc.oneof(...types.map((type) => ofType(type, schema, depth)));
  }

  function ofType(type: SchemaObject['type'], schema: SchemaObject, depth: number): Arbitrary<unknown> {
    const { minimum = 0, maximum = minimum + 200 } = schema;
    switch (type) {
      case 'object':
        return object(schema, depth);
      case 'array':
        return fc.array(mostly(schema.items, depth + 1), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
        });
      case 'integer':
        return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }));
      case 'number':
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return ofPattern(schema);
      default:
        return anything;
    }
  }

  function ofPattern({ pattern }: SchemaObject): Arbitrary<string> {
    // fast-check cannot generate a match for a lookahead
    if (pattern === undefined || pattern.includes('(?=') || pattern.includes('(?!')) return text;
    return fc.oneof(text, fc.stringMatching(new RegExp(pattern)));
  }

  function object(
    { properties = {}, required = [], additionalProperties }: SchemaObject,
    depth: number,
  ): Arbitrary<unknown> {
    const entries = Object.entries(properties).map(([key, schema]) => {
      const value = mostly(schema, depth + 1).map((each) => [[key, each]]);
      const none = { weight: required.includes(key) ? 1 : 20, arbitrary: fc.constant([]) };
      return fc.oneof({ weight: 20, arbitrary: value }, none);
    });
    const others = typeof additionalProperties === 'object' ? mostly(additionalProperties, depth + 1) : anything;
    const more = fc.array(fc.tuple(keys, others), {
      maxLength: Object.keys(properties).length === 0 ? 3 : 1,
    });
    return fc
      .tuple(more, ...entries)
      .map(([first, ...rest]) => Object.fromEntries([...first, ...rest.flat()] as [string, unknown][]));
  }

  return {
    of(schema) {
      let arbitrary = made.get(schema);
      if (!arbitrary) made.set(schema, (arbitrary = mostly(schema, 0)));
      return arbitrary;
    },
  };
}
