/** `/api/v2/mcp/auth:*`: logins to MCP servers, from the login page to the stored token (rest.md 17.2). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { McpServerConfig } from '../../schemas/generated/types.js';
import { codeOf, startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { startProtectedServer, type ProtectedServer } from '../helpers/mcpauthserver.js';
import { unzip } from '../helpers/unzip.js';

let server: ProtectedServer;
let daemon: TestDaemon;
let ahead = 0;
beforeAll(async () => {
  daemon = await startTestDaemon({
    now: () => Date.now() + ahead,
    env: { AGENT_LOG_LEVEL: 'trace', TENANT: 'acme-42' },
  });
});
afterAll(() => daemon.close());
beforeEach(async () => {
  server = await startProtectedServer();
});
afterEach(() => server.close());

let turn = 0;
async function configure(config: McpServerConfig): Promise<{ source: 'global'; name: string }> {
  const name = `s${(turn += 1)}`;
  await daemon.ok('createManagedMcpServer', { body: { name, ...config } });
  return { source: 'global', name };
}
const remote = () => configure({ transport: 'http', url: server.url });

async function begin(body: { source: 'global'; name: string }, cwd?: string) {
  const data = await daemon.ok('beginMcpAuth', { body, ...(cwd === undefined ? {} : { query: { cwd } }) });
  if (data.status === 'already-authorized') throw new Error('there is a login already');
  return { flowId: data.flowId, url: data.authorizationUrl };
}
const complete = (flowId: string, timeoutMs?: number) =>
  daemon.ask('completeMcpAuth', { body: { flowId, ...(timeoutMs === undefined ? {} : { timeoutMs }) } });
const credentials = () => {
  const directory = join(daemon.home, 'credentials', 'mcp');
  return existsSync(directory) ? readdirSync(directory) : [];
};
const failed = codeOf('MCP_OAUTH_FAILED');
const invalid = codeOf('VALIDATION_FAILED');

/** Resolves with true when nothing listens there. */
const isClosed = (redirect: string) =>
  fetch(redirect).then(
    () => undefined,
    () => true as const,
  );
const redirectIn = (url: string) => new URL(url).searchParams.get('redirect_uri') ?? '';

describe('a login', () => {
  test('is begun, made in a browser, waited for, found again, and reset', async () => {
    const locator = await remote();
    const before = credentials().length;
    const { flowId, url } = await begin(locator);
    const page = new URL(url);
    expect(page.origin).toBe(server.auth.issuer);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: server.url,
      scope: 'tools',
    });
    const redirect = redirectIn(url);
    expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const answer = complete(flowId);
    const shown = await server.auth.visit(url);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('is done');
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await answer).toMatchObject({ code: 0, data: null });
    await until('the port to close', () => isClosed(redirect));
    expect(credentials()).toHaveLength(before + 1);
    expect(await daemon.ok('beginMcpAuth', { body: locator })).toEqual({ status: 'already-authorized' });
    expect((await complete(flowId)).code).toBe(invalid);
    expect(await daemon.ok('resetMcpAuth', { body: locator })).toBeNull();
    expect(credentials()).toHaveLength(before);
    await until(
      'the authorization server to hear of it',
      () => server.auth.asked.includes('POST /revoke') || undefined,
    );
    await begin(locator);
  });

  test('that was made before any client waited is reported at once', async () => {
    const { flowId, url } = await begin(await remote());
    await server.auth.visit(url);
    expect(await complete(flowId)).toMatchObject({ code: 0, data: null });
  });

  test('is shared by those who ask at once, each with a flow of its own', async () => {
    const locator = await remote();
    const [one, other] = await Promise.all([begin(locator), begin(locator)]);
    expect(one.url).toBe(other.url);
    expect(one.flowId).not.toBe(other.flowId);
    expect(server.auth.asked.filter((each) => each === 'POST /register')).toHaveLength(1);
    await daemon.ok('cancelMcpAuth', { body: { flowId: one.flowId } });
    const answer = complete(other.flowId);
    await server.auth.visit(other.url);
    expect((await answer).code).toBe(0);
  });

  test('that is begun with a stored one that the server no longer takes is a new one', async () => {
    const locator = await remote();
    const { flowId, url } = await begin(locator);
    await server.auth.visit(url);
    await complete(flowId);
    server.auth.endAccess();
    server.auth.revokeAll();
    const again = await begin(locator);
    await server.auth.visit(again.url);
    expect((await complete(again.flowId)).code).toBe(0);
  });

  test('with fixed headers says so, and they are sent along with their variables', async () => {
    const locator = await configure({
      transport: 'http',
      url: server.url,
      headers: { 'X-Tenant': '${TENANT}' },
      auth: 'oauth',
    });
    const { url, flowId } = await begin(locator);
    expect(server.tools.requests.find(({ method }) => method === 'POST')?.headers['x-tenant']).toBe('acme-42');
    await server.auth.visit(url);
    expect((await complete(flowId)).code).toBe(0);
    const unset = await configure({ transport: 'http', url: server.url, headers: { A: '${NONE}' }, auth: 'oauth' });
    const answer = await daemon.ask('beginMcpAuth', { body: unset });
    expect(answer.code).toBe(failed);
    expect(answer.msg).toContain('NONE');
  });

  test('of a project needs its trust', async () => {
    const root = join(daemon.folder, 'project');
    mkdirSync(join(root, '.git'), { recursive: true });
    writeFileSync(join(root, '.mcp.json'), JSON.stringify({ mcpServers: { ours: { url: server.url } } }));
    const locator = { source: 'global' as const, name: 'ours' };
    const query = { cwd: realpathSync(root) };
    expect((await daemon.ask('beginMcpAuth', { body: locator, query })).code).toBe(codeOf('MCP_SERVER_NOT_FOUND'));
    const { id } = await daemon.ok('registerWorkspace', { body: { root: query.cwd } });
    await daemon.ok('trustWorkspace', { params: { workspace_id: id } });
    expect(await begin(locator, query.cwd)).toHaveProperty('flowId');
    expect((await daemon.ask('beginMcpAuth', { body: locator })).code).toBe(codeOf('MCP_SERVER_NOT_FOUND'));
    expect((await daemon.ask('beginMcpAuth', { body: locator, query: { cwd: 'project' } })).code).toBe(invalid);
  });
});

describe('a flow ends', () => {
  test('with the text of a denial, which is only text', async () => {
    server.auth.settings.person = 'denies';
    const { flowId, url } = await begin(await remote());
    const answer = complete(flowId);
    const shown = await server.auth.visit(url);
    expect(shown.status).toBe(400);
    expect(shown.text).toContain('access_denied: The person &lt;b&gt;said&lt;/b&gt; no');
    expect(await answer).toMatchObject({ code: failed, msg: 'access_denied: The person <b>said</b> no' });
    expect((await complete(flowId)).code).toBe(invalid);
  });

  test('when no user logs in in time, when it is cancelled, when it is reset', async () => {
    const locator = await remote();
    const late = await begin(locator);
    expect(await complete(late.flowId, 1)).toMatchObject({ code: failed, msg: 'the user did not log in in time' });
    expect((await complete(late.flowId)).code).toBe(invalid);
    await until('the port to close', () => isClosed(redirectIn(late.url)));
    const cancelled = await begin(locator);
    const answer = complete(cancelled.flowId);
    await daemon.ok('cancelMcpAuth', { body: { flowId: cancelled.flowId } });
    expect([failed, invalid]).toContain((await answer).code);
    await until('the port to close', () => isClosed(redirectIn(cancelled.url)));
    const reset = await begin(locator);
    await daemon.ok('resetMcpAuth', { body: locator });
    expect((await complete(reset.flowId)).code).toBe(invalid);
    expect(await daemon.ok('cancelMcpAuth', { body: { flowId: 'flow_none' } })).toBeNull();
    expect((await complete('flow_none')).code).toBe(invalid);
  });

  test('with the client that waits for it', async () => {
    const { flowId, url } = await begin(await remote());
    const stop = new AbortController();
    const waiting = fetch(`${daemon.baseUrl}/api/v2/mcp/auth:complete`, {
      method: 'POST',
      headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ flowId }),
      signal: stop.signal,
    }).catch(() => undefined);
    // the request must arrive before its client disconnects
    await daemon.ok('getHealth', {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await isClosed(redirectIn(url))).toBeUndefined();
    stop.abort();
    await waiting;
    await until('the port to close', () => isClosed(redirectIn(url)));
    expect((await complete(flowId)).code).toBe(invalid);
  });

  test('with the server', async () => {
    const own = await startTestDaemon();
    await own.ok('createManagedMcpServer', { body: { name: 'one', transport: 'http', url: server.url } });
    const data = await own.ok('beginMcpAuth', { body: { source: 'global', name: 'one' } });
    if (data.status === 'already-authorized') throw new Error('there is a login already');
    const waiting = own.ask('completeMcpAuth', { body: { flowId: data.flowId } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const started = performance.now();
    await own.close();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await waiting).toMatchObject({ code: failed, msg: 'the server stops' });
    expect(await isClosed(redirectIn(data.authorizationUrl))).toBe(true);
  });
});

describe('no login', () => {
  const rows: [string, (url: string) => McpServerConfig][] = [
    ['a program', () => ({ transport: 'stdio', command: '/nowhere/server' })],
    ['a token of its own', (url) => ({ transport: 'http', url, bearerTokenEnvVar: 'TOKEN' })],
    ['a token beside a login', (url) => ({ transport: 'http', url, bearerTokenEnvVar: 'TOKEN', auth: 'oauth' })],
    ['headers of its own', (url) => ({ transport: 'sse', url, headers: { 'x-key': 'abc' } })],
  ];
  test.each(rows)('for %s', async (_, config) => {
    const body = await configure(config(server.url));
    expect((await daemon.ask('beginMcpAuth', { body })).code).toBe(invalid);
    expect((await daemon.ask('resetMcpAuth', { body })).code).toBe(invalid);
    expect(server.tools.requests).toEqual([]);
  });

  test('for what is not configured, and for plugins', async () => {
    const missing = codeOf('MCP_SERVER_NOT_FOUND');
    const plugin = { source: 'plugin' as const, pluginId: 'p', serverName: 's' };
    for (const body of [{ source: 'global' as const, name: 'none' }, plugin]) {
      expect((await daemon.ask('beginMcpAuth', { body })).code).toBe(missing);
      expect((await daemon.ask('resetMcpAuth', { body })).code).toBe(missing);
    }
  });
});

test('no secret of a login is reported: not in answers, in the log, in what is exported', async () => {
  const { auth } = server;
  Object.assign(auth.settings, { clientSecrets: true, refuseCodes: true });
  const locator = await remote();
  const first = await begin(locator);
  // the server quotes the code in its error
  const answers: unknown[] = [await auth.visit(first.url).then(({ text }) => text), await complete(first.flowId)];
  expect(answers[0]).toContain('invalid_grant: no invalid_grant with ***');
  auth.settings.refuseCodes = false;
  const second = await begin(locator);
  answers.push((await auth.visit(second.url)).text, await complete(second.flowId));
  // it quotes the tokens, too
  auth.endAccess();
  auth.revokeAll();
  ahead = 60_000;
  answers.push(await daemon.ask('beginMcpAuth', { body: locator }));
  const { id } = await daemon.createSession();
  const zip = await daemon.ask('exportSession', { ...daemon.session(id), body: {} });
  const logs = join(daemon.home, 'logs');
  const lines = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
  const log = lines.join('');
  expect(log).toContain('the login to a server was refused: invalid_grant');
  const files = await unzip((zip as { bytes?: Buffer }).bytes ?? Buffer.alloc(0));
  const exported = [...files.values()].join('\n');
  const told = [JSON.stringify(answers), log, exported];
  const verifiers = auth.sent('/token').flatMap((form) => form['code_verifier'] ?? []);
  expect(verifiers).toHaveLength(2);
  expect(auth.given.map((each) => each.split('-')[1])).toEqual(
    expect.arrayContaining(['access', 'refresh', 'code', 'clientsecret']),
  );
  for (const secret of [...auth.given, ...verifiers]) {
    expect(told.map((text) => text.includes(secret))).toEqual([false, false, false]);
  }
});
