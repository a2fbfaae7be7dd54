/** What a client changes of the configured servers, at any server of the home, running sessions take at once (engine.md 16.3). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
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
  // an added one joins new sessions
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
