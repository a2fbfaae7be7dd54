/** Files of sessions within their directories, and files of the whole machine. */
import { parse } from 'node:path';
import type { Handlers } from '../http/contract.js';
import { browseHost, makeHostDirectory, openHostFile } from '../workspace/files/host.js';
import { makeDirectory } from '../workspace/files/mkdir.js';
import { openDownload } from '../workspace/files/read.js';
import type { Reach } from '../workspace/files/reach.js';
import type { ApiDeps } from './deps.js';
import { reachOf } from './reach.js';

/** Maximum number of recent workspaces in an answer. */
const recentRoots = 8;

export function fsHandlers(deps: ApiDeps) {
  const { environment, files, userHome, startedIn, workspaces } = deps;
  const forGit = ({ cwd }: Reach, asked: boolean): { env?: Record<string, string> } =>
    asked ? { env: environment(cwd) } : {};
  return {
    listFiles({ params, body, signal }) {
      const reach = reachOf(deps, params.session_id, body.runtime_id);
      return files.listFiles(reach, body.path, body, { signal, ...forGit(reach, body.include_git_status) });
    },
    listManyFiles({ params, body, signal }) {
      const reach = reachOf(deps, params.session_id, body.runtime_id);
      return files.listManyFiles(reach, body.paths, body, { signal, ...forGit(reach, body.include_git_status) });
    },
    readFile: ({ params, body }) => files.readFile(reachOf(deps, params.session_id, body.runtime_id), body),
    statFile: ({ params, body }) => files.statFile(reachOf(deps, params.session_id, body.runtime_id), body.path),
    statManyFiles: ({ params, body }) =>
      files.statManyFiles(reachOf(deps, params.session_id, body.runtime_id), body.paths),
    makeDirectory({ params, body }) {
      deps.sessions.changeableRow(params.session_id);
      return makeDirectory(reachOf(deps, params.session_id, body.runtime_id), body.path, body.recursive);
    },
    downloadFile: async ({ params, query }) => ({
      ...(await openDownload(reachOf(deps, params.session_id, query.runtime_id), params.path)),
      disposition: 'attachment',
    }),
    browseHost: ({ query }) => browseHost(query.path ?? userHome),
    getHostHome: () => ({
      home: userHome,
      recent_roots: workspaces
        .list()
        .slice(0, recentRoots)
        .map(({ root }) => root),
      // services start in one of these directories, which shows nothing about the user's work
      ...(startedIn !== userHome && startedIn !== parse(startedIn).root && { started_in: startedIn }),
    }),
    getHostFile: async ({ query }) => ({ ...(await openHostFile(query.path)), disposition: 'inline' }),
    makeHostDirectory: ({ body }) => makeHostDirectory(body.path),
  } satisfies Partial<Handlers>;
}
