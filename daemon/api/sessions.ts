/** Sessions: create, list, read, update, fork, archive. */
import { ApiError, invalid } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

/** Default page size of archived sessions (rest.md 9.5). */
const archivedPageSize = 20;

export function sessionHandlers({ sessions, store, workspaces }: ApiDeps) {
  const directories = (id: string) => {
    const row = sessions.row(id);
    return { cwd: row.cwd, additional_dirs: store.directories(row) };
  };
  /** The newest messages and the status, for the answer to an undo or redo. */
  const stateAfter = async (id: string, pageSize: number) => ({
    messages: await sessions.read(() => sessions.messages.page(sessions.row(id), { pageSize })),
    status: sessions.status(id),
  });
  return {
    createSession: ({ body }) => sessions.create(body),
    listSessions({ query }) {
      checkCursor(query);
      if (query.archived_only && query.include_archive)
        throw invalid('archived_only', 'not together with include_archive');
      if (query.workspace_id !== undefined && !workspaces.find(query.workspace_id))
        throw new ApiError('WORKSPACE_NOT_FOUND');
      const pageSize = query.page_size ?? (query.archived_only ? archivedPageSize : undefined);
      return store.list({
        beforeId: query.before_id,
        afterId: query.after_id,
        pageSize,
        busy: query.busy,
        excludeEmpty: query.exclude_empty,
        workspaceId: query.workspace_id,
        archived: query.archived_only ? 'only' : query.include_archive ? 'with' : 'without',
      });
    },
    getSession: ({ params }) => sessions.get(params.session_id),
    getSessionProfile: ({ params }) => sessions.get(params.session_id),
    updateSessionProfile: ({ params, body }) => sessions.update(params.session_id, body),
    getSessionStatus: ({ params }) => sessions.status(params.session_id),
    getSessionSnapshot: ({ params }) => sessions.snapshot(params.session_id),
    forkSession: ({ params, body }) => sessions.fork(params.session_id, body),
    undoSession: async ({ params: { session_id: id }, body }) => ({
      ...(await sessions.undo(id, body)),
      ...(await stateAfter(id, body.page_size)),
    }),
    redoSession: async ({ params: { session_id: id }, body }) => ({
      ...(await sessions.redo(id, body)),
      ...(await stateAfter(id, body.page_size)),
    }),
    generateSessionTitle: async ({ params, body }) => ({
      title: await sessions.generateTitle(params.session_id, body),
    }),
    async compactSession({ params, body }) {
      await sessions.compact(params.session_id, body.instruction?.trim() || undefined);
      return {};
    },
    abortSession({ params }) {
      sessions.abort(params.session_id);
      return { aborted: true };
    },
    async archiveSession({ params }) {
      await sessions.archiving.archive(params.session_id);
      return { archived: true };
    },
    restoreSession: ({ params }) => sessions.archiving.restore(params.session_id),
    async deleteSession({ params }) {
      await sessions.remove(params.session_id);
      return { deleted: true };
    },
    retrySession: ({ params }) => sessions.retry(params.session_id),
    loadSession: ({ params, body }) => sessions.load(params.session_id, body),
    getSessionUsage: ({ params }) => store.usage(sessions.row(params.session_id)),
    listTodos({ params, query }) {
      const items = store.todos(sessions.row(params.session_id).key, query.agent_id);
      if (!items) throw new ApiError('SESSION_NOT_FOUND', { message: `no agent ${query.agent_id} in this session` });
      return { items };
    },
    getDirectories: ({ params }) => directories(params.session_id),
    async addDirectory({ params, body }) {
      await sessions.directories.add(params.session_id, body);
      return directories(params.session_id);
    },
    async replaceDirectories({ params, body }) {
      await sessions.directories.replace(params.session_id, body.paths);
      return directories(params.session_id);
    },
    async clearPlan({ params }) {
      await sessions.clearPlan(params.session_id);
      return { cleared: true };
    },
    getRuntime: ({ params }) => sessions.runtimes.of(params.session_id),
    setRuntime: ({ params, body }) => sessions.runtimes.choose(params.session_id, body.runtime_id),
    openRuntimePort: ({ params, body }) => sessions.runtimes.openPort(params.session_id, body),
    closeRuntimePort: ({ params }) => sessions.runtimes.closePort(params.session_id, params.port),
    restoreQuarantined: ({ params }) => sessions.runtimes.putBack(params.session_id, params.n),
    listRuntimes: ({ query }) => sessions.runtimes.list(query.cwd),
    listPermissionRules: ({ params }) => ({ items: store.rules(sessions.row(params.session_id)) }),
    deletePermissionRule({ params }) {
      sessions.removeRule(params.session_id, params.rule_id);
      return { deleted: true };
    },
  } satisfies Partial<Handlers>;
}

/** The two cursors of a list exclude each other (rest.md 1.6). */
export function checkCursor(query: { before_id?: string; after_id?: string }): void {
  if (query.before_id !== undefined && query.after_id !== undefined)
    throw invalid('before_id', 'not together with after_id');
}
