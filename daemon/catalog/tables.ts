/** Converts entries of a document to tables of `config.toml`, and finds a provider's tables among the others. */
import type { ProviderType } from '../../schemas/generated/types.js';
import { isManagedId } from '../../schemas/provider-ids.js';
import { isRecord } from '../base/text/values.js';
import type { CatalogEntry } from './document.js';
import type { Table } from './fields.js';
import type { CatalogModel } from './models.js';

/** The input of an import. */
export interface Import {
  id: string;
  entry: CatalogEntry & { wireType: ProviderType };
  /** absent: the entry's, or the protocol's default */
  baseUrl?: string;
  /** credential fields of the provider, such as `api_key` */
  credentials: Table;
  /** `source` of the provider's table */
  source: Table;
}

/** Number of added and removed models of a provider. */
export interface Difference {
  added: number;
  removed: number;
  /** whether there is anything to write */
  changed: boolean;
}

const credentialFields = ['api_key', 'api_key_env', 'env'] as const;

/** Whether a provider belongs to a login, and only the login may change it. */
export function isManaged(id: string, document: Table = {}): boolean {
  return isManagedId(id) || isRecord(providerIn(document, id)?.['oauth']);
}

export function tableIn(table: Table, key: string): Table {
  const found = Object.hasOwn(table, key) ? table[key] : undefined;
  return isRecord(found) ? found : {};
}

export function providerIn(document: Table, id: string): Table | undefined {
  const providers = tableIn(document, 'providers');
  return Object.hasOwn(providers, id) ? tableIn(providers, id) : undefined;
}

/** The models of a provider by alias, in the order of the file. */
export function modelsIn(document: Table, id: string): Map<string, Table> {
  const models = Object.entries(tableIn(document, 'models'));
  return new Map(
    models.flatMap(([alias, model]) => (isRecord(model) && model['provider'] === id ? [[alias, model]] : [])),
  );
}

/** The credential fields of a provider's table. */
export function credentialsIn(provider: Table | undefined): Table {
  return Object.fromEntries(
    credentialFields.flatMap((field) => (provider?.[field] === undefined ? [] : [[field, provider[field]]])),
  );
}

/** An alias of the import that another provider already uses; undefined when there is none. */
export function takenAlias(document: Table, { id, entry }: Import): string | undefined {
  const models = tableIn(document, 'models');
  return entry.models
    .map((model) => aliasOf(id, model))
    .find((alias) => Object.hasOwn(models, alias) && tableIn(models, alias)['provider'] !== id);
}

export function aliasOf(id: string, model: Pick<CatalogModel, 'id'>): string {
  return `${id}/${model.id}`;
}

/** Replaces the provider in the document, including everything of an older one with this id. */
export function withImport(document: Table, made: Import): Table {
  const { id, entry, credentials, source } = made;
  const baseUrl = made.baseUrl ?? entry.baseUrl;
  const provider = {
    type: entry.wireType,
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...credentials,
    source,
  };
  return withProvider(document, id, provider, modelTables(id, entry));
}

/** Replaces the provider's tables in the document. */
function withProvider(document: Table, id: string, provider: Table, models: ReadonlyMap<string, Table>): Table {
  const bare = withoutProvider(document, id);
  return {
    ...bare,
    providers: { ...tableIn(bare, 'providers'), [id]: provider },
    models: { ...tableIn(bare, 'models'), ...Object.fromEntries(models) },
  };
}

/** Removes the provider and its models from the document. */
export function withoutProvider(document: Table, id: string): Table {
  const own = modelsIn(document, id);
  const without = (key: string, isGone: (name: string) => boolean): Table =>
    Object.hasOwn(document, key)
      ? { [key]: Object.fromEntries(Object.entries(tableIn(document, key)).filter(([name]) => !isGone(name))) }
      : {};
  return { ...document, ...without('providers', (name) => name === id), ...without('models', (name) => own.has(name)) };
}

/** The tables of the models, by alias. */
function modelTables(id: string, entry: Import['entry']): Map<string, Table> {
  return new Map(entry.models.map((model) => [aliasOf(id, model), modelTable(id, entry.wireType, model)]));
}

function modelTable(id: string, type: ProviderType, model: CatalogModel): Table {
  const protocol = model.protocol ?? type;
  const isOpenAi = protocol === 'openai' || protocol === 'openai_responses' || protocol === 'agent';
  const fields: Table = {
    provider: id,
    model: model.id,
    max_context_size: model.maxContextSize,
    max_input_size: model.maxInputSize,
    max_output_size: model.maxOutputSize,
    capabilities: model.capabilities.length === 0 ? undefined : model.capabilities,
    support_efforts: model.supportEfforts,
    off_effort: model.offEffort,
    base_url: model.baseUrl,
    protocol: model.protocol,
    display_name: model.name === model.id ? undefined : model.name,
    reasoning_key: isOpenAi ? model.reasoningKey : undefined,
    price: model.cost,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Fields of a model's table that come from its source; all others are the user's. */
const sourceFields = [
  'provider',
  'model',
  'max_context_size',
  'max_input_size',
  'max_output_size',
  'capabilities',
  'support_efforts',
  'off_effort',
  'base_url',
  'protocol',
  'display_name',
  'reasoning_key',
];

/**
 * Updates a provider's models to its source's current list: adds new ones, and gives known ones the source's values,
 * but keeps the user's fields such as `overrides`, and the price where the source has none. Removes missing ones when
 * the source is `whole`, except for aliases that the user created.
 */
export function withListed(
  document: Table,
  listed: {
    id: string;
    type: ProviderType;
    models: readonly CatalogModel[];
    whole: boolean;
    /** ids of listed models that stay unchanged */
    untouched: ReadonlySet<string>;
  },
): Table {
  const { id, type, whole, untouched } = listed;
  const now = new Map(listed.models.map((model) => [aliasOf(id, model), modelTable(id, type, model)]));
  const before = tableIn(document, 'models');
  const kept = Object.entries(before).flatMap(([alias, model]) => {
    if (!isRecord(model) || model['provider'] !== id) return [[alias, model] as const];
    if (untouched.has(String(model['model']))) return [[alias, model] as const];
    const reported = now.get(alias);
    if (reported === undefined)
      return whole && alias === `${id}/${String(model['model'])}` ? [] : [[alias, model] as const];
    const own = Object.entries(model).filter(([field]) => !sourceFields.includes(field));
    return [[alias, { ...Object.fromEntries(own), ...reported }] as const];
  });
  const added = [...now].filter(([alias, { model }]) => !Object.hasOwn(before, alias) && !untouched.has(String(model)));
  return { ...document, models: Object.fromEntries([...kept, ...added]) };
}

/** The changes of a provider between two documents. */
export function difference(before: Table, after: Table, id: string): Difference {
  const [old, now] = [modelsIn(before, id), modelsIn(after, id)];
  const added = [...now.keys()].filter((alias) => !old.has(alias)).length;
  const removed = [...old.keys()].filter((alias) => !now.has(alias)).length;
  const isKept = [...now].every(([alias, model]) => textOf(model) === textOf(old.get(alias)));
  const isSame = textOf(providerIn(before, id)) === textOf(providerIn(after, id));
  return { added, removed, changed: added > 0 || removed > 0 || !isKept || !isSame };
}

/** A canonical text of a value: the order of keys does not matter. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)) : part,
  );
}
