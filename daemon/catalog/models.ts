/** The models of a document's provider: what becomes of each field, and which models cannot be used (cli.md 5.15). */
import { isObject, textIn, textsIn, warningAt, type Table } from './fields.js';
import { addressOf, protocolOf, type ProviderType } from './protocols.js';

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
  /** the provider's own name of it */
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
  /** where it differs from its provider's */
  protocol?: ProviderType;
  baseUrl?: string;
  cost?: CatalogCost;
}

const defaultContext = 128_000;
const mostTokens = 1_000_000_000;
const mostModels = 5_000;
const longestId = 300;

interface Provider {
  type: ProviderType | null;
  /** as the document has it */
  api?: string;
}

/** Usable models, in the order of the document. */
export function modelsOf(value: unknown, provider: Provider): { models: CatalogModel[]; warnings: string[] } {
  const models = new Map<string, CatalogModel>();
  const warnings: string[] = [];
  if (!isObject(value) || provider.type === null) return { models: [], warnings };
  const all = Object.entries(value);
  for (const [key, model] of all.slice(0, mostModels)) {
    const read = readModel(key, model, provider);
    if (read === 'unsuitable') continue;
    if ('problem' in read) warnings.push(`model ${warningAt(key)} is left out: ${read.problem}`);
    else if (models.has(read.id)) warnings.push(`model ${warningAt(read.id)} is left out: it is listed twice`);
    else models.set(read.id, read);
  }
  if (all.length > mostModels) warnings.push(`${all.length - mostModels} models beyond ${mostModels} are left out`);
  return { models: [...models.values()], warnings };
}

function readModel(key: string, value: unknown, provider: Provider): CatalogModel | { problem: string } | 'unsuitable' {
  if (!isObject(value)) return { problem: 'it is no object' };
  if (value['id'] !== undefined && typeof value['id'] !== 'string') return { problem: 'its id is no text' };
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
  const cost = costOf(value['cost']);
  const reasoningKey = isObject(value['interleaved']) ? textIn(value['interleaved'], 'field', 100) : undefined;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...sizes,
    ...abilitiesOf(value),
    ...(reasoningKey === undefined ? {} : { reasoningKey }),
    ...route,
    ...(cost === undefined ? {} : { cost }),
  };
}

/** Models that are there for something else, or on their way out or in. */
function isUnsuitable(model: Table): boolean {
  const status = textIn(model, 'status');
  if (status === 'deprecated' || status === 'alpha') return true;
  if (/embed/i.test(textIn(model, 'family') ?? '')) return true;
  const modalities = isObject(model['modalities']) ? model['modalities'] : {};
  return Array.isArray(modalities['output']) && !modalities['output'].includes('text');
}

type Sizes = Pick<CatalogModel, 'maxContextSize' | 'maxInputSize' | 'maxOutputSize'>;

function sizesOf(limit: unknown): Sizes | { problem: string } {
  if (limit === undefined || limit === null) return { maxContextSize: defaultContext };
  if (!isObject(limit)) return { problem: 'its limit is no object' };
  const context = limit['context'] ?? defaultContext;
  if (!isCount(context)) return { problem: 'its context is no number of tokens' };
  const part = (key: 'input' | 'output'): number | undefined => {
    const size = limit[key];
    // what a model takes or gives is part of its window, whatever the document says
    return isCount(size) ? Math.min(size, context) : undefined;
  };
  const input = part('input');
  const output = part('output');
  return {
    maxContextSize: context,
    ...(input === undefined ? {} : { maxInputSize: input }),
    ...(output === undefined ? {} : { maxOutputSize: output }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostTokens;
}

type Abilities = Pick<CatalogModel, 'capabilities' | 'supportEfforts' | 'offEffort'>;

function abilitiesOf(model: Table): Abilities {
  const modalities = isObject(model['modalities']) ? model['modalities'] : {};
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
    const type = isObject(option) ? textIn(option, 'type') : undefined;
    if (!isObject(option) || type === undefined) return [];
    const values = textsIn(option, 'values').map((level) => level.trim());
    return [{ type, values: values.filter((level) => level !== '' && level.length <= 50) }];
  });
}

/** A model may speak another protocol, at another place, than the rest of its provider. */
function routeOf(value: unknown, provider: Provider): Pick<CatalogModel, 'protocol' | 'baseUrl'> | { problem: string } {
  if (!isObject(value) || provider.type === null) return {};
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

function costOf(value: unknown): CatalogCost | undefined {
  if (!isObject(value)) return undefined;
  const price = (key: string): number | undefined => {
    const found = value[key];
    return typeof found === 'number' && found >= 0 && Number.isFinite(found) ? found : undefined;
  };
  const input = price('input');
  const output = price('output');
  if (input === undefined || output === undefined) return undefined;
  const read = price('cache_read');
  const write = price('cache_write');
  return {
    input,
    output,
    ...(read === undefined ? {} : { cache_read: read }),
    ...(write === undefined ? {} : { cache_write: write }),
  };
}
