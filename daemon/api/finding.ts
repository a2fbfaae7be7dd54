/** Finds files by name and by content. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { ApiError } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import { grepIn } from '../workspace/grep/session.js';
import type { ApiDeps } from './deps.js';
import { reachOf, requireLocal } from './reach.js';

export function findingHandlers(deps: ApiDeps) {
  const { environment, fileSearch, grepLimitMs, store, workspaces } = deps;

  /** The directory of a session, which is already canonical; else that of a workspace, or a directory itself. */
  async function rootOf(id: string): Promise<string> {
    const cwd = store.row(id)?.cwd;
    if (cwd !== undefined) return cwd;
    const root = await realDirectory(workspaces.find(id)?.root ?? id);
    if (root === undefined) throw new ApiError('SESSION_NOT_FOUND');
    return root;
  }

  async function workspaceRoot(given: string): Promise<string> {
    const known = workspaces.find(given);
    const root = await realDirectory(known?.root ?? given);
    if (root === undefined) throw new ApiError('WORKSPACE_NOT_FOUND');
    if (!known && !workspaces.findRoot(given)) workspaces.open(given);
    return root;
  }

  return {
    async searchFiles({ params, body }) {
      const root = await rootOf(params.session_id);
      requireLocal(body.runtime_id);
      return fileSearch.search(root, body);
    },
    grepFiles({ params, body, signal }) {
      const reach = reachOf(deps, params.session_id, body.runtime_id);
      return grepIn(reach, body, { env: environment(reach.cwd), signal, timeMs: grepLimitMs });
    },
    async searchWorkspaceFiles({ body }) {
      requireLocal(body.runtime_id);
      return fileSearch.search(await workspaceRoot(body.workspace), body);
    },
    async suggestWorkspaceFiles({ body }) {
      requireLocal(body.runtime_id);
      return fileSearch.suggest(await workspaceRoot(body.workspace), body);
    },
  } satisfies Partial<Handlers>;
}

/** The canonical path of a directory; undefined when the text is not the absolute path of one. */
async function realDirectory(given: string): Promise<string | undefined> {
  if (!isAbsolute(given) || given.includes('\0')) return undefined;
  const real = await realpath(given).catch(() => undefined);
  const facts = real === undefined ? undefined : await stat(real).catch(() => undefined);
  return facts?.isDirectory() ? real : undefined;
}
