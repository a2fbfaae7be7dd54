/** MCP servers in sessions. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function mcpHandlers({ sessions, store }: ApiDeps) {
  return {
    listMcpServers: async ({ query }) => ({ servers: await sessions.servers.list(query.session_id ?? store.newest()) }),
    async restartMcpServer({ params, query }) {
      await sessions.servers.restart(query.session_id ?? store.newest(), params.mcp_server_id);
      return { restarting: true };
    },
  } satisfies Partial<Handlers>;
}
