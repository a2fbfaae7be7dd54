/** Converts the models of a document's provider, and decides which of them are usable (cli.md 5.15). */
import type { ProviderType } from '../../schemas/generated/types.js';
import { isRecord } from '../base/text/values.js';
import { textIn, textsIn, warningAt, type Table } from './fields.js';
import { addressOf, protocolOf } from './protocols.js';

export type Capability = 'image_in' | 'video_in' | 'audio_in' | 'thinking' | 'always_thinking' | 'tool_use';

/** USD per million tokens. */
export interface CatalogCost {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** A usable model. */
export interface CatalogModel {
  /** the provider's own name of the model */
  id: string;
  name?: string;
  /** tokens */
  maxContextSize: number;
  maxInputSize?: number;
  maxOutputSize?: number;
  capabilities: Capability[];
  supportEfforts?: string[];
  offEffort?: string;
  reasoningKey?: string;
  /** present where it differs from the provider's */
  protocol?: ProviderType;
  baseUrl?: string;
  cost?: CatalogCost;
}

const defaultContext = 128_000;
const mostTokens = 1_000_000_000;
const mostModels = 5_000;
const longestId = 300;
/** USD per million tokens; the same limit as in the schema of the configuration. */
const highestPrice = 1_000_000;

interface Provider {
  type: ProviderType | null;
  /** address as in the document */
  api?: string;
}

/** The usable models, in the order of the document. */
export function modelsOf(value: unknown, provider: Provider): { models: CatalogModel[]; warnings: string[] } {
  const models = new Map<string, CatalogModel>();
  const warnings: string[] = [];
  if (!isRecord(value) || provider.type === null) return { models: [], warnings };
  const all = Object.entries(value);
  for (const [key, model] of all.slice(0, mostModels)) {
    const read = readModel(key, model, provider);
    if (read === 'unsuitable') continue;
    if ('problem' in read) warnings.push(`model ${warningAt(key)} is left out: ${read.problem}`);
    else if (models.has(read.model.id))
      warnings.push(`model ${warningAt(read.model.id)} is left out: it is listed twice`);
    else {
      models.set(read.model.id, read.model);
      warnings.push(...read.warnings.map((each) => `model ${warningAt(read.model.id)}: ${each}`));
    }
  }
  if (all.length > mostModels) warnings.push(`${all.length - mostModels} models beyond ${mostModels} are left out`);
  return { models: [...models.values()], warnings };
}

/** `warnings`: parts of the model that were dropped. */
type Read = { model: CatalogModel; warnings: string[] } | { problem: string } | 'unsuitable';

function readModel(key: string, value: unknown, provider: Provider): Read {
  if (!isRecord(value)) return { problem: 'it is not an object' };
  if (value['id'] !== undefined && typeof value['id'] !== 'string') return { problem: 'its id is not text' };
  const id = textIn(value, 'id', longestId) ?? key;
  if (id.trim() === '' || id.length > longestId || !id.isWellFormed() || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(id)) {
    return { problem: 'its id cannot be used' };
  }
  const sizes = sizesOf(value['limit']);
  if ('problem' in sizes) return sizes;
  const wrong = (['tool_call', 'reasoning'] as const).find(
    (field) => value[field] !== undefined && typeof value[field] !== 'boolean',
  );
  if (wrong !== undefined) return { problem: `${wrong} is neither true nor false` };
  if (isUnsuitable(value)) return 'unsuitable';
  const route = routeOf(value['provider'], provider);
  if ('problem' in route) return route;
  const name = textIn(value, 'name', 200);
  const { cost, warnings } = costOf(value['cost']);
  const reasoningKey = isRecord(value['interleaved']) ? textIn(value['interleaved'], 'field', 100) : undefined;
  const model: CatalogModel = {
    id,
    ...(name === undefined ? {} : { name }),
    ...sizes,
    ...abilitiesOf(value),
    reasoningKey,
    ...route,
    ...(cost === undefined ? {} : { cost }),
  };
  return { model, warnings };
}

/** Whether a model is for another purpose, deprecated, or a preview. */
function isUnsuitable(model: Table): boolean {
  const status = textIn(model, 'status');
  if (status === 'deprecated' || status === 'alpha') return true;
  if (/embed/i.test(textIn(model, 'family') ?? '')) return true;
  const modalities = isRecord(model['modalities']) ? model['modalities'] : {};
  return Array.isArray(modalities['output']) && !modalities['output'].includes('text');
}

type Sizes = Pick<CatalogModel, 'maxContextSize' | 'maxInputSize' | 'maxOutputSize'>;

function sizesOf(limit: unknown): Sizes | { problem: string } {
  if (limit === undefined || limit === null) return { maxContextSize: defaultContext };
  if (!isRecord(limit)) return { problem: 'its limit is not an object' };
  const context = limit['context'] ?? defaultContext;
  if (!isCount(context)) return { problem: 'its context is not a number of tokens' };
  const part = (key: 'input' | 'output'): number | undefined => {
    const size = limit[key];
    // input and output are parts of the context window, whatever the document claims
    return isCount(size) ? Math.min(size, context) : undefined;
  };
  const input = part('input');
  const output = part('output');
  return {
    maxContextSize: context,
    maxInputSize: input,
    maxOutputSize: output,
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostTokens;
}

type Abilities = Pick<CatalogModel, 'capabilities' | 'supportEfforts' | 'offEffort'>;

function abilitiesOf(model: Table): Abilities {
  const modalities = isRecord(model['modalities']) ? model['modalities'] : {};
  const takes = textsIn(modalities, 'input');
  const options = model['reasoning'] === false ? [] : optionsOf(model['reasoning_options']);
  const levels = [...new Set(options.flatMap(({ type, values }) => (type === 'effort' ? values : [])))];
  const efforts = levels.filter((level) => level !== 'none');
  const thinks = model['reasoning'] === true || options.length > 0;
  const always = efforts.length > 0 && !levels.includes('none') && !options.some(({ type }) => type === 'toggle');
  return {
    capabilities: [
      ...(model['tool_call'] === true ? (['tool_use'] as const) : []),
      ...(thinks ? (['thinking'] as const) : []),
      ...(always ? (['always_thinking'] as const) : []),
      ...(['image', 'video', 'audio'] as const)
        .filter((kind) => takes.includes(kind))
        .map((kind) => `${kind}_in` as const),
    ],
    ...(efforts.length === 0 ? {} : { supportEfforts: efforts }),
    ...(levels.includes('none') ? { offEffort: 'none' } : {}),
  };
}

function optionsOf(value: unknown): { type: string; values: string[] }[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 20).flatMap((option: unknown) => {
    const type = isRecord(option) ? textIn(option, 'type') : undefined;
    if (!isRecord(option) || type === undefined) return [];
    const values = textsIn(option, 'values').map((level) => level.trim());
    return [{ type, values: values.filter((level) => level !== '' && level.length <= 50) }];
  });
}

/** The protocol and address of a model, if they differ from its provider's. */
function routeOf(value: unknown, provider: Provider): Pick<CatalogModel, 'protocol' | 'baseUrl'> | { problem: string } {
  if (!isRecord(value) || provider.type === null) return {};
  const npm = textIn(value, 'npm');
  const api = textIn(value, 'api') ?? (npm === undefined ? undefined : provider.api);
  const own = npm === undefined ? provider.type : protocolOf({ id: '', npm }).type;
  if (own === null) return { problem: 'its protocol is proprietary' };
  if (api === undefined) return own === provider.type ? {} : { problem: 'its address is not known' };
  const baseUrl = addressOf(api, own);
  const inherited = provider.api === undefined ? undefined : addressOf(provider.api, provider.type);
  if (baseUrl === undefined && own === provider.type && textIn(value, 'api') === undefined) return {};
  if (baseUrl === undefined) return { problem: 'its address cannot be used' };
  return {
    ...(own === provider.type ? {} : { protocol: own }),
    ...(baseUrl === inherited ? {} : { baseUrl }),
  };
}

/** Needs both the input and the output price: half a price would count too little. */
function costOf(value: unknown): { cost?: CatalogCost; warnings: string[] } {
  if (value === undefined || value === null) return { warnings: [] };
  if (!isRecord(value)) return { warnings: ['its price is left out: it is not an object'] };
  const prices: Partial<CatalogCost> = {};
  const bad: string[] = [];
  for (const key of ['input', 'output', 'cache_read', 'cache_write'] as const) {
    const price = value[key];
    if (price === undefined || price === null) continue;
    if (typeof price === 'number' && price >= 0 && price <= highestPrice) prices[key] = price;
    else bad.push(key);
  }
  const warnings = bad.map((key) => `its price of ${key} is left out: it is not a number from 0 to ${highestPrice}`);
  const { input, output } = prices;
  return input === undefined || output === undefined ? { warnings } : { cost: { ...prices, input, output }, warnings };
}
