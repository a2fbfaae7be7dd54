/** Changes of files: lists a session's changes and reverts them. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function changeHandlers({ sessions }: ApiDeps) {
  return {
    listChanges: ({ params, query }) => sessions.changes.list(sessions.row(params.session_id), query),
    revertChange: ({ params, body }) => sessions.changes.revert(params.session_id, body),
    unrevertChange: ({ params, body }) => sessions.changes.unrevert(params.session_id, body),
  } satisfies Partial<Handlers>;
}
