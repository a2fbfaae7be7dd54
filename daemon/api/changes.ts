/** Changes of files: what a session did to them, and taking it back. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function changeHandlers({ sessions }: ApiDeps) {
  return {
    listChanges: ({ params, query }) => sessions.changes.list(sessions.row(params.session_id), query),
    revertChange: ({ params, body }) => sessions.changes.revert(params.session_id, body),
    unrevertChange: ({ params, body }) => sessions.changes.unrevert(params.session_id, body),
  } satisfies Partial<Handlers>;
}
