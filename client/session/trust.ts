/** MCP servers of a project that wait for the decision of the user, which holds for these servers as they are (tui.md 2.5, web.md 5.3). */
import type { GetWorkspaceTrustData } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';

export type ProjectServer = NonNullable<GetWorkspaceTrustData['servers']>[number];

export interface TrustQuestion {
  /** canonical directory that the decision is about */
  root: string;
  servers: readonly ProjectServer[];
  /** what the servers are now, for the decision */
  shown: string;
}

/** the servers that the user does not trust, by workspace; one answer for all clients */
const declined = 'tui/trust-declined/';

/** Undefined: no server waits, or the user has decided about these. */
export async function readTrustQuestion(client: Client, workspaceId: string): Promise<TrustQuestion | undefined> {
  const { servers = [], shown, root = '' } = await client.getWorkspaceTrust({ params: { workspace_id: workspaceId } });
  if (shown === undefined || !servers.some(({ enabled, trusted }) => enabled && !trusted)) return undefined;
  const { value } = await client.getGuiItem({ query: { key: declined + workspaceId } });
  return value === shown ? undefined : { root, servers, shown };
}

export async function declineTrust(client: Client, workspaceId: string, shown: string): Promise<void> {
  await client.setGuiItem({ body: { key: declined + workspaceId, value: shown } });
}
