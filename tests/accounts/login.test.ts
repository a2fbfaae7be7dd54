/** The login over REST, row by row of the tables of rest.md 5, against a real account server. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

const MANAGED = 'managed:agent-code';

let account: AccountServer;
let daemon: TestDaemon;
/** milliseconds that the daemon's clock is ahead */
let ahead = 0;
const now = () => Date.now() + ahead;
/** Waiting takes a fiftieth of its time. */
const sleep = (ms: number, signal?: AbortSignal) => wait(ms / 50, undefined, { signal, ref: false });

beforeEach(async () => {
  ahead = 0;
  account = await startAccountServer();
  daemon = await startTestDaemon({ env: account.env, now, sleep });
});
afterEach(async () => {
  await daemon.close();
  await account.close();
});

const flow = () => daemon.ok('getLogin', {});
const start = (body: Record<string, unknown> = {}) => daemon.ok('startLogin', { body });
const status = async () => (await daemon.ok('getAuth', {})).managed_provider;
const config = () => readFileSync(join(daemon.home, 'config.toml'), 'utf8');
const credentialFile = () => join(daemon.home, 'credentials', 'managed_agent-code.json');
const credential = () => JSON.parse(readFileSync(credentialFile(), 'utf8')) as Record<string, string>;

async function ends(): Promise<NonNullable<Awaited<ReturnType<typeof flow>>>> {
  return until('the end of the flow', async () => {
    const shown = await flow();
    return shown && shown.status !== 'pending' ? shown : undefined;
  });
}

async function logIn(): Promise<void> {
  await start();
  account.approve();
  expect((await ends()).status).toBe('authenticated');
}

describe('flow', () => {
  test('none so far: null, cancelling is a no-op that says cancelled', async () => {
    expect(await flow()).toBeNull();
    expect(await daemon.ok('cancelLogin', {})).toEqual({ cancelled: false, status: 'cancelled' });
    expect(await flow()).toBeNull();
  });

  test('none, not authenticated: pending, with code, addresses, interval and deadline', async () => {
    const before = Date.now();
    const pending = await start();
    expect(pending).toEqual({
      flow_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      provider: MANAGED,
      status: 'pending',
      verification_uri: `${account.host}/device`,
      verification_uri_complete: `${account.host}/device?user_code=${pending.user_code}`,
      user_code: expect.stringMatching(/^\w{4}-\w{4}$/),
      expires_in: 600,
      interval: 1,
      expires_at: expect.any(String),
    });
    const deadline = Date.parse(pending.expires_at ?? '');
    expect(deadline).toBeGreaterThanOrEqual(before + 600_000);
    expect(deadline).toBeLessThan(Date.now() + 600_001);
    expect(await flow()).toEqual(pending);
  });

  test('pending, POST again: a new one, and the earlier is aborted', async () => {
    const first = await start();
    const second = await start();
    expect(second.flow_id).not.toBe(first.flow_id);
    account.approve(first.user_code);
    await wait(200);
    expect(await flow()).toEqual(second);
    account.approve(second.user_code);
    expect(await ends()).toMatchObject({ flow_id: second.flow_id, status: 'authenticated' });
  });

  test('of many POSTs at once one flow is left', async () => {
    await Promise.all(Array.from({ length: 8 }, () => start()));
    const last = await flow();
    account.asked.length = 0;
    await wait(300);
    // one poll each 20 ms here: eight flows would ask eight times as often
    expect(account.asked.length).toBeLessThan(25);
    expect(last?.status).toBe('pending');
  });

  test('pending, DELETE: cancelled', async () => {
    const pending = await start();
    expect(await daemon.ok('cancelLogin', {})).toEqual({ cancelled: true, status: 'cancelled' });
    expect(await flow()).toEqual({ ...pending, status: 'cancelled', resolved_at: expect.any(String) });
    account.approve(pending.user_code);
    await wait(200);
    expect((await flow())?.status).toBe('cancelled');
    expect(await daemon.ok('cancelLogin', {})).toEqual({ cancelled: false, status: 'cancelled' });
  });

  test('authenticated: token stored, provider, models and default written, events told; DELETE changes nothing', async () => {
    const socket = await daemon.socket();
    await socket.send('client_hello', { client_id: 'login' });
    const pending = await start();
    account.approve();
    expect(await ends()).toEqual({ ...pending, status: 'authenticated', resolved_at: expect.any(String) });
    expect(await daemon.ok('cancelLogin', {})).toEqual({ cancelled: false, status: 'authenticated' });

    expect(account.accepts(credential()['access_token'] ?? '')).toBe(true);
    expect(statSync(credentialFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(daemon.home, 'region'), 'utf8')).toBe('mainland-cn\n');
    const shown = await daemon.ok('getConfig', {});
    expect(shown.default_model).toBe(`${MANAGED}/steady`);
    expect(shown.providers[MANAGED]).toMatchObject({ type: 'agent', base_url: account.base });
    expect(shown.models?.[`${MANAGED}/steady`]).toMatchObject({ maxContextSize: 200_000, displayName: 'Steady' });
    expect(shown.models?.[`${MANAGED}/quick`]).toMatchObject({ maxContextSize: 64_000, maxOutputSize: 8_000 });
    expect(await daemon.ok('getAuth', {})).toEqual({
      models_ready: true,
      providers_count: 1,
      managed_provider: { name: MANAGED, status: 'authenticated' },
    });
    const changed = await socket.until('the configuration', ({ type }) => type === 'event.config.changed');
    expect(changed.payload['changedFields']).toEqual(expect.arrayContaining(['default_model', 'models', 'providers']));
    const models = await socket.until('the models', ({ type }) => type === 'event.model_catalog.changed');
    expect(models.payload).toMatchObject({
      changed: [{ provider_id: MANAGED, provider_name: MANAGED, added: 2, removed: 0 }],
      unchanged: [],
      failed: [],
    });
  });

  test('already authenticated: no flow and no interaction; GET goes on answering the last one', async () => {
    await logIn();
    const last = await flow();
    expect(await start()).toEqual({ flow_id: expect.any(String), provider: MANAGED, status: 'authenticated' });
    expect(await flow()).toEqual(last);
    await daemon.restart();
    expect((await start()).status).toBe('authenticated');
    expect(await flow()).toBeNull();
  });

  test('denied: access_denied, and any other definite error, with its message', async () => {
    await start();
    account.deny();
    expect(await ends()).toMatchObject({
      status: 'denied',
      error_message: 'access_denied',
      resolved_at: expect.any(String),
    });
    expect(await daemon.ok('cancelLogin', {})).toEqual({ cancelled: false, status: 'denied' });
    account.fail('/api/oauth/token', {
      status: 401,
      body: { error: 'invalid_client', error_description: 'who?\u0007' },
    });
    await start();
    expect(await ends()).toMatchObject({ status: 'denied', error_message: 'invalid_client: who?' });
  });

  test('expired: by the service, and by the deadline while polling fails all the time', async () => {
    await start();
    account.fail('/api/oauth/token', { status: 400, body: { error: 'expired_token' } });
    expect(await ends()).toMatchObject({ status: 'expired', error_message: 'expired_token' });
    await start();
    account.fail('/api/oauth/token', ...Array.from({ length: 500 }, () => ({ status: 503 })));
    await wait(100);
    expect((await flow())?.status).toBe('pending');
    ahead = 601_000;
    expect(await ends()).toMatchObject({ status: 'expired', error_message: expect.any(String) });
  });

  test('what may pass is polled through; slow_down makes the interval grow by 5', async () => {
    const pending = await start();
    account.fail('/api/oauth/token', { status: 500 }, 'drop', { status: 429 }, { status: 200, body: 'no token' });
    account.settings.slowDowns = 2;
    await until('two slow downs', async () => ((await flow())?.interval === 11 ? true : undefined));
    expect(pending.interval).toBe(1);
    account.approve();
    expect((await ends()).status).toBe('authenticated');
  });

  test('a server that stops cancels its flow', async () => {
    await start();
    await daemon.restart();
    expect(await flow()).toBeNull();
    account.asked.length = 0;
    await wait(200);
    expect(account.asked).toEqual([]);
  });

  test('a discovery document replaces the paths', async () => {
    account.settings.discovery = true;
    await logIn();
    expect(account.asked).toContain('POST /elsewhere/device');
    expect(account.asked).not.toContain('POST /api/oauth/token');
  });
});

describe('refused', () => {
  test('another provider', async () => {
    for (const name of ['startLogin', 'logout'] as const) {
      expect((await daemon.ask(name, { body: { provider: 'managed:other' } })).code).toBe(40001);
    }
    for (const name of ['getLogin', 'cancelLogin', 'getAccountUsage', 'getAccountUser'] as const) {
      expect((await daemon.ask(name, { query: { provider: 'managed:other' } })).code).toBe(40001);
    }
    expect((await daemon.ask('startLogin', { body: { region: 'moon' } })).code).toBe(40001);
  });

  test('an account service that cannot be reached, or answers nonsense: 50005 and no flow; a pending one stays', async () => {
    const bad = [
      'drop',
      { status: 500 },
      { status: 200, body: { user_code: 'x' } },
      { status: 302, headers: { location: '/' } },
    ] as const;
    account.fail('/api/oauth/device_authorization', ...bad);
    for (let tries = 0; tries < bad.length; tries++)
      await daemon.fails('startLogin', 'ACCOUNT_SERVICE_UNAVAILABLE', { body: {} });
    expect(await flow()).toBeNull();
    const pending = await start();
    account.fail('/api/oauth/device_authorization', 'drop');
    await daemon.fails('startLogin', 'ACCOUNT_SERVICE_UNAVAILABLE', { body: {} });
    expect(await flow()).toEqual(pending);
  });

  test('no account service in this build: said plainly, without a request', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(String(input));
      throw new Error('no network');
    };
    const bare = await startTestDaemon({ fetch });
    const { msg } = await bare.fails('startLogin', 'ACCOUNT_SERVICE_UNAVAILABLE', { body: {} });
    expect(msg).toContain('this build has no account service');
    expect(await bare.ok('getAccountUsage', {})).toEqual({ kind: 'error', message: 'no user is logged in' });
    await bare.ok('logout', { body: {} });
    expect(asked).toEqual([]);
    await bare.close();
  });
});

describe('configuration', () => {
  test('what people wrote stays: comments, another default, overrides; logout takes only its own away', async () => {
    const mine =
      '# my file\ndefault_model = "p/m" # mine\n\n[providers.p]\ntype = "openai"\napi_key = "sk-p"\n\n' +
      '[models."p/m"]\nprovider = "p"\nmodel = "m"\nmax_context_size = 1000\n';
    writeFileSync(join(daemon.home, 'config.toml'), mine);
    await logIn();
    expect(config().split('\n')).toEqual(expect.arrayContaining(mine.split('\n')));
    expect((await daemon.ok('getConfig', {})).default_model).toBe('p/m');
    await daemon.ok('updateConfig', {
      body: { models: { [`${MANAGED}/quick`]: { overrides: { maxOutputSize: 7 } } } },
    });
    await daemon.ok('logout', { body: {} });
    expect(config().trim()).toBe(mine.trim());
    expect(await daemon.ok('getAuth', {})).toMatchObject({ providers_count: 1, managed_provider: null });
    expect(() => credential()).toThrow();
  });

  test('models that cannot be read leave the login as it is; the next login brings them', async () => {
    account.fail('/v1/models', { status: 500 });
    await start();
    account.approve();
    expect(await ends()).toMatchObject({ status: 'authenticated', error_message: expect.stringContaining('HTTP 500') });
    expect(await status()).toEqual({ name: MANAGED, status: 'authenticated' });
    expect((await daemon.ok('getConfig', {})).default_model).toBeUndefined();
  });

  test('logout: always, also with a pending flow and with nobody logged in', async () => {
    await start();
    expect(await daemon.ok('logout', { body: {} })).toEqual({ logged_out: true, provider: MANAGED });
    expect((await flow())?.status).toBe('cancelled');
    expect(await daemon.ok('logout', { body: {} })).toEqual({ logged_out: true, provider: MANAGED });
    account.settings.discovery = true;
    await logIn();
    const { refresh_token: token = '' } = credential();
    await daemon.ok('logout', { body: {} });
    expect(account.isCurrent(token)).toBe(false);
    expect((await daemon.ok('getConfig', {})).default_model).toBeUndefined();
  });
});

describe('status', () => {
  test('unauthenticated: provider configured, no credential', async () => {
    expect(await status()).toBeNull();
    await logIn();
    const provider = () => daemon.ok('getProvider', { params: { provider_id: MANAGED } });
    const usable = { has_api_key: true, status: 'connected' };
    expect(await provider()).toMatchObject(usable);
    rmSync(credentialFile());
    expect(await status()).toEqual({ name: MANAGED, status: 'unauthenticated' });
    expect(await provider()).toMatchObject({ has_api_key: false, status: 'unconfigured' });
    await daemon.restart();
    // nothing of the configuration changes with this login
    await logIn();
    expect(await provider()).toMatchObject(usable);
    expect((await daemon.ok('getConfig', {})).providers[MANAGED]?.has_api_key).toBe(true);
  });

  test('expired: over its time and the refresh failed for now; authenticated again when it works', async () => {
    await logIn();
    ahead = 3_700_000;
    account.fail('/api/oauth/token', { status: 503 }, 'drop', 'drop');
    expect(await status()).toMatchObject({ status: 'authenticated' });
    expect(await daemon.ok('getAccountUsage', {})).toMatchObject({ kind: 'error' });
    expect(await status()).toMatchObject({ status: 'expired' });
    expect(await daemon.ok('getAccountUsage', {})).toMatchObject({ kind: 'error' });
    expect(await daemon.ok('getAccountUsage', {})).toMatchObject({ kind: 'ok' });
    expect(await status()).toMatchObject({ status: 'authenticated' });
  });

  test('revoked: the refresh was refused; it stays so over a restart, and a new login ends it', async () => {
    await logIn();
    account.revokeAll();
    expect(await daemon.ok('getAccountUser', {})).toMatchObject({ kind: 'error' });
    expect(await status()).toMatchObject({ status: 'revoked' });
    await daemon.restart();
    expect(await status()).toMatchObject({ status: 'revoked' });
    await logIn();
    expect(await status()).toMatchObject({ status: 'authenticated' });
  });
});

describe('account', () => {
  test('usage and person, with what makes no sense left out', async () => {
    await logIn();
    account.settings.usages = {
      usages: { limit5h: { usedRatio: 1.5, resetAt: 'soon' }, limit7d: { usedRatio: 'x' }, other: { usedRatio: 0 } },
      extraUsage: {
        balanceCents: 100,
        totalCents: 200,
        monthlyChargeLimitEnabled: true,
        monthlyChargeLimitCents: 5,
        monthlyUsedCents: 1,
        currency: 'EUR',
        more: 1,
      },
    };
    expect(await daemon.ok('getAccountUsage', {})).toEqual({
      kind: 'ok',
      quota: {
        usages: { limit5h: { usedRatio: 1 } },
        extraUsage: {
          balanceCents: 100,
          totalCents: 200,
          monthlyChargeLimitEnabled: true,
          monthlyChargeLimitCents: 5,
          monthlyUsedCents: 1,
          currency: 'EUR',
        },
      },
    });
    expect(await daemon.ok('getAccountUser', {})).toMatchObject({
      kind: 'ok',
      userInfo: { nickname: 'Ada', userLevel: 2 },
    });
  });

  test('failures are told in the answer, with the status when there is one', async () => {
    await logIn();
    account.fail('/v1/usages', { status: 503, body: { error: { message: 'busy' } } }, 'drop', 'drop');
    expect(await daemon.ok('getAccountUsage', {})).toEqual({
      kind: 'error',
      status: 503,
      message: 'the account service answered HTTP 503: busy',
    });
    expect(await daemon.ok('getAccountUsage', {})).toEqual({
      kind: 'error',
      message: expect.stringContaining('cannot be reached'),
    });
    account.settings.userinfo = { userId: 'only' };
    expect(await daemon.ok('getAccountUser', {})).toMatchObject({ kind: 'error', status: 200 });
    // the same when it is the token that cannot be refreshed
    account.endAccess();
    account.fail('/api/oauth/token', { status: 503 });
    expect(await daemon.ok('getAccountUsage', {})).toEqual({
      kind: 'error',
      status: 503,
      message: 'the account service answered HTTP 503',
    });
  });

  test('a refused access token is replaced once', async () => {
    await logIn();
    account.endAccess();
    expect(await daemon.ok('getAccountUser', {})).toMatchObject({ kind: 'ok' });
    expect(account.asked.filter((line) => line === 'GET /v1/userinfo')).toHaveLength(2);
  });
});

describe('region', () => {
  const regionOf = async (config?: string, env: Record<string, string> = {}, marker?: string) => {
    const one = await startTestDaemon({ env, ...(config === undefined ? {} : { config }) });
    if (marker !== undefined) writeFileSync(join(one.home, 'region'), marker);
    const { region } = await one.ok('getAccountRegion', {});
    await one.close();
    return region;
  };
  const provider = (oauth: string) => `[providers."managed:agent-code"]\ntype = "agent"\noauth = ${oauth}\n`;

  test('pinned host, then key, then marker, then mainland-cn', async () => {
    expect(await regionOf()).toBe('mainland-cn');
    expect(await regionOf(undefined, {}, 'global\n')).toBe('global');
    expect(await regionOf(undefined, {}, 'nonsense')).toBe('mainland-cn');
    expect(await regionOf(provider('{ key = "oauth/agent-code" }'), {}, 'global')).toBe('mainland-cn');
    const pinned = '{ key = "oauth/agent-code", oauth_host = "https://account.agent.example.invalid/" }';
    expect(await regionOf(provider(pinned))).toBe('global');
    const env = { AGENT_OAUTH_HOST: 'https://account.agent.example.invalid' };
    expect(await regionOf(provider('{ key = "oauth/agent-code" }'), env)).toBe('global');
    const first = { ...env, AGENT_CODE_OAUTH_HOST: 'https://account.cn.agent.example.invalid' };
    expect(await regionOf(undefined, first, 'global')).toBe('mainland-cn');
  });

  test('a flow can ask for another one, which the login keeps', async () => {
    await start({ region: 'global' });
    account.approve();
    await ends();
    expect(await daemon.ok('getAccountRegion', {})).toEqual({ region: 'global' });
    expect(readFileSync(join(daemon.home, 'region'), 'utf8')).toBe('global\n');
  });
});
