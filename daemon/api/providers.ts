/** Providers of models, and which model is the default. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function providerHandlers({ providers }: ApiDeps) {
  return {
    listProviders: () => ({ items: providers.list() }),
    getProvider: ({ params }) => providers.get(params.provider_id),
    createProvider: ({ body }) => providers.create(body),
    replaceProvider: async ({ params, body }) => ({ provider: await providers.replace(params.provider_id, body) }),
    async deleteProvider({ params }) {
      await providers.remove(params.provider_id);
      return null;
    },
    refreshProvider: ({ params }) => providers.refresh(params.provider_id),
    refreshProviders: () => providers.refreshAll(),
    refreshLoginProviders: () => providers.refreshAll('login'),
    setDefaultModel: ({ params }) => providers.setDefault(params.model_id),
  } satisfies Partial<Handlers>;
}
