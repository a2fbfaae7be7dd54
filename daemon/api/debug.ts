/** Debug information about the server and its sessions. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function debugHandlers({ connections, memory, sessions: { debug } }: ApiDeps) {
  return {
    debugSessions: () => debug.sessions(),
    debugEvents: ({ params, query }) => debug.events(params.session_id, query),
    debugPermissions: ({ params, query }) => debug.permissions(params.session_id, query),
    debugContext: ({ params, query }) => debug.context(params.session_id, query.agent_id),
    debugMemory: () => ({
      ...memory(),
      sessions_loaded: debug.sessions().sessions.length,
      connections: connections().length,
    }),
  } satisfies Partial<Handlers>;
}
