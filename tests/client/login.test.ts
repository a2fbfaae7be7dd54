/** `agent login` against a real account server: what it prints, writes and how it ends (cli.md 5.1). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from '../../client/cli/run.js';
import { login } from '../../daemon/direct/login.js';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { startTestDaemon } from '../helpers/daemon.js';
import { remove, temporary, testIo, until, type TestIo } from './harness.js';

let account: AccountServer;
let folder: string;
let home: string;
beforeEach(async () => {
  account = await startAccountServer();
  folder = await temporary();
  home = join(folder, 'home');
});
afterEach(async () => {
  await account.close();
  await remove(folder);
});

/** Waits a twentieth of the time. */
const sleep = (ms: number, signal?: AbortSignal) => wait(ms / 20, undefined, { signal, ref: false });

function start(env: Record<string, string> = account.env): { io: TestIo; code: Promise<number> } {
  const io = testIo({ home, cwd: folder, env, direct: { login: (options) => login({ ...options, sleep }) } });
  return { io, code: run(['login'], io) };
}

const invited = (io: TestIo) => until(() => io.err().includes('enter the code'));
const credential = () => readFileSync(join(home, 'credentials', 'managed_agent-code.json'), 'utf8');
const config = () => readFileSync(join(home, 'config.toml'), 'utf8');

/** Expects nothing on stdout, and no token in what users see. */
function clean(io: TestIo): void {
  expect(io.out()).toBe('');
  for (const token of account.given) expect(io.err()).not.toContain(token);
}

test('page, code and time on stderr; then credential, provider, models, default and region; exit 0', async () => {
  const { io, code } = start();
  await invited(io);
  const userCode = /enter the code (\S+)/.exec(io.err())?.[1] ?? '';
  expect(io.err()).toContain(`Open ${account.host}/device?user_code=${userCode}\n`);
  expect(io.err()).toContain(`or open ${account.host}/device and enter`);
  expect(io.err()).toContain('valid for 10 minutes');
  account.approve(userCode);
  expect(await code).toBe(0);
  expect(io.err()).toContain('Logged in to managed:agent-code; 2 models; default model: managed:agent-code/steady\n');
  clean(io);
  expect(statSync(join(home, 'credentials', 'managed_agent-code.json')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(home, 'region'), 'utf8')).toBe('mainland-cn\n');
  expect(config()).toContain('[providers."managed:agent-code"]');
  expect(config()).toContain('default_model = "managed:agent-code/steady"');
});

test('already logged in: says so and renews the models; after a revocation it is a login again', async () => {
  const first = start();
  await invited(first.io);
  account.approve();
  await first.code;
  account.settings.models = [{ id: 'steady', context_length: 1000 }];
  const again = start();
  expect(await again.code).toBe(0);
  expect(again.io.err()).toContain('Already logged in to managed:agent-code; 1 model;');
  expect(config()).not.toContain('quick');
  account.fail('/v1/models', { status: 500 });
  const failing = start();
  expect(await failing.code).toBe(1);
  expect(failing.io.err()).toMatch(/^error: .*HTTP 500/);
  account.revokeAll();
  const anew = start();
  await invited(anew.io);
  account.approve();
  expect(await anew.code).toBe(0);
  clean(anew.io);
});

test('denied, expired, Ctrl-C, no network, no service, a broken configuration: error and exit 1', async () => {
  const denied = start();
  await invited(denied.io);
  account.deny();
  expect(await denied.code).toBe(1);
  expect(denied.io.err()).toContain('error: login denied: access_denied\n');

  const expired = start();
  await invited(expired.io);
  account.fail('/api/oauth/token', { status: 400, body: { error: 'expired_token' } });
  expect(await expired.code).toBe(1);
  expect(expired.io.err()).toContain('error: login expired: expired_token\n');

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const stopped = start();
    await invited(stopped.io);
    stopped.io.signal(signal);
    expect(await stopped.code).toBe(1);
    expect(stopped.io.err()).toContain('error: login cancelled\n');
  }

  account.fail('/api/oauth/device_authorization', 'drop');
  const lost = start();
  expect(await lost.code).toBe(1);
  expect(lost.io.err()).toMatch(/^error: the account service cannot be used: /);

  const none = start({});
  expect(await none.code).toBe(1);
  expect(none.io.err()).toMatch(/^error: this build has no account service/);

  expect(config()).not.toContain('managed');
  expect(() => credential()).toThrow();
  writeFileSync(join(home, 'config.toml'), '[providers\n');
  const broken = start();
  expect(await broken.code).toBe(1);
  expect(broken.io.err()).toMatch(/^error: config\.toml cannot be used: 1:/);
});

test('an answer that cannot be used is named in a sentence', async () => {
  const grant = { device_code: 'd', user_code: 'A', verification_uri: `${account.host}/device`, expires_in: 600 };
  const before = 'the account service cannot be used: it';
  for (const [body, message] of [
    [{ ...grant, user_code: 'A\u001b[31m' }, `${before} gave a code that cannot be typed`],
    [{ ...grant, verification_uri: 'javascript:alert(1)' }, `${before} gave an address that is none`],
    ['<html>', `${before} answered something that makes no sense`],
    [{}, `${before} answered something that makes no sense`],
  ] as const) {
    account.fail('/api/oauth/device_authorization', { status: 200, body });
    const failing = start();
    expect(await failing.code).toBe(1);
    expect(failing.io.err()).toBe(`error: ${message}\n`);
  }
  account.fail('/api/oauth/device_authorization', { status: 200, body: { ...grant, expires_in: 1, interval: 1 } });
  const token = { status: 200, body: { access_token: 'a b', token_type: 'bearer' } };
  account.fail('/api/oauth/token', ...Array<typeof token>(100).fill(token));
  const expired = start();
  expect(await expired.code).toBe(1);
  expect(expired.io.err()).toContain('error: login expired: the account service gave a token that cannot be sent\n');
});

test('Ctrl-C ends it also while the service says nothing', async () => {
  account.fail('/.well-known/oauth-authorization-server', 'hang');
  const { io, code } = start();
  await until(() => account.asked.length > 0);
  io.signal('SIGINT');
  expect(await code).toBe(1);
  expect(io.err()).toBe('error: login cancelled\n');
});

test('a running server knows of the login within a second', async () => {
  mkdirSync(home, { mode: 0o700 });
  const daemon = await startTestDaemon({ home, env: account.env });
  expect((await daemon.ok('getAuth', {})).managed_provider).toBeNull();
  const { io, code } = start();
  await invited(io);
  account.approve();
  expect(await code).toBe(0);
  await until(async () => (await daemon.ok('getAuth', {})).managed_provider?.status === 'authenticated', 10_000);
  expect((await daemon.ok('startLogin', { body: {} })).status).toBe('authenticated');
  expect(await daemon.ok('getAccountUser', {})).toMatchObject({ kind: 'ok' });
  await daemon.close();
});
