/** Servers that share a login refresh it once, survive a kill during a refresh, and never leak a token. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { until } from '../helpers/daemon.js';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { rounds } from '../helpers/rounds.js';

// servers start side by side on a busy machine
jest.setTimeout(120_000);

let account: AccountServer;
let home: string;
const running: DaemonProcess[] = [];

beforeEach(async () => {
  account = await startAccountServer();
  home = mkdtempSync(join(tmpdir(), 'agent-accounts-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((daemon) => daemon.kill()));
  await account.close();
  rmSync(home, { recursive: true, force: true });
});

async function start(clockAhead = 0): Promise<DaemonProcess> {
  const daemon = await startProcess({ home, cwd: home, env: account.env, clockAhead });
  running.push(daemon);
  return daemon;
}

async function ask(daemon: DaemonProcess, path: string, method = 'GET'): Promise<Record<string, unknown>> {
  const response = await fetch(`${daemon.baseUrl}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  return ((await response.json()) as { data: Record<string, unknown> }).data;
}

async function logIn(daemon: DaemonProcess): Promise<void> {
  await ask(daemon, 'oauth/login', 'POST');
  account.approve();
  await until('the login', async () =>
    (await ask(daemon, 'oauth/login'))['status'] === 'authenticated' ? true : undefined,
  );
}

const stored = () =>
  JSON.parse(readFileSync(join(home, 'credentials', 'managed_agent-code.json'), 'utf8')) as Record<string, string>;

test(
  'two servers that refresh at once keep one valid token, again and again',
  async () => {
    const [one, other] = await Promise.all([start(), start()]);
    await logIn(one);
    const times = rounds(12, 100);
    for (let round = 0; round < times; round++) {
      account.endAccess();
      const asked = [one, other, one, other].map((daemon) => ask(daemon, 'oauth/userinfo'));
      for (const answer of await Promise.all(asked)) expect({ round, ...answer }).toMatchObject({ round, kind: 'ok' });
      expect(account.isCurrent(stored()['refresh_token'] ?? '')).toBe(true);
      expect(account.accepts(stored()['access_token'] ?? '')).toBe(true);
    }
    expect(account.reuses).toBe(0);
    // one refresh per round, whichever server made it
    expect(account.given.filter((token) => token.startsWith('canary-refresh'))).toHaveLength(times + 1);
  },
  rounds(120_000, 480_000),
);

test('a token is refreshed five minutes before its end, by one of all who ask', async () => {
  const one = await start();
  await logIn(one);
  const before = stored()['access_token'];
  const early = await start(3600_000 - 330_000);
  await ask(early, 'oauth/userinfo');
  expect(stored()['access_token']).toBe(before);
  const due = await start(3600_000 - 299_000);
  await Promise.all(Array.from({ length: 20 }, () => ask(due, 'oauth/userinfo')));
  expect(stored()['access_token']).not.toBe(before);
  expect(account.given.filter((token) => token.startsWith('canary-refresh'))).toHaveLength(2);
});

test('a server that is killed in the middle of a refresh takes neither lock nor login with it', async () => {
  account.settings.grace = true;
  const [one, other] = await Promise.all([start(), start()]);
  await logIn(one);
  let release: () => void = () => undefined;
  account.hold('/api/oauth/token', new Promise<void>((resolve) => (release = resolve)));
  account.endAccess();
  const before = account.given.length;
  ask(one, 'oauth/userinfo').catch(() => undefined);
  await until('the rotation', () => (account.given.length > before ? true : undefined), 60_000);
  await one.kill();
  release();
  expect(await ask(other, 'oauth/userinfo')).toMatchObject({ kind: 'ok' });
  expect(account.isCurrent(stored()['refresh_token'] ?? '')).toBe(true);
});

test('a server that is stopped in the middle of a refresh waits for the new token', async () => {
  const one = await start();
  await logIn(one);
  let release: () => void = () => undefined;
  account.hold('/api/oauth/token', new Promise<void>((resolve) => (release = resolve)));
  account.endAccess();
  const before = account.given.length;
  ask(one, 'oauth/userinfo').catch(() => undefined);
  await until('the rotation', () => (account.given.length > before ? true : undefined), 60_000);
  const stopped = one.stop();
  // the token arrives while the server is shutting down
  await until('no more answers', () =>
    fetch(`${one.baseUrl}/api/v1/meta`).then(
      () => undefined,
      () => true,
    ),
  );
  release();
  expect(await stopped).toBe(0);
  expect(account.isCurrent(stored()['refresh_token'] ?? '')).toBe(true);
});

test('a connection that is lost under a refresh is no reason to fail', async () => {
  const one = await start();
  await logIn(one);
  account.fail('/api/oauth/token', 'drop');
  account.endAccess();
  expect(await ask(one, 'oauth/userinfo')).toMatchObject({ kind: 'ok' });
  expect(account.reuses).toBe(0);
});

test('a logout takes away what a killed server left half written, too', async () => {
  const one = await start();
  await logIn(one);
  writeFileSync(join(home, 'credentials/.managed_agent-code.json.1.abc.tmp'), '{}');
  await ask(one, 'oauth/logout', 'POST');
  expect(readdirSync(join(home, 'credentials'))).toEqual([]);
});

test('no token in logs, database, configuration, answers, arguments or variables; files are closed to others', async () => {
  const daemon = await start();
  await logIn(daemon);
  account.fail('/v1/usages', { status: 500, body: { error: { message: `bad ${stored()['access_token']}` } } });
  account.fail('/api/oauth/token', {
    status: 400,
    body: { error: 'temporarily_unavailable', error_description: stored()['refresh_token'] },
  });
  const answers = [await ask(daemon, 'oauth/usage')];
  account.endAccess();
  for (const path of ['oauth/userinfo', 'oauth/userinfo', 'oauth/usage', 'auth', 'config', 'providers', 'models']) {
    answers.push(await ask(daemon, path));
  }
  account.revokeAll();
  answers.push(await ask(daemon, 'oauth/userinfo'));
  answers.push(await ask(daemon, 'auth'));
  const seen = [
    JSON.stringify(answers),
    daemon.errors(),
    ...['cmdline', 'environ'].map((file) => readFileSync(`/proc/${daemon.pid}/${file}`, 'utf8')),
  ];
  await daemon.stop();
  for (const { path, text } of filesIn(home)) {
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    if (!path.endsWith('managed_agent-code.json')) seen.push(text);
  }
  expect(seen.length).toBeGreaterThan(6);
  expect(account.given.length).toBeGreaterThan(3);
  for (const text of seen) for (const token of account.given) expect(text.includes(token)).toBe(false);
});

function filesIn(directory: string): { path: string; text: string }[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));
}
