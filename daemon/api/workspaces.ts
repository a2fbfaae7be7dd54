/** The registry of working directories, and the user's input history in them. */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { ApiError, invalid } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import { shownReview } from '../sessions/workspaces/trustview.js';
import { normalRoot } from '../sessions/workspaces/workspaces.js';
import type { ApiDeps } from './deps.js';

export function workspaceHandlers({ inputHistory, trust, workspaces }: ApiDeps) {
  const rootOf = (id: string): string => {
    const workspace = workspaces.find(id);
    if (!workspace) throw new ApiError('WORKSPACE_NOT_FOUND');
    return workspace.root;
  };
  return {
    listWorkspaces: () => ({ items: workspaces.list() }),
    async registerWorkspace({ body }) {
      if (!isAbsolute(body.root) || body.root.includes('\0')) throw invalid('root', 'must be an absolute path');
      const root = normalRoot(body.root);
      const facts = await stat(root).catch(() => undefined);
      if (!facts?.isDirectory()) throw new ApiError('FS_PATH_NOT_FOUND', { message: `no directory at ${root}` });
      return workspaces.open(root, body.name);
    },
    renameWorkspace: ({ params, body }) => workspaces.rename(params.workspace_id, body.name),
    unregisterWorkspace({ params }) {
      workspaces.remove(params.workspace_id);
      return { deleted: true };
    },
    getWorkspaceTrust: async ({ params }) => shownReview(await trust.review(rootOf(params.workspace_id))),
    async trustWorkspace({ params, body }) {
      await trust.grant(rootOf(params.workspace_id), body.shown);
      return { trusted: true };
    },
    listInputHistory: async ({ params, query }) => ({
      items: await inputHistory.list(rootOf(params.workspace_id), query.limit),
    }),
    addInputHistory: async ({ params, body }) => ({
      length: await inputHistory.add(rootOf(params.workspace_id), body.content),
    }),
    async untrustWorkspace({ params }) {
      await trust.revoke(rootOf(params.workspace_id));
      return { trusted: false };
    },
  } satisfies Partial<Handlers>;
}
