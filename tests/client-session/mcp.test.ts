/** The configured MCP servers as clients show them, and the login to one of them. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { openMcpServers, type McpServers } from '../../client/session/mcp.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { startProtectedServer, type ProtectedServer } from '../helpers/mcpauthserver.js';
import { closeClients, openClient } from './open.js';

let daemon: TestDaemon;
let server: ProtectedServer;
let servers: McpServers;
beforeAll(async () => {
  [daemon, server] = await Promise.all([startTestDaemon(), startProtectedServer()]);
  await daemon.ok('createManagedMcpServer', { body: { name: 'issues', transport: 'http', url: server.url } });
  await daemon.ok('createManagedMcpServer', { body: { name: 'local', transport: 'stdio', command: 'node' } });
});
afterAll(async () => {
  await daemon.close();
  await server.close();
});
afterEach(() => {
  servers.close();
  closeClients();
});

const statusOf = (name: string) => servers.get().servers.find((each) => each.name === name)?.authStatus;

test('a server that needs a login gets one', async () => {
  servers = openMcpServers(openClient(daemon));
  await until('the status', () => statusOf('issues') === 'oauth-required' || undefined);
  expect(servers.get()).toMatchObject({
    isLoaded: true,
    servers: [
      { name: 'issues', mutable: true },
      { name: 'local', authStatus: 'not-applicable' },
    ],
    login: undefined,
  });
  const local = servers.get().servers[1];
  const ended = servers.logIn('issues');
  const { url } = await until('the address', () => servers.get().login);
  expect(servers.get().login).toMatchObject({ name: 'issues', status: 'pending' });
  await server.auth.visit(url);
  expect(await ended).toMatchObject({ name: 'issues', status: 'authorized' });
  expect(servers.get().login?.status).toBe('authorized');
  await until('the status', () => statusOf('issues') === 'oauth-authorized' || undefined);
  expect(servers.get().servers[1]).toBe(local);
  expect(await servers.logIn('issues')).toBeUndefined();
  await servers.logOut('issues');
  await until('the status', () => statusOf('issues') === 'oauth-required' || undefined);
});

test('a login that is given up says so', async () => {
  servers = openMcpServers(openClient(daemon));
  const ended = servers.logIn('issues');
  await until('the address', () => servers.get().login);
  await servers.cancelLogin();
  expect(await ended).toMatchObject({ status: 'failed', error: expect.any(String) });
  expect(servers.get().login?.status).toBe('failed');
});

test('a program has no login, an unknown server neither', async () => {
  servers = openMcpServers(openClient(daemon));
  await expect(servers.logIn('local')).rejects.toMatchObject({ name: 'VALIDATION_FAILED' });
  await expect(servers.logIn('none')).rejects.toMatchObject({ name: 'MCP_SERVER_NOT_FOUND' });
});

test('servers that are configured later are read', async () => {
  servers = openMcpServers(openClient(daemon));
  await until('the list', () => servers.get().isLoaded || undefined);
  await daemon.ok('createManagedMcpServer', { body: { name: 'later', transport: 'stdio', command: 'node' } });
  servers.refresh();
  await servers.settled();
  expect(servers.get().servers.map(({ name }) => name)).toEqual(['issues', 'later', 'local']);
});
