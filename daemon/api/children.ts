/** Children of sessions: copies that name their parent (rest.md 9.7). */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';
import { checkCursor } from './sessions.js';

export function childHandlers({ sessions, store }: ApiDeps) {
  return {
    createChildSession: ({ params, body }) => sessions.fork(params.session_id, body, 'child'),
    listChildSessions({ params, query }) {
      checkCursor(query);
      return store.list({
        parentId: sessions.row(params.session_id).id,
        beforeId: query.before_id,
        afterId: query.after_id,
        pageSize: query.page_size,
        busy: query.busy,
        archived: query.include_archive ? 'with' : 'without',
      });
    },
  } satisfies Partial<Handlers>;
}
