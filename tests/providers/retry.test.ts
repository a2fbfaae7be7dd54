/** Which failures are retried and when (engine.md 2.3), and their reports (engine.md 20, ws.md 14.2, rest.md 2). */
import { describe, expect, test } from '@jest/globals';
import { ProviderError, type ProviderErrorKind } from '../../daemon/providers/provider.js';
import { providerRefusal, readRetryAfter } from '../../daemon/providers/refusal.js';
import { errorNameOf, providerFailure, retryDelay } from '../../daemon/providers/retry.js';

const now = Date.parse('2026-01-01T00:00:00Z');
const still = { random: () => 0, now: () => now };

describe('retry', () => {
  const table: [ProviderErrorKind, number | undefined, boolean][] = [
    ['connection', undefined, true],
    ['timeout', undefined, true],
    ['empty', undefined, true],
    ['timeout', 408, true],
    ['error', 409, true],
    ['error', 425, true],
    ['rate_limited', 429, true],
    ['error', 500, true],
    ['error', 502, true],
    ['error', 503, true],
    ['timeout', 504, true],
    ['overloaded', 529, true],
    ['error', undefined, true],
    ['error', 501, false],
    ['quota', 429, false],
    ['auth_missing', undefined, false],
    ['auth_rejected', 401, false],
    ['auth_rejected', 403, false],
    ['bad_request', 400, false],
    ['bad_request', 422, false],
    ['context_overflow', 413, false],
    ['filtered', undefined, false],
  ];
  test.each(table)('%s with status %s: %s', (kind, status, retry) => {
    const error = new ProviderError(kind, 'x', status === undefined ? {} : { status });
    expect(retryDelay(error, 1, still).retry).toBe(retry);
    expect(providerFailure(error).retryable).toBe(retry);
  });

  test.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [7, 32_000],
    [8, 32_000],
    [100, 32_000],
  ])('waits after attempt %d for %d ms', (attempt, ms) => {
    const error = new ProviderError('connection', 'x');
    expect(retryDelay(error, attempt, still)).toEqual({ retry: true, delayMs: ms });
    expect(retryDelay(error, attempt, { ...still, random: () => 1 })).toEqual({ retry: true, delayMs: ms * 1.25 });
  });

  test.each([
    [0, { retry: true, delayMs: 0 }],
    [7_000, { retry: true, delayMs: 7_000 }],
    [600_000, { retry: true, delayMs: 600_000 }],
    [600_001, { retry: false }],
  ])('Retry-After of %d ms replaces the wait', (retryAfterMs, verdict) => {
    expect(retryDelay(new ProviderError('rate_limited', 'x', { status: 429, retryAfterMs }), 4, still)).toEqual(
      verdict,
    );
  });

  test.each([
    ['rate_limited', 'HTTP 429: slow down', 'HTTP 429: slow down.'],
    ['quota', 'HTTP 429: No quota is left.', 'HTTP 429: No quota is left.'],
  ] as const)('a wait that is too long is reported: %s', (kind, message, said) => {
    const failure = providerFailure(
      new ProviderError(kind, message, { status: 429, retryAfterMs: 2 * 3_600_000 + 60_000 }),
    );
    expect(failure.message).toBe(`${said} The provider asks to come back in 2 h 1 min.`);
    const longer = (retryAfterMs: number) =>
      providerFailure(new ProviderError(kind, message, { retryAfterMs })).message;
    expect(longer(3 * 24 * 3_600_000)).toBe(`${said} The provider asks to come back in 3 days.`);
    expect(longer(1e23)).toBe(message);
    const refused = new ProviderError('bad_request', message, { status: 400, retryAfterMs: 2 * 3_600_000 });
    expect(providerFailure(refused).message).toBe(message);
  });

  test.each([
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['3', 3_000],
    [' 12 ', 12_000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', undefined],
  ])('Retry-After %j', (value, ms) => {
    expect(readRetryAfter(value, now)).toBe(ms);
  });
});

describe('failures on the wire', () => {
  const table: [ProviderErrorKind, string, string, number][] = [
    ['auth_missing', 'auth.missing', 'auth.token_missing', 40111],
    ['auth_rejected', 'auth.rejected', 'auth.token_unauthorized', 40112],
    ['error', 'provider.error', 'provider.api_error', 70001],
    ['rate_limited', 'provider.rate_limited', 'provider.rate_limit', 70002],
    ['quota', 'provider.quota', 'provider.quota', 70003],
    ['overloaded', 'provider.overloaded', 'provider.overloaded', 70004],
    ['timeout', 'provider.timeout', 'provider.connection_error', 70005],
    ['connection', 'provider.connection', 'provider.connection_error', 70006],
    ['empty', 'provider.empty', 'provider.api_error', 70007],
    ['filtered', 'provider.filtered', 'provider.filtered', 70008],
    ['context_overflow', 'provider.context_overflow', 'context.overflow', 70009],
    ['bad_request', 'provider.bad_request', 'provider.api_error', 70010],
  ];
  test.each(table)('%s', (kind, engine, wire, server) => {
    const error = new ProviderError(kind, 'text', { status: 418 });
    expect(errorNameOf(error)).toBe(engine);
    expect(providerFailure(error)).toMatchObject({
      code: wire,
      message: 'text',
      details: { code: engine, server_code: server, status: 418 },
    });
  });
});

describe('what an answer means', () => {
  const table: [string, number | undefined, unknown, Partial<ProviderError['facts']> & { kind: ProviderErrorKind }][] =
    [
      [
        'rate limit',
        429,
        { error: { message: 'Rate limit reached for requests per minute', type: 'requests' } },
        { kind: 'rate_limited' },
      ],
      [
        'rate limit that speaks of quota per minute',
        429,
        { error: { message: 'Quota exceeded for requests per minute' } },
        { kind: 'rate_limited' },
      ],
      [
        'quota by code',
        429,
        { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
        { kind: 'quota' },
      ],
      ['balance', 429, { error: { message: 'Insufficient balance, please recharge' } }, { kind: 'quota' }],
      [
        'credit as 400',
        400,
        { error: { message: 'Your credit balance is too low to access the API.' } },
        { kind: 'quota' },
      ],
      ['payment required', 402, {}, { kind: 'quota' }],
      [
        'overloaded as 429',
        429,
        { error: { type: 'engine_overloaded_error', message: 'try later' } },
        { kind: 'overloaded' },
      ],
      ['overloaded as 503', 503, { error: { message: 'The server is overloaded' } }, { kind: 'overloaded' }],
      ['529', 529, '', { kind: 'overloaded' }],
      ['408', 408, '', { kind: 'timeout' }],
      ['500', 500, { error: { message: 'oops' } }, { kind: 'error' }],
      ['502 page', 502, '<html><body>Bad gateway</body></html>', { kind: 'error' }],
      ['401', 401, { error: { message: 'Incorrect API key' } }, { kind: 'auth_rejected' }],
      ['403', 403, { error: { message: 'no access' } }, { kind: 'auth_rejected' }],
      [
        'context',
        400,
        { error: { message: "This model's maximum context length is 8192 tokens", code: 'context_length_exceeded' } },
        { kind: 'context_overflow' },
      ],
      [
        'prompt too long',
        400,
        { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } },
        { kind: 'context_overflow' },
      ],
      ['413', 413, '', { kind: 'context_overflow' }],
      [
        'filter',
        400,
        { error: { code: 'content_filter', message: 'The response was filtered' } },
        { kind: 'filtered' },
      ],
      ['moderation', 403, { error: { message: 'Your input was flagged' } }, { kind: 'filtered' }],
      ['image', 400, { error: { message: 'Could not process image' } }, { kind: 'bad_request', refusedPart: 'image' }],
      ['image as 415', 415, 'unsupported image', { kind: 'bad_request', refusedPart: 'image' }],
      ['image as 500', 500, 'failed to decode image', { kind: 'error', refusedPart: 'image' }],
      ['image as 503', 503, 'no vision server', { kind: 'error', refusedPart: undefined }],
      ['an image that is judged', 400, 'image flagged', { kind: 'filtered', refusedPart: 'image' }],
      ['a word within another', 400, 'unable to provision', { kind: 'bad_request', refusedPart: undefined }],
      [
        'results without calls',
        400,
        {
          error: { message: "messages with role 'tool' must be a response to a preceding message with 'tool_calls'." },
        },
        { kind: 'bad_request', refusedPart: 'structure' },
      ],
      [
        'calls without results',
        400,
        { error: { message: 'messages.2: `tool_use` ids were found without `tool_result` blocks' } },
        { kind: 'bad_request', refusedPart: 'structure' },
      ],
      [
        'roles as 422',
        422,
        { detail: [{ msg: 'roles must alternate' }] },
        { kind: 'bad_request', refusedPart: 'structure' },
      ],
      [
        'another 400',
        400,
        { error: { message: 'Unknown parameter: foo' } },
        { kind: 'bad_request', refusedPart: undefined },
      ],
      ['404', 404, { error: { message: 'The model does not exist' } }, { kind: 'bad_request' }],
      [
        'overloaded in a stream',
        undefined,
        { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
        { kind: 'overloaded' },
      ],
      [
        'rate limit in a stream',
        undefined,
        { error: { type: 'rate_limit_error', message: 'x' } },
        { kind: 'rate_limited' },
      ],
      ['anything in a stream', undefined, { error: { message: 'x' } }, { kind: 'error' }],
    ];
  test.each(table)('%s', (_name, status, body, { kind, refusedPart }) => {
    const error = providerRefusal({
      ...(status === undefined ? {} : { status }),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(error.kind).toBe(kind);
    expect(error.facts.refusedPart).toBe(refusedPart);
    expect(error.message).not.toContain('<html');
  });
});
