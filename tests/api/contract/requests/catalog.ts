/** Trials of `catalog`. */
import { elsewhere, withParam, type Trials } from '../trials.js';

/** A server whose built-in copy is damaged, and whose catalog has no address. */
const damaged = { loadSnapshot: () => Promise.reject(new Error('damaged')) };

export const catalog = {
  getCatalogProvider: {
    good: () => ({ params: { catalog_id: 'anthropic' } }),
    errors: {
      VALIDATION_FAILED: withParam('catalog_id', ''),
      CATALOG_ENTRY_NOT_FOUND: withParam('catalog_id', 'nobody'),
      CATALOG_UNAVAILABLE: elsewhere(damaged, () => ({ params: { catalog_id: 'anthropic' } })),
    },
  },
  listCatalogProviders: {
    good: () => ({}),
    errors: { CATALOG_UNAVAILABLE: elsewhere(damaged, () => ({})) },
  },
} satisfies Trials;
