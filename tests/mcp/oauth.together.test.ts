/** Daemons that share the logins of a home: simultaneous renewals, and a kill during one. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BeginMcpAuthData } from '../../schemas/generated/types.js';
import { until } from '../helpers/daemon.js';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { startProtectedServer, type ProtectedServer } from '../helpers/mcpauthserver.js';

jest.setTimeout(60_000);

let server: ProtectedServer;
let home: string;
const running: DaemonProcess[] = [];

beforeEach(async () => {
  server = await startProtectedServer();
  home = mkdtempSync(join(tmpdir(), 'agent-oauth-'));
  writeFileSync(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { wiki: { url: server.url } } }));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((daemon) => daemon.kill()));
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

async function start(): Promise<DaemonProcess> {
  const daemon = await startProcess({ home, cwd: home });
  running.push(daemon);
  return daemon;
}

async function post<Data>(daemon: DaemonProcess, action: string, body: object): Promise<Data> {
  const response = await fetch(`${daemon.baseUrl}/api/v2/mcp/auth:${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: Data }).data;
}
const begin = (daemon: DaemonProcess) => post<BeginMcpAuthData>(daemon, 'begin', { source: 'global', name: 'wiki' });

async function logIn(daemon: DaemonProcess): Promise<void> {
  const begun = await begin(daemon);
  if (begun.status === 'already-authorized') throw new Error('there is a login already');
  await server.auth.visit(begun.authorizationUrl);
  await post(daemon, 'complete', { flowId: begun.flowId });
}

function stored(): Record<string, unknown> {
  const directory = join(home, 'credentials', 'mcp');
  const [file = ''] = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return JSON.parse(readFileSync(join(directory, file), 'utf8')) as Record<string, unknown>;
}

test('two daemons that renew at once keep one login, again and again', async () => {
  server.auth.settings.tokenLife = 4;
  const [one, other] = await Promise.all([start(), start()]);
  await logIn(one);
  for (let round = 0; round < 4; round += 1) {
    const before = stored()['refresh_token'];
    // half of the token's lifetime
    await wait(2_050);
    const asked = [one, other, other, one].map(begin);
    for (const answer of await Promise.all(asked)) expect(answer).toEqual({ status: 'already-authorized' });
    expect(stored()['refresh_token']).not.toBe(before);
    expect(server.auth.isCurrent(String(stored()['refresh_token']))).toBe(true);
  }
  expect(server.auth.reuses).toBe(0);
});

test('a daemon that is killed while it renews blocks no other; a login that was replaced meanwhile is asked for again', async () => {
  server.auth.settings.tokenLife = 2;
  const [one, other] = await Promise.all([start(), start()]);
  await logIn(one);
  await wait(2_050);
  let free: () => void = () => undefined;
  server.auth.hold('/token', new Promise<void>((resolve) => (free = resolve)));
  const cut = begin(one).catch(() => undefined);
  await until('the renewal', () => server.auth.sent('/token').length > 1 || undefined);
  await one.kill();
  await cut;
  free();
  server.auth.settings.tokenLife = 3600;
  expect((await begin(other)).status).toBe('authorization-required');
  expect(stored()).toMatchObject({ refused: true });
  await logIn(other);
  expect(await begin(other)).toEqual({ status: 'already-authorized' });
});

test('a daemon that is stopped while it renews takes what it is given', async () => {
  server.auth.settings.tokenLife = 2;
  const [one, other] = await Promise.all([start(), start()]);
  await logIn(one);
  await wait(2_050);
  let free: () => void = () => undefined;
  server.auth.hold('/token', new Promise<void>((resolve) => (free = resolve)));
  server.auth.settings.tokenLife = 3600;
  const cut = begin(one).catch(() => undefined);
  await until('the renewal', () => server.auth.sent('/token').length > 1 || undefined);
  const stopped = one.stop();
  await wait(200);
  free();
  await Promise.all([cut, stopped]);
  expect(server.auth.isCurrent(String(stored()['refresh_token']))).toBe(true);
  expect(await begin(other)).toEqual({ status: 'already-authorized' });
  expect(server.auth.reuses).toBe(0);
});
