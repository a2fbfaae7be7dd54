/** Trials of `mcp`. No server answers at the address that they name. */
import { withParam, type Prepare, type Trials } from '../trials.js';

const given: Prepare = async ({ daemon }) => {
  const { id } = await daemon.createSession({ mcp_servers: { nowhere: { url: 'http://127.0.0.1:1/mcp' } } });
  return { params: { mcp_server_id: 'nowhere' }, query: { session_id: id } };
};

export const mcp = {
  listMcpServers: { good: () => ({}) },
  restartMcpServer: {
    good: given,
    errors: { MCP_SERVER_NOT_FOUND: withParam('mcp_server_id', 'none') },
  },
} satisfies Trials;
