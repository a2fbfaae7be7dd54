/** The configuration in the form of `GET /api/v1/config` (rest.md 6): effective values, never a secret. */
import { isManagedId } from '../../schemas/provider-ids.js';
import { configShapes } from '../../schemas/generated/settings.js';
import type { Config, ModelRecord, ProviderSummary } from '../../schemas/generated/types.js';
import type { EffectiveConfig, ModelSettings, ProviderSettings, ServiceSettings } from './effective.js';
import { borrowsLogin, keyOf } from './endpoints.js';
import { camelCase } from './fields.js';
import { hasKey, hasOwnKey } from './models.js';
import { SECRET_FIELD, SECRET_TABLE } from './secrets.js';
import { isTable } from '../../schemas/toml/document.js';
import type { Environment } from './variables.js';

/** Replaces a secret of the file. */
export const MASK = '***';

/** `raw` is the parsed document; the answer contains a masked copy. */
export function publicConfig(
  config: EffectiveConfig,
  raw: Record<string, unknown>,
  { env, hasLogin }: { env: Environment; hasLogin: () => boolean },
): Config {
  const mapped = <Value, Shown>(
    map: ReadonlyMap<string, Value>,
    show: (value: Value) => Shown,
  ): Record<string, Shown> => Object.fromEntries([...map].map(([key, value]) => [key, show(value)]));
  const keys = Object.keys(configShapes) as (keyof typeof configShapes)[];
  const shown: Config = withoutUndefined({
    ...(Object.fromEntries(keys.map((key) => [key, config[key]])) as Partial<Config>),
    providers: mapped(config.providers, (provider) => showProvider(provider, env)),
    models: mapped(config.models, (model) => showModel(model, env)),
    yolo: config.default_permission_mode === 'yolo',
    plan_mode: config.default_plan_mode,
    services: { search: showService(config.services.search, env), fetch: showService(config.services.fetch, env) },
    background: withUsual('background', config.background),
    subagent: withUsual('subagent', config.subagent),
    telemetry: false,
    raw: maskTable(raw),
  });
  return withLogins(shown, config, hasLogin);
}

/** Updates the credentials that come from logins, which change independently of the file. */
export function withLogins(shown: Config, { providers }: EffectiveConfig, hasLogin: () => boolean): Config {
  const changed = [...providers].flatMap(([id, provider]) => {
    const before = shown.providers[id];
    const isBorrowed = isManagedId(id) ? provider.oauth !== undefined : borrowsLogin(id, provider);
    if (!before || !isBorrowed || provider.api_key !== undefined) return [];
    const has_api_key = hasLogin();
    return before.has_api_key === has_api_key ? [] : [[id, { ...before, has_api_key }]];
  });
  if (changed.length === 0) return shown;
  return { ...shown, providers: { ...shown.providers, ...(Object.fromEntries(changed) as Config['providers']) } };
}

/** Fills in the usual values of fields whose defaults depend on the context. */
function withUsual<Name extends 'background' | 'subagent'>(
  name: Name,
  table: Partial<Config[Name]>,
): NonNullable<Config[Name]> {
  const shape = configShapes[name];
  const fields = shape.kind === 'table' ? Object.entries(shape.fields) : [];
  const usual = fields.map(([field, part]) => [camelCase(field), part.kind === 'value' ? part.usual : undefined]);
  return { ...Object.fromEntries(usual), ...withoutUndefined(table) } as NonNullable<Config[Name]>;
}

function showProvider(provider: ProviderSettings, env: Environment): ProviderSummary {
  return {
    type: provider.type,
    base_url: provider.base_url === undefined ? undefined : maskAddress(provider.base_url),
    default_model: provider.default_model,
    has_api_key: hasKey(provider, env),
  };
}

function showModel(model: ModelSettings, env: Environment): ModelRecord {
  const { overrides } = model;
  return {
    provider: model.provider,
    model: model.model,
    ...showFields(model),
    maxContextSize: model.max_context_size,
    baseUrl: model.base_url === undefined ? undefined : maskAddress(model.base_url),
    protocol: model.protocol,
    overrides: overrides && { ...showFields(overrides), maxContextSize: overrides.max_context_size },
    hasApiKey: model.provider === undefined ? hasOwnKey(model, env) : undefined,
  };
}

function showFields(fields: NonNullable<ModelSettings['overrides']>) {
  return {
    maxInputSize: fields.max_input_size,
    maxOutputSize: fields.max_output_size,
    capabilities: fields.capabilities,
    displayName: fields.display_name,
    supportEfforts: fields.support_efforts,
    defaultEffort: fields.default_effort,
    offEffort: fields.off_effort,
    reasoningKey: fields.reasoning_key,
    adaptiveThinking: fields.adaptive_thinking,
    price: fields.price && {
      input: fields.price.input,
      output: fields.price.output,
      cacheRead: fields.price.cache_read,
      cacheWrite: fields.price.cache_write,
    },
  };
}

function showService(service: ServiceSettings | undefined, env: Environment) {
  if (service?.base_url === undefined) return undefined;
  const headers = Object.keys(service.custom_headers ?? {});
  return {
    baseUrl: maskAddress(service.base_url),
    hasApiKey: keyOf(service, env) !== undefined,
    customHeaderKeys: headers.length > 0 ? headers : undefined,
  };
}

/** Removes undefined fields, which JSON cannot represent. */
function withoutUndefined<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function maskTable(table: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, maskField(key, value, false)]));
}

function maskField(key: string, value: unknown, inSecret: boolean): unknown {
  const secret = inSecret || SECRET_TABLE.test(key) || SECRET_FIELD.test(key);
  if (Array.isArray(value)) return value.map((item) => maskField(key, item, secret));
  if (isTable(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskField(name, item, secret)]));
  }
  if (secret) return MASK;
  if (typeof value === 'string') return maskAddress(value);
  // JSON cannot represent these numbers
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** Masks secrets in an address: user, password, and keys in the query. */
export function maskAddress(text: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
  return text
    .replace(/^([^:]+:\/\/)[^/?#]*@/, `$1${MASK}@`)
    .replace(/([?&#][^=&#]*(?:key|token|secret|pass|pwd|sig|auth|cred|jwt|code)[^=&#]*=)[^&#]+/gi, `$1${MASK}`);
}
