/** Entries of a document as tables of `config.toml`, and the tables of a provider among the others. */
import type { ProviderType } from '../../schemas/generated/types.js';
import { isManagedId } from '../../schemas/provider-ids.js';
import { isRecord } from '../base/text/values.js';
import type { CatalogEntry } from './document.js';
import type { Table } from './fields.js';
import type { CatalogModel } from './models.js';

/** What an import is made of. */
export interface Import {
  id: string;
  entry: CatalogEntry & { wireType: ProviderType };
  /** absent: that of the entry, or the protocol's default */
  baseUrl?: string;
  /** fields of the provider that define its credential: `api_key` and its like */
  credentials: Table;
  /** `source` of the provider's table */
  source: Table;
}

/** How many models of a provider came and went. */
export interface Difference {
  added: number;
  removed: number;
  /** whether anything is to be written */
  changed: boolean;
}

const credentialFields = ['api_key', 'api_key_env', 'env'] as const;

/** Whether a provider belongs to a login, which alone may change it. */
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

/** The credential in a provider's table. */
export function credentialsIn(provider: Table | undefined): Table {
  return Object.fromEntries(
    credentialFields.flatMap((field) => (provider?.[field] === undefined ? [] : [[field, provider[field]]])),
  );
}

/** An alias of the import that a model of another provider has; undefined: none. */
export function takenAlias(document: Table, { id, entry }: Import): string | undefined {
  const models = tableIn(document, 'models');
  return entry.models
    .map((model) => aliasOf(id, model))
    .find((alias) => Object.hasOwn(models, alias) && tableIn(models, alias)['provider'] !== id);
}

export function aliasOf(id: string, model: Pick<CatalogModel, 'id'>): string {
  return `${id}/${model.id}`;
}

/** The document with the provider replaced: nothing of an older one of this id stays. */
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

/** The document with these tables instead of the provider's. */
function withProvider(document: Table, id: string, provider: Table, models: ReadonlyMap<string, Table>): Table {
  const bare = withoutProvider(document, id);
  return {
    ...bare,
    providers: { ...tableIn(bare, 'providers'), [id]: provider },
    models: { ...tableIn(bare, 'models'), ...Object.fromEntries(models) },
  };
}

/** The document without the provider and its models. */
export function withoutProvider(document: Table, id: string): Table {
  const own = modelsIn(document, id);
  const without = (key: string, isGone: (name: string) => boolean): Table =>
    Object.hasOwn(document, key)
      ? { [key]: Object.fromEntries(Object.entries(tableIn(document, key)).filter(([name]) => !isGone(name))) }
      : {};
  return { ...document, ...without('providers', (name) => name === id), ...without('models', (name) => own.has(name)) };
}

/** By alias. */
function modelTables(id: string, entry: Import['entry']): Map<string, Table> {
  return new Map(entry.models.map((model) => [aliasOf(id, model), modelTable(id, entry.wireType, model)]));
}

function modelTable(id: string, type: ProviderType, model: CatalogModel): Table {
  const speaks = model.protocol ?? type;
  const isOpenAi = speaks === 'openai' || speaks === 'openai_responses' || speaks === 'agent';
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

/** Fields of a model's table that its source decides; all other fields are the user's. */
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
 * The document with the models of a provider as its source lists them now: new ones are added, known ones get the
 * source's values and keep the user's entries, `overrides` first of all, and the price where the source names none.
 * Missing ones are removed when the source is `whole`; aliases that the user made up stay.
 */
export function withListed(
  document: Table,
  listed: {
    id: string;
    type: ProviderType;
    models: readonly CatalogModel[];
    whole: boolean;
    /** ids of listed models that stay as they are */
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

/** What changed about a provider between two documents. */
export function difference(before: Table, after: Table, id: string): Difference {
  const [old, now] = [modelsIn(before, id), modelsIn(after, id)];
  const added = [...now.keys()].filter((alias) => !old.has(alias)).length;
  const removed = [...old.keys()].filter((alias) => !now.has(alias)).length;
  const isKept = [...now].every(([alias, model]) => textOf(model) === textOf(old.get(alias)));
  const isSame = textOf(providerIn(before, id)) === textOf(providerIn(after, id));
  return { added, removed, changed: added > 0 || removed > 0 || !isKept || !isSame };
}

/** The same text for the same values: the order of keys does not matter. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)) : part,
  );
}
