/** Merges the managed provider and the models that the service lists into the document of the configuration file. */
import { fieldOf, isRecord } from '../base/text/values.js';
import { cleanText } from '../base/net/outgoing.js';
import { keys, MANAGED, type AccountEndpoint } from './endpoints.js';

type Table = Record<string, unknown>;

/** Fields of a `[models.<alias>]` table that come from the service. */
export interface ManagedModel {
  model: string;
  max_context_size: number;
  max_output_size?: number;
  display_name?: string;
  capabilities?: string[];
  support_efforts?: string[];
}

/** Changes that a login or refresh made to the list of models. */
export interface ModelChanges {
  added: string[];
  removed: string[];
}

const ownFields = [
  'provider',
  'model',
  'max_context_size',
  'max_output_size',
  'display_name',
  'capabilities',
  'support_efforts',
];
/** Context size in tokens for a service that does not report it. */
const usualContext = 262_144;
/** Maximum number of models that are read. */
const mostModels = 1_000;

/** Validates the answer to `GET <base>/models`; drops invalid entries. Undefined when it is not a list. */
export function readModels(answer: unknown): ManagedModel[] | undefined {
  const list = fieldOf(answer, 'data');
  if (!Array.isArray(list)) return undefined;
  const models = list.slice(0, mostModels).flatMap((entry: unknown) => {
    const model = cleanText(fieldOf(entry, 'id'), []);
    if (model === '' || model !== fieldOf(entry, 'id')) return [];
    const context = count(fieldOf(entry, 'context_length')) ?? usualContext;
    const output = count(fieldOf(entry, 'max_output_tokens'));
    const name = cleanText(fieldOf(entry, 'display_name'), []);
    const efforts = words(fieldOf(entry, 'support_efforts'));
    const capabilities = capabilitiesOf(entry);
    return [
      {
        model,
        max_context_size: context,
        ...(output === undefined || output > context ? {} : { max_output_size: output }),
        ...(name === '' ? {} : { display_name: name }),
        ...(capabilities.length === 0 ? {} : { capabilities }),
        ...(efforts.length === 0 ? {} : { support_efforts: efforts }),
      },
    ];
  });
  return models.filter(({ model }, index) => models.findIndex((other) => other.model === model) === index);
}

function capabilitiesOf(entry: unknown): string[] {
  const byField = {
    supports_image_in: 'image_in',
    supports_video_in: 'video_in',
    supports_reasoning: 'thinking',
    supports_tools: 'tool_use',
  };
  return Object.entries(byField).flatMap(([name, capability]) => (fieldOf(entry, name) === true ? [capability] : []));
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

function words(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && /^[a-z]{1,20}$/.test(item))
    : [];
}

/** Adds the provider and its models to a document; without `models`, keeps the provider's existing ones. */
export function withLogin(document: Table, place: AccountEndpoint, models: readonly ManagedModel[] | undefined): Table {
  const before = tableIn(document, 'models');
  const others = Object.entries(before).filter(([, model]) => fieldOf(model, 'provider') !== MANAGED);
  const kept = Object.entries(before).filter(([, model]) => fieldOf(model, 'provider') === MANAGED);
  const mine =
    models === undefined
      ? kept
      : models.map((model) => [aliasOf(model), tableWith(before[aliasOf(model)], model)] as const);
  const first = mine[0]?.[0];
  const providers = tableIn(document, 'providers');
  const old = tableIn(providers, MANAGED);
  const stays = mine.some(([alias]) => alias === old['default_model']);
  return {
    ...document,
    ...(document['default_model'] === undefined && first !== undefined ? { default_model: first } : {}),
    providers: {
      ...providers,
      [MANAGED]: {
        ...old,
        type: 'agent',
        base_url: place.base,
        ...(stays || first === undefined ? {} : { default_model: first }),
        oauth: { ...tableIn(old, 'oauth'), storage: 'file', key: keys[place.region], oauth_host: place.host },
      },
    },
    ...(mine.length + others.length === 0
      ? {}
      : { models: { ...Object.fromEntries(others), ...Object.fromEntries(mine) } }),
  };
}

/** Removes the provider, its models and all references to them from a document. */
export function withoutLogin(document: Table): Table {
  const result = { ...document };
  const models = tableIn(document, 'models');
  const isManaged = (alias: unknown): boolean =>
    typeof alias === 'string' && fieldOf(models[alias], 'provider') === MANAGED;
  if (isManaged(document['default_model'])) delete result['default_model'];
  if (document['default_provider'] === MANAGED) delete result['default_provider'];
  keep(result, 'models', (alias) => !isManaged(alias));
  keep(result, 'providers', (id) => id !== MANAGED);
  return result;
}

export function changesOf(before: Table, after: Table): ModelChanges {
  const aliases = (document: Table): string[] =>
    Object.entries(tableIn(document, 'models')).flatMap(([alias, model]) =>
      fieldOf(model, 'provider') === MANAGED ? [alias] : [],
    );
  const [old, now] = [aliases(before), aliases(after)];
  return { added: now.filter((alias) => !old.includes(alias)), removed: old.filter((alias) => !now.includes(alias)) };
}

function aliasOf({ model }: ManagedModel): string {
  return `${MANAGED}/${model}`;
}

/** Merges a model into its existing table; keeps the user's overrides and other keys. */
function tableWith(before: unknown, model: ManagedModel): Table {
  const old = typeof before === 'object' && before !== null ? Object.entries(before as Table) : [];
  return {
    provider: MANAGED,
    ...model,
    ...Object.fromEntries(old.filter(([name]) => !ownFields.includes(name))),
  };
}

function keep(document: Table, name: string, stays: (key: string) => boolean): void {
  if (document[name] === undefined) return;
  const entries = Object.entries(tableIn(document, name)).filter(([key]) => stays(key));
  if (entries.length === 0) delete document[name];
  else document[name] = Object.fromEntries(entries);
}

function tableIn(table: Table, name: string): Table {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  return isRecord(found) ? found : {};
}
