/** Git status of the files of sessions. */
import type { Handlers } from '../http/contract.js';
import { sessionDiff, sessionStatus } from '../workspace/git/session.js';
import type { ApiDeps } from './deps.js';
import { reachOf } from './reach.js';

export function gitHandlers(deps: ApiDeps) {
  const { environment, pullRequests } = deps;
  return {
    async getGitStatus({ params, body, signal }) {
      const reach = reachOf(deps, params.session_id, body.runtime_id);
      const [status, { pullRequest }] = await Promise.all([
        sessionStatus(reach, body.paths, { env: environment(reach.cwd), signal }),
        pullRequests.of(reach.cwd),
      ]);
      const { branch, ahead, behind, additions, deletions } = status;
      return { branch, ahead, behind, entries: Object.fromEntries(status.entries), additions, deletions, pullRequest };
    },
    diffFile({ params, body, signal }) {
      const reach = reachOf(deps, params.session_id, body.runtime_id);
      return sessionDiff(reach, body.path, { env: environment(reach.cwd), signal });
    },
  } satisfies Partial<Handlers>;
}
