/** The configuration: readiness, settings, models, tools, and what the rules decide about a call. */
import { MANAGED } from '../accounts/endpoints.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function settingsHandlers({ account, config, changes, sessions, store, tools }: ApiDeps) {
  return {
    getAuth: () => ({
      ...config.authSnapshot(),
      managed_provider: config.current().providers.has(MANAGED) ? { name: MANAGED, status: account.status() } : null,
      ...(account.isOffered() && { login_available: true }),
    }),
    getConfig: () => config.publicConfig(),
    updateConfig: ({ body }) => changes.update(body),
    listModels: () => ({ items: config.listModels() }),
    explainPermission: ({ body }) => sessions.explain(body),
    listTools({ query }) {
      const id = query.session_id ?? store.newest();
      const offered = id === undefined ? undefined : sessions.offers(id);
      if (id === undefined || !offered) return { tools: [] };
      return {
        tools: [...tools, ...sessions.servers.tools(id)].map((tool) => ({
          name: tool.name,
          description: tool.definition.description,
          input_schema: tool.definition.inputSchema,
          ...(tool.server === undefined ? { source: 'builtin' } : { source: 'mcp', mcp_server_id: tool.server }),
          active: offered(tool),
        })),
      };
    },
  } satisfies Partial<Handlers>;
}
