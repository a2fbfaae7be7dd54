/** Project MCP servers that wait for the user's trust, which covers their present form (tui.md 2.5, web.md 5.3). */
import type { GetWorkspaceTrustData } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';

export type ProjectServer = NonNullable<GetWorkspaceTrustData['servers']>[number];

export interface TrustQuestion {
  /** canonical directory that the decision covers */
  root: string;
  servers: readonly ProjectServer[];
  /** the present configuration of the servers, sent with the decision */
  shown: string;
}

/** Key prefix, by workspace, of the servers that the user does not trust; all clients share the answer. */
const declined = 'tui/trust-declined/';

/** Returns undefined when no server waits, or when the user has decided about these servers. */
export async function readTrustQuestion(client: Client, workspaceId: string): Promise<TrustQuestion | undefined> {
  const { servers = [], shown, root = '' } = await client.getWorkspaceTrust({ params: { workspace_id: workspaceId } });
  if (shown === undefined || !servers.some(({ enabled, trusted }) => enabled && !trusted)) return undefined;
  const { value } = await client.getGuiItem({ query: { key: declined + workspaceId } });
  return value === shown ? undefined : { root, servers, shown };
}

export async function declineTrust(client: Client, workspaceId: string, shown: string): Promise<void> {
  await client.setGuiItem({ body: { key: declined + workspaceId, value: shown } });
}
