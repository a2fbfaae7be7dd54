/** How protocols read replies of every kind, valid and broken. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createProvider, type ProviderDeps } from '../../daemon/providers/index.js';
import type { Provider, ProviderErrorKind } from '../../daemon/providers/provider.js';
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import { startRawModel, type RawModel, type RawReply } from '../helpers/rawmodel.js';
import { block, chat, collect, delta, deps, events, failure, message, request } from './fixtures.js';

const key = 'sk-very-secret-key';
let raw: RawModel;
let model: ScriptedModel;

beforeAll(async () => {
  raw = await startRawModel();
});
afterAll(() => raw.close());

describe.each(['openai', 'openai_responses', 'anthropic'])('%s, scripted', (type) => {
  const provider = (): Provider =>
    createProvider({ type, apiKey: key, baseUrl: type === 'anthropic' ? model.hostUrl : model.baseUrl }, deps);
  const usage = { input: 11, output: 5 };
  const signatures: Record<string, unknown[]> = {
    openai: ['{"field":"reasoning_content"}'],
    openai_responses: [expect.stringMatching(/^\{"id":"rs-[\w-]+","encrypted_content":"[\w=]+"\}$/)],
    anthropic: ['SIG=='],
  };
  afterEach(async () => {
    model.checkInvariants({ secrets: [key] });
    await model.close();
  });

  const table: [string, ScriptedReply, Partial<Awaited<ReturnType<typeof collect>>>, string][] = [
    ['plain', { text: 'Hello there', usage }, { text: 'Hello there', thinking: '', calls: [] }, 'end_turn'],
    [
      'thinking',
      { text: 'Hi', thinking: 'let me see', signature: 'SIG==', chunkSize: 3 },
      { text: 'Hi', thinking: 'let me see' },
      'end_turn',
    ],
    [
      'one call',
      { calls: [{ id: 'call_1', name: 'Read', input: { path: 'a' } }] },
      { calls: [{ id: 'call_1', name: 'Read', arguments: '{"path":"a"}' }] },
      'tool_use',
    ],
    [
      'parallel calls',
      {
        text: 'Looking.',
        calls: [
          { id: 'a', name: 'Read', input: { path: '1' } },
          { id: 'b', name: 'Glob', input: { pattern: '2' } },
        ],
        chunkSize: 3,
      },
      {
        text: 'Looking.',
        calls: [
          { id: 'a', name: 'Read', arguments: '{"path":"1"}' },
          { id: 'b', name: 'Glob', arguments: '{"pattern":"2"}' },
        ],
      },
      'tool_use',
    ],
    [
      'arguments in single characters',
      { calls: [{ id: 'a', name: 'Write', input: { content: 'x\\"\n😀日本' } }], chunkSize: 1 },
      { calls: [{ id: 'a', name: 'Write', arguments: JSON.stringify({ content: 'x\\"\n😀日本' }) }] },
      'tool_use',
    ],
    ['split surrogates', { text: '😀😀😀', chunkSize: 1 }, { text: '😀😀😀' }, 'end_turn'],
    ['cut by the limit', { text: 'half', finishReason: 'length' }, { text: 'half' }, 'max_tokens'],
    ['empty', { text: '' }, { text: '', calls: [] }, 'end_turn'],
  ];
  test.each(table)('%s', async (_name, reply, expected, reason) => {
    model = await startModel();
    model.reply(reply);
    const got = await collect(provider(), request());
    expect(got).toMatchObject(expected);
    expect(got.finish?.reason).toBe(reason);
    expect(got.events.at(-1)?.type).toBe('finish');
    for (const event of got.events) if (event.type === 'text') expect(isWellFormed(event.text)).toBe(true);
    if (reply.usage) expect(got.usage).toMatchObject({ inputOther: 11, output: 5 });
    if (reply.thinking !== undefined) expect(got.signatures).toEqual(signatures[type]);
  });

  const failures: [string, ScriptedReply, ProviderErrorKind, number | undefined][] = [
    ['429', { error: { status: 429, message: 'slow down', retryAfter: 7 } }, 'rate_limited', 7_000],
    ['500', { error: { status: 500, message: 'oops' } }, 'error', undefined],
    ['401', { error: { status: 401, message: `bad key ${key}` } }, 'auth_rejected', undefined],
    ['cut off', { text: 'abcdefghijkl', chunkSize: 2, cutAfterChunks: 3, chunkDelayMs: 20 }, 'connection', undefined],
  ];
  test.each(failures)('fails: %s', async (_name, reply, kind, retryAfterMs) => {
    model = await startModel();
    model.reply(reply);
    const error = await failure(provider());
    expect(error.kind).toBe(kind);
    expect(error.facts.retryAfterMs).toBe(retryAfterMs);
    expect(error.message).not.toContain(key);
  });
});

const bodies = {
  openai: {
    start: `data: ${JSON.stringify(delta({ content: 'Hel' }))}\n\n`,
    error: `data: ${JSON.stringify({ error: { message: `Overloaded ${key}`, type: 'overloaded_error' } })}\n\n`,
    coded: `data: ${JSON.stringify({ error: { message: 'upstream', code: 502 } })}\n\n`,
    whole: chat(delta({ content: 'Hello' }), delta({}, 'stop')),
    unknown: `event: strange\ndata: what?\n\n: ping\n\n${chat({ choices: [], odd: 1 }, delta({ content: 'Hello', odd: {} }), delta({}, 'stop'))}`,
    arguments: (text: string) =>
      chat(
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'Write', arguments: '' } }] }),
        ...slices(text).map((piece) => delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
        delta({}, 'tool_calls'),
      ),
    filtered: chat(delta({ content: 'I' }), delta({}, 'content_filter')),
  },
  anthropic: {
    start: events(
      { type: 'message_start', message: {} },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hel' } },
    ),
    error: events({ type: 'error', error: { type: 'overloaded_error', message: `Overloaded ${key}` } }),
    coded: events({ type: 'error', error: { type: 'api_error', message: 'upstream' } }),
    whole: message(block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hello' })),
    unknown: `event: strange\ndata: what?\n\nevent: ping\ndata: {"type":"ping"}\n\n${message([...block(0, { type: 'future', x: 1 }, { type: 'future_delta' }), ...block(1, { type: 'text' }, { type: 'text_delta', text: 'Hello' })])}`,
    arguments: (text: string) =>
      message(
        block(
          0,
          { type: 'tool_use', id: 'a', name: 'Write', input: {} },
          ...slices(text).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
        ),
        'tool_use',
      ),
    filtered: message(block(0, { type: 'text', text: 'I' }), 'refusal'),
  },
};

describe.each(['openai', 'anthropic'] as const)('%s, raw', (type) => {
  const body = bodies[type];
  const provider = (changes: Partial<ProviderDeps> = {}): Provider =>
    createProvider({ type, apiKey: key, baseUrl: raw.url }, { ...deps, ...changes });

  const failures: [string, RawReply, ProviderErrorKind, number | undefined][] = [
    [
      '429 with a date',
      { status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:01:30 GMT' }, body: ['{}'] },
      'rate_limited',
      90_000,
    ],
    [
      '429 out of quota',
      {
        status: 429,
        headers: { 'retry-after': '5' },
        body: ['{"error":{"code":"insufficient_quota","message":"no"}}'],
      },
      'quota',
      5_000,
    ],
    ['400', { status: 400, body: ['{"error":{"message":"Unknown parameter"}}'] }, 'bad_request', undefined],
    [
      'overflow',
      { status: 400, body: ['{"error":{"message":"prompt is too long: 3 tokens > 2 maximum"}}'] },
      'context_overflow',
      undefined,
    ],
    [
      'filter',
      { status: 400, body: ['{"error":{"code":"content_filter","message":"withheld"}}'] },
      'filtered',
      undefined,
    ],
    ['403', { status: 403, body: [`{"error":{"message":"no, ${key}"}}`] }, 'auth_rejected', undefined],
    ['408', { status: 408 }, 'timeout', undefined],
    ['529', { status: 529 }, 'overloaded', undefined],
    [
      'a key that would be cut in half',
      { status: 400, body: [`{"error":{"message":"${'x'.repeat(990)}${key}"}}`] },
      'bad_request',
      undefined,
    ],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'bad_request', undefined],
    ['a page', { headers: { 'content-type': 'text/html' }, body: ['<html>'] }, 'bad_request', undefined],
    [
      'an error with status 200',
      { headers: { 'content-type': 'application/json' }, body: ['{"error":{"message":"overloaded"}}'] },
      'overloaded',
      undefined,
    ],
    ['an error in the stream', { body: [body.start, body.error] }, 'overloaded', undefined],
    ['another error in the stream', { body: [body.start, body.coded] }, 'error', undefined],
    ['a stream that ends early', { body: [body.start] }, 'connection', undefined],
    ['a dropped connection', { body: [body.start, 30, 'drop'] }, 'connection', undefined],
    ['garbage', { body: ['data: {"choices\n\n'] }, 'connection', undefined],
    [
      'bytes that are no events',
      { body: [Buffer.from([0, 255, 254, 10, 10, 1, 2]), 'hello\n\n'] },
      'connection',
      undefined,
    ],
    ['nothing at all', {}, 'connection', undefined],
  ];
  test.each(failures)('fails: %s', async (_name, reply, kind, retryAfterMs) => {
    raw.reply(reply);
    const error = await failure(provider());
    expect(error.kind).toBe(kind);
    expect(error.facts.retryAfterMs).toBe(retryAfterMs);
    expect(`${error.message} ${error.stack}`).not.toContain(key.slice(0, 9));
  });

  test('a connection that is refused', async () => {
    const closed = await startRawModel();
    await closed.close();
    const error = await failure(createProvider({ type, apiKey: key, baseUrl: closed.url }, deps));
    expect(error.kind).toBe('connection');
    expect(error.message).toBe(`Nothing answers at ${closed.url}; is the model server running?`);
  });

  test('a slow first byte and a stream that falls silent', async () => {
    const timeouts = { firstByteMs: 60, idleMs: 60 };
    raw.reply({ headAfterMs: 400, body: [body.whole] });
    expect(await failure(provider({ timeouts }))).toMatchObject({ kind: 'timeout' });
    raw.reply({ body: [body.start, 400, body.whole] });
    expect(await failure(provider({ timeouts }))).toMatchObject({ kind: 'connection' });
    // longer than the limit in total, but each pause is far below it
    raw.reply({ body: [':\n\n', 120, ':\n\n', 120, ':\n\n', 120, body.whole] });
    const longer = { firstByteMs: 300, idleMs: 300 };
    expect((await collect(provider({ timeouts: longer }), request())).text).toBe('Hello');
  });

  test('an abort ends the request at once, with its reason', async () => {
    for (const reply of [{ headAfterMs: 5_000 }, { body: [body.start, 5_000] }]) {
      raw.reply(reply);
      const controller = new AbortController();
      const reason = new Error('stop');
      const asked = raw.requests.length;
      const began = Date.now();
      const collected = expect(collect(provider(), request(), controller.signal)).rejects.toBe(reason);
      while (raw.requests.length === asked) await wait(5);
      setTimeout(() => controller.abort(reason), 20);
      await collected;
      expect(Date.now() - began).toBeLessThan(3_000);
      expect(await raw.requests[asked]?.closed).toEqual({ early: true });
    }
    await expect(collect(provider(), request(), AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  test('an abort ends a read that does not settle by itself', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const silent = new ReadableStream({
      pull() {
        setTimeout(() => controller.abort(reason), 20);
        return new Promise(() => undefined);
      },
    });
    const asked = provider({ send: () => Promise.resolve(new Response(silent)) });
    await expect(collect(asked, request(), controller.signal)).rejects.toBe(reason);
  });

  test('an abort while the request is encoded sends nothing', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const asked = raw.requests.length;
    const collected = collect(provider(), request(), controller.signal);
    controller.abort(reason);
    await expect(collected).rejects.toBe(reason);
    expect(raw.requests).toHaveLength(asked);
  });

  test('a reader that goes away closes the connection', async () => {
    raw.reply({ body: [body.start, 5_000] });
    const asked = raw.requests.length;
    for await (const event of provider().stream(request(), new AbortController().signal))
      if (event.type === 'text') break;
    expect(await raw.requests[asked]?.closed).toEqual({ early: true });
  });

  test('unknown events are ignored', async () => {
    raw.reply({ body: [body.unknown] });
    expect(await collect(provider(), request())).toMatchObject({ text: 'Hello', finish: { reason: 'end_turn' } });
  });

  test('bytes may be cut anywhere, and the last blank line may be missing', async () => {
    const bytes = Buffer.from(body.whole.replace('Hello', 'Hé日😀').trimEnd());
    raw.reply({ body: [...bytes].map((byte) => Buffer.from([byte])) });
    expect(await collect(provider(), request())).toMatchObject({ text: 'Hé日😀', finish: { reason: 'end_turn' } });
  });

  test('a server that keeps the connection open after the end does not hold the reply', async () => {
    raw.reply({ body: [body.whole, 5_000] });
    const began = Date.now();
    expect((await collect(provider(), request())).text).toBe('Hello');
    expect(Date.now() - began).toBeLessThan(4_500);
  });

  test('a megabyte of arguments', async () => {
    const text = JSON.stringify({ content: 'x'.repeat(1_000_000) });
    raw.reply({ body: [body.arguments(text)] });
    const began = Date.now();
    const got = await collect(provider(), request());
    expect(got.calls[0]?.arguments === text).toBe(true);
    expect(Date.now() - began).toBeLessThan(3_000);
  });

  test('arguments that are not JSON are passed on', async () => {
    raw.reply({ body: [body.arguments('{bad')] });
    expect((await collect(provider(), request())).calls).toEqual([{ id: 'a', name: 'Write', arguments: '{bad' }]);
  });

  test('a withheld answer', async () => {
    raw.reply({ body: [body.filtered] });
    expect((await collect(provider(), request())).finish?.reason).toBe('filtered');
  });

  test('the program gives its name; own headers may replace it', async () => {
    raw.reply({ body: [body.whole] });
    const settings = { type, apiKey: key, baseUrl: raw.url, userAgent: 'my-böt 1' };
    await collect(createProvider(settings, deps), request());
    await collect(createProvider({ ...settings, headers: { 'User-Agent': 'other' } }, deps), request());
    expect(raw.requests.slice(-2).map((sent) => sent.headers['user-agent'])).toEqual(['my-b-t-1', 'other']);
  });

  test('headers: own ones are added, never over the credential', async () => {
    raw.reply({ body: [body.whole] });
    const credential = type === 'openai' ? 'authorization' : 'x-api-key';
    const headers = { 'X-Team': 'blue', [credential.toUpperCase()]: 'other' };
    await collect(createProvider({ type, apiKey: ` ${key}\n`, baseUrl: `${raw.url}/`, headers }, deps), request());
    const sent = raw.requests.at(-1);
    expect(sent?.headers).toMatchObject({ 'x-team': 'blue', [credential]: type === 'openai' ? `Bearer ${key}` : key });
    expect(sent?.path).toBe(type === 'openai' ? '/chat/completions' : '/v1/messages');
  });

  test('a key that cannot be sent is not quoted', async () => {
    const error = await failure(createProvider({ type, apiKey: 'sk-日本語-secret', baseUrl: raw.url }, deps));
    expect(error.kind).toBe('bad_request');
    expect(`${error.message} ${String(error.cause)}`).not.toContain('secret');
  });

  test('without a credential nothing is asked', async () => {
    expect(await failure(createProvider({ type, baseUrl: 'http://example.invalid' }, deps))).toMatchObject({
      kind: 'auth_missing',
    });
  });

  test.each(['nonsense', 'ftp://x', 'http://me:secret-word@127.0.0.1/'])('base_url %s', async (baseUrl) => {
    const error = await failure(createProvider({ type, apiKey: key, baseUrl }, deps));
    expect(error.kind).toBe('bad_request');
    expect(error.message).not.toContain('secret-word');
  });
});

test('a refusal is reported as text', async () => {
  raw.reply({ body: [chat(delta({ refusal: 'I ' }), delta({ refusal: 'will not.' }), delta({}, 'stop'))] });
  const got = await collect(createProvider({ type: 'openai', apiKey: key, baseUrl: raw.url }, deps), request());
  expect(got).toMatchObject({ text: 'I will not.', finish: { reason: 'end_turn' } });
});

test('a server on this machine may go without a key', async () => {
  raw.reply({ body: [bodies.openai.whole] });
  expect((await collect(createProvider({ type: 'openai', baseUrl: raw.url }, deps), request())).text).toBe('Hello');
  expect(raw.requests.at(-1)?.headers.authorization).toBeUndefined();
});

test('other protocols say that they are not spoken yet', async () => {
  expect(await failure(createProvider({ type: 'semaphore' }, deps))).toMatchObject({ kind: 'bad_request' });
});

function slices(text: string): string[] {
  return text.match(/[\s\S]{1,500}/g) ?? [];
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}
