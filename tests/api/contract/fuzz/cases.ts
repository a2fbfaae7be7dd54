/** One request of the fuzzer: how it differs from the good one, and the bytes that are sent. */
import fc, { type Arbitrary } from 'fast-check';
import type { Prepared } from '../world.js';
import type { Served } from '../served.js';
import { formsOf, type Form } from './forms.js';
import { pinned } from './pins.js';
import { richer } from './richer.js';
import { anything, fillKnown, fillLiterals, text, type Values } from './values.js';

interface FuzzCase {
  /** raw text that replaces path parameters of the good request */
  params: Record<string, string>;
  /** query parameters added to those of the good request */
  query: [string, string][];
  /** raw text at the end of the query */
  tail: string;
  /** how the body differs from the good one */
  body: BodyCase;
  /** declared content type of the body */
  type: string;
  /** headers besides content type, length and token */
  headers: Record<string, string>;
}

type BodyCase =
  | { kind: 'good' }
  | { kind: 'whole'; value: unknown }
  /** the good body with values replaced or removed; `at` selects the place */
  | { kind: 'changed'; changes: { at: number; value?: unknown }[] }
  | { kind: 'cut'; share: number }
  | { kind: 'raw'; bytes: string }
  | { kind: 'form'; form: Form };

const rawSegments = [
  '%',
  '%zz',
  '%00',
  '%2F',
  '%2e%2e',
  '..',
  '.',
  '%C0%AF',
  '%ff',
  '%25',
  ';x',
  ':',
  'a:b',
  '%3A',
  '+',
  '~',
  "'",
];

/** Headers that change only the form of an answer. */
const rareHeaders: Record<string, string[]> = {
  range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=5-2',
    'bytes=0-0,2-3',
    'bytes=0-99999999999999999999',
    'lines=1-2',
    'bytes=',
    'x',
  ],
  'if-none-match': ['*', '"x"', 'W/"x", "y"', 'x', '"', ','],
  'if-modified-since': ['Sat, 01 Jan 2050 00:00:00 GMT', 'x', '0'],
  'if-range': ['"x"', 'Sat, 01 Jan 2050 00:00:00 GMT'],
  accept: ['text/html', '*/*;q=0', 'x'],
  'accept-encoding': ['br', 'identity;q=0', 'x'],
  'content-encoding': ['gzip', 'identity', 'x'],
  'x-request-id': ['01JN8Q5J0C9M4V7X2B6K3T8W1Y', 'x', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'y'.repeat(5_000)],
  origin: ['http://localhost:1'],
  expect: ['100-continue'],
  'last-event-id': ['0', '-1', 'x', '99999999999999999999'],
};
const rareHeader = fc
  .constantFrom(...Object.entries(rareHeaders).flatMap(([name, list]) => list.map((value) => ({ name, value }))))
  .map(({ name, value }) => ({ [name]: value }));

const rawBodies = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '5',
  '"x"',
  'true',
  '\u0000',
  '{"a":1}{"b":2}',
  '{"a":1,}',
  "{'a':1}",
  'NaN',
  '\ufeff{}',
  '[[[[[[[[[[',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '{"__proto__":{"title":"x"}}',
  '{"constructor":{"prototype":{"title":"x"}}}',
];

const often = <T>(usual: T, rare: Arbitrary<T>, weight: number): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare });

export function casesOf({ name, path, parameters, body, form }: Served, values: Values): Arbitrary<FuzzCase> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const segment = fc.oneof(fc.constantFrom(...rawSegments), text.map(encode));
  const params = fc
    .tuple(
      ...names.map((name) =>
        often(
          [],
          segment.map((value) => [[name, value]]),
          12,
        ),
      ),
    )
    .map((entries): Record<string, string> => Object.fromEntries(entries.flat() as [string, string][]));
  const keys = parameters.filter((each) => each.in === 'query');
  const query = keys.map(({ name, schema }) => {
    const value = values.of(schema).map((each) => [each].flat().map((item): [string, string] => [name, wordOf(item)]));
    return fc.oneof({ weight: keys.length + 1, arbitrary: fc.constant([]) }, { weight: 3, arbitrary: value });
  });
  const extra = often(
    [],
    fc.array(fc.tuple(fc.constantFrom('', '__proto__', 'x', 'page_size', 'toString'), text), { maxLength: 3 }),
    6,
  );
  return fc.record({
    params,
    query: fc.tuple(extra, ...query).map((lists) => lists.flat()),
    tail: often('', fc.constantFrom('%', '&&', '=&=', '%zz=%zz', '%00=%00', 'a[b]=c', '#x', '?x', ';a=b', '+'), 12),
    body: bodiesOf({ name, body, form }, values),
    headers: often({}, rareHeader, 8),
    type: often('application/json', fc.constantFrom('text/plain', 'application/json; charset=latin1', 'x', ''), 30),
  });
}

function bodiesOf({ name, body, form }: Pick<Served, 'name' | 'body' | 'form'>, values: Values): Arbitrary<BodyCase> {
  const more = richer[name];
  if (form) return formsOf(form).map((made) => ({ kind: 'form', form: made }));
  if (body) return bodies(more ? fc.oneof(values.of(body), values.of(more)) : values.of(body));
  return fc.constant({ kind: 'good' });
}

function bodies(whole: Arbitrary<unknown>): Arbitrary<BodyCase> {
  const change = fc.record({ at: fc.nat(200), value: anything }, { requiredKeys: ['at'] });
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<BodyCase>({ kind: 'good' }) },
    { weight: 6, arbitrary: whole.map((value): BodyCase => ({ kind: 'whole', value })) },
    {
      weight: 6,
      arbitrary: fc
        .array(change, { minLength: 1, maxLength: 3 })
        .map((changes): BodyCase => ({ kind: 'changed', changes })),
    },
    {
      weight: 1,
      arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((share): BodyCase => ({ kind: 'cut', share })),
    },
    { weight: 1, arbitrary: fc.constantFrom(...rawBodies).map((bytes): BodyCase => ({ kind: 'raw', bytes })) },
  );
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Lone surrogates are sent as the replacement character. */
const encode = (value: string): string => encodeURIComponent(value.slice(0, 4_000).toWellFormed());

export interface FuzzRequest {
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Builds the request of a case from a good one; pinned paths lie in `folder`. */
export function requestOf(path: string, good: Prepared, one: FuzzCase, folder: string): FuzzRequest {
  const params = good.params ?? {};
  const trusted = new Set([...pairsOf(good.body), ...pairsOf(good.query)].map(([key, value]) => `${key} ${value}`));
  const existing = [...Object.values(params), ...pairsOf(good.body).map(([, value]) => value)];
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const raw = one.params[name];
    return raw === undefined ? encode(params[name] ?? 'x') : fillKnown(raw, existing.map(encode));
  });
  const usual = Object.entries(good.query ?? {}).flatMap(([key, value]) =>
    [value].flat().map((each): [string, string] => [key, String(each)]),
  );
  const query = [...usual, ...one.query].map(([key, value]) => {
    const safe = pinned({ [key]: fillKnown(value, existing) }, folder, trusted) as Record<string, string>;
    return `${encode(key)}=${encode(safe[key] ?? '')}`;
  });
  const body = bodyOf(good, one.body, (value) => pinned(filled(value, existing), folder, trusted));
  return {
    path: `${target}?${[...query, one.tail].join('&')}`,
    headers: {
      ...one.headers,
      ...typed(body === undefined ? '' : one.body.kind === 'form' ? one.body.form.type : one.type),
    },
    ...(body === undefined ? {} : { body }),
  };
}

const typed = (type: string): Record<string, string> => (type === '' ? {} : { 'content-type': type });

function bodyOf(good: Prepared, one: BodyCase, safe: (value: unknown) => unknown): string | undefined {
  const json = (value: unknown): string => fillLiterals(JSON.stringify(safe(value)));
  switch (one.kind) {
    case 'good':
      return good.text ?? (good.body === undefined ? undefined : JSON.stringify(good.body));
    case 'whole':
      return json(one.value);
    case 'changed':
      return json(
        one.changes.reduce((value: unknown, { at, ...change }) => changed(value, at, change), good.body ?? {}),
      );
    case 'cut': {
      const whole = JSON.stringify(good.body ?? {});
      return whole.slice(0, Math.floor(whole.length * one.share));
    }
    case 'raw':
      return one.bytes;
    case 'form':
      return one.form.body;
  }
}

/** Returns a copy with one value replaced or added; undefined removes it. */
function changed(value: unknown, at: number, change: { value?: unknown }): unknown {
  if (typeof value !== 'object' || value === null) return change.value;
  const entries = Object.entries(value);
  const slot = at % (entries.length + 1);
  const rest = Math.floor(at / (entries.length + 1));
  const entry = entries[slot];
  if (entry) {
    const deeper = rest % 2 === 1 ? changed(entry[1], Math.floor(rest / 2), change) : change.value;
    entries[slot] = [entry[0], deeper];
  } else entries.push(['x', change.value]);
  const kept = entries.filter(([, each]) => each !== undefined);
  return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}

/** All strings of a value, each with its key. */
function pairsOf(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (Array.isArray(value)) return value.flatMap((each) => pairsOf(each, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => pairsOf(each, name));
}

function filled(value: unknown, existing: readonly string[]): unknown {
  if (typeof value === 'string') return fillKnown(value, existing);
  if (Array.isArray(value)) return value.map((each) => filled(each, existing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, existing)]));
}
