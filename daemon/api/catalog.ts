/** The public catalog of providers, and imports from it. */
import type { CatalogEntry as CatalogItem } from '../../schemas/generated/types.js';
import type { CatalogEntry } from '../catalog/document.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function catalogHandlers({ directory, imports, providers }: ApiDeps) {
  return {
    listCatalogProviders: async () => ({ items: (await directory.read()).document.entries.map(itemOf) }),
    getCatalogProvider: async ({ params }) => itemOf(await directory.entry(params.catalog_id)),
    async importCatalog({ body }) {
      const { id, models } = await imports.importCatalog(body);
      return { provider: providers.get(id), models_imported: models };
    },
    async importRegistry({ body }) {
      const imported = await imports.importRegistry(body);
      return {
        providers: imported.map(({ id }) => providers.get(id)),
        models_imported: imported.reduce((sum, { models }) => sum + models, 0),
      };
    },
  } satisfies Partial<Handlers>;
}

function itemOf({ models, ...entry }: CatalogEntry): CatalogItem {
  return {
    id: entry.id,
    name: entry.name,
    wire_type: entry.wireType,
    guessed: entry.guessed,
    needs_base_url: entry.needsBaseUrl,
    rejected: entry.rejectReason !== null,
    reject_reason: entry.rejectReason,
    env_key: entry.envKey,
    models: models.map(({ id, name, maxContextSize, capabilities }) => ({
      id,
      ...(name === undefined ? {} : { name }),
      max_context_size: maxContextSize,
      ...(capabilities.length === 0 ? {} : { capabilities }),
      reasoning: capabilities.includes('thinking'),
    })),
  };
}
