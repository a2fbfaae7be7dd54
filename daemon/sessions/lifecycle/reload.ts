/** Reads the sources of a session again: the ingredients of its prompt, and its MCP servers (rest.md 9.6). */
import { ApiError } from '../../errors.js';
import type { LiveSession } from '../live/state.js';
import type { Registry } from '../live/registry.js';

/** Throws SESSION_BUSY while a turn or a compaction runs. */
export function createReload(
  { record, servers }: Pick<Registry, 'record' | 'servers'>,
  open: (id: string) => LiveSession,
): (id: string) => Promise<void> {
  return async (id) => {
    const session = open(id);
    const agents = [...session.agents.values()];
    if (session.open.compactions.size > 0 || agents.some((agent) => agent.turn)) throw new ApiError('SESSION_BUSY');
    record(
      session,
      agents.map((agent) => ({ type: 'agent.prompt.dropped', agentId: agent.id })),
    );
    await servers.renew(session, 'reload');
  };
}
