/** Logins to MCP servers that a client starts and waits for (rest.md 17.2). */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';
import { directoryOf } from './mcpservers.js';

export function mcpAuthHandlers({ serverLogins: logins }: ApiDeps) {
  return {
    beginMcpAuth: ({ body, query }) => logins.begin(body, directoryOf(query)),
    async completeMcpAuth({ body, signal }) {
      await logins.complete(body.flowId, { timeoutMs: body.timeoutMs, signal });
      return null;
    },
    cancelMcpAuth({ body }) {
      logins.cancel(body.flowId);
      return null;
    },
    async resetMcpAuth({ body, query }) {
      await logins.reset(body, directoryOf(query));
      return null;
    },
  } satisfies Partial<Handlers>;
}
