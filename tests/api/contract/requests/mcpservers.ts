/** Trials of `mcpservers`. Their paths and addresses lead nowhere: no server starts and none answers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, type TestDaemon } from '../../../helpers/daemon.js';
import { instead, twice, withBody, withParam, type Provoke, type Trials } from '../trials.js';
import type { World } from '../world.js';

/** Disabled, so that sessions of other trials do not start it. */
const local = ({ folder }: TestDaemon) => ({ transport: 'stdio', command: join(folder, 'none'), enabled: false });

let turn = 0;
const fresh = ({ daemon }: World) => ({ body: { name: `s${(turn += 1)}`, ...local(daemon) } });

async function made(world: World): Promise<{ name: string }> {
  const { body } = fresh(world);
  await world.daemon.ok('createManagedMcpServer', { body });
  return { name: body.name };
}

/** Sends the good request while the file is not valid JSON. */
const broken: Provoke = async ({ world, good, call }) => {
  const daemon = await world.shared(broken, async () => {
    const started = await startTestDaemon();
    writeFileSync(join(started.home, 'mcp.json'), '{ "mcpServers": ');
    return started;
  });
  return call(await good(), daemon);
};

export const mcpservers = {
  createManagedMcpServer: {
    good: fresh,
    errors: { VALIDATION_FAILED: twice, PERSISTENCE_FAILURE: broken },
  },
  deleteManagedMcpServer: {
    good: async (world) => ({ params: await made(world) }),
    errors: { MCP_SERVER_NOT_FOUND: withParam('name', 'none'), PERSISTENCE_FAILURE: broken },
  },
  getManagedMcpServer: {
    good: async (world) => ({ params: await made(world) }),
    errors: { MCP_SERVER_NOT_FOUND: withParam('name', 'none') },
  },
  inspectMcpServers: {
    good: async (world) => ({ body: { targets: [{ source: 'global', ...(await made(world)) }] } }),
    errors: { MCP_SERVER_NOT_FOUND: withBody({ targets: [{ source: 'plugin', pluginId: 'p', serverName: 's' }] }) },
  },
  listManagedMcpServers: { good: () => ({}) },
  listMcpAuthStatuses: { good: () => ({ query: { verify: false } }) },
  replaceManagedMcpServer: {
    good: async (world) => ({
      params: await made(world),
      // also disabled: otherwise every later session would keep connecting to it
      body: { transport: 'http', url: 'http://127.0.0.1:9/', headers: { 'x-team': 'a' }, enabled: false },
    }),
    errors: { MCP_SERVER_NOT_FOUND: withParam('name', 'none'), PERSISTENCE_FAILURE: broken },
  },
  testMcpServer: {
    good: (world) => ({ body: { server: fresh(world).body } }),
    errors: { MCP_SERVER_NOT_FOUND: instead(() => ({ body: { name: 'none' } })) },
  },
} satisfies Trials;
