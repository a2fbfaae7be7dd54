/** Opens files of sessions in programs on the server's machine. */
import type { Handlers } from '../http/contract.js';
import { placeIn } from '../workspace/opening/opener.js';
import type { ApiDeps } from './deps.js';
import { reachOf } from './reach.js';

export function openingHandlers(deps: ApiDeps) {
  const { opener } = deps;
  return {
    async openFile({ params, body }) {
      const reach = reachOf(deps, params.session_id, body.runtime_id);
      await opener.open(await placeIn(reach, body.path, body.line));
      return { opened: true };
    },
    async openFileIn({ params, body }) {
      const reach = reachOf(deps, params.session_id, body.runtime_id);
      await opener.openIn(body.app_id, await placeIn(reach, body.path, body.line));
      return { opened: true };
    },
    async revealFile({ params, body }) {
      const reach = reachOf(deps, params.session_id, body.runtime_id);
      await opener.reveal(await placeIn(reach, body.path));
      return { revealed: true };
    },
  } satisfies Partial<Handlers>;
}
