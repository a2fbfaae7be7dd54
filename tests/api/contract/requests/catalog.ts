/** Trials of `catalog`. */
import { startSite } from '../../../helpers/site.js';
import { elsewhere, withBody, withParam, type Prepare, type Trials } from '../trials.js';
import { unconfigurable } from './providers.js';

/** A server with a damaged built-in catalog and without a catalog address. */
const damaged = { loadSnapshot: () => Promise.reject(new Error('damaged')) };

let turn = 0;

/** Serves a registry with one provider of a type and returns its address. */
const registryOf =
  (type: string, id = `registered-${(turn += 1)}`): Prepare =>
  async ({ shared }) => {
    const site = await shared(startSite, startSite);
    const path = `/${(turn += 1)}/api.json`;
    site.serve(path, (_request, response) => {
      const models = { [`m${(turn += 1)}`]: {} };
      response.end(JSON.stringify({ [id]: { type, api: 'https://a.example/v1', models } }));
    });
    return { body: { url: site.at(path, '127.0.0.1') } };
  };

export const catalog = {
  getCatalogProvider: {
    good: () => ({ params: { catalog_id: 'anthropic' } }),
    errors: {
      VALIDATION_FAILED: withParam('catalog_id', ''),
      CATALOG_ENTRY_NOT_FOUND: withParam('catalog_id', 'nobody'),
      CATALOG_UNAVAILABLE: elsewhere(damaged, () => ({ params: { catalog_id: 'anthropic' } })),
    },
  },
  importCatalog: {
    good: () => ({ body: { catalog_id: 'anthropic', id: `Imported ${(turn += 1)}`, api_key: 'sk-test' } }),
    errors: {
      PROVIDER_OAUTH_MANAGED: withBody({ id: 'managed:agent-code' }),
      CATALOG_IMPORT_INVALID: withBody({ catalog_id: 'cohere' }),
      CATALOG_ENTRY_NOT_FOUND: withBody({ catalog_id: 'nobody' }),
      CATALOG_UNAVAILABLE: elsewhere(damaged, () => ({ body: { catalog_id: 'anthropic' } })),
      PERSISTENCE_FAILURE: unconfigurable,
    },
  },
  importRegistry: {
    good: registryOf('openai'),
    errors: {
      PROVIDER_OAUTH_MANAGED: async ({ world, call }) => call(await registryOf('openai', 'managed:x')(world)),
      REGISTRY_IMPORT_INVALID: async ({ world, call }) => call(await registryOf('telepathy')(world)),
      PERSISTENCE_FAILURE: unconfigurable,
    },
  },
  listCatalogProviders: {
    good: () => ({}),
    errors: { CATALOG_UNAVAILABLE: elsewhere(damaged, () => ({})) },
  },
} satisfies Trials;
