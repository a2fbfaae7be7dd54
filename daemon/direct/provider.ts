/** `agent provider` without a server: the configuration file, the catalog, registries (cli.md 5.11 to 5.14). */
import { isRecord } from '../base/text/values.js';
import { createDirectory } from '../catalog/directory.js';
import { DocumentError, parseDocument, type CatalogEntry } from '../catalog/document.js';
import { documentUrl, download } from '../catalog/download.js';
import { warningAt as shown, type Table } from '../catalog/fields.js';
import { importEntry, importRegistry, registryKey, type Imported } from '../catalog/imports.js';
import { loadSnapshot } from '../catalog/snapshot.js';
import { aliasOf, isManaged, modelsIn, providerIn, tableIn, withoutProvider } from '../catalog/tables.js';
import { createChanges, type ConfigChanges } from '../config/changes.js';
import { createConfig, type LiveConfig } from '../config/config.js';
import { ConfigError } from '../config/read.js';
import { createConfigWriter } from '../config/write.js';
import { ApiError } from '../errors.js';
import { HomeError, homePaths, prepareHome } from '../home/paths.js';
import { createOutward } from '../outward/outward.js';

/** External dependencies of the commands. */
export interface CommandDeps {
  /** absolute path of the data directory */
  home: string;
  now(): number;
  fetch?: typeof fetch;
  env: Readonly<Record<string, string | undefined>>;
  /** called for each unusable variable */
  onWarning(message: string): void;
}

/** An expected failure, for the user. */
export interface Failure {
  failure: string;
}

export interface AddedRegistry {
  imported: Imported[];
  skipped: { id: string; reason: string }[];
  removed: string[];
  /** models that were dropped */
  warnings: string[];
  /** the default model, if it no longer exists */
  dangling?: string;
}

export interface RemovedProvider {
  models: number;
  /** the default model, if it was one of the provider's */
  defaultModel?: string;
}

export interface ListedProviders {
  providers: { id: string; type: string; models: number; source: string }[];
  defaultModel?: string;
  /** as stored in the file, including keys */
  stored: { providers: Table; models: Table };
}

export interface Browsed {
  entries: CatalogEntry[];
  /** day of the built-in snapshot if it was used, and why the catalog was not */
  snapshot?: { date: string; reason?: string };
}

export interface AddedEntry {
  imported: Imported;
  /** what was dropped */
  warnings: string[];
  defaultModel?: string;
  snapshot?: Browsed['snapshot'];
}

const registryMs = 30_000;

/** Imports all providers of a registry. */
export function addRegistry(
  place: CommandDeps,
  asked: { url: string; apiKey?: string },
): Promise<AddedRegistry | Failure> {
  return expected(async () => {
    const url = documentUrl(asked.url, { files: true });
    const { config, changes } = await openFile(place);
    const apiKey = asked.apiKey ?? registryKey(config.document(), url);
    const key = apiKey === undefined ? {} : { apiKey };
    const text = await outside(place, (fetch) => download({ url, ...key, fetch, timeoutMs: registryMs }));
    const read = parseDocument(text);
    let result: AddedRegistry = { imported: [], skipped: [], removed: [], warnings: [] };
    await changes.change(({ document }) => {
      const made = importRegistry(document, { read, url, ...(asked.apiKey ? { apiKey: asked.apiKey } : {}) });
      const { imported, skipped, removed, wanted } = made;
      const model = document['default_model'];
      const isGone = typeof model === 'string' && hasModel(document, model) && !hasModel(wanted, model);
      result = {
        imported,
        skipped: skipped.map(({ id, reason }) => ({ id: shown(id), reason })),
        removed,
        warnings: read.warnings,
        ...(isGone ? { dangling: model } : {}),
      };
      return { wanted, fields: ['models', 'providers'] };
    });
    return result;
  });
}

/** Removes a provider with all its models, and the default model if it was one of them. */
export function removeProvider(place: CommandDeps, id: string): Promise<RemovedProvider | Failure> {
  return expected(async () => {
    const { changes } = await openFile(place);
    let result: RemovedProvider = { models: 0 };
    await changes.change(({ document }) => {
      if (isManaged(id, document)) throw new DocumentError(`${shown(id)} belongs to a login; log out to remove it`);
      if (providerIn(document, id) === undefined) {
        const known = Object.keys(tableIn(document, 'providers')).map(shown).join(', ') || 'none';
        throw new DocumentError(`there is no provider ${shown(id)}; configured: ${known}`);
      }
      const models = modelsIn(document, id);
      const wanted = withoutProvider(document, id);
      const model = document['default_model'];
      result = { models: models.size };
      if (typeof model === 'string' && models.has(model)) {
        result.defaultModel = model;
        delete wanted['default_model'];
      }
      return { wanted, fields: ['default_model', 'models', 'providers'] };
    });
    return result;
  });
}

/** Reads only the configuration file. */
export function listProviders(place: CommandDeps): Promise<ListedProviders | Failure> {
  return expected(async () => {
    const config = openConfig(place);
    const document = config.document();
    const raw = config.publicConfig().raw;
    const defaultModel = config.defaultAlias();
    return {
      providers: [...config.current().providers].map(([id, { type }]) => ({
        id: shown(id),
        type,
        models: modelsIn(document, id).size,
        source: sourceOf(id, providerIn(isRecord(raw) ? raw : {}, id) ?? {}),
      })),
      defaultModel,
      stored: { providers: tableIn(document, 'providers'), models: tableIn(document, 'models') },
    };
  });
}

/** Providers of the catalog at an address; of the built-in snapshot without an address, or when fetching fails. */
export function browseCatalog(place: CommandDeps, url: string | undefined): Promise<Browsed | Failure> {
  return expected(() => browse(place, url));
}

/** Imports one provider of the catalog. */
export function addFromCatalog(
  place: CommandDeps,
  asked: { id: string; apiKey: string; defaultModel?: string; baseUrl?: string; url?: string; usualUrl?: string },
): Promise<AddedEntry | Failure> {
  return expected(async () => {
    const { entries, snapshot } = await browse(place, asked.url ?? asked.usualUrl);
    const entry = entries.find(({ id }) => id === asked.id);
    if (!entry) throw new DocumentError(`the catalog has no provider ${shown(asked.id)}`);
    const wantedModel = asked.defaultModel;
    if (wantedModel !== undefined && !entry.models.some(({ id }) => id === wantedModel)) {
      throw new DocumentError(`${shown(wantedModel)} is not a model of ${shown(asked.id)} that can be used`);
    }
    const { changes } = await openFile(place);
    let imported: Imported | undefined;
    const alias = wantedModel === undefined ? undefined : aliasOf(entry.id, { id: wantedModel });
    const { apiKey, baseUrl, url } = asked;
    await changes.change(({ document }) => {
      const made = importEntry(document, {
        entry,
        apiKey,
        baseUrl,
        ...(url === undefined || snapshot !== undefined ? {} : { url: documentUrl(url, { files: true }) }),
      });
      imported = made.imported;
      const wanted = alias === undefined ? made.wanted : { ...made.wanted, default_model: alias };
      return { wanted, fields: ['models', 'providers', ...(alias === undefined ? [] : ['default_model'])] };
    });
    if (!imported) throw new DocumentError('nothing was taken over');
    return {
      imported,
      warnings: entry.warnings,
      defaultModel: alias,
      ...(snapshot === undefined ? {} : { snapshot }),
    };
  });
}

async function browse(place: CommandDeps, url: string | undefined): Promise<Browsed> {
  const at = url === undefined ? {} : { url };
  const { document, date, failure } = await outside(place, (fetch) =>
    createDirectory({ ...at, fetch, now: place.now, loadSnapshot }).read(),
  );
  if (date === undefined) return { entries: document.entries };
  return { entries: document.entries, snapshot: { date, ...(failure === undefined ? {} : { reason: failure }) } };
}

/** Runs work that needs the network, through the proxies of the environment. */
async function outside<Result>(place: CommandDeps, work: (outward: typeof fetch) => Promise<Result>): Promise<Result> {
  const outward = createOutward(place);
  for (const warning of outward.warnings) place.onWarning(warning);
  try {
    return await work(outward.fetch);
  } finally {
    await outward.close();
  }
}

function hasModel(document: Table, alias: string): boolean {
  return Object.hasOwn(tableIn(document, 'models'), alias);
}

/** Where a provider came from; `provider` has masked secrets. */
function sourceOf(id: string, provider: Table): string {
  if (isManaged(id)) return 'login';
  const { kind, url } = tableIn(provider, 'source');
  if (kind === 'apiJson' && typeof url === 'string') return shown(url);
  return kind === 'catalog' ? 'catalog' : 'config';
}

/** Opens the configuration without the environment, whose values are not part of the file. */
function openConfig({ home, now }: CommandDeps): LiveConfig {
  return createConfig({ paths: homePaths(home), env: {}, now, detectCapabilities: () => [] });
}

/** Opens the file for changes; running servers notice them themselves. */
async function openFile(place: CommandDeps): Promise<{ config: LiveConfig; changes: ConfigChanges }> {
  const paths = homePaths(place.home);
  await prepareHome(paths);
  const config = openConfig(place);
  const writer = createConfigWriter({
    path: paths.configFile,
    lockFile: paths.configLock,
    now: place.now,
  });
  const notices = {
    changed: (_fields: unknown, _config: unknown, mark: string | (() => string)) => {
      if (typeof mark === 'function') mark();
    },
    warnings: () => undefined,
    wasPublished: () => false,
  };
  return { config, changes: createChanges({ config, writer, notices }) };
}

async function expected<Result>(work: () => Promise<Result>): Promise<Result | Failure> {
  try {
    return await work();
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { failure: error.message };
  }
}

function isExpected(error: unknown): error is Error {
  return [ApiError, DocumentError, ConfigError, HomeError].some((kind) => error instanceof kind);
}
