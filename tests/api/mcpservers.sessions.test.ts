/** Changes of configured MCP servers, at any server of the home, reach running sessions at once (engine.md 16.3). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { storeLogin } from '../helpers/mcplogin.js';
import { startToolServer, type ToolServer } from '../helpers/mcpserver.js';

let daemon: TestDaemon;
let other: TestDaemon;
let server: ToolServer;
beforeAll(async () => {
  daemon = await startTestDaemon();
  other = await startTestDaemon({ home: daemon.home });
  server = await startToolServer({ many: 5, tools: ['echo'] });
});
afterAll(async () => {
  await other.close();
  await daemon.close();
  await server.close();
});

const states = async (session_id: string): Promise<string[]> => {
  const { servers } = await daemon.ok('listMcpServers', { query: { session_id } });
  return servers.map(({ name, status, tool_count }) => `${name} ${status} ${tool_count}`);
};
const becomes = (session: string, ...wanted: string[]): Promise<unknown> =>
  until(wanted.join(', '), async () =>
    JSON.stringify(await states(session)) === JSON.stringify(wanted) ? true : undefined,
  );

test('replaced, added and deleted', async () => {
  const config = { transport: 'http', url: server.url };
  const named = { params: { name: 'one' } };
  await daemon.ok('createManagedMcpServer', { body: { name: 'one', ...config } });
  const { id } = await daemon.createSession();
  await becomes(id, 'one connected 6');
  await daemon.ok('replaceManagedMcpServer', { ...named, body: { ...config, enabledTools: ['many_*'] } });
  await becomes(id, 'one connected 5');
  await other.ok('replaceManagedMcpServer', { ...named, body: { ...config, enabled: false } });
  await becomes(id, 'one disconnected 0');
  await other.ok('replaceManagedMcpServer', { ...named, body: config });
  await becomes(id, 'one connected 6');
  await daemon.ok('createManagedMcpServer', { body: { name: 'two', ...config } });
  const next = await daemon.createSession();
  await becomes(next.id, 'one connected 6', 'two connected 6');
  await other.ok('deleteManagedMcpServer', named);
  await becomes(next.id, 'one disconnected 0', 'two connected 6');
  // an added server joins only new sessions
  await becomes(id, 'one disconnected 0');
}, 60_000);

test('a trial changes nothing of what sessions are connected to', async () => {
  await daemon.ok('createManagedMcpServer', { body: { name: 'one', transport: 'http', url: server.url } });
  const { id } = await daemon.createSession();
  await becomes(id, 'one connected 6', 'two connected 6');
  const { length } = server.asked('initialize');
  expect(await daemon.ok('testMcpServer', { body: { name: 'one' } })).toMatchObject({ success: true });
  expect(server.asked('initialize')).toHaveLength(length + 1);
  expect(await states(id)).toEqual(['one connected 6', 'two connected 6']);
});

test('the token of a login is not reported, whatever a server makes of it', async () => {
  const token = 'canary-token-of-a-login';
  const quoting = await startToolServer({
    instead({ headers }, response) {
      const error = { code: -32600, message: `what is ${String(headers.authorization)}?` };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, error }));
      return true;
    },
  });
  storeLogin(daemon.home, quoting.url, token);
  await daemon.ok('createManagedMcpServer', { body: { name: 'odd', transport: 'http', url: quoting.url } });
  const { id } = await daemon.createSession();
  const text = await until('the failure', async () => {
    const { servers } = await daemon.ok('listMcpServers', { query: { session_id: id } });
    return servers.find(({ name }) => name === 'odd')?.last_error;
  });
  expect(text).toContain('what is Bearer ***?');
  expect(readFileSync(join(daemon.home, 'agent.db-wal')).includes(token)).toBe(false);
  await quoting.close();
});
