/** Questions to a model server on this machine, and how its answers are read. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { askServer, isLocal, windowOf, type Answers } from '../../daemon/providers/local.js';
import { deps } from './fixtures.js';
import { kinds, startModelServer, type ModelServer, type Responses } from '../helpers/modelserver.js';

let server: ModelServer;

beforeEach(async () => {
  server = await startModelServer();
});
afterEach(async () => {
  await server.close();
});

function ask(responses: Responses, more: { model?: string; apiKey?: string; headers?: Record<string, string> } = {}) {
  server.responses = responses;
  const target = { providerType: 'openai', baseUrl: `${server.url}/v1`, model: 'm', headers: {}, ...more };
  return askServer(target, deps.send);
}

test.each([
  ['openai', 'http://127.0.0.1:11434/v1', true],
  ['openai_responses', 'http://127.0.0.1:11434/v1', true],
  ['openai', 'http://127.200.3.4:1/v1', true],
  ['openai', 'http://localhost:1234', true],
  ['openai', 'https://[::1]:8000/v1', true],
  ['openai', 'http://LOCALHOST/v1', true],
  ['anthropic', 'http://127.0.0.1:1', false],
  ['agent', 'http://127.0.0.1:1', false],
  ['google-genai', 'http://127.0.0.1:1', false],
  ['openai', 'http://model.localhost/v1', false],
  ['openai', 'http://localhost.example/v1', false],
  ['openai', 'http://127.0.0.1.example/v1', false],
  ['openai', 'http://192.168.0.2:8000/v1', false],
  ['openai', 'http://0.0.0.0:8000/v1', false],
  ['openai', 'https://api.openai.com/v1', false],
  ['openai', 'no address', false],
  ['openai', undefined, false],
])('%s at %s is asked: %s', (providerType, baseUrl, asked) => {
  expect(isLocal({ providerType, baseUrl })).toBe(asked);
});

test.each<[string, Responses, Answers['facts'], number | undefined]>([
  ['vLLM', kinds.vllm(16_384), { serving: 16_384 }, 16_384],
  ['llama.cpp', kinds.llamacpp(8_192), { serving: 8_192, largest: 131_072, tools: true }, 8_192],
  ['llama.cpp without tools', kinds.llamacpp(8_192, false), { serving: 8_192, largest: 131_072, tools: false }, 8_192],
  [
    'Ollama, not in memory',
    kinds.ollama(131_072, { tools: false }),
    { largest: 131_072, tools: false, later: true },
    131_072,
  ],
  [
    'Ollama, with a window of its own',
    kinds.ollama(131_072, { written: 32_768 }),
    { serving: 32_768, largest: 131_072, tools: true, later: true },
    32_768,
  ],
  [
    'Ollama, in memory',
    kinds.ollama(131_072, { loaded: 4_096, written: 32_768 }),
    { serving: 4_096, largest: 131_072, tools: true },
    4_096,
  ],
  ['LM Studio, not in memory', kinds.lmstudio(65_536), { largest: 65_536, tools: true, later: true }, 65_536],
  [
    'LM Studio, in memory',
    kinds.lmstudio(65_536, { loaded: 12_000, tools: false }),
    { serving: 12_000, largest: 65_536, tools: false },
    12_000,
  ],
  ['nothing', {}, {}, undefined],
])('%s', async (_kind, responses, facts, window) => {
  const heard = await ask(responses);
  expect(heard).toEqual({ facts, complete: true });
  expect(windowOf(heard.facts)).toBe(window);
});

test('asks each path once, at the host of the base address, with the key and headers of the provider', async () => {
  await ask({}, { apiKey: ' sk-local-key ', headers: { 'x-own': 'yes' } });
  expect(server.otherRequests.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /api/ps',
    'GET /api/v0/models',
    'GET /props',
    'GET /v1/models',
    'POST /api/show',
  ]);
  for (const { headers } of server.otherRequests) {
    expect(headers).toMatchObject({ authorization: 'Bearer sk-local-key', 'x-own': 'yes' });
  }
  expect(server.otherRequests.find(({ method }) => method === 'POST')?.body).toEqual({ model: 'm' });
});

test('without a key no credential is sent', async () => {
  await ask({});
  for (const { headers } of server.otherRequests) expect(headers.authorization).toBeUndefined();
});

test('a model that is not in the list is reported with what the list has', async () => {
  const heard = await ask({ '/v1/models': { data: [{ id: 'a' }, { id: 'b:7b' }, { id: 3 }, null] } });
  expect(heard.facts).toEqual({ others: ['a', 'b:7b'] });
});

test.each<[string, unknown]>([
  ['null', null],
  ['a number', 7],
  ['a list', [1, 2]],
  ['odd fields', { data: 'x', models: 5, default_generation_settings: [], model_info: 'y', parameters: {} }],
  [
    'odd entries',
    {
      data: [{ id: 'm', max_model_len: '8192', meta: 4, max_context_length: -1, loaded_context_length: 1.5 }],
      models: [{ model: 'm', context_length: 1e300 }],
      default_generation_settings: { n_ctx: 0 },
      chat_template_caps: { supports_tools: 'no' },
      model_info: { 'x.context_length': {} },
      parameters: 'num_ctx many',
      capabilities: 'tools',
    },
  ],
])('%s in every answer says nothing', async (_what, value) => {
  const answer = (response: ServerResponse) => void response.end(JSON.stringify(value));
  const paths = ['/v1/models', '/props', '/api/show', '/api/ps', '/api/v0/models'];
  const { facts, complete } = await ask(Object.fromEntries(paths.map((path) => [path, answer])));
  expect({ ...facts, later: undefined }).toEqual({ later: undefined });
  expect(complete).toBe(true);
});

test('garbage, a huge answer and a redirect say nothing, and no redirect is followed', async () => {
  const elsewhere = await startModelServer(kinds.vllm(9_000));
  try {
    const { facts } = await ask({
      '/v1/models': (response) => void response.writeHead(307, { location: `${elsewhere.url}/v1/models` }).end(),
      '/props': (response) => void response.end('<html>{"default_generation_settings"'),
      '/api/ps': (response) =>
        void response.end(
          JSON.stringify({ pad: ' '.repeat(300_000), models: [{ model: 'm', context_length: 4_096 }] }),
        ),
    });
    expect(facts).toEqual({});
    expect(elsewhere.otherRequests).toEqual([]);
  } finally {
    await elsewhere.close();
  }
});

test('a server that never answers costs one second, and what others of its paths answered counts', async () => {
  const silent = () => undefined;
  const began = performance.now();
  const heard = await ask({ ...kinds.vllm(5_000), '/props': silent, '/api/ps': silent });
  const took = performance.now() - began;
  expect(heard).toEqual({ facts: { serving: 5_000 }, complete: false });
  expect(took).toBeGreaterThan(900);
  expect(took).toBeLessThan(3_000);
});

test('an answer without an end, and a request that does not hear its signal, are left alone after a second', async () => {
  const heard = await ask({ '/props': (response) => void response.writeHead(200).write('{') });
  expect(heard).toEqual({ facts: {}, complete: false });
  const target = { providerType: 'openai', baseUrl: server.url, model: 'm', headers: {} };
  expect(await askServer(target, () => new Promise(() => undefined))).toEqual({ facts: {}, complete: false });
});

test('a server that is not there, and a header that cannot be sent, are no failure', async () => {
  const { url } = server;
  await server.close();
  const target = { providerType: 'openai', baseUrl: url, model: 'm', headers: {} };
  expect(await askServer(target, deps.send)).toEqual({ facts: {}, complete: false });
  expect(await askServer({ ...target, headers: { 'x-odd': 'a\nb' } }, deps.send)).toEqual({
    facts: {},
    complete: false,
  });
});
