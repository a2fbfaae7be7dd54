/** What the managed protocol adds to chat completions: login tokens, the thinking object, the cache key. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createProvider, type ProviderSettings } from '../../daemon/providers/index.js';
import { ProviderError, type ModelRequest } from '../../daemon/providers/provider.js';
import { startRawModel, type RawModel, type RawReply } from '../helpers/rawmodel.js';
import { chat, collect, delta, deps, failure, request } from './fixtures.js';

let raw: RawModel;
beforeAll(async () => {
  raw = await startRawModel();
});
afterAll(() => raw.close());

const whole: RawReply = { body: [chat(delta({ content: 'Hello' }, 'stop'))] };
const rejected = (text = 'expired'): RawReply => ({
  status: 401,
  body: [JSON.stringify({ error: { message: text } })],
});

function provider(more: Partial<ProviderSettings> = {}): ReturnType<typeof createProvider> {
  return createProvider({ type: 'agent', baseUrl: raw.url, ...more }, deps);
}

/** A source that returns these tokens in turn, and records the refused ones. */
function source(...tokens: (string | ProviderError)[]): {
  refused: (string | undefined)[];
  accessToken: NonNullable<ProviderSettings['accessToken']>;
} {
  const refused: (string | undefined)[] = [];
  return {
    refused,
    async accessToken(old) {
      refused.push(old);
      const next = tokens.shift() ?? 'none-left';
      if (typeof next !== 'string') throw next;
      return next;
    },
  };
}

const bearers = (from: number): unknown[] => raw.requests.slice(from).map(({ headers }) => headers.authorization);

describe('the token', () => {
  test('is asked for before each request and goes before a key', async () => {
    raw.reply(whole);
    const from = raw.requests.length;
    const tokens = source('token-one', 'token-two');
    const asked = provider({ accessToken: tokens.accessToken, apiKey: 'sk-1234567' });
    await collect(asked, request());
    await collect(asked, request());
    expect(bearers(from)).toEqual(['Bearer token-one', 'Bearer token-two']);
    expect(tokens.refused).toEqual([undefined, undefined]);
  });

  test.each([401, 403])('is refreshed once after %d, and the request goes out again', async (status) => {
    raw.reply({ ...rejected(), status }, whole);
    const from = raw.requests.length;
    const tokens = source('token-one', 'token-two');
    expect((await collect(provider(tokens), request())).text).toBe('Hello');
    expect(bearers(from)).toEqual(['Bearer token-one', 'Bearer token-two']);
    expect(tokens.refused).toEqual([undefined, 'token-one']);
  });

  test('that is refused twice fails, and is quoted nowhere', async () => {
    raw.reply(rejected('no: token-one'), rejected('no: token-two'));
    const from = raw.requests.length;
    const tokens = source('token-one', 'token-two', 'token-three');
    const error = await failure(provider(tokens));
    expect(error).toMatchObject({ kind: 'auth_rejected', facts: { status: 401 } });
    expect(`${error.message} ${error.stack}`).not.toMatch(/token-(?:one|two)/);
    expect(bearers(from)).toHaveLength(2);
  });

  test('is not quoted from the middle of a reply, either, and nothing is asked again there', async () => {
    const said = { error: { type: 'authentication_error', message: 'token-one is over' } };
    raw.reply({
      body: [`data: ${JSON.stringify(delta({ content: 'Hel' }))}\n\n`, `data: ${JSON.stringify(said)}\n\n`],
    });
    const tokens = source('token-one');
    const error = await failure(provider(tokens));
    expect(error).toMatchObject({ kind: 'auth_rejected', message: '*** is over' });
    expect(tokens.refused).toEqual([undefined]);
  });

  test('that cannot be had fails before any request, with the reason', async () => {
    const from = raw.requests.length;
    for (const kind of ['auth_missing', 'auth_rejected', 'connection'] as const) {
      const error = await failure(provider(source(new ProviderError(kind, 'why'))));
      expect(error).toMatchObject({ kind, message: 'why' });
    }
    expect(bearers(from)).toEqual([]);
  });

  test('is not waited for after an abort', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const asked = collect(
      provider({
        accessToken() {
          setTimeout(() => controller.abort(reason), 1);
          return new Promise(() => undefined);
        },
      }),
      request(),
      controller.signal,
    );
    await expect(asked).rejects.toBe(reason);
  });

  test('may be a key; with neither, or without an address, no user is logged in', async () => {
    raw.reply(rejected());
    const from = raw.requests.length;
    expect(await failure(provider({ apiKey: 'sk-1234567' }))).toMatchObject({ kind: 'auth_rejected' });
    expect(bearers(from)).toEqual(['Bearer sk-1234567']);
    for (const settings of [{}, { baseUrl: undefined, apiKey: 'sk-1234567' }])
      expect(await failure(provider(settings))).toMatchObject({ kind: 'auth_missing' });
  });
});

describe('the body', () => {
  const table: [string, Partial<ModelRequest>, unknown][] = [
    ['nothing', {}, undefined],
    ['off', { thinking: 'off' }, { type: 'disabled' }],
    ['on', { thinking: 'on' }, { type: 'enabled', keep: 'all' }],
    ['an effort', { thinking: 'high' }, { type: 'enabled', effort: 'high', keep: 'all' }],
    ['not kept', { thinking: 'low', keepThinking: false }, { type: 'enabled', effort: 'low', keep: 'none' }],
  ];
  test.each(table)('thinking: %s', async (_name, changes, thinking) => {
    raw.reply(whole);
    await collect(provider({ apiKey: 'sk-1234567' }), request(changes));
    const body = raw.requests.at(-1)?.body as Record<string, unknown>;
    expect(body['thinking']).toEqual(thinking);
    expect(body).not.toHaveProperty('reasoning_effort');
    expect(body['prompt_cache_key']).toBe('session_1');
  });
});
