/** The login over REST, row by row of the tables of rest.md 5, against a real account server. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestDaemon, until } from '../helpers/daemon.js';
import {
  MANAGED,
  account,
  daemon,
  advance,
  flow,
  start,
  credentialFile,
  credential,
  ends,
  logIn,
  useLogin,
} from './login.fixture.js';

useLogin();

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
    // one poll every 20 ms here; eight flows would poll eight times as often
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

  test('authenticated: token stored, provider, models and default written, events reported; DELETE changes nothing', async () => {
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
      login_available: true,
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

  test('already authenticated: no flow and no interaction; GET keeps answering the last one', async () => {
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
    advance(601_000);
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
