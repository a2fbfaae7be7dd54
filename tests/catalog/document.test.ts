/** Reading registry and catalog documents, row by row of their tables, and limits of hostile ones. */
import { describe, expect, test } from '@jest/globals';
import { DocumentError, parseDocument, readDocument } from '../../daemon/catalog/document.js';
import { loadSnapshot } from '../../daemon/catalog/snapshot.js';

const acme = { npm: '@ai-sdk/openai-compatible', api: 'https://api.acme.example/v1', models: { m: {} } };

/** Reads a document with one provider; returns its entry. */
function provider(more: Record<string, unknown>, id = 'acme') {
  const { entries } = readDocument({ [id]: { ...acme, ...more } });
  return entries[0];
}
/** Reads one model; undefined when it is left out. */
function model(fields: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return provider({ ...more, models: { m: fields } })?.models[0];
}

describe('a provider', () => {
  test('has its key as id and its id as name', () => {
    expect(provider({})).toMatchObject({ id: 'acme', name: 'acme', wireType: 'openai', guessed: false, envKey: null });
    expect(provider({ id: 'other', name: 'Other' })).toMatchObject({ id: 'other', name: 'Other' });
  });

  test.each([
    ['https://api.acme.example/v1/', {}, { baseUrl: 'https://api.acme.example/v1', needsBaseUrl: false }],
    ['https://${ACCOUNT}.acme.example/v1', {}, { needsBaseUrl: true }],
    [undefined, {}, { needsBaseUrl: true }],
    ['ftp://acme.example', {}, { needsBaseUrl: true }],
    ['https://user:pass@acme.example', {}, { needsBaseUrl: true }],
    ['https://api.acme.example/v1', { npm: '@ai-sdk/anthropic' }, { baseUrl: 'https://api.acme.example' }],
    ['https://api.acme.example/v1', { type: 'anthropic' }, { baseUrl: 'https://api.acme.example' }],
    // the default address of a protocol belongs to its vendor, which must not get another vendor's key
    [undefined, { type: 'openai' }, { needsBaseUrl: true }],
    [undefined, { npm: '@ai-sdk/openai' }, { needsBaseUrl: false }],
    [undefined, { npm: '@ai-sdk/google-vertex' }, { needsBaseUrl: false }],
  ])('with the address %s and %j', (api, more, expected) => {
    expect(provider({ api, ...more })).toMatchObject(expected);
  });

  test.each([
    [{ type: 'google-genai' }, 'google-genai', false, null],
    [{ type: 'openai_responses', npm: '@ai-sdk/anthropic' }, 'openai_responses', false, null],
    [{ type: 'telepathy' }, null, false, 'unknown-explicit-type'],
    [{ npm: '@ai-sdk/anthropic' }, 'anthropic', false, null],
    [{ npm: '@ai-sdk/google' }, 'google-genai', false, null],
    [{ npm: '@ai-sdk/google-vertex' }, 'vertexai', false, null],
    [{ npm: '@ai-sdk/openai' }, 'openai', false, null],
    [{ npm: '@ai-sdk/openai-responses' }, 'openai_responses', false, null],
    [{ npm: '@ai-sdk/openai-compatible' }, 'openai', false, null],
    [{ npm: '@ai-sdk/groq' }, 'openai', true, null],
    [{ npm: undefined }, 'openai', true, null],
    [{ npm: '@ai-sdk/amazon-bedrock' }, null, false, 'proprietary-sdk'],
    [{ npm: '@ai-sdk/cohere' }, null, false, 'proprietary-sdk'],
    [{ npm: '@ai-sdk/google-vertex/anthropic' }, null, false, 'proprietary-sdk'],
  ])('with %j speaks %s', (more, wireType, guessed, rejectReason) => {
    expect(provider(more)).toMatchObject({ wireType, guessed, rejectReason });
  });

  test('is known by its id where it names neither type nor package', () => {
    const type = (id: string) => provider({ npm: undefined }, id)?.wireType;
    expect(['anthropic', 'google', 'google-vertex', 'openai', 'cohere', 'coherent'].map(type)).toEqual([
      'anthropic',
      'google-genai',
      'vertexai',
      'openai',
      null,
      'openai',
    ]);
  });

  test('names the variable of its key', () => {
    expect(provider({ env: ['ACME_REGION', 'ACME_API_KEY'] })?.envKey).toBe('ACME_API_KEY');
    expect(provider({ env: ['ACME'] })?.envKey).toBe('ACME');
    expect(provider({ env: ['A B; rm'] })?.envKey).toBeNull();
  });
});

describe('a model', () => {
  test.each([
    [{}, { id: 'm', maxContextSize: 128_000, capabilities: [] }],
    [
      { id: 'x', name: 'X' },
      { id: 'x', name: 'X' },
    ],
    [
      { limit: { context: 1000, input: 900, output: 100 } },
      { maxContextSize: 1000, maxInputSize: 900, maxOutputSize: 100 },
    ],
    [{ limit: { context: 1000, output: 5000 } }, { maxOutputSize: 1000 }],
    [{ tool_call: true, reasoning: true }, { capabilities: ['tool_use', 'thinking'] }],
    [
      { modalities: { input: ['text', 'image', 'video', 'audio', 'pdf'], output: ['text'] } },
      { capabilities: ['image_in', 'video_in', 'audio_in'] },
    ],
    [
      { reasoning: true, reasoning_options: [{ type: 'effort', values: ['low', 'high'] }] },
      { capabilities: ['thinking', 'always_thinking'], supportEfforts: ['low', 'high'] },
    ],
    [
      { reasoning: true, reasoning_options: [{ type: 'effort', values: ['none', 'low'] }] },
      { capabilities: ['thinking'], supportEfforts: ['low'], offEffort: 'none' },
    ],
    [
      { reasoning: true, reasoning_options: [{ type: 'toggle' }, { type: 'effort', values: ['low'] }] },
      { capabilities: ['thinking'], supportEfforts: ['low'] },
    ],
    [{ reasoning: true, reasoning_options: [{ type: 'budget_tokens' }] }, { capabilities: ['thinking'] }],
    [{ reasoning: false, reasoning_options: [{ type: 'effort', values: ['low'] }] }, { capabilities: [] }],
    [{ interleaved: { field: 'reasoning_details' } }, { reasoningKey: 'reasoning_details' }],
    [{ provider: { npm: '@ai-sdk/anthropic' } }, { protocol: 'anthropic', baseUrl: 'https://api.acme.example' }],
    [{ provider: { api: 'https://other.example/v2' } }, { baseUrl: 'https://other.example/v2' }],
    [{ cost: { input: 1, output: 2, cache_read: 0.1 } }, { cost: { input: 1, output: 2, cache_read: 0.1 } }],
    [{ status: 'beta' }, { id: 'm' }],
  ])('%j becomes %j', (fields, expected) => {
    expect(model(fields)).toMatchObject(expected);
  });

  test('has nothing more than it was given', () => {
    expect(model({ interleaved: true, surprise: 1 })).toEqual({ id: 'm', maxContextSize: 128_000, capabilities: [] });
  });

  test.each<[unknown, object | undefined, string[]]>([
    [{ input: 1, output: 2 }, { input: 1, output: 2 }, []],
    [{ input: 0, output: 0 }, { input: 0, output: 0 }, []],
    [{ input: 1, output: 1_000_000, context_over_200k: {} }, { input: 1, output: 1_000_000 }, []],
    [
      { input: 1, output: 2, cache_read: 0.1, cache_write: -1 },
      { input: 1, output: 2, cache_read: 0.1 },
      ['cache_write'],
    ],
    [{ input: 1, output: '2' }, undefined, ['output']],
    [{ input: 1_000_001, output: -2 }, undefined, ['input', 'output']],
    [{ input: 1 }, undefined, []],
    [{}, undefined, []],
    [null, undefined, []],
    ['free', undefined, ['not an object']],
  ])('with the cost %j has the price %j', (cost, price, complaints) => {
    const { entries, warnings } = readDocument({ acme: { ...acme, models: { m: { cost } } } });
    expect(entries[0]?.models[0]?.cost).toEqual(price);
    expect(warnings).toEqual(complaints.map((part) => expect.stringMatching(`^acme: model m: its price.*${part}`)));
  });

  test.each([
    { modalities: { output: ['image'] } },
    { status: 'deprecated' },
    { status: 'alpha' },
    { family: 'text-embedding' },
  ])('%j is left out without a word', (fields) => {
    const { entries, warnings } = readDocument({ acme: { ...acme, models: { m: fields, good: {} } } });
    expect([entries[0]?.models.map(({ id }) => id), warnings]).toEqual([['good'], []]);
  });

  test.each([
    5,
    { id: 7 },
    { id: 'a\nb' },
    { limit: { context: 'many' } },
    { limit: { context: 0 } },
    { limit: { context: 1e300 } },
    { limit: [] },
    { tool_call: 'yes' },
    { provider: { npm: '@ai-sdk/cohere' } },
    { provider: { api: 'https://${X}.example' } },
  ])('%j is left out with a warning', (fields) => {
    const { entries, warnings } = readDocument({ acme: { ...acme, models: { m: fields, good: {} } } });
    expect(entries[0]?.models.map(({ id }) => id)).toEqual(['good']);
    expect(warnings).toEqual([expect.stringContaining('acme: model m is left out')]);
  });
});

describe('a document', () => {
  test.each(['', '[]', 'null', '"x"', '{"a":', '5'])('%s is none', (text) => {
    expect(() => parseDocument(text)).toThrow(DocumentError);
  });

  test('loses its bad providers with a warning each and keeps the order of the others', () => {
    const { entries, bad, warnings } = readDocument({
      b: acme,
      none: null,
      id: { ...acme, id: 5 },
      models: { ...acme, models: [] },
      api: { ...acme, api: 5 },
      a: acme,
      twice: { ...acme, id: 'a' },
    });
    expect(entries.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(bad).toEqual(['none', 'id', 'models', 'api']);
    expect(warnings).toHaveLength(5);
  });

  test('cannot reach the prototype of anything', () => {
    const { entries } = parseDocument(
      '{"__proto__":{"api":"https://a.example","models":{"__proto__":{"limit":{"context":5}}}},"constructor":{"models":{}}}',
    );
    expect(entries.map(({ id, models }) => [id, models.map((each) => each.id)])).toEqual([
      ['__proto__', ['__proto__']],
      ['constructor', []],
    ]);
    expect(({} as Record<string, unknown>)['limit']).toBeUndefined();
  });

  test('cannot speak to the terminal through its names', () => {
    const { warnings } = readDocument({ '\u001b[31mred\u202e\nerror: no': 5 });
    expect(warnings.join()).not.toMatch(/[\u001b\u202e\n]/);
  });

  test('has no more providers and models than a configuration bears', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));
    const providers = readDocument(many(2_001));
    expect([providers.entries.length, providers.warnings]).toEqual([2_000, [expect.stringContaining('beyond 2000')]]);
    const models = readDocument({ acme: { ...acme, models: many(5_001) } });
    expect(models.entries[0]?.models).toHaveLength(5_000);
  });
});

describe('the built-in snapshot', () => {
  test('is dated, and all of it can be read', async () => {
    const { date, document } = await loadSnapshot();
    expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(document.warnings).toEqual([]);
    expect(document.entries.length).toBeGreaterThanOrEqual(36);
    expect(document.entries.map(({ id }) => id)).toEqual(document.entries.map(({ id }) => id).sort());
  });

  test('has protocols, windows, capabilities and prices', async () => {
    const { document } = await loadSnapshot();
    const types = new Set(document.entries.map(({ wireType }) => wireType));
    expect([...types].sort()).toEqual(['anthropic', 'google-genai', 'openai', 'vertexai', null].sort());
    for (const { id, wireType, envKey, baseUrl, needsBaseUrl, guessed, models } of document.entries) {
      if (wireType === null) continue;
      expect([id, envKey === null, guessed, models.length > 0]).toEqual([id, false, false, true]);
      expect([id, baseUrl === undefined]).toEqual([id, needsBaseUrl || wireType === 'vertexai']);
      for (const each of models) expect([id, each.id, each.maxContextSize >= 4_000]).toEqual([id, each.id, true]);
    }
    const claude = document.entries.find(({ id }) => id === 'anthropic')?.models;
    expect(claude?.find(({ id }) => id === 'claude-sonnet-4-5-20250929')).toMatchObject({
      maxContextSize: 200_000,
      maxOutputSize: 64_000,
      capabilities: ['tool_use', 'thinking', 'image_in'],
      cost: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
    });
  });

  test('says nothing that contradicts itself', async () => {
    const { document } = await loadSnapshot();
    const { default: data } = await import('../../daemon/catalog/snapshot.json', { with: { type: 'json' } });
    type Entry = { id: string; models: Record<string, { id: string; limit: Record<string, number> }> };
    const findings: string[] = [];
    for (const [key, { id, models }] of Object.entries<Entry>(data.providers)) {
      if (key !== id) findings.push(`${key} is called ${id}`);
      for (const [name, model] of Object.entries(models)) {
        const { context = 0, input = 0, output = 0 } = model.limit;
        if (name !== model.id) findings.push(`${id}: ${name} is called ${model.id}`);
        if (input > context || output > context) findings.push(`${id}/${name}: more than its window`);
      }
    }
    for (const { id, baseUrl, models } of document.entries) {
      const isLocal = /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(baseUrl ?? '');
      if (baseUrl !== undefined && !isLocal && !/^https:\/\/[\w./-]+[\w]$/.test(baseUrl))
        findings.push(`${id}: ${baseUrl}`);
      for (const { id: model, cost } of models) {
        if (cost === undefined) continue;
        const { input, output, cache_read = 0, cache_write = input } = cost;
        const isPlausible =
          cache_read <= input && cache_write >= input && output <= 1_000 && (input === 0 || output > 0);
        if (!isPlausible || isLocal) findings.push(`${id}/${model}: ${JSON.stringify(cost)}`);
        if (/embed/i.test(model)) findings.push(`${id}/${model}: no model to talk to`);
      }
    }
    expect(findings).toEqual([]);
  });

  test.each([
    ['anthropic', 'anthropic', 'https://api.anthropic.com'],
    ['cerebras', 'openai', 'https://api.cerebras.ai/v1'],
    ['deepseek', 'openai', 'https://api.deepseek.com'],
    ['google', 'google-genai', 'https://generativelanguage.googleapis.com'],
    ['groq', 'openai', 'https://api.groq.com/openai/v1'],
    ['mistral', 'openai', 'https://api.mistral.ai/v1'],
    ['openai', 'openai', 'https://api.openai.com/v1'],
    ['openrouter', 'openai', 'https://openrouter.ai/api/v1'],
    ['togetherai', 'openai', 'https://api.together.xyz/v1'],
    ['upstage', 'openai', 'https://api.upstage.ai/v1'],
    ['xai', 'openai', 'https://api.x.ai/v1'],
  ])('reaches %s where its vendor says', async (name, wireType, baseUrl) => {
    const { document } = await loadSnapshot();
    expect(document.entries.find(({ id }) => id === name)).toMatchObject({ wireType, baseUrl, needsBaseUrl: false });
  });
});
