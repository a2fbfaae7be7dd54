/** Changes of files: what a session did to them. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

type Names = 'listChanges';

export function changeHandlers({ sessions }: ApiDeps): Pick<Handlers, Names> {
  return {
    listChanges: ({ params, query }) => sessions.changes.list(sessions.row(params.session_id), query),
  };
}
