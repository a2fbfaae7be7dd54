/** Imports providers into the configuration: a catalog entry, or all of a registry (rest.md 7.2, cli.md 5.11). */
import type { ProviderType } from '../../schemas/generated/types.js';
import { providerIdProblem } from '../../schemas/provider-ids.js';
import { isRecord } from '../base/text/values.js';
import { ApiError } from '../errors.js';
import type { CatalogDocument, CatalogEntry } from './document.js';
import { warningAt, type Table } from './fields.js';
import { addressOf, hasPlaceholder } from './protocols.js';
import {
  credentialsIn,
  isManaged,
  providerIn,
  tableIn,
  takenAlias,
  withImport,
  withoutProvider,
  type Import,
} from './tables.js';

export interface Imported {
  id: string;
  name: string;
  type: ProviderType;
  guessed: boolean;
  models: number;
  /** usual variable for the key, if the provider has no credential yet */
  envKey: string | null;
}

export interface CatalogImport {
  entry: CatalogEntry;
  /** default: the entry's id */
  id?: string;
  apiKey?: string;
  baseUrl?: string;
  /** address of the catalog, if it is not the usual one */
  url?: string;
}

export interface RegistryImport {
  read: CatalogDocument;
  /** normalized */
  url: string;
  apiKey?: string;
}

export interface RegistryResult {
  wanted: Table;
  imported: Imported[];
  /** listed but not usable */
  skipped: { id: string; reason: string }[];
  /** imported from this registry earlier and no longer listed */
  removed: string[];
}

type Usable = Import['entry'];

/**
 * Imports an entry into the document. Throws ApiError CATALOG_IMPORT_INVALID, PROVIDER_OAUTH_MANAGED. Without a key the
 * provider keeps its stored credential.
 */
export function importEntry(document: Table, asked: CatalogImport): { wanted: Table; imported: Imported } {
  const { entry, apiKey, baseUrl, url } = asked;
  const id = (asked.id ?? entry.id).trim();
  if (isManaged(id, document)) throw new ApiError('PROVIDER_OAUTH_MANAGED');
  if (providerIdProblem(id) !== undefined) throw invalid(`${warningAt(id)} is not a provider id; give another one`);
  const problem = problemOf(entry, baseUrl);
  if (problem !== undefined || !isUsable(entry)) {
    throw invalid(`${warningAt(entry.id)} cannot be imported${problem === undefined ? '' : `: ${problem}`}`);
  }
  const address = baseUrl?.trim() ? addressOf(baseUrl, entry.wireType) : undefined;
  const made: Import = {
    id,
    entry,
    baseUrl: address,
    credentials: apiKey ? { api_key: apiKey } : credentialsIn(providerIn(document, id)),
    source: { kind: 'catalog', id: entry.id, ...(url === undefined ? {} : { url }) },
  };
  const taken = takenAlias(document, made);
  if (taken !== undefined) throw invalid(`the alias ${warningAt(taken)} belongs to something else`);
  return { wanted: withImport(document, made), imported: importedOf(made) };
}

function invalid(message: string): ApiError {
  return new ApiError('CATALOG_IMPORT_INVALID', { message });
}

/** Whether the entry's protocol is supported. */
export function isUsable(entry: CatalogEntry): entry is Usable {
  return entry.wireType !== null;
}

/** Why an entry cannot be imported; undefined when it can. */
function problemOf(entry: CatalogEntry, baseUrl?: string): string | undefined {
  if (entry.rejectReason === 'unknown-explicit-type') return 'its protocol is not known';
  if (entry.rejectReason === 'proprietary-sdk' || !isUsable(entry)) return 'its protocol is proprietary';
  if (baseUrl !== undefined) {
    if (baseUrl.trim() === '') return 'the base URL is blank';
    if (hasPlaceholder(baseUrl)) return 'the base URL holds a placeholder';
    if (addressOf(baseUrl, entry.wireType) === undefined) return 'the base URL is not an http or https address';
  } else if (entry.needsBaseUrl) {
    return 'it names no usable address; give its base URL';
  }
  return entry.models.length === 0 ? 'it has no usable model' : undefined;
}

/**
 * Imports all usable providers of a registry and removes those that it no longer lists. Without a key, uses the stored
 * key of the same registry, never that of another. Throws ApiError PROVIDER_OAUTH_MANAGED, and REGISTRY_IMPORT_INVALID
 * when nothing can be imported.
 */
export function importRegistry(document: Table, { read, url, apiKey }: RegistryImport): RegistryResult {
  const result: RegistryResult = { wanted: document, imported: [], skipped: [], removed: [] };
  for (const id of read.bad) result.skipped.push({ id, reason: 'it cannot be read' });
  for (const entry of read.entries) {
    const id = nameHere(document, entry.id, url);
    if (isManaged(id, document)) {
      throw new ApiError('PROVIDER_OAUTH_MANAGED', {
        message: `${warningAt(id)} belongs to a login and stays as it is`,
      });
    }
    const made = isUsable(entry) ? entryOf(document, { id, entry }, { url, apiKey }) : undefined;
    const reason =
      problemOf(entry) ??
      (providerIdProblem(id) === undefined ? undefined : 'its name is not a provider id') ??
      (made && takenAlias(result.wanted, made) !== undefined
        ? 'one of its aliases belongs to something else'
        : undefined);
    if (reason !== undefined || made === undefined) {
      result.skipped.push({ id, reason: reason ?? 'it cannot be imported' });
      continue;
    }
    result.wanted = withImport(result.wanted, made);
    result.imported.push(importedOf(made));
  }
  if (result.imported.length === 0) {
    throw new ApiError('REGISTRY_IMPORT_INVALID', { message: 'the registry has no provider that can be imported' });
  }
  const listed = new Set([...read.bad, ...read.entries.map(({ id }) => id)]);
  for (const [id, provider] of Object.entries(tableIn(document, 'providers'))) {
    if (!isRecord(provider) || !isFrom(provider, url) || listed.has(listedAs(id, provider))) continue;
    result.removed.push(id);
    result.wanted = withoutProvider(result.wanted, id);
  }
  return result;
}

/** The registry's id for a provider, which may have another name here. */
export function listedAs(id: string, provider: Table): string {
  const listed = tableIn(provider, 'source')['id'];
  return typeof listed === 'string' && listed !== '' ? listed : id;
}

/** The local name of a registry's provider, which the user may have renamed. */
function nameHere(document: Table, listed: string, url: string): string {
  const found = Object.entries(tableIn(document, 'providers')).find(
    ([id, provider]) =>
      isRecord(provider) && isFrom(provider, url) && id !== listed && listedAs(id, provider) === listed,
  );
  return found?.[0] ?? listed;
}

function entryOf(
  document: Table,
  { id, entry }: { id: string; entry: Usable },
  { url, apiKey }: Pick<RegistryImport, 'url' | 'apiKey'>,
): Import {
  const before = providerIn(document, id);
  const own = before !== undefined && isFrom(before, url) ? before : undefined;
  const key = apiKey ?? registryKey(document, url);
  return {
    id,
    entry,
    credentials: apiKey ? { api_key: apiKey } : own ? credentialsIn(own) : key ? { api_key: key } : {},
    source: { kind: 'apiJson', url, ...(id === entry.id ? {} : { id: entry.id }), ...(key ? { api_key: key } : {}) },
  };
}

function isFrom(provider: Table, url: string): boolean {
  const source = tableIn(provider, 'source');
  return source['kind'] === 'apiJson' && source['url'] === url;
}

/** The stored key of a registry. */
export function registryKey(document: Table, url: string): string | undefined {
  const keys = Object.values(tableIn(document, 'providers')).flatMap((provider) => {
    const key = isRecord(provider) && isFrom(provider, url) ? tableIn(provider, 'source')['api_key'] : undefined;
    return typeof key === 'string' && key !== '' ? [key] : [];
  });
  return keys[0];
}

function importedOf({ id, entry, credentials }: Import): Imported {
  const { name, wireType, guessed, models } = entry;
  const envKey = Object.keys(credentials).length === 0 ? entry.envKey : null;
  return { id, name, type: wireType, guessed, models: models.length, envKey };
}
