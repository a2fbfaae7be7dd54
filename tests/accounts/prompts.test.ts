/** Prompts to the managed model use the login's token, refresh it after a refusal, and fail clearly without one. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

let account: AccountServer;
let daemon: TestDaemon;
beforeEach(async () => {
  account = await startAccountServer();
  daemon = await startTestDaemon({ env: account.env });
  await daemon.ok('startLogin', { body: {} });
  account.approve();
  await until('the login', async () =>
    (await daemon.ok('getLogin', {}))?.status === 'authenticated' ? true : undefined,
  );
});
afterEach(async () => {
  await daemon.close();
  await account.close();
});

const hello = { body: { content: [{ type: 'text' as const, text: 'hello' }] } };

async function said(id: string): Promise<string> {
  const { items } = await daemon.ok('listMessages', daemon.session(id));
  return JSON.stringify(items);
}

test('a prompt is answered with the token of the login', async () => {
  const { id } = await daemon.createSession({ title: 'Trial' });
  await daemon.run(id, 'hello');
  expect(await said(id)).toContain('Hello from the managed service.');
  expect(account.accepts(account.prompts.at(-1)?.token ?? '')).toBe(true);
  expect(account.prompts.at(-1)?.body).toMatchObject({ model: 'steady', prompt_cache_key: id });
});

test('a refused token is refreshed once, unseen', async () => {
  const { id } = await daemon.createSession({ title: 'Trial' });
  account.endAccess();
  await daemon.run(id, 'hello');
  expect(await said(id)).toContain('Hello from the managed service.');
  expect(account.asked.filter((line) => line === 'POST /v1/chat/completions')).toHaveLength(2);
});

test('revoked: the turn fails and says to log in; no credential: 40111', async () => {
  const { id } = await daemon.createSession({ title: 'Trial' });
  account.revokeAll();
  const socket = await daemon.socket();
  await socket.send('client_hello', { client_id: 'c', subscriptions: [id] });
  await daemon.run(id, 'hello');
  const failed = await socket.until('the end', ({ type }) => type === 'turn.ended');
  expect(failed.payload).toMatchObject({ reason: 'failed', error: { code: 'auth.token_unauthorized' } });
  expect(JSON.stringify(socket.frames)).toContain('log in again');
  expect((await daemon.ok('getAuth', {})).managed_provider?.status).toBe('revoked');
  for (const token of account.given) expect(JSON.stringify(socket.frames)).not.toContain(token);

  rmSync(join(daemon.home, 'credentials', 'managed_agent-code.json'));
  await daemon.fails('submitPrompt', 'AUTH_TOKEN_MISSING', { ...daemon.session(id), ...hello });
  await daemon.ok('startLogin', { body: {} });
  account.approve();
  await until('the login', async () =>
    (await daemon.ok('getLogin', {}))?.status === 'authenticated' ? true : undefined,
  );
  await daemon.run(id, 'hello');
  expect(await said(id)).toContain('Hello from the managed service.');
});
