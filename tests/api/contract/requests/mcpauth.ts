/** Trials of `mcpauth`: each uses a new MCP server that asks for a login. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestDaemon } from '../../../helpers/daemon.js';
import { elsewhere, instead, withBody, type Trials } from '../trials.js';
import type { World } from '../world.js';

let turn = 0;

/** Configures a server at this address, disabled so that sessions of other trials do not connect to it. */
async function configured(daemon: TestDaemon, url: string): Promise<{ body: { source: 'global'; name: string } }> {
  const name = `guarded-${(turn += 1)}`;
  await daemon.ok('createManagedMcpServer', { body: { name, transport: 'http', url, enabled: false } });
  return { body: { source: 'global', name } };
}

/** Each address of the same server has its own login. */
const fresh = async ({ daemon, guarded }: World) => configured(daemon, `${(await guarded()).url}?turn=${turn}`);

async function begun(world: World): Promise<{ flowId: string; visit(): Promise<unknown> }> {
  const data = await world.daemon.ok('beginMcpAuth', await fresh(world));
  if (data.status === 'already-authorized') throw new Error('nobody has logged in there');
  const { auth } = await world.guarded();
  return { flowId: data.flowId, visit: () => auth.visit(data.authorizationUrl) };
}

const unknown = withBody({ name: 'none' });

export const mcpauth = {
  beginMcpAuth: {
    good: fresh,
    errors: {
      MCP_SERVER_NOT_FOUND: unknown,
      MCP_OAUTH_FAILED: instead(({ daemon }) => configured(daemon, 'http://127.0.0.1:9/')),
    },
  },
  cancelMcpAuth: { good: async (world) => ({ body: { flowId: (await begun(world)).flowId } }) },
  completeMcpAuth: {
    async good(world) {
      const { flowId, visit } = await begun(world);
      await visit();
      return { body: { flowId } };
    },
    errors: {
      MCP_OAUTH_FAILED: instead(async (world) => ({ body: { flowId: (await begun(world)).flowId, timeoutMs: 1 } })),
    },
  },
  resetMcpAuth: {
    good: fresh,
    errors: {
      MCP_SERVER_NOT_FOUND: unknown,
      MCP_OAUTH_FAILED: elsewhere({}, (daemon) => {
        writeFileSync(join(daemon.home, 'credentials', 'mcp'), 'in the way');
        return configured(daemon, 'http://127.0.0.1:9/');
      }),
    },
  },
} satisfies Trials;
