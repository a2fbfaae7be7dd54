/** The directory of providers over REST: the catalog, its older copy, the built-in one. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestDaemon, type TestDaemon, type TestDaemonOptions } from '../helpers/daemon.js';
import { answers, startSite, type Site } from '../helpers/site.js';

let site: Site;
const open: TestDaemon[] = [];
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  for (const daemon of open.splice(0)) await daemon.close();
  await site.close();
});

async function start(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  open.push(daemon);
  return daemon;
}

const address = () => site.at('/api.json', '127.0.0.1');
const serve = (document: unknown) => site.serve('/api.json', answers(JSON.stringify(document), 'application/json'));
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
