/** The registry of directories that sessions work in. */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { ApiError, invalid } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import { normalRoot } from '../sessions/workspaces.js';
import type { ApiDeps } from './deps.js';

type Names = 'listWorkspaces' | 'registerWorkspace' | 'renameWorkspace' | 'unregisterWorkspace';

export function workspaceHandlers({ workspaces }: ApiDeps): Pick<Handlers, Names> {
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
  };
}
