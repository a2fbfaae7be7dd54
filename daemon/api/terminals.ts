/** Terminals of sessions. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function terminalHandlers({ sessions: { terminals } }: ApiDeps) {
  return {
    listTerminals: ({ params }) => ({ items: terminals.list(params.session_id) }),
    createTerminal: ({ params, body }) => terminals.open(params.session_id, body),
    getTerminal: ({ params }) => terminals.one(params.session_id, params.terminal_id),
    async closeTerminal({ params }) {
      await terminals.close(params.session_id, params.terminal_id);
      return { closed: true };
    },
  } satisfies Partial<Handlers>;
}
