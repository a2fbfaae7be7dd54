/** The directory of providers over REST: the catalog, its older copy, the built-in one. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseToml } from '../../schemas/toml/document.js';
import type { TestDaemon } from '../helpers/daemon.js';
import { startRawModel } from '../helpers/rawmodel.js';
import { answers } from '../helpers/site.js';
import { address, serve, site, start } from './catalogsite.js';

const online = () => ({ AGENT_CODE_CATALOG_URL: address() });

const zeta = {
  name: 'Zeta',
  npm: '@ai-sdk/openai-compatible',
  api: 'https://zeta.example/v1',
  env: ['ZETA_KEY'],
  models: {
    big: { name: 'Big', limit: { context: 1000 }, tool_call: true, reasoning: true },
    old: { status: 'deprecated' },
  },
};

describe('the directory', () => {
  test('has the providers of the catalog in its order, with what an import needs to know', async () => {
    serve({ zeta, alpha: { models: {} }, odd: { type: 'telepathy', models: {} }, own: { npm: '@ai-sdk/cohere' } });
    const daemon = await start({ env: online() });
    const { items } = await daemon.ok('listCatalogProviders', {});
    expect(items.map(({ id }) => id)).toEqual(['zeta', 'alpha', 'odd', 'own']);
    expect(items[0]).toEqual({
      id: 'zeta',
      name: 'Zeta',
      wire_type: 'openai',
      guessed: false,
      needs_base_url: false,
      rejected: false,
      reject_reason: null,
      env_key: 'ZETA_KEY',
      models: [
        { id: 'big', name: 'Big', max_context_size: 1000, capabilities: ['tool_use', 'thinking'], reasoning: true },
      ],
    });
    expect(items[1]).toMatchObject({ guessed: true, needs_base_url: true, models: [] });
    expect(items[2]).toMatchObject({ rejected: true, wire_type: null, reject_reason: 'unknown-explicit-type' });
    expect(items[3]).toMatchObject({ rejected: true, wire_type: null, reject_reason: 'proprietary-sdk' });
    const entry = await daemon.ok('getCatalogProvider', { params: { catalog_id: 'zeta' } });
    expect(entry).toEqual(items[0]);
    await daemon.fails('getCatalogProvider', 'CATALOG_ENTRY_NOT_FOUND', { params: { catalog_id: 'anthropic' } });
  });

  test('is kept for ten minutes, then fetched again; an older copy serves when that fails', async () => {
    serve({ zeta });
    let time = Date.now();
    const daemon = await start({ env: online(), now: () => time });
    const ids = async () => (await daemon.ok('listCatalogProviders', {})).items.map(({ id }) => id);
    expect(await Promise.all([ids(), ids()])).toEqual([['zeta'], ['zeta']]);
    expect(site.asked).toHaveLength(1);
    serve({ other: zeta });
    time += 9 * 60_000;
    expect(await ids()).toEqual(['zeta']);
    time += 2 * 60_000;
    expect(await ids()).toEqual(['other']);
    site.serve('/api.json', answers('no', 'text/plain', {}, 500));
    time += 11 * 60_000;
    expect(await ids()).toEqual(['other']);
  });

  test.each([
    ['answers with a failure', () => site.serve('/api.json', answers('no', 'text/plain', {}, 503))],
    ['sends no JSON', () => site.serve('/api.json', answers('<html>'))],
    ['sends a list', () => serve([])],
    ['sends more than 10 MiB', () => site.serve('/api.json', answers(Buffer.alloc(10 * 1024 * 1024 + 1, ' ')))],
    ['hangs up', () => site.serve('/api.json', (request) => request.socket.destroy())],
  ])('is the built-in one when the catalog %s', async (_, behave) => {
    behave();
    const daemon = await start({ env: online() });
    expect((await daemon.ok('getCatalogProvider', { params: { catalog_id: 'anthropic' } })).wire_type).toBe(
      'anthropic',
    );
    expect(site.asked).toHaveLength(1);
  });

  test('is the built-in one without a look at the network when no address is set', async () => {
    const asked: string[] = [];
    const daemon = await start({
      fetch: (url) => {
        asked.push(String(url));
        return Promise.reject(new Error('no network'));
      },
    });
    expect((await daemon.ok('listCatalogProviders', {})).items.length).toBeGreaterThan(30);
    expect(asked).toEqual([]);
  });
});

const COMMENTED = `# mine
default_model = "work/large" # the good one

[providers.work]
type = "openai"
base_url = "https://work.example/v1"
api_key = "sk-work" # do not share

[models."work/large"]
provider = "work"
model = "large"
max_context_size = 1000
`;
const fileOf = ({ home }: TestDaemon) => readFileSync(join(home, 'config.toml'), 'utf8');
const tablesOf = (daemon: TestDaemon) =>
  parseToml(fileOf(daemon)) as { providers: Record<string, Record<string, unknown>>; models: Record<string, object> };

describe('importing an entry of the catalog', () => {
  test('writes provider and models, leaves everything else, and notifies clients', async () => {
    serve({ zeta });
    const daemon = await start({ env: online(), config: COMMENTED });
    const socket = await daemon.socket();
    const answer = await daemon.ask('importCatalog', { body: { catalog_id: 'zeta', api_key: 'sk-canary-zeta' } });
    expect([answer.status, answer.data]).toEqual([
      201,
      {
        provider: {
          id: 'zeta',
          type: 'openai',
          base_url: 'https://zeta.example/v1',
          has_api_key: true,
          status: 'connected',
          models: ['zeta/big'],
        },
        models_imported: 1,
      },
    ]);
    expect(fileOf(daemon).startsWith(COMMENTED.slice(0, 60))).toBe(true);
    expect(fileOf(daemon)).toContain('api_key = "sk-work" # do not share');
    expect(tablesOf(daemon).providers['zeta']).toEqual({
      type: 'openai',
      base_url: 'https://zeta.example/v1',
      api_key: 'sk-canary-zeta',
      source: { kind: 'catalog', id: 'zeta' },
    });
    const { payload } = await socket.until('it', ({ type }) => type === 'event.model_catalog.changed');
    expect(payload).toMatchObject({
      changed: [{ provider_id: 'zeta', provider_name: 'Zeta', added: 1, removed: 0 }],
      unchanged: [],
      failed: [],
    });
    expect((await daemon.ok('getConfig', {})).default_model).toBe('work/large');
    expect(JSON.stringify(await daemon.ok('getConfig', {}))).not.toContain('canary');
  });

  test('rewrites a provider of this id and keeps its key; another id and address may be given', async () => {
    serve({ zeta });
    const daemon = await start({ env: online(), config: COMMENTED });
    const body = { catalog_id: 'zeta', id: 'work', base_url: ' https://other.example/v2/ ' };
    expect((await daemon.ok('importCatalog', { body })).provider).toMatchObject({ id: 'work', models: ['work/big'] });
    expect(tablesOf(daemon).providers['work']).toMatchObject({
      api_key: 'sk-work',
      base_url: 'https://other.example/v2',
      source: { kind: 'catalog', id: 'zeta' },
    });
    expect(Object.keys(tablesOf(daemon).models)).toEqual(['work/big']);
  });

  test.each([
    [{ catalog_id: 'odd' }, /not known/],
    [{ catalog_id: 'own' }, /proprietary/],
    [{ catalog_id: 'lost' }, /base URL/],
    [{ catalog_id: 'empty' }, /no usable model/],
    [{ catalog_id: 'zeta', id: 'a/b' }, /not a provider id/],
    [{ catalog_id: 'zeta', id: 'offline' }, /not a provider id/],
    [{ catalog_id: 'zeta', base_url: 'https://${X}.example' }, /placeholder/],
    [{ catalog_id: 'zeta', base_url: 'ftp://x.example' }, /not an http or https/],
  ])('%j is refused and changes nothing', async (body, message) => {
    serve({
      zeta,
      odd: { type: 'telepathy', models: { m: {} } },
      own: { npm: '@ai-sdk/cohere', models: { m: {} } },
      lost: { models: { m: {} } },
      empty: { api: 'https://e.example', models: {} },
    });
    const daemon = await start({ env: online(), config: COMMENTED });
    expect((await daemon.fails('importCatalog', 'CATALOG_IMPORT_INVALID', { body })).msg).toMatch(message);
    expect(fileOf(daemon)).toBe(COMMENTED);
  });

  test('never touches the provider of a login', async () => {
    const daemon = await start();
    const body = { catalog_id: 'anthropic', id: 'managed:agent-code' };
    await daemon.fails('importCatalog', 'PROVIDER_OAUTH_MANAGED', { body });
  });
});

describe('importing a registry', () => {
  const secret = { npm: '@ai-sdk/cohere', models: { m: {} } };

  test('takes its usable providers over; a later one drops what is gone and uses the stored key', async () => {
    serve({ zeta, extra: zeta, secret });
    const daemon = await start({ config: COMMENTED });
    const first = await daemon.ok('importRegistry', { body: { url: address(), api_key: 'sk-canary-registry' } });
    expect([first.providers.map(({ id }) => id), first.models_imported]).toEqual([['zeta', 'extra'], 2]);
    expect(tablesOf(daemon).providers['zeta']).toEqual({
      type: 'openai',
      base_url: 'https://zeta.example/v1',
      api_key: 'sk-canary-registry',
      source: { kind: 'apiJson', url: address(), api_key: 'sk-canary-registry' },
    });
    serve({ zeta: { ...zeta, models: { ...zeta.models, small: {} } } });
    const socket = await daemon.socket();
    const second = await daemon.ok('importRegistry', { body: { url: address() } });
    expect(second.providers.map(({ id, models }) => [id, models])).toEqual([['zeta', ['zeta/big', 'zeta/small']]]);
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sk-canary-registry',
      'Bearer sk-canary-registry',
    ]);
    expect(Object.keys(tablesOf(daemon).providers)).toEqual(['work', 'zeta']);
    const { payload } = await socket.until('it', ({ type }) => type === 'event.model_catalog.changed');
    expect(payload['changed']).toEqual([
      { provider_id: 'zeta', provider_name: 'Zeta', added: 1, removed: 0 },
      { provider_id: 'extra', provider_name: 'extra', added: 0, removed: 1 },
    ]);
    expect(JSON.stringify(await daemon.ok('getConfig', {}))).not.toContain('canary');
  });

  test('knows a provider again that the user gave another name', async () => {
    serve({ zeta });
    const daemon = await start();
    await daemon.ok('importRegistry', { body: { url: address(), api_key: 'sk-registry' } });
    await daemon.ok('replaceProvider', {
      params: { provider_id: 'zeta' },
      body: { type: 'openai', models: [{ model: 'big', max_context_size: 1000 }], api_key: 'sk-own', new_id: 'mine' },
    });
    serve({ zeta: { ...zeta, models: { ...zeta.models, small: {} } } });
    const refreshed = await daemon.ok('refreshProvider', { params: { provider_id: 'mine' } });
    expect(refreshed.changed).toEqual([{ provider_id: 'mine', provider_name: 'Zeta', added: 1, removed: 0 }]);
    serve({ zeta });
    const { providers } = await daemon.ok('importRegistry', { body: { url: address() } });
    expect(providers.map(({ id, models }) => [id, models])).toEqual([['mine', ['mine/big']]]);
    expect(tablesOf(daemon).providers).toEqual({
      mine: {
        type: 'openai',
        base_url: 'https://zeta.example/v1',
        api_key: 'sk-own',
        source: { kind: 'apiJson', url: address(), id: 'zeta', api_key: 'sk-registry' },
      },
    });
  });

  test.each([
    ['nothing usable', () => serve({ secret })],
    ['no JSON', () => site.serve('/api.json', answers('<html>'))],
    ['a failure', () => site.serve('/api.json', answers('no', 'text/plain', {}, 500))],
  ])('with %s is refused and changes nothing', async (_, behave) => {
    behave();
    const daemon = await start({ config: COMMENTED });
    await daemon.fails('importRegistry', 'REGISTRY_IMPORT_INVALID', { body: { url: address() } });
    expect(fileOf(daemon)).toBe(COMMENTED);
  });

  test.each(['file:///etc/hostname', 'ftp://a.example', 'nothing', 'http://user:pass@a.example/'])(
    'at %s is no request',
    async (url) => {
      const daemon = await start();
      const { details } = await daemon.fails('importRegistry', 'VALIDATION_FAILED', { body: { url } });
      expect(details).toEqual([{ path: 'url', message: expect.stringContaining('http or https') }]);
    },
  );

  test('with a managed id changes nothing', async () => {
    serve({ zeta, 'managed:agent-code': zeta });
    const daemon = await start({ config: COMMENTED });
    await daemon.fails('importRegistry', 'PROVIDER_OAUTH_MANAGED', { body: { url: address() } });
    expect(fileOf(daemon)).toBe(COMMENTED);
  });
});

describe('prices of what was imported', () => {
  test.each(['catalog', 'registry'])('from a %s: requests have costs', async (from) => {
    const model = await startRawModel();
    const chunks = [
      { choices: [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }] },
      {
        choices: [],
        usage: { prompt_tokens: 1_000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 400 } },
      },
    ];
    model.reply({ body: [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'] });
    const cost = { input: 3, output: 15, cache_read: 0.3 };
    serve({ zeta: { ...zeta, api: `${model.url}/v1`, models: { big: { limit: { context: 100_000 }, cost } } } });
    const daemon = await start({ env: online() });
    if (from === 'catalog') await daemon.ok('importCatalog', { body: { catalog_id: 'zeta', api_key: 'sk-z' } });
    else await daemon.ok('importRegistry', { body: { url: address(), api_key: 'sk-z' } });
    expect((await daemon.ok('getConfig', {})).models?.['zeta/big']?.price).toEqual({
      input: 3,
      output: 15,
      cacheRead: 0.3,
    });
    const { id } = await daemon.createSession({ title: 'Trial', agent_config: { model: 'zeta/big' } });
    await daemon.run(id, 'hello');
    const { total } = await daemon.ok('getUsage', {});
    expect(total).toMatchObject({ complete: true, unknown_tokens: 0, requests: model.requests.length });
    expect(total.cost_usd).toBeCloseTo((model.requests.length * (600 * 3 + 400 * 0.3 + 100 * 15)) / 1e6, 12);
    await model.close();
  });
});
