/** Scenarios in which a request fails or the connection misbehaves, with the kind of failure and its facts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModels } from '../../daemon/agent/models.js';
import { createConfig } from '../../daemon/config/config.js';
import type { RawReply } from '../helpers/rawmodel.js';
import { events, half, key, stream, type Bench, type Outcome, type Scenario } from './bench.js';
import type { Part, RefusalKind } from './dialects/dialect.js';
import { deps, request } from './fixtures.js';

const hello: Part = { text: ['Hel', 'lo'] };

/** A scenario in which the server refuses with this status. */
function refused(
  name: string,
  status: number,
  kind: RefusalKind,
  expected: Record<string, unknown>,
  headers: Record<string, string> = {},
): Scenario {
  return {
    name,
    answer: (d): RawReply => ({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: [d.refusal(kind)],
    }),
    expected: { text: '', status, ...expected },
  };
}

export const failures: Scenario[] = [
  refused('400', 400, 'invalid', { failed: 'bad_request', refusedPart: undefined }),
  {
    // the bench throws when a failure contains the key
    name: '400 that quotes the key',
    answer: (d) => ({ status: 400, body: [d.refusal('invalid', `${'x'.repeat(990)}${key}`)] }),
    expected: { failed: 'bad_request', status: 400 },
  },
  refused('400 about structure', 400, 'structure', { failed: 'bad_request', refusedPart: 'structure' }),
  refused('400 about an image', 400, 'image', { failed: 'bad_request', refusedPart: 'image' }),
  refused('401', 401, 'key', { failed: 'auth_rejected' }),
  refused('403', 403, 'forbidden', { failed: 'auth_rejected' }),
  refused('408', 408, 'timeout', { failed: 'timeout' }),
  refused('429', 429, 'rate', { failed: 'rate_limited', retryAfterMs: undefined }),
  refused(
    '429 with Retry-After in seconds',
    429,
    'rate',
    { failed: 'rate_limited', retryAfterMs: 7_000 },
    { 'retry-after': '7' },
  ),
  refused(
    '429 with Retry-After as a date',
    429,
    'rate',
    { failed: 'rate_limited', retryAfterMs: 90_000 },
    { 'retry-after': 'Thu, 01 Jan 2026 00:01:30 GMT' },
  ),
  refused('429 out of quota', 429, 'quota', { failed: 'quota' }),
  refused('500', 500, 'server', { failed: 'error' }),
  refused('503', 503, 'unavailable', { failed: 'error' }),
  refused('529', 529, 'overloaded', { failed: 'overloaded' }),
  refused('context overflow as 400', 400, 'context', { failed: 'context_overflow' }),
  {
    name: 'context overflow as an event',
    answer: (d) => ({ body: [stream(d.failure('context'))] }),
    expected: { failed: 'context_overflow' },
  },
  {
    name: 'overload in the middle of a reply',
    answer: (d) => ({ body: [stream([...half(d), ...d.failure('overloaded')])] }),
    expected: { text: 'Hel', failed: 'overloaded' },
  },
  refused('content filter as 400', 400, 'filter', { failed: 'filtered' }),
  {
    name: 'truncated stream',
    answer: (d) => ({ body: [stream(half(d))] }),
    expected: { text: 'Hel', failed: 'connection' },
  },
  { name: 'nothing at all', answer: () => ({}), expected: { text: '', failed: 'connection' } },
  {
    name: 'slow first byte',
    timeouts: { firstByteMs: 200, idleMs: 10_000 },
    answer: () => ({ headAfterMs: 30_000 }),
    expected: { text: '', failed: 'timeout' },
  },
  {
    name: 'idle in the middle',
    timeouts: { firstByteMs: 10_000, idleMs: 400 },
    answer: (d) => ({ body: [stream(half(d)), 30_000] }),
    expected: { text: 'Hel', failed: 'connection' },
  },
  {
    name: 'dropped connection',
    answer: (d) => ({ body: [stream(half(d)), 50, 'drop'] }),
    expected: { text: 'Hel', failed: 'connection' },
  },
  {
    name: 'garbage in the stream',
    answer: (d) => ({ body: [stream(half(d)), 'data: {"choices\n\n'] }),
    expected: { text: 'Hel', failed: 'connection' },
  },
  {
    name: 'bytes that are no events',
    answer: () => ({ body: [Buffer.from([0, 255, 254, 10, 10, 1, 2]), 'hello\n\n'] }),
    expected: { text: '', failed: 'connection' },
  },
  {
    name: 'HTML answer with 200',
    answer: () => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body: ['<html><body>Sign in</body>'] }),
    expected: { text: '', failed: 'bad_request', status: 200 },
  },
  {
    name: 'JSON error with 200',
    answer: (d) => ({ headers: { 'content-type': 'application/json' }, body: [d.refusal('overloaded')] }),
    expected: { text: '', failed: 'overloaded' },
  },
  {
    name: 'redirect refused',
    answer: () => ({ status: 307, headers: { location: '/elsewhere' } }),
    expected: { text: '', failed: 'bad_request', status: 307, requests: 1 },
  },
  {
    name: 'custom headers, never over the credential',
    async run({ dialect, ask }) {
      const headers = { 'X-Team': 'blue', [dialect.credential.header.toUpperCase()]: 'other' };
      return ask({ answer: { body: [stream(events(dialect, [hello]))] }, settings: { headers } });
    },
    expected: (d) => ({
      text: 'Hello',
      sent: { headers: { 'x-team': 'blue', [d.credential.header]: d.credential.value(key) } },
    }),
  },
  {
    name: 'no credential',
    settings: { apiKey: undefined, baseUrl: 'http://example.invalid' },
    answer: () => ({}),
    expected: { failed: 'auth_missing', requests: 0 },
  },
  {
    name: 'per-model overrides',
    run: overridden,
    expected: (d) => ({ text: 'Hello', requests: 1, sent: { path: d.path, model: 'test-model', limit: 77 } }),
  },
];

/** Runs a model with its own protocol, address and limit; its provider has another protocol at another address. */
async function overridden({ dialect, raw }: Bench): Promise<Outcome> {
  const directory = mkdtempSync(join(tmpdir(), 'agent-scenario-'));
  const configFile = join(directory, 'config.toml');
  writeFileSync(
    configFile,
    `[providers.other]
type = "${dialect.type === 'anthropic' ? 'openai' : 'anthropic'}"
base_url = "http://127.0.0.1:1"
api_key = "${key}"
[models.own]
provider = "other"
model = "test-model"
protocol = "${dialect.type}"
base_url = "${raw.url}/"
max_context_size = 1000
max_output_size = 50
[models.own.overrides]
max_output_size = 77
`,
  );
  try {
    const config = createConfig({
      paths: { configFile },
      env: {},
      now: Date.now,
      detectCapabilities: () => [],
      checkRule: () => undefined,
    });
    const ready = createModels(config, deps).ready('own');
    if ('error' in ready) throw new Error(ready.error);
    raw.reply({ body: [stream(events(dialect, [hello]))] });
    const before = raw.requests.length;
    let text = '';
    const limit = ready.maxOutputTokens === undefined ? {} : { maxOutputTokens: ready.maxOutputTokens };
    for await (const event of ready.provider.stream(request(limit), new AbortController().signal))
      if (event.type === 'text') text += event.text;
    const last = raw.requests.at(-1);
    if (!last) throw new Error('nothing was asked');
    const sent = { ...dialect.seen(last.body as Record<string, unknown>), path: last.path, headers: last.headers };
    return { text, thinking: '', calls: [], signatures: [], requests: raw.requests.length - before, sent };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
