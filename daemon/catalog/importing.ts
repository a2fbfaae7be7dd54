/** Imports from the catalog or a registry: fetches, writes the providers, and reports which of them changed. */
import { ApiError, invalid } from '../errors.js';
import type { Directory } from './directory.js';
import { DocumentError, parseDocument } from './document.js';
import { documentUrl, download } from './download.js';
import { warningAt, type Table } from './fields.js';
import { importEntry, importRegistry, registryKey, type Imported } from './imports.js';
import { difference } from './tables.js';

/** A changed provider, with the number of its changed models. */
export interface ChangedProvider {
  provider_id: string;
  provider_name: string;
  added: number;
  removed: number;
}

/** The interface for changing the configuration. */
export interface Changes {
  change(decide: (present: { document: Table }) => { wanted: Table; fields: string[] }): Promise<unknown>;
}

export interface Imports {
  /** Throws the ApiErrors of operation `importCatalog`; returns the imported provider. */
  importCatalog(asked: { catalog_id: string; id?: string; api_key?: string; base_url?: string }): Promise<Imported>;
  /** Throws the ApiErrors of operation `importRegistry`. */
  importRegistry(asked: { url: string; api_key?: string }): Promise<Imported[]>;
}

export interface ImportsOptions {
  directory: Directory;
  changes: Changes;
  fetch: typeof fetch;
  /** called after the configuration was written, if at least one provider changed */
  changed(providers: ChangedProvider[]): void;
}

const registryMs = 30_000;
const fields = ['models', 'providers'];

export function createImports({ directory, changes, fetch, changed }: ImportsOptions): Imports {
  /** Writes the result of `make`, and reports the providers that changed. */
  async function write(make: (document: Table) => { wanted: Table; touched: { id: string; name: string }[] }) {
    let reported: ChangedProvider[] = [];
    await changes.change(({ document }) => {
      const { wanted, touched } = make(document);
      reported = touched.flatMap(({ id, name }) => {
        const { changed: isChanged, added, removed } = difference(document, wanted, id);
        return isChanged ? [{ provider_id: id, provider_name: name, added, removed }] : [];
      });
      return { wanted, fields };
    });
    if (reported.length > 0) changed(reported);
  }

  return {
    async importCatalog({ catalog_id, id, api_key, base_url }) {
      const entry = await directory.entry(catalog_id);
      let result: Imported | undefined;
      await write((document) => {
        const { wanted, imported } = importEntry(document, {
          entry,
          ...(id === undefined ? {} : { id }),
          ...(api_key ? { apiKey: api_key } : {}),
          baseUrl: base_url,
        });
        result = imported;
        return { wanted, touched: [imported] };
      });
      if (result === undefined) throw new ApiError('CATALOG_IMPORT_INVALID');
      return result;
    },

    async importRegistry({ url: asked, api_key }) {
      const url = addressOf(asked);
      let stored: string | undefined;
      if (!api_key) {
        await changes.change(({ document }) => {
          stored = registryKey(document, url);
          return { wanted: document, fields: [] };
        });
      }
      const read = await fetched(url, api_key || stored, fetch);
      let result: Imported[] = [];
      await write((document) => {
        const made = importRegistry(document, { read, url, ...(api_key ? { apiKey: api_key } : {}) });
        result = made.imported;
        return { wanted: made.wanted, touched: [...made.imported, ...made.removed.map((id) => ({ id, name: id }))] };
      });
      return result;
    },
  };
}

/** Validates an address; clients must not read files of this machine. */
function addressOf(text: string): string {
  try {
    return documentUrl(text, { files: false });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw invalid('url', 'must be an http or https address without user and password');
  }
}

async function fetched(url: string, apiKey: string | undefined, fetch: ImportsOptions['fetch']) {
  try {
    const text = await download({ url, ...(apiKey ? { apiKey } : {}), fetch, timeoutMs: registryMs });
    return parseDocument(text);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new ApiError('REGISTRY_IMPORT_INVALID', {
      message: `the registry: ${warningAt(error.message)}`,
      cause: error,
    });
  }
}
