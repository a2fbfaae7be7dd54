/** `/api/v2/mcp/servers:inspect` and `auth-statuses`: the table of rest.md 17.2, row by row, with real servers. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { McpAuthStatus, McpInspection } from '../../schemas/generated/types.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { storeLogin } from '../helpers/mcplogin.js';
import { startToolServer, type ToolServer } from '../helpers/mcpserver.js';

let daemon: TestDaemon;
/** running servers by name of their entry */
const servers = new Map<string, ToolServer>();

interface Row {
  /** behavior of the server; absent: no server runs */
  script?: Parameters<typeof startToolServer>[0];
  /** fields besides transport and address */
  entry: Record<string, unknown>;
  /** access token of the stored login */
  stored?: string;
  authStatus: McpAuthStatus;
  asked: boolean;
  /** status if servers with a login are not asked, and if no server is asked; absent: `authStatus` */
  unverified?: McpAuthStatus;
  offline?: McpAuthStatus;
}

const token = 'good-token-of-a-login';
const open = { tools: ['echo'] };
const locked = { ...open, token };
const rows: Record<string, Row> = {
  'a-disabled': { script: locked, entry: { enabled: false }, authStatus: 'not-applicable', asked: false },
  'b-program': { entry: { command: '/nowhere/server' }, authStatus: 'not-applicable', asked: false },
  'c-headers': { script: locked, entry: { headers: { K: 'canary' } }, authStatus: 'not-applicable', asked: false },
  'd-headers-and-login': {
    script: locked,
    entry: { headers: { K: 'canary' }, auth: 'oauth' },
    authStatus: 'oauth-required',
    asked: true,
  },
  'e-open': { script: open, entry: {}, authStatus: 'not-applicable', asked: true },
  'f-open-with-login': { script: open, entry: { auth: 'oauth' }, authStatus: 'oauth-required', asked: true },
  'g-bearer': { script: locked, entry: { bearerTokenEnvVar: 'NONE' }, authStatus: 'bearer-token', asked: false },
  'h-required': { script: locked, entry: {}, authStatus: 'oauth-required', asked: true, offline: 'not-applicable' },
  'i-expired': {
    script: locked,
    entry: {},
    stored: 'refused-token',
    authStatus: 'oauth-expired',
    asked: true,
    unverified: 'oauth-authorized',
    offline: 'oauth-authorized',
  },
  'j-authorized': { script: locked, entry: {}, stored: token, authStatus: 'oauth-authorized', asked: true },
  'k-broken': {
    script: { instead: (_request, response) => (response.writeHead(500).end(), true) },
    entry: {},
    authStatus: 'unavailable',
    asked: true,
    offline: 'not-applicable',
  },
  'l-sse': {
    script: { ...locked, kind: 'sse' },
    entry: { transport: 'sse' },
    authStatus: 'oauth-required',
    asked: true,
    offline: 'not-applicable',
  },
  'm-nobody': {
    entry: { url: 'http://127.0.0.1:9/mcp' },
    authStatus: 'unavailable',
    asked: true,
    offline: 'not-applicable',
  },
  'n-no-variable': {
    script: locked,
    entry: { headers: { K: '${NONE}' }, auth: 'oauth' },
    authStatus: 'unavailable',
    asked: false,
    offline: 'oauth-required',
  },
};
const names = Object.keys(rows);

/** Writes the entry and stored login of a row, before any server was asked. */
async function prepare(name: string): Promise<void> {
  const { script, entry, stored } = rows[name] as Row;
  const server = script && (servers.get(name) ?? (await startToolServer(script)));
  if (server) servers.set(name, server);
  const config =
    'command' in entry ? { transport: 'stdio', ...entry } : { transport: 'http', url: server?.url, ...entry };
  const path = join(daemon.home, 'mcp.json');
  const { mcpServers = {} } = JSON.parse(readFileSync(path, 'utf8')) as { mcpServers?: object };
  writeFileSync(path, JSON.stringify({ mcpServers: { ...mcpServers, [name]: config } }));
  if (stored === undefined || !server) return;
  storeLogin(daemon.home, server.url, stored);
}

const forget = (): void => servers.forEach(({ requests }) => void ((requests as unknown[]).length = 0));
const askedOnes = (): string[] => names.filter((name) => (servers.get(name)?.requests.length ?? 0) > 0);
const withServer = names.filter((name) => rows[name]?.script);
const statuses = async (query: object) =>
  Object.fromEntries(
    (await daemon.ok('listMcpAuthStatuses', { query: { ...query } })).map(({ name, authStatus }) => [name, authStatus]),
  );
const expected = (of: (row: Row) => McpAuthStatus | undefined) =>
  Object.fromEntries(names.map((name) => [name, of(rows[name] as Row) ?? rows[name]?.authStatus]));

beforeAll(async () => {
  daemon = await startTestDaemon();
  writeFileSync(join(daemon.home, 'mcp.json'), '{}');
  for (const name of names) await prepare(name);
});
afterAll(async () => {
  await daemon.close();
  for (const server of servers.values()) await server.close();
});

// only a request shows that a stored login is refused, so these two tests come first
test('auth-statuses with verify=false: no server is asked', async () => {
  forget();
  expect(await statuses({ verify: false })).toEqual(expected((row) => row.offline));
  expect(askedOnes()).toEqual([]);
});

test('auth-statuses without verify: only those without a login are asked', async () => {
  forget();
  expect(await statuses({})).toEqual(expected((row) => row.unverified));
  expect(askedOnes()).toEqual(withServer.filter((name) => rows[name]?.asked && rows[name]?.stored === undefined));
});

test('auth-statuses with verify=true: every candidate is asked', async () => {
  forget();
  expect(await statuses({ verify: true })).toEqual(expected(() => undefined));
  expect(askedOnes()).toEqual(withServer.filter((name) => rows[name]?.asked));
});

test('a wrong verify is refused, and so is a relative directory', async () => {
  await daemon.fails('listMcpAuthStatuses', 'VALIDATION_FAILED', { query: { verify: 'yes' } });
  await daemon.fails('listMcpAuthStatuses', 'VALIDATION_FAILED', { query: { cwd: 'x' } });
  await daemon.fails('inspectMcpServers', 'VALIDATION_FAILED', { body: { cwd: 'x' } });
});

describe('inspect', () => {
  const inspected = (targets?: object[]) =>
    daemon.ok('inspectMcpServers', { body: targets === undefined ? {} : { targets } });
  const global = (name: string) => ({ source: 'global', name });

  test('without targets: all, in the order of the list, asked at once', async () => {
    forget();
    const before = Date.now();
    const list = await inspected();
    expect(list.map(({ runtimeName }) => runtimeName)).toEqual(names);
    expect(askedOnes()).toEqual(withServer.filter((name) => rows[name]?.asked));
    for (const { runtimeName: name, checkedAt, error, ...more } of list) {
      const { authStatus, asked, entry } = rows[name] as Row;
      const isLocal = 'command' in entry;
      const url = isLocal ? undefined : (servers.get(name)?.url ?? (entry['url'] as string));
      expect(more).toEqual({
        serverId: `global:${name}`,
        locator: global(name),
        ...(url === undefined ? {} : { canonicalUrl: url }),
        origin: 'global',
        config: expect.objectContaining(isLocal ? { command: '/nowhere/server' } : { url }),
        enabled: entry['enabled'] !== false,
        editable: true,
        authStatus,
      });
      expect([name, checkedAt !== undefined && checkedAt >= before]).toEqual([name, asked]);
      expect([name, error !== undefined]).toEqual([name, authStatus === 'unavailable']);
    }
    expect(JSON.stringify(list)).not.toContain('canary');
    expect(list[2]?.config).toMatchObject({ headerKeys: ['K'] });
  });

  test('with targets: those, in their order, each as often as it is named and asked once', async () => {
    forget();
    const wanted = ['h-required', 'e-open', 'h-required'];
    const list: McpInspection[] = await inspected(wanted.map(global));
    expect(list.map(({ runtimeName }) => runtimeName)).toEqual(wanted);
    expect(list[0]).toEqual(list[2]);
    expect(askedOnes()).toEqual(['e-open', 'h-required']);
    expect(servers.get('h-required')?.requests).toHaveLength(1);
    expect(await inspected([])).toEqual([]);
  });

  test.each([
    ['an unknown name', global('none')],
    ['a plugin', { source: 'plugin', pluginId: 'p', serverName: 'e-open' }],
  ])('%s among the targets: no server is asked', async (_, target) => {
    forget();
    const body = { targets: [global('e-open'), target] };
    await daemon.fails('inspectMcpServers', 'MCP_SERVER_NOT_FOUND', { body });
    expect(askedOnes()).toEqual([]);
  });

  test.each([
    ['no source', { name: 'e-open' }, 'targets.0.source'],
    ['another source', { source: 'x', name: 'e-open' }, 'targets.0.source'],
    ['no name', { source: 'global' }, 'targets.0.name'],
    ['a plugin without a server', { source: 'plugin', pluginId: 'p' }, 'targets.0.serverName'],
  ])('a locator with %s is refused', async (_, target, path) => {
    const { details } = await daemon.fails('inspectMcpServers', 'VALIDATION_FAILED', { body: { targets: [target] } });
    expect((details as { path: string }[])[0]?.path).toBe(path);
  });

  test('candidates are asked at the same time', async () => {
    const slow = await startToolServer({
      instead(_request, response) {
        setTimeout(() => response.writeHead(500).end(), 300);
        return true;
      },
    });
    const entries = Array.from({ length: 8 }, (_, at) => [`s${at}`, { url: `${slow.url}?at=${at}` }] as const);
    writeFileSync(join(daemon.home, 'mcp.json'), JSON.stringify({ mcpServers: Object.fromEntries(entries) }));
    const began = performance.now();
    expect(await inspected()).toHaveLength(8);
    expect(performance.now() - began).toBeLessThan(8 * 300);
    await slow.close();
  });
});

test('servers of a project are asked only as they were trusted', async () => {
  const server = await startToolServer(open);
  const file = join(daemon.cwd, '.mcp.json');
  mkdirSync(join(daemon.cwd, '.git'));
  const put = (path: string): void =>
    writeFileSync(file, JSON.stringify({ mcpServers: { theirs: { url: `${server.origin}${path}` } } }));
  put('/mcp');
  const body = { targets: [{ source: 'global', name: 'theirs' }], cwd: daemon.cwd };
  await daemon.fails('inspectMcpServers', 'MCP_SERVER_NOT_FOUND', { body });
  const { id } = await daemon.ok('registerWorkspace', { body: { root: daemon.cwd } });
  await daemon.ok('trustWorkspace', { params: { workspace_id: id } });
  const [seen] = await daemon.ok('inspectMcpServers', { body });
  expect(seen).toMatchObject({ authStatus: 'not-applicable', editable: false, origin: 'global' });
  const { length } = server.requests;
  put('/mcp?canary=1');
  const [changed] = await daemon.ok('inspectMcpServers', { body });
  expect(changed).toMatchObject({
    authStatus: 'unavailable',
    error: expect.stringContaining('trust the project again'),
  });
  expect(await statuses({ cwd: daemon.cwd, verify: true })).toMatchObject({ theirs: 'unavailable' });
  expect([length > 0, server.requests.length]).toEqual([true, length]);
  await server.close();
});
