/** Makes values out of JSON Schemas: good ones, broken ones, and ones that nobody thought of; the same for the same seed. */
import { documents } from '../../schemas/generated/documents.js';

type Schema = Record<string, unknown>;

export interface Generator {
  /** about half of the values fit the schema */
  value(schema: unknown): unknown;
  query(schema: unknown): Record<string, string | string[]>;
  id(): string;
}

export interface Surroundings {
  /** ids that exist */
  known: readonly string[];
  /** values that mostly stand under a key, so that a check of one field does not hide what comes after it */
  likely: Readonly<Record<string, readonly unknown[]>>;
  directories: readonly string[];
}

export function createGenerator(seed: string, { known, likely, directories }: Surroundings): Generator {
  const next = numbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (share: number) => next() < share;

  const texts: (() => string)[] = [
    () => '',
    () => ' ',
    () => '\n\t',
    () => 'x',
    () => 'a'.repeat(201),
    () => 'b'.repeat(5_000),
    () => 'c'.repeat(70_000),
    () => '\u0000',
    () => 'a\u0000b',
    () => '\ud800',
    () => '\udc00\ud800',
    () => '😀'.repeat(120),
    () => '漢字かな',
    () => '\u202eabc',
    () => 'e\u0301',
    () => '../../etc',
    () => '/',
    () => '/nowhere/at/all',
    () => '%00',
    () => '%s%n',
    () => "'; DROP TABLE sessions; --",
    () => '{"a":1}',
    () => '__proto__',
    () => 'constructor',
    () => 'toString',
    () => '<b>',
    () => 'NaN',
    () => '1e999',
    () => '-1',
    () => '0x10',
    () => '99999999999999999999',
    () => 'true',
    () => 'now',
    () => 'Bash(*)',
    () => '((((',
    () => '[a-',
    () => '{a,{b,',
    () => '!'.repeat(50),
    () => '\\',
    () => 'main',
    () => 'offline/echo',
    () => 'say hi',
    () => 'session_01jn8q5j0c9m4v7x2b6k3t8w1y',
    () => 'aGVsbG8=',
    () => 'Read',
    () => '*',
    () => pick(known),
    () => pick(directories),
  ];
  const numbersTried = [0, 1, -1, 2, 50, 100, 101, 0.5, -0, 1e9, 2 ** 31, 2 ** 53, 2 ** 64, 1e308, 1e-7];
  /** these alone make a request fail */
  const rare = new Set(['skills', 'profile', 'system_prompt']);
  const keys = [
    'x',
    '',
    '__proto__',
    'constructor',
    'type',
    'tools',
    'disabled_tools',
    'system_prompt',
    'title',
    'model',
    'plan_mode',
    'metadata',
    'cwd',
    'toJSON',
    'length',
    '\u0000',
    '😀',
  ];

  const text = (): string => pick(texts)();

  function anything(depth: number): unknown {
    switch (below(depth > 3 ? 5 : 7)) {
      case 0:
        return null;
      case 1:
        return chance(0.5);
      case 2:
        return pick(numbersTried);
      case 3:
      case 4:
        return text();
      case 5:
        return Array.from({ length: below(4) }, () => anything(depth + 1));
      default:
        return object(
          Array.from({ length: below(4) }, () => [chance(0.5) ? pick(keys) : text().slice(0, 40), anything(depth + 1)]),
        );
    }
  }

  function good(schema: Schema, depth: number): unknown {
    if (typeof schema['$ref'] === 'string') return value(resolve(schema['$ref']), depth);
    if ('const' in schema) return schema['const'];
    const options = schema['enum'] ?? schema['oneOf'] ?? schema['anyOf'];
    if (Array.isArray(options)) return 'enum' in schema ? pick(options) : value(pick(options as Schema[]), depth);
    switch (schema['type']) {
      case 'object':
        return properties(schema, depth);
      case 'array':
        return Array.from(
          { length: (chance(0.95) ? Number(schema['minItems'] ?? 0) : 0) + below(chance(0.05) ? 40 : 3) },
          () => value(schema['items'], depth + 1),
        );
      case 'integer':
        return Number(schema['minimum'] ?? 0) + below(5);
      case 'number':
        return next();
      case 'boolean':
        return chance(0.5);
      case 'null':
        return null;
      case 'string':
        return typeof schema['pattern'] === 'string' && chance(0.3) ? pick(known) : text();
      default:
        return anything(depth);
    }
  }

  function properties(schema: Schema, depth: number): unknown {
    const required = (schema['required'] ?? []) as string[];
    const entries: [string, unknown][] = [];
    for (const [key, each] of Object.entries((schema['properties'] ?? {}) as Record<string, unknown>)) {
      if (!(required.includes(key) ? chance(0.98) : chance(rare.has(key) ? 0.04 : 0.35))) continue;
      const usual = likely[key];
      entries.push([key, usual && chance(0.85) ? pick(usual) : value(each, depth + 1)]);
    }
    const free = schema['additionalProperties'];
    for (let more = below(chance(0.3) ? 3 : 1); more > 0; more -= 1) {
      entries.push([
        chance(0.7) ? pick(keys) : text().slice(0, 60),
        typeof free === 'object' ? value(free, depth + 1) : anything(depth + 1),
      ]);
    }
    return object(entries);
  }

  function value(schema: unknown, depth = 0): unknown {
    // parts that break do so seldom, so that most bodies get past the first check
    if (chance(0.02)) return anything(depth);
    return typeof schema === 'object' && schema !== null ? good(schema as Schema, depth) : anything(depth);
  }

  return {
    value: (schema) => value(schema),
    id: () => (chance(0.3) ? pick(known) : wellFormed(text().slice(0, 300)) || 'x'),
    query(schema) {
      const result: Record<string, string | string[]> = {};
      for (const [key, each] of Object.entries(((schema as Schema)['properties'] ?? {}) as Record<string, unknown>)) {
        if (chance(0.4)) continue;
        const made = Array.from({ length: chance(0.03) ? 3 : 1 }, () => {
          const usual = likely[key];
          const one = usual && chance(0.8) ? pick(usual) : value(each);
          if (one === undefined) return undefined;
          return wellFormed((typeof one === 'string' ? one : JSON.stringify(one)).slice(0, 1_000));
        });
        const [first, ...others] = made.filter((one) => one !== undefined);
        if (first !== undefined) result[key] = others.length === 0 ? first : [first, ...others];
      }
      return result;
    },
  };
}

/** Addresses cannot hold half a pair. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

/** Keeps keys such as `__proto__` as keys. */
function object(entries: [string, unknown][]): unknown {
  return Object.fromEntries(entries);
}

function resolve(reference: string): unknown {
  const name = /([A-Za-z]+)(?:\.json)?$/.exec(reference)?.[1] ?? '';
  const found = documents.types[name]?.schema;
  if (found === undefined) throw new Error(`no type ${reference}`);
  return found;
}

/** Numbers from 0 to 1, made of a text. */
function numbers(seed: string): () => number {
  let state = 2_166_136_261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
