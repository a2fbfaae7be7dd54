/** The agents of a session. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function agentHandlers({ sessions }: ApiDeps) {
  const { agents } = sessions;
  return {
    listAgents: ({ params }) => ({ items: agents.list(params.session_id) }),
    abortAgent({ params }) {
      agents.abort(params.session_id, params.agent_id);
      return { aborted: true };
    },
    async closeAgent({ params }) {
      await agents.close(params.session_id, params.agent_id);
      return { closed: true };
    },
    startSideAgent: ({ params }) => agents.openSide(params.session_id),
    initSession: ({ params }) => agents.init(params.session_id),
  } satisfies Partial<Handlers>;
}
