/** The MCP servers configured in files, independent of sessions (rest.md 17.2). */
import { isAbsolute } from 'node:path';
import { invalid } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function mcpServerHandlers({ mcp: { servers, attempts, inspections, choose } }: ApiDeps) {
  return {
    listManagedMcpServers: ({ query }) => servers.list(directoryOf(query)),
    getManagedMcpServer: ({ params, query }) => servers.get(params.name, directoryOf(query)),
    createManagedMcpServer: ({ body, query }) => servers.create(body, directoryOf(query)),
    replaceManagedMcpServer: ({ params, body, query }) => servers.replace(params.name, body, directoryOf(query)),
    deleteManagedMcpServer: ({ params, query }) => servers.remove(params.name, directoryOf(query)),
    async testMcpServer({ body, signal }) {
      directoryOf(body);
      const chosen = await choose(body);
      return 'error' in chosen ? { success: false, output: chosen.error } : attempts.run(chosen, signal);
    },
    inspectMcpServers: ({ body }) => inspections.inspect(body.targets, directoryOf(body)),
    listMcpAuthStatuses: ({ query }) => inspections.statuses(query.verify, directoryOf(query)),
  } satisfies Partial<Handlers>;
}

/** Validates the directory of a query; throws VALIDATION_FAILED. */
export function directoryOf({ cwd }: { cwd?: string }): string | undefined {
  if (cwd === undefined || (isAbsolute(cwd) && !cwd.includes('\0'))) return cwd;
  throw invalid('cwd', 'must be an absolute path');
}
