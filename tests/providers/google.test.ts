/** Only in Google's protocol: signatures on parts, ids of calls, thinking by model, error details, reduced schemas. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createProvider } from '../../daemon/providers/index.js';
import {
  ProviderError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
} from '../../daemon/providers/provider.js';
import { functionParameters } from '../../daemon/providers/google-schema.js';
import { toolTable } from '../../schemas/generated/tools.js';
import type { ContentPart } from '../../schemas/generated/types.js';
import { startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { startTrial } from '../helpers/turns.js';
import { collect, deps, failure, request } from './fixtures.js';

let raw: RawModel;
beforeAll(async () => {
  raw = await startRawModel();
});
afterAll(() => raw.close());

type Json = Record<string, unknown>;

const provider = () => createProvider({ type: 'google-genai', apiKey: 'sk-1234567', baseUrl: raw.url }, deps);
const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const result = (id: string, output = 'seen'): ContentPart => ({ type: 'tool_result', tool_call_id: id, output });

/** A stream with one chunk per part, and the end. */
function reply(...parts: Json[]): string {
  const chunks: unknown[] = parts.map((part) => ({ candidates: [{ content: { role: 'model', parts: [part] } }] }));
  return [...chunks, { candidates: [{ finishReason: 'STOP' }] }]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join('');
}

async function sent(changes: Partial<ModelRequest>): Promise<Json> {
  raw.reply({ body: [reply({ text: 'x' })] });
  await collect(provider(), request(changes));
  return raw.requests.at(-1)?.body as Json;
}

/** The parts that a session stores of a reply, in their order. */
function kept(events: ModelEvent[]): ContentPart[] {
  const parts: ContentPart[] = [];
  const calls: ContentPart[] = [];
  for (const event of events) {
    const last = parts.at(-1);
    if (event.type === 'text' || event.type === 'thinking') {
      if (event.type === 'text' && last?.type === 'text') last.text += event.text;
      else if (event.type === 'text') parts.push({ type: 'text', text: event.text });
      else if (last?.type === 'thinking' && last.signature === undefined) last.thinking += event.text;
      else parts.push({ type: 'thinking', thinking: event.text });
    } else if (event.type === 'thinking_signature') {
      if (last?.type === 'thinking' && last.signature === undefined) last.signature = event.signature;
      else parts.push({ type: 'thinking', thinking: '', signature: event.signature });
    } else if (event.type === 'tool_call') {
      const id = event.id ?? `own_${event.index}`;
      const input = JSON.parse(event.arguments) as Json;
      calls.push({ type: 'tool_use', tool_call_id: id, tool_name: event.name ?? '', input });
    }
  }
  return [...parts, ...calls];
}

describe('what a reply holds goes back as it came', () => {
  const call = (name: string, more: Json = {}): Json => ({ functionCall: { name, args: { path: name }, ...more } });
  const thought = { text: 'hm', thought: true };
  test.each<[string, Json[]]>([
    [
      'a signature on the first of two calls',
      [call('Read'), call('Glob')].map((each, at) => (at === 0 ? { ...each, thoughtSignature: 'S' } : each)),
    ],
    ['a signature on the second call', [call('Read'), { ...call('Glob'), thoughtSignature: 'S' }]],
    [
      'one on each',
      [
        { ...call('Read'), thoughtSignature: 'S' },
        { ...call('Glob'), thoughtSignature: 'T' },
      ],
    ],
    ['a thought before a signed call', [thought, { ...call('Read'), thoughtSignature: 'S' }]],
    [
      'a signed thought and a signed call',
      [
        { ...thought, thoughtSignature: 'S' },
        { ...call('Read'), thoughtSignature: 'T' },
      ],
    ],
    ['text, signed at its end', [{ text: 'Hello' }, { text: ' you', thoughtSignature: 'S' }]],
    ['text, signed by an empty part', [{ text: 'Hello' }, { text: '', thoughtSignature: 'S' }]],
    ['text, signed as a whole', [thought, { text: 'Hello', thoughtSignature: 'S' }]],
    ['text and a signed call', [{ text: 'Hello' }, { ...call('Read'), thoughtSignature: 'S' }]],
    ['calls with ids', [call('Read', { id: 'a1' }), call('Read', { id: 'b2' })]],
    [
      'calls with ids and signatures',
      [{ ...call('Read', { id: 'a1' }), thoughtSignature: 'S' }, call('Read', { id: 'b2' })],
    ],
  ])('%s', async (_name, parts) => {
    raw.reply({ body: [reply(...parts)] });
    const content = kept((await collect(provider(), request())).events);
    const results = content.flatMap((part) => (part.type === 'tool_use' ? [result(part.tool_call_id)] : []));
    const messages: ModelMessage[] = [user('Hello'), { role: 'assistant', content }];
    if (results.length > 0) messages.push({ role: 'tool', content: results });
    const body = await sent({ messages: [...messages, user('Go on')] });
    expect((body['contents'] as Json[])[1]).toEqual({ role: 'model', parts });
    const answered = parts.flatMap(({ functionCall }) => {
      const { id, name } = (functionCall ?? {}) as Json;
      return name === undefined
        ? []
        : [{ functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output: 'seen' } } }];
    });
    expect((body['contents'] as Json[])[2]).toEqual({ role: 'user', parts: [...answered, { text: 'Go on' }] });
  });

  test('a reply of nothing but a signature is an empty one', async () => {
    raw.reply({ body: [reply({ text: '', thoughtSignature: 'S' })] });
    const { events } = await collect(provider(), request());
    expect(events.map(({ type }) => type)).toEqual(['usage', 'finish']);
  });
});

test('arguments that are nested too deeply are a failure with a name, however short their event is', async () => {
  const args = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
  raw.reply({ body: [reply({ functionCall: { name: 'TodoList', args: 'ARGS' } }).replace('"ARGS"', args)] });
  const error = await failure(provider());
  expect(error.kind).toBe('error');
  expect(error.message).toContain('nested too deeply');
});

describe('requests', () => {
  const calls: ModelMessage[] = [
    user('Hello'),
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: 'of another protocol' },
        { type: 'tool_use', tool_call_id: 'a', tool_name: 'Read', input: { path: 'a' } },
        { type: 'tool_use', tool_call_id: 'b', tool_name: 'no such/name', input: '{bad' },
      ],
    },
    { role: 'tool', content: [result('a', ' '), { ...result('b', 'no'), is_error: true } as ContentPart] },
  ];

  test.each([
    ['gemini-3-pro-preview', 'skip_thought_signature_validator'],
    ['gemini-2.5-pro', undefined],
  ])('calls without a signature to %s', async (model, thoughtSignature) => {
    const body = await sent({ model, messages: calls });
    expect(body['contents']).toEqual([
      { role: 'user', parts: [{ text: 'Hello' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'Read', args: { path: 'a' } }, ...(thoughtSignature ? { thoughtSignature } : {}) },
          { functionCall: { name: 'no_such_name', args: { unreadable_arguments: '{bad' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'Read', response: { output: '(no output)' } } },
          { functionResponse: { name: 'no_such_name', response: { error: 'no' } } },
        ],
      },
    ]);
  });

  test.each<[string, string | undefined, Json | undefined]>([
    ['gemini-3-pro-preview', 'off', { thinkingLevel: 'LOW' }],
    ['gemini-3-flash', 'off', { thinkingLevel: 'MINIMAL' }],
    ['gemini-3-flash', 'minimal', { thinkingLevel: 'MINIMAL', includeThoughts: true }],
    ['gemini-3-pro-preview', 'low', { thinkingLevel: 'LOW', includeThoughts: true }],
    ['gemini-3.5-flash', 'medium', { thinkingLevel: 'MEDIUM', includeThoughts: true }],
    ['models/gemini-3-pro', 'high', { thinkingLevel: 'HIGH', includeThoughts: true }],
    ['gemini-3-pro', 'max', { thinkingLevel: 'HIGH', includeThoughts: true }],
    ['gemini-3-pro', 'on', { includeThoughts: true }],
    ['gemini-2.5-flash', 'off', { thinkingBudget: 0 }],
    ['gemini-2.5-pro', 'off', { thinkingBudget: 128 }],
    ['gemini-2.5-flash', 'low', { thinkingBudget: 1_024, includeThoughts: true }],
    ['gemini-2.5-pro', 'medium', { thinkingBudget: 4_096, includeThoughts: true }],
    ['gemini-2.5-pro', 'on', { thinkingBudget: 4_096, includeThoughts: true }],
    ['gemini-2.5-pro', 'high', { thinkingBudget: 32_000, includeThoughts: true }],
    ['gemini-2.5-flash', 'high', { thinkingBudget: 24_576, includeThoughts: true }],
    ['gemini-2.5-pro', undefined, undefined],
  ])('%s thinks at level %s', async (model, thinking, expected) => {
    const body = await sent({ model, ...(thinking === undefined ? {} : { thinking }) });
    expect((body['generationConfig'] as Json | undefined)?.['thinkingConfig']).toEqual(expected);
  });

  test('limits, and an address with the version in it', async () => {
    raw.reply({ body: [reply({ text: 'x' })] });
    const settings = { type: 'google-genai', apiKey: 'sk-1234567', baseUrl: `${raw.url}/v1beta/`, maxOutputTokens: 50 };
    await collect(createProvider(settings, deps), request({ model: 'models/a b', temperature: 0.5, topP: 0.9 }));
    const last = raw.requests.at(-1);
    expect(last?.path).toBe('/v1beta/models/a%20b:streamGenerateContent?alt=sse');
    expect(last?.body).toMatchObject({ generationConfig: { maxOutputTokens: 50, temperature: 0.5, topP: 0.9 } });
  });
});

describe('endings', () => {
  const ended = (finishReason: string): string =>
    `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason }] })}\n\n`;

  test.each([
    ['STOP', 'end_turn'],
    ['MAX_TOKENS', 'max_tokens'],
    ['SAFETY', 'filtered'],
    ['RECITATION', 'filtered'],
    ['BLOCKLIST', 'filtered'],
    ['PROHIBITED_CONTENT', 'filtered'],
    ['SPII', 'filtered'],
    ['OTHER', 'other'],
    ['A_FUTURE_ONE', 'other'],
  ])('%s', async (word, reason) => {
    raw.reply({ body: [ended(word)] });
    expect((await collect(provider(), request())).finish).toEqual({ type: 'finish', reason, raw: word });
  });

  test.each([
    ['MALFORMED_FUNCTION_CALL', 'error', undefined],
    ['UNEXPECTED_TOOL_CALL', 'error', undefined],
    ['MISSING_THOUGHT_SIGNATURE', 'bad_request', 'structure'],
  ])('%s fails', async (word, kind, refusedPart) => {
    raw.reply({ body: [ended(word)] });
    const error = await failure(provider());
    expect([error.kind, error.facts.refusedPart]).toEqual([kind, refusedPart]);
  });

  test('a blocked prompt is filtered', async () => {
    raw.reply({ body: ['data: {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}\n\n', 30_000] });
    const { finish } = await collect(provider(), request());
    expect(finish).toMatchObject({ reason: 'filtered', raw: 'PROHIBITED_CONTENT' });
  });
});

describe('refusals', () => {
  const exhausted = (message: string, ...details: Json[]): Json => ({
    error: { code: 429, message, status: 'RESOURCE_EXHAUSTED', details },
  });
  const plan = 'You exceeded your current quota, please check your plan and billing details.';
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.0748s' };
  const quota = (quotaId: string): Json => ({
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaId }],
  });
  test.each<[string, number, Json, string, number | undefined]>([
    [
      'a full minute',
      429,
      exhausted(plan, quota('GenerateRequestsPerMinutePerProject'), retry),
      'rate_limited',
      34_075,
    ],
    ['a used up day', 429, exhausted(plan, quota('GenerateRequestsPerDayPerProject'), retry), 'quota', 34_075],
    ['a plan without the model', 429, exhausted(`${plan} Quota exceeded, limit: 0`, retry), 'quota', 34_075],
    ['no money', 429, exhausted(plan), 'quota', undefined],
    ['a busy moment', 429, exhausted('Resource has been exhausted (e.g. check quota).'), 'rate_limited', undefined],
    [
      'a wrong key',
      400,
      { error: { code: 400, message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } },
      'auth_rejected',
      undefined,
    ],
  ])('%s', async (_name, status, body, kind, retryAfterMs) => {
    raw.reply({ status, headers: { 'content-type': 'application/json' }, body: [JSON.stringify(body)] });
    const error = await failure(provider());
    expect([error.kind, error.facts.retryAfterMs, error.facts.status]).toEqual([kind, retryAfterMs, status]);
  });

  test('in the stream', async () => {
    raw.reply({ body: [`data: ${JSON.stringify(exhausted(plan, retry))}\n\n`] });
    const error = await failure(provider());
    expect(error).toBeInstanceOf(ProviderError);
    expect([error.kind, error.facts.retryAfterMs]).toEqual(['rate_limited', 34_075]);
  });

  test('a missing signature is a matter of structure', async () => {
    const message = 'Function call is missing a thought_signature in functionCall parts.';
    raw.reply({ status: 400, body: [JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } })] });
    expect((await failure(provider())).facts.refusedPart).toBe('structure');
  });
});

describe('schemas', () => {
  const fields = ['type', 'description', 'enum', 'items', 'properties', 'required', 'nullable', 'anyOf'];
  const taken = new Set([...fields, 'minimum', 'maximum', 'minItems', 'maxItems']);

  /** Throws when a schema breaks a rule of the service. */
  function check(schema: Json, path: string): void {
    for (const name of Object.keys(schema)) if (!taken.has(name)) throw new Error(`${path}: ${name}`);
    if (schema['anyOf'] !== undefined) {
      for (const each of schema['anyOf'] as Json[]) check(each, `${path}|`);
      return;
    }
    if (!/^(?:STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT)$/.test(String(schema['type'])))
      throw new Error(`${path}: type ${String(schema['type'])}`);
    if (schema['type'] === 'ARRAY') check(schema['items'] as Json, `${path}[]`);
    if (schema['enum'] !== undefined && schema['type'] !== 'STRING') throw new Error(`${path}: enum`);
    const properties = (schema['properties'] ?? {}) as Record<string, Json>;
    for (const name of (schema['required'] ?? []) as string[])
      if (!(name in properties)) throw new Error(`${path}: required ${name}`);
    for (const [name, each] of Object.entries(properties)) check(each, `${path}.${name}`);
  }

  test.each(Object.entries(toolTable))('those of %s', (name, { inputSchema }) => {
    const reduced = functionParameters(inputSchema);
    const properties = Object.keys(inputSchema['properties'] ?? {});
    expect(Object.keys((reduced?.['properties'] ?? {}) as Json)).toEqual(properties);
    if (reduced) check(reduced, name);
  });

  test('everything that JSON Schema has and this has not', () => {
    const reduced = functionParameters({
      type: 'object',
      additionalProperties: false,
      $defs: { kind: { enum: ['a', 'b'] }, tree: { properties: { next: { $ref: '#/$defs/tree' } } } },
      required: ['kind', 'gone'],
      properties: {
        kind: { $ref: '#/$defs/kind', description: 'The kind.' },
        maybe: { type: ['string', 'null'], format: 'uri', pattern: '^x', default: 'x' },
        several: { type: ['string', 'integer'] },
        either: { oneOf: [{ type: 'string' }, { type: 'array' }, { type: 'null' }] },
        both: { allOf: [{ properties: { x: { type: 'number' } } }, { required: ['x'] }] },
        sizes: { enum: [1, 2] },
        fixed: { const: 'now' },
        free: { type: 'object', additionalProperties: { type: 'string' } },
        list: { type: 'array', items: { type: 'integer', exclusiveMinimum: 0, minimum: 1 }, minItems: 1 },
        any: true,
      },
    });
    expect(reduced).toEqual({
      type: 'OBJECT',
      required: ['kind'],
      properties: {
        kind: { type: 'STRING', enum: ['a', 'b'], description: 'The kind.' },
        maybe: { type: 'STRING', nullable: true },
        several: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] },
        either: { anyOf: [{ type: 'STRING' }, { type: 'ARRAY', items: { type: 'STRING' } }], nullable: true },
        both: { type: 'OBJECT', properties: { x: { type: 'NUMBER' } }, required: ['x'] },
        sizes: { type: 'NUMBER', description: 'One of 1, 2.' },
        fixed: { type: 'STRING', enum: ['now'] },
        free: { type: 'OBJECT' },
        list: { type: 'ARRAY', items: { type: 'INTEGER', minimum: 1 }, minItems: 1 },
        any: { type: 'STRING' },
      },
    });
  });

  test('one that points at itself, and one that grows without bounds', () => {
    const self = { properties: { self: { $ref: '#' } } };
    check(functionParameters(self) ?? {}, 'self');
    const twice = { type: 'object', properties: { a: { $ref: '#' }, b: { $ref: '#' }, c: { $ref: '#' } } };
    const text = JSON.stringify(functionParameters(twice));
    expect(text.length).toBeLessThan(1_000_000);
    expect(functionParameters({ type: 'object', properties: {} })).toBeUndefined();
    expect(functionParameters({ anyOf: [{ $ref: '#' }] })).toBeUndefined();
  });
});

test('a turn with tools through a server: every part goes back with the signature it came with', async () => {
  const parts = [
    { text: 'I look.', thought: true },
    { text: 'Two lists.' },
    { functionCall: { id: 'a1', name: 'Glob', args: { pattern: '*.none' } }, thoughtSignature: 'S' },
    { functionCall: { id: 'b2', name: 'Glob', args: { pattern: '*.nothing' } } },
  ];
  raw.reply({ body: [reply(...parts)] }, { body: [reply({ text: 'Done.' }, { text: '', thoughtSignature: 'T' })] });
  const before = raw.requests.length;
  const trial = await startTrial({
    config: `default_model = "m"
[providers.p]
type = "google-genai"
base_url = "${raw.url}"
api_key = "sk-1234567"
[models.m]
provider = "p"
model = "gemini-3-pro-preview"
max_context_size = 100000
`,
  });
  try {
    const talk = await trial.talk();
    await talk.run('Look twice.');
    await talk.run('And again.');
    const asked = raw.requests.slice(before).filter((each) => (each.body as Json)['tools'] !== undefined);
    const contents = (asked.at(-1)?.body as { contents: { role: string; parts: Json[] }[] }).contents;
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'model', 'user']);
    expect(contents[1]?.parts).toEqual(parts);
    expect(contents[2]?.parts.map((part) => (part['functionResponse'] as Json)['id'])).toEqual(['a1', 'b2']);
    expect(contents[3]?.parts).toEqual([{ text: 'Done.' }, { text: '', thoughtSignature: 'T' }]);
  } finally {
    await trial.close();
  }
}, 60_000);
