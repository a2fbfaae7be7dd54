/** Client requests for the MCP servers of a session: list, restart, tools and warnings (rest.md 9.8, 17.1). */
import type { McpServer, SessionWarning } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { ServerState } from '../../mcp/server.js';
import type { Tool } from '../../tools/tool.js';
import { findRoot } from '../../workspace/instructions.js';
import { plainName } from '../../base/text/visible.js';
import { allOf, readConfigured, type Configured } from './configured.js';
import type { SessionDeps } from '../deps.js';
import type { ListedServer } from './servers.js';
import { runtimeOf, transportOf } from './slot.js';
import type { LiveSession } from '../live/state.js';
import type { Registry } from '../live/registry.js';

/** A session, loaded or not. */
type ServersScope = Pick<LiveSession, 'cwd'> & Partial<Pick<LiveSession, 'givenServers'>>;

export interface ServersFront {
  /** sorted by name; the configured ones for a session that is not loaded; empty for an unknown session */
  list(id: string | undefined): Promise<McpServer[]>;
  /** throws MCP_SERVER_NOT_FOUND */
  restart(id: string | undefined, name: string): Promise<void>;
  /** the tools that the servers of a session offer now */
  tools(id: string): readonly Tool[];
  /** problems in the files that configure servers, read now */
  warnings(place: ServersScope): Promise<SessionWarning[]>;
}

export function createServersFront(
  deps: Pick<SessionDeps, 'layers' | 'store' | 'trust'>,
  { servers, loaded }: Pick<Registry, 'servers' | 'loaded'>,
): ServersFront {
  const configured = async ({ cwd, givenServers }: ServersScope): Promise<Configured> =>
    readConfigured(deps, { root: await findRoot(cwd), cwd }, givenServers);

  return {
    async list(id) {
      const row = id === undefined ? undefined : deps.store.row(id);
      if (!row) return [];
      const live = loaded(row.id);
      const running = live && (await servers.list(live));
      if (running) return running.map(shown);
      return allOf(await configured(live ?? row)).map((server) =>
        shown({
          name: server.name,
          transport: transportOf(server),
          runtimeId: runtimeOf(server),
          status: 'disabled',
          toolCount: 0,
        }),
      );
    },
    async restart(id, name) {
      const live = id === undefined ? undefined : loaded(id);
      if (!live || !(await servers.restart(live, name)))
        throw new ApiError('MCP_SERVER_NOT_FOUND', { message: `There is no MCP server named ${plainName(name)}.` });
    },
    tools(id) {
      const live = loaded(id);
      return live ? servers.tools(live) : [];
    },
    warnings: async (place) => (await configured(place)).warnings,
  };
}

const shownStates = {
  pending: 'connecting',
  connected: 'connected',
  disabled: 'disconnected',
  removed: 'disconnected',
  failed: 'error',
  'needs-auth': 'error',
} as const satisfies Record<ServerState, McpServer['status']>;

function shown({ name, transport, status, runtimeId, toolCount, error }: ListedServer): McpServer {
  const state = shownStates[status];
  return {
    id: name,
    name,
    transport,
    status: state,
    ...(state === 'error' && error !== undefined ? { last_error: error } : {}),
    runtime_id: runtimeId,
    tool_count: toolCount,
  };
}
