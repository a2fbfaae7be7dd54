/** A login changes the configuration and reports status, account and region (cli.md 5.2). */
import { describe, expect, test } from '@jest/globals';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon } from '../helpers/daemon.js';
import {
  MANAGED,
  account,
  daemon,
  advance,
  flow,
  start,
  status,
  credentialFile,
  credential,
  ends,
  logIn,
  useLogin,
} from './login.fixture.js';

useLogin();

const config = () => readFileSync(join(daemon.home, 'config.toml'), 'utf8');

describe('configuration', () => {
  test('what the user wrote stays: comments, another default, overrides; logout takes only its own away', async () => {
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

  test('logout: always, also with a pending flow and when no user is logged in', async () => {
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
    // this login changes nothing in the configuration
    await logIn();
    expect(await provider()).toMatchObject(usable);
    expect((await daemon.ok('getConfig', {})).providers[MANAGED]?.has_api_key).toBe(true);
  });

  test('expired: over its time and the refresh failed for now; authenticated again when it works', async () => {
    await logIn();
    advance(3_700_000);
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

  test('the answer names failures, with the status when there is one', async () => {
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
    // the same when the token cannot be refreshed
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
