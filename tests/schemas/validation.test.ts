/** The generated validators, and the wording of their findings (rest.md 1.4). */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { formats } from '../../schemas/formats.js';
import {
  bodyValidators,
  frameValidators,
  queryValidators,
  toolValidators,
} from '../../schemas/generated/validators.js';
import { detailsMessage, errorDetails, patternWords, type Validator } from '../../schemas/validation.js';

function details(validate: Validator | undefined, value: unknown): { path: string; message: string }[] {
  if (!validate) throw new Error('no such validator');
  return validate(value) ? [] : errorDetails(validate.errors);
}

describe('query values', () => {
  test.each([
    ['decimal numbers', { page_size: '20' }, { page_size: 20 }],
    ['booleans as words', { busy: 'true' }, { busy: true }],
    ['booleans as digits', { busy: '0' }, { busy: false }],
  ])('%s are taken', (_what, query: Record<string, unknown>, expected) => {
    expect(details(queryValidators.listSessions, query)).toEqual([]);
    expect(query).toMatchObject({ ...expected, include_archive: false });
  });

  test.each([
    ['hexadecimal', { page_size: '0x10' }, 'page_size'],
    ['exponents', { page_size: '1e1' }, 'page_size'],
    ['blanks', { page_size: ' 5' }, 'page_size'],
    ['nothing', { page_size: '' }, 'page_size'],
    ['too much', { page_size: '101' }, 'page_size'],
    ['a number twice', { page_size: ['1', '2'] }, 'page_size'],
    ['other words', { busy: 'yes' }, 'busy'],
    ['upper case', { busy: 'TRUE' }, 'busy'],
  ])('%s is refused', (_what, query: Record<string, unknown>, path) => {
    expect(details(queryValidators.listSessions, query).map((detail) => detail.path)).toEqual([path]);
  });

  test('one value of a repeatable key is a list of one', () => {
    const query: Record<string, unknown> = { agent_id: 'main', after_seq: '57' };
    expect(details(queryValidators.streamSessionEvents, query)).toEqual([]);
    expect(query).toMatchObject({ agent_id: ['main'], after_seq: 57 });
  });

  test('a union of values is one finding', () => {
    expect(details(queryValidators.streamSessionEvents, { after_seq: 'later' })).toEqual([
      { path: 'after_seq', message: expect.stringMatching(/"now".* or .*whole number/) },
    ]);
  });
});

describe('bodies', () => {
  const text = { type: 'text', text: 'hi' };
  const kinds = 'text, image, video, file, mention, tool_use, tool_result, thinking';
  test.each([
    ['a missing field', {}, [['content', 'is required']]],
    ['a wrong type', { content: 'hi' }, [['content', 'must be a list']]],
    [
      'a number as text is not converted',
      { content: [text], plan_mode: 'true' },
      [['plan_mode', 'must be true or false']],
    ],
    ['a missing field in a list', { content: [text, { type: 'text' }] }, [['content.1.text', 'is required']]],
    ['a missing kind', { content: [{ text: 'hi' }] }, [['content.0.type', 'is required']]],
    ['an unknown kind', { content: [{ type: 'song' }] }, [['content.0.type', `must be one of ${kinds}`]]],
    ['a kind of another type', { content: [{ type: 3 }] }, [['content.0.type', `must be one of ${kinds}`]]],
    [
      'a wrong enumeration',
      { content: [text], permission_mode: 'root' },
      [['permission_mode', 'must be one of manual, yolo, auto']],
    ],
    [
      'several at once',
      { content: [3], plan_mode: 1 },
      [
        ['content.0', 'must be an object'],
        ['plan_mode', 'must be true or false'],
      ],
    ],
    ['no object', null, [['', 'must be an object']]],
  ])('%s', (_what, body: unknown, expected) => {
    const found = details(bodyValidators.submitPrompt, body);
    expect(found.map(({ path, message }) => [path, message])).toEqual(expected);
    const [path, message] = expected[0] ?? [];
    expect(detailsMessage(found)).toBe(path === '' ? message : `${path}: ${message}`);
  });

  test('defaults are filled in, unknown keys are ignored', () => {
    const body: Record<string, unknown> = { content: [text], colour: 'red' };
    expect(details(bodyValidators.submitPrompt, body)).toEqual([]);
    expect(body).toMatchObject({ agent_id: 'main', unattended: false });
  });

  test.each([[3], [{ type: 'text' }], [{ type: 'song' }]])('a long list of %j ends the search early', (item) => {
    const validate = bodyValidators.submitPrompt;
    expect(validate?.({ content: Array.from({ length: 100_000 }, () => item) })).toBe(false);
    expect(validate?.errors?.length).toBeLessThan(200);
  });

  test('an early end never makes a bad list good', () => {
    const good = Array.from({ length: 500 }, () => text);
    expect(details(bodyValidators.submitPrompt, { content: good })).toEqual([]);
    expect(details(bodyValidators.submitPrompt, { content: [...good, 3] })).toEqual([
      { path: 'content.500', message: 'must be an object' },
    ]);
  });
});

test('tool inputs get their defaults', () => {
  const input: Record<string, unknown> = { path: 'README.md' };
  expect(details(toolValidators.Read, input)).toEqual([]);
  expect(input).toMatchObject({ line_offset: 1, n_lines: 1000 });
  expect(details(toolValidators.Read, { path: 7 })).toEqual([{ path: 'path', message: 'must be text' }]);
});

test('every pattern of the contract has words, and no count is said in those of the validator', () => {
  const patterns = readdirSync('schemas', { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:operations|types|files|frames)\b.*\.json$/.test(path))
    .flatMap((path) => patternsIn(JSON.parse(readFileSync(`schemas/${path}`, 'utf8')) as unknown));
  expect(patterns.length).toBeGreaterThan(20);
  expect(patterns.filter((pattern) => patternWords[pattern] === undefined)).toEqual([]);
  const said = (keyword: string, params: Record<string, unknown>) =>
    errorDetails([{ keyword, params, instancePath: '/a', schemaPath: '#', message: 'must NOT' }])[0]?.message;
  expect(said('minLength', { limit: 1 })).toBe('must not be empty');
  expect(said('minItems', { limit: 2 })).toBe('must have at least 2 items');
  expect(said('maxProperties', { limit: 1 })).toBe('must have at most 1 field');
  expect(said('uniqueItems', {})).toBe('must not name anything twice');
  expect(said('pattern', { pattern: 'other' })).toBe('does not have the expected form');
});

/** Returns the patterns of a schema. A `pattern` without a type belongs to an example, or is the name of a field. */
function patternsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { pattern, type } = part as Record<string, unknown>;
  const own = typeof pattern === 'string' && type === 'string' ? [pattern] : [];
  return [...own, ...Object.values(part).flatMap(patternsIn)];
}

test.each([
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['2026-02-29', false],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-12-31', true],
  ['2026-00-10', false],
])('the day %s: %s', (day, isOne) => {
  expect(formats.date.test(day)).toBe(isOne);
  expect(formats['date-time'].test(`${day}T23:59:59Z`)).toBe(isOne);
});

test.each([
  ['abc', 'must be "now" or must be a whole number'],
  ['-1', 'must be "now" or must be 0 or more'],
])('a cursor that is none, %s: the answer says what it may be', (after, message) => {
  expect(details(queryValidators.streamSessionEvents, { after_seq: after })).toEqual([{ path: 'after_seq', message }]);
});

test('client frames name the missing field', () => {
  expect(details(frameValidators.subscribe, { cursors: { s: { seq: -1 } } })).toEqual([
    { path: 'session_ids', message: 'is required' },
    { path: 'cursors.s.seq', message: 'must be 0 or more' },
  ]);
});

// The module loads in about 6 ms at each start; this test would detect a library or an excessive size.
test('the validators need no library at run time and stay small', async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: ['schemas/generated/validators.js'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    metafile: true,
  });
  expect(Object.keys(metafile.inputs).sort()).toEqual(['schemas/generated/validators.js', 'schemas/validation.ts']);
  expect(outputFiles[0]?.contents.length).toBeLessThan(740_000);
});
