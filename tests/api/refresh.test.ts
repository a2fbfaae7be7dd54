/** The status of a provider's credential, and the result of reading its models again. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refreshed, type Refresher } from '../../daemon/config/refresh.js';
import type { CreateProviderBody } from '../../schemas/generated/types.js';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { startTestDaemon, until, type TestDaemon, type TestDaemonOptions } from '../helpers/daemon.js';
import { startRawModel } from '../helpers/rawmodel.js';

const MANAGED = 'managed:agent-code';
const open: { close(): Promise<void> }[] = [];
async function start(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  open.push(daemon);
  return daemon;
}
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
const at = (provider_id: string) => ({ params: { provider_id } });

async function loggedIn(): Promise<{ account: AccountServer; daemon: TestDaemon }> {
  const account = await startAccountServer();
  open.push(account);
  const daemon = await start({ env: account.env, sleep: (ms) => new Promise((go) => setTimeout(go, ms / 20).unref()) });
  await daemon.ok('startLogin', { body: {} });
  account.approve();
  await until('the login', async () => (await daemon.ok('getLogin', {}))?.status === 'authenticated' || undefined);
  return { account, daemon };
}

describe('credential and status', () => {
  const table = (rest: string) => `[providers.p]\ntype = "openai"\n${rest}\n`;
  const rows: [string, string, boolean, string][] = [
    ['nothing', table(''), false, 'unconfigured'],
    ['a key', table('api_key = "sk-x"'), true, 'connected'],
    ['a blank key', table('api_key = " "'), false, 'unconfigured'],
    ['a variable that is set', table('api_key_env = "MY_KEY"'), true, 'connected'],
    ['a variable that is not', table('api_key_env = "NO_KEY"'), false, 'unconfigured'],
    ['the env table', table('env = { OPENAI_API_KEY = "sk-x" }'), true, 'connected'],
    ['a variable of the shell', table('# OPENAI_API_KEY is not read'), false, 'unconfigured'],
    ['a local server', table('base_url = "http://localhost:1234/v1"'), false, 'connected'],
    ['an offline provider of another name', '[providers.p]\ntype = "offline"\n', false, 'connected'],
    ['a service without address', '[providers.p]\ntype = "agent"\n', false, 'unconfigured'],
  ];
  test.each(rows)('%s', async (_, config, has_api_key, status) => {
    const daemon = await start({ config, env: { MY_KEY: 'sk-y', OPENAI_API_KEY: 'sk-z' } });
    expect(await daemon.ok('getProvider', at('p'))).toMatchObject({ has_api_key, status });
    expect((await daemon.ok('getConfig', {})).providers['p']?.has_api_key).toBe(has_api_key);
  });

  test('a stored login counts as long as it is there', async () => {
    const { daemon } = await loggedIn();
    const item = await daemon.ok('getProvider', at(MANAGED));
    expect(item).toMatchObject({ has_api_key: true, status: 'connected', default_model: expect.any(String) });
    expect((await daemon.ok('getConfig', {})).providers[MANAGED]?.has_api_key).toBe(true);
    await daemon.restart();
    expect(await daemon.ok('getProvider', at(MANAGED))).toEqual(item);
    await daemon.ok('logout', { body: {} });
    await daemon.fails('getProvider', 'PROVIDER_NOT_FOUND', at(MANAGED));
    const config = `[providers."${MANAGED}"]\ntype = "agent"\nbase_url = "http://127.0.0.1:9"\n[providers."${MANAGED}".oauth]\nstorage = "file"\n`;
    const other = await start({ config });
    expect(await other.ok('getProvider', at(MANAGED))).toMatchObject({ has_api_key: false, status: 'unconfigured' });
  });

  test('refused: error, until another request succeeds, the key changes or the server starts again', async () => {
    const server = await startRawModel();
    open.push(server);
    const daemon = await start();
    const body: CreateProviderBody = {
      id: 'p',
      type: 'openai',
      base_url: `${server.url}/v1`,
      api_key: 'sk-bad',
      models: [{ model: 'm', max_context_size: 100_000 }],
    };
    await daemon.ok('createProvider', { body });
    const { id } = await daemon.createSession({ title: 'Trial' });
    const status = async () => (await daemon.ok('getProvider', at('p'))).status;
    const good = {
      body: ['data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'],
    };
    const bad = { status: 401, headers: { 'content-type': 'application/json' }, body: ['{"error":{"message":"no"}}'] };
    let refuses = false;
    server.reply(() => (refuses ? bad : good));
    await daemon.run(id, 'one');
    expect(await status()).toBe('connected');
    refuses = true;
    await daemon.run(id, 'two');
    expect(await status()).toBe('error');
    refuses = false;
    await daemon.run(id, 'three');
    expect(await status()).toBe('connected');
    refuses = true;
    await daemon.run(id, 'four');
    const { type, models, base_url } = body;
    const rest = { type, models, base_url };
    await daemon.ok('replaceProvider', { ...at('p'), body: rest });
    expect(await status()).toBe('error');
    await daemon.ok('replaceProvider', { ...at('p'), body: { ...rest, api_key: 'sk-other' } });
    expect(await status()).toBe('connected');
    await daemon.ok('replaceProvider', { ...at('p'), body: { ...rest, api_key: 'sk-bad' } });
    expect(await status()).toBe('error');
    await daemon.restart();
    expect(await status()).toBe('connected');
  });
});

describe('refresh', () => {
  test('without a source: unchanged, no request is made, nothing is reported', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const daemon = await start({
      config: `[providers.p]\ntype = "openai"\nbase_url = "http://127.0.0.1:${port}"\n[models.m]\nprovider = "p"\nmodel = "m"\nmax_context_size = 1000\n`,
    });
    const socket = await daemon.socket();
    expect(await daemon.ok('refreshProvider', at('p'))).toEqual({ changed: [], unchanged: ['p'], failed: [] });
    expect(await daemon.ok('refreshProvider', at('offline'))).toMatchObject({ unchanged: ['offline'] });
    expect(await daemon.ok('refreshProviders', {})).toEqual({ changed: [], unchanged: ['p', 'offline'], failed: [] });
    expect(await daemon.ok('refreshLoginProviders', {})).toEqual({ changed: [], unchanged: [], failed: [] });
    await daemon.fails('refreshProvider', 'PROVIDER_NOT_FOUND', at('none'));
    expect(asked).toBe(0);
    expect(socket.frames.filter(({ type }) => type === 'event.model_catalog.changed')).toEqual([]);
    server.close();
  });

  test('a login: models come and go, clients are notified once, a failure has its reason', async () => {
    const { account, daemon } = await loggedIn();
    const socket = await daemon.socket();
    const told = () => socket.frames.filter(({ type }) => type === 'event.model_catalog.changed');
    const same = { changed: [], unchanged: [MANAGED], failed: [] };
    expect(await daemon.ok('refreshLoginProviders', {})).toEqual(same);
    account.settings.models = [{ id: 'quick' }, { id: 'new' }, { id: 'newer' }];
    const report = await daemon.ok('refreshProvider', at(MANAGED));
    const changed = [{ provider_id: MANAGED, provider_name: MANAGED, added: 2, removed: 1 }];
    expect(report).toEqual({ changed, unchanged: [], failed: [] });
    const { models } = await daemon.ok('getProvider', at(MANAGED));
    expect(models?.toSorted()).toEqual(['new', 'newer', 'quick'].map((name) => `${MANAGED}/${name}`));
    await until('the event', () => told()[0]);
    expect(await daemon.ok('refreshProviders', {})).toEqual({ ...same, unchanged: [MANAGED, 'offline'] });
    expect(told().map(({ payload }) => payload)).toEqual([expect.objectContaining(report)]);
    account.fail(`${new URL(account.base).pathname.replace(/\/$/, '')}/models`, { status: 503 });
    expect(await daemon.ok('refreshProviders', {})).toEqual({
      changed: [],
      unchanged: ['offline'],
      failed: [{ provider: MANAGED, reason: expect.any(String) }],
    });
  });

  test('one source that fails does not keep the others from it', async () => {
    const source = (own: string[], refresh: Refresher['refresh']): Refresher => ({
      kind: 'registry',
      covers: (id) => own.includes(id),
      refresh,
    });
    const asked = new Map(['a', 'b', 'c', 'd'].map((id) => [id, { type: 'openai' as const }]));
    const entry = { provider_id: 'c', provider_name: 'C', added: 1, removed: 0 };
    const report = await refreshed(asked, [
      source(['a', 'b'], async () => Promise.reject(new Error('gone'))),
      source(['c', 'x'], async (ids) => ({
        changed: [entry],
        failed: ids.filter((id) => id !== 'c').map((provider) => ({ provider, reason: 'never' })),
      })),
      source(['y'], async () => Promise.reject(new Error('never asked'))),
    ]);
    expect(report).toEqual({
      changed: [entry],
      unchanged: ['d'],
      failed: [
        { provider: 'a', reason: 'gone' },
        { provider: 'b', reason: 'gone' },
      ],
    });
  });
});
