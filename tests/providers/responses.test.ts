/** Only in the responses protocol: its body, its reasoning items, and servers with their own variants. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createProvider } from '../../daemon/providers/index.js';
import type { ModelMessage, ModelRequest } from '../../daemon/providers/provider.js';
import type { ContentPart } from '../../schemas/generated/types.js';
import { startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { sse } from './dialects/dialect.js';
import { collect, deps, failure, request, type Collected } from './fixtures.js';

let raw: RawModel;
beforeAll(async () => {
  raw = await startRawModel();
});
afterAll(() => raw.close());

type Json = Record<string, unknown>;

const provider = (): ReturnType<typeof createProvider> =>
  createProvider({ type: 'openai_responses', apiKey: 'sk-1234567', baseUrl: raw.url }, deps);
const stream = (...list: Json[]): string => list.map((each) => `${sse(each, String(each['type']))}\n\n`).join('');
const completed = (fields: Json = {}): Json => ({
  type: 'response.completed',
  response: { status: 'completed', output: [], ...fields },
});
const done = (output_index: number, item: Json): Json => ({ type: 'response.output_item.done', output_index, item });
const call = (id: string): Json => ({ type: 'function_call', call_id: id, name: 'Read', arguments: '{}' });

async function answered(...list: Json[]): Promise<Collected> {
  raw.reply({ body: [stream(...list)] });
  return collect(provider(), request());
}

async function sent(changes: Partial<ModelRequest> = {}): Promise<Json> {
  raw.reply({ body: [stream(completed())] });
  await collect(provider(), request(changes));
  return raw.requests.at(-1)?.body as Json;
}

async function sentBack(content: ContentPart[]): Promise<Json[]> {
  const messages: ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'a' }] },
    { role: 'assistant', content },
  ];
  return ((await sent({ messages }))['input'] as Json[]).slice(1);
}

const thinking = (text: string, signature: string | undefined): ContentPart => ({
  type: 'thinking',
  thinking: text,
  ...(signature === undefined ? {} : { signature }),
});
const asked = (id: string): ContentPart => ({ type: 'tool_use', tool_call_id: id, tool_name: 'Read', input: {} });

describe('the body', () => {
  const png = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png', data: 'AAAA' } };
  const image = { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AAAA' };

  test('a whole history', async () => {
    const body = await sent({
      tools: [{ name: 'Read', description: 'Reads', inputSchema: { type: 'object' } }],
      thinking: 'high',
      maxOutputTokens: 99,
      temperature: 0.5,
      topP: 0.9,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Look' }, png, { type: 'text', text: ' ' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'ok' }, asked('odd id!'), asked('b'), asked('c')] },
        {
          role: 'tool',
          content: [
            { type: 'tool_result', tool_call_id: 'odd id!', output: [{ type: 'text', text: 'seen' }, png] },
            { type: 'tool_result', tool_call_id: 'b', output: [{ type: 'text', text: 'x' }] },
            { type: 'tool_result', tool_call_id: 'c', output: '' },
          ],
        },
      ],
    });
    const id = expect.stringMatching(/^call_[0-9a-f]{24}$/);
    expect(body).toEqual({
      model: 'test-model',
      instructions: 'You help.',
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'session_1',
      reasoning: { effort: 'high', summary: 'auto' },
      max_output_tokens: 99,
      temperature: 0.5,
      top_p: 0.9,
      parallel_tool_calls: true,
      tools: [{ type: 'function', name: 'Read', description: 'Reads', parameters: { type: 'object' }, strict: false }],
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Look' }, image] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
        { type: 'function_call', call_id: id, name: 'Read', arguments: '{}' },
        { type: 'function_call', call_id: 'b', name: 'Read', arguments: '{}' },
        { type: 'function_call', call_id: 'c', name: 'Read', arguments: '{}' },
        { type: 'function_call_output', call_id: id, output: [{ type: 'input_text', text: 'seen' }, image] },
        { type: 'function_call_output', call_id: 'b', output: 'x' },
        { type: 'function_call_output', call_id: 'c', output: '(no output)' },
      ],
    });
    const input = body['input'] as Json[];
    expect(input[2]?.['call_id']).toBe(input[5]?.['call_id']);
  });

  test.each([
    [undefined, undefined],
    ['off', undefined],
    ['on', { summary: 'auto' }],
    ['none', { effort: 'none', summary: 'auto' }],
  ])('effort %s', async (level, reasoning) => {
    expect((await sent(level === undefined ? {} : { thinking: level }))['reasoning']).toEqual(reasoning);
  });

  test.each([
    ['gpt-4.1-mini', undefined],
    ['gpt-5', ['reasoning.encrypted_content']],
    ['nobody-knows', ['reasoning.encrypted_content']],
  ])('%s is asked for encrypted thinking: %j', async (model, include) => {
    expect((await sent({ model }))['include']).toEqual(include);
  });
});

describe('reasoning items', () => {
  const pieces = (index: number, ...deltas: string[]): Json[] =>
    deltas.map((delta) => ({
      type: 'response.reasoning_summary_text.delta',
      output_index: 0,
      summary_index: index,
      delta,
    }));

  test('a summary in several parts goes back in the same parts', async () => {
    const item = { type: 'reasoning', id: 'rs_1', encrypted_content: 'E' };
    const got = await answered(
      ...pieces(0, 'a', 'b'),
      ...pieces(1, 'c'),
      done(0, item),
      done(1, call('x')),
      completed(),
    );
    expect(got.thinking).toBe('ab\n\nc');
    expect(await sentBack([thinking(got.thinking, got.signatures[0]), asked('x')])).toMatchObject([
      {
        type: 'reasoning',
        id: 'rs_1',
        encrypted_content: 'E',
        summary: [
          { type: 'summary_text', text: 'ab' },
          { type: 'summary_text', text: 'c' },
        ],
      },
      { type: 'function_call' },
    ]);
  });

  test('thinking that shows nothing goes back all the same', async () => {
    const got = await answered(
      done(0, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'E' }),
      done(1, call('x')),
      completed(),
    );
    expect(got).toMatchObject({ thinking: '', finish: { reason: 'tool_use' } });
    const [first] = await sentBack([thinking('', got.signatures[0]), asked('x')]);
    expect(first).toEqual({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'E' });
  });

  test('thinking between calls goes back between them', async () => {
    const got = await answered(
      done(0, { type: 'reasoning', id: 'rs_1', encrypted_content: 'E' }),
      done(1, call('x')),
      done(2, { type: 'reasoning', id: 'rs_2', encrypted_content: 'F' }),
      done(3, call('y')),
      completed(),
    );
    const items = await sentBack([...got.signatures.map((each) => thinking('', each)), asked('x'), asked('y')]);
    expect(items.map((item) => item['id'] ?? item['call_id'])).toEqual(['rs_1', 'x', 'rs_2', 'y']);
  });

  test("a model's own thoughts, without encryption, go back as they are", async () => {
    const item = { type: 'reasoning', id: 'rs_1', content: [{ type: 'reasoning_text', text: 'hm' }] };
    const got = await answered(
      { type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, delta: 'hm' },
      ...pieces(0, 'a summary of it'),
      done(0, item),
      done(1, call('x')),
      completed(),
    );
    expect(got.thinking).toBe('hm');
    const [first] = await sentBack([thinking('hm', got.signatures[0]), asked('x')]);
    expect(first).toEqual({ ...item, summary: [] });
  });

  test('what nothing followed, what cannot be known again and what was damaged stays away', async () => {
    const unknown = await answered(...pieces(0, 'a'), done(0, { type: 'reasoning', id: 'rs_1' }), completed());
    expect(unknown.signatures).toEqual([]);
    const signature = '{"id":"rs_1","encrypted_content":"E"}';
    expect(await sentBack([thinking('a', signature)])).toEqual([]);
    for (const bad of [undefined, '', 'SIG', '{"field":"reasoning_content"}', '7'])
      expect(await sentBack([thinking('a', bad), asked('x')])).toHaveLength(1);
  });
});

describe('servers in their own way', () => {
  test('a refusal is reported as text', async () => {
    const got = await answered(
      { type: 'response.refusal.delta', output_index: 0, content_index: 0, delta: 'No.' },
      done(0, { type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }),
      completed(),
    );
    expect(got).toMatchObject({ text: 'No.', finish: { reason: 'end_turn', raw: 'completed' } });
  });

  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'E' },
    { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
    { type: 'function_call', call_id: 'x', name: 'Read', arguments: '{"path":"a"}' },
  ];
  const all = {
    text: 'Hello',
    thinking: 'hm',
    calls: [{ id: 'x', name: 'Read', arguments: '{"path":"a"}' }],
    finish: { reason: 'tool_use' },
  };

  test('items without pieces', async () => {
    expect(await answered(...items.map((item, at) => done(at, item)), completed())).toMatchObject(all);
  });

  test('nothing but the end', async () => {
    expect(await answered(completed({ output: items }))).toMatchObject(all);
  });

  test('events without names, on a connection that stays open', async () => {
    raw.reply({ body: [`${sse(done(0, items[1] ?? {}))}\n\n${sse(completed())}\n\n`, 30_000] });
    expect(await collect(provider(), request())).toMatchObject({ text: 'Hello', finish: { reason: 'end_turn' } });
  });

  test('an item sent twice is reported once', async () => {
    const got = await answered(
      { type: 'response.output_text.delta', output_index: 0, delta: 'Hello' },
      done(0, items[1] ?? {}),
      done(0, items[1] ?? {}),
      completed({ output: items }),
    );
    expect(got.text).toBe('Hello');
  });

  const failures: [string, Json, Json][] = [
    ['limit', { code: 'rate_limit_exceeded', message: 'Rate limit reached' }, { kind: 'rate_limited' }],
    ['quota', { code: 'insufficient_quota', message: 'You exceeded it' }, { kind: 'quota' }],
    ['server', { code: 'server_error', message: 'Sorry' }, { kind: 'error' }],
    ['prompt', { code: 'invalid_prompt', message: 'Not this' }, { kind: 'bad_request' }],
    [
      'thinking that cannot be read',
      { code: 'invalid_encrypted_content', message: 'The encrypted content could not be verified.' },
      { kind: 'bad_request', facts: { refusedPart: 'structure' } },
    ],
  ];
  test.each(failures)('fails in the stream: %s', async (_name, error, expected) => {
    for (const event of [
      { type: 'response.failed', response: { status: 'failed', error } },
      { type: 'error', ...error },
      { type: 'error', error },
    ]) {
      raw.reply({ body: [stream(event)] });
      expect(await failure(provider())).toMatchObject(expected);
    }
  });

  test('a failure without a word', async () => {
    for (const type of ['response.failed', 'response.completed']) {
      raw.reply({ body: [stream({ type, response: { status: 'failed', error: null } })] });
      expect(await failure(provider())).toMatchObject({ kind: 'error', message: 'The provider reported an error.' });
    }
  });

  test('a reply that is cut without a reason', async () => {
    const got = await answered(done(0, items[1] ?? {}), completed({ status: 'incomplete' }));
    expect(got).toMatchObject({ text: 'Hello', finish: { reason: 'max_tokens', raw: 'incomplete' } });
  });

  test('a server on this machine may go without a key', async () => {
    raw.reply({ body: [stream(completed({ output: items }))] });
    await collect(createProvider({ type: 'openai_responses', baseUrl: raw.url }, deps), request());
    expect(raw.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  test('a reply cut by another limit', async () => {
    const response = { status: 'incomplete', incomplete_details: { reason: 'max_tool_calls' } };
    expect((await answered({ type: 'response.incomplete', response })).finish).toEqual({
      type: 'finish',
      reason: 'other',
      raw: 'max_tool_calls',
    });
  });
});
