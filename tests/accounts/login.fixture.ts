/** Common to the login suites: an account server, a daemon, and a login. */
import { afterEach, beforeEach, expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

export const MANAGED = 'managed:agent-code';

export let account: AccountServer;

export let daemon: TestDaemon;

/** how far the daemon's clock is ahead, in milliseconds */
let ahead = 0;
export const advance = (ms: number): void => void (ahead += ms);

const now = () => Date.now() + ahead;

/** Sleeps for a fiftieth of the given time. */
const sleep = (ms: number, signal?: AbortSignal) => wait(ms / 50, undefined, { signal, ref: false });

export const flow = () => daemon.ok('getLogin', {});

export const start = (body: Record<string, unknown> = {}) => daemon.ok('startLogin', { body });

export const status = async () => (await daemon.ok('getAuth', {})).managed_provider;

export const credentialFile = () => join(daemon.home, 'credentials', 'managed_agent-code.json');

export const credential = () => JSON.parse(readFileSync(credentialFile(), 'utf8')) as Record<string, string>;

export async function ends(): Promise<NonNullable<Awaited<ReturnType<typeof flow>>>> {
  return until('the end of the flow', async () => {
    const shown = await flow();
    return shown && shown.status !== 'pending' ? shown : undefined;
  });
}

export async function logIn(): Promise<void> {
  await start();
  account.approve();
  expect((await ends()).status).toBe('authenticated');
}

/** Registers the set-up of these suites. */
export function useLogin(): void {
  beforeEach(async () => {
    ahead = 0;
    account = await startAccountServer();
    daemon = await startTestDaemon({ env: account.env, now, sleep });
  });
  afterEach(async () => {
    await daemon.close();
    await account.close();
  });
}
