/** Besides its own models, a login serves web searches, pages, and the model configured by the environment. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { bentWorld } from '../helpers/site.js';

let account: AccountServer;
let daemon: TestDaemon;
beforeEach(async () => {
  account = await startAccountServer();
  daemon = await startTestDaemon({ env: account.env, web: bentWorld() });
});
afterEach(async () => {
  await daemon.close();
  await account.close();
});

async function logIn(): Promise<void> {
  await daemon.ok('startLogin', { body: {} });
  account.approve();
  await until('the login', async () => (await daemon.ok('getLogin', {}))?.status === 'authenticated' || undefined);
}
async function said(id: string): Promise<string> {
  const { items } = await daemon.ok('listMessages', daemon.session(id));
  return JSON.stringify(items);
}
/** Sends a line to the offline provider in a new session and returns the answer. */
async function answer(line: string): Promise<string> {
  const { id } = await daemon.createSession({ title: 'Trial', agent_config: { model: 'offline/echo' } });
  await daemon.run(id, line);
  return said(id);
}
const asked = (path: string) => account.asked.filter((line) => line === `POST ${path}`).length;

test('a search goes to the service of the login, whose token is refreshed and shown to no client', async () => {
  expect(await answer('web anything')).toContain('WebSearch is not available here');
  expect(asked('/v1/search')).toBe(0);
  await logIn();
  const token = account.given.find((each) => each.startsWith('canary-access')) ?? '';
  account.settings.results = [{ title: 'Found', url: 'https://found.example/', snippet: `said with ${token}` }];
  const found = await answer('web anything');
  expect(found).not.toContain(token);
  expect(found).toContain('Title: Found');
  expect(found).toContain('said with ***');
  account.endAccess();
  expect(await answer('web anything')).toContain('Title: Found');
  expect(asked('/v1/search')).toBe(3);
  account.revokeAll();
  expect(await answer('web anything')).toMatch(/The search service failed: .*log in again/);
  await daemon.ok('logout', { body: {} });
  const times = asked('/v1/search');
  expect(await answer('web anything')).toContain('WebSearch is not available here');
  expect(asked('/v1/search')).toBe(times);
});

test('a service of the configuration goes before it, and may ask with the login', async () => {
  await logIn();
  const file = join(daemon.home, 'config.toml');
  const tables = ['search', 'fetch'].map((name) => {
    const address = name === 'search' ? `${account.base}/nowhere` : `${account.base}/fetch`;
    return `\n[services.${name}]\nbase_url = "${address}"\noauth = { storage = "file", key = "oauth/agent-code" }\n`;
  });
  writeFileSync(file, readFileSync(file, 'utf8') + tables.join(''));
  await daemon.restart();
  expect(await answer('web anything')).toContain('HTTP 404');
  expect([asked('/v1/search'), asked('/v1/nowhere')]).toEqual([0, 1]);
  account.settings.page = `# From the service\n${account.given.at(-1) ?? ''}`;
  expect(await answer('fetch http://page.example/')).toMatch(/# From the service\\n\*\*\*/);
  expect(asked('/v1/fetch')).toBe(1);
});

test('a model of the environment borrows address and token', async () => {
  await logIn();
  const env = { ...account.env, PATH: process.env['PATH'], AGENT_MODEL_NAME: 'steady' };
  await daemon.restart({ env });
  expect(await daemon.ok('getProvider', { params: { provider_id: 'env' } })).toMatchObject({
    type: 'agent',
    has_api_key: true,
    status: 'connected',
  });
  const { id } = await daemon.createSession({ title: 'Trial' });
  await daemon.run(id, 'hello');
  expect(await said(id)).toContain('Hello from the managed service.');
  expect(account.prompts.at(-1)?.body).toMatchObject({ model: 'steady', prompt_cache_key: id });
  expect(account.accepts(account.prompts.at(-1)?.token ?? '')).toBe(true);

  // the configuration file also has the login's address; a configured key has priority over the token
  await daemon.restart({ env: { ...env, AGENT_CODE_BASE_URL: undefined, AGENT_MODEL_API_KEY: 'sk-own' } });
  await daemon.run((await daemon.createSession({ title: 'Trial' })).id, 'hello');
  expect(account.asked.at(-1)).toBe('POST /v1/chat/completions');

  await daemon.restart({ env });
  await daemon.ok('logout', { body: {} });
  const prompt = { body: { content: [{ type: 'text' as const, text: 'hello' }] } };
  await daemon.fails('submitPrompt', 'AUTH_TOKEN_MISSING', { ...daemon.session(id), ...prompt });
  expect(await daemon.ok('getProvider', { params: { provider_id: 'env' } })).toMatchObject({ status: 'unconfigured' });
  await expect(daemon.restart({ env })).rejects.toThrow('AGENT_MODEL_API_KEY: is needed');
  await daemon.restart({ env: { ...env, AGENT_MODEL_NAME: undefined } });
});
