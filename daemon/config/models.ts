/** Chooses the model of a prompt and collects the facts about it (cli.md 3.1, 6.3, 6.4; rest.md 5, 7.1). */
import { isManagedId } from '../../schemas/provider-ids.js';
import type { AuthSnapshot, Model, ProviderType } from '../../schemas/generated/types.js';
import type { EffectiveConfig, ModelSettings, ProviderSettings } from './effective.js';
import {
  baseUrlOf,
  borrowsLogin,
  keyOf,
  keySourceOf,
  loginBase,
  needsNoKey,
  providerKey,
  trimSlash,
  vertexPlaceOf,
  type VertexPlace,
} from './endpoints.js';
import type { Environment } from './variables.js';

/** Everything that a request to a model needs, including a secret. */
export interface ResolvedModel {
  alias: string;
  /** the alias itself for a model with its own endpoint and no provider */
  providerId: string;
  providerType: ProviderType;
  /** without a trailing slash; absent for protocols without a fixed address */
  baseUrl?: string;
  apiKey?: string;
  /** describes the credential for the user, without the secret */
  keySource: string;
  /** uses the access token of the managed login, in preference to any key */
  login?: true;
  /** `custom_headers` and AGENT_CODE_CUSTOM_HEADERS; must never replace the credential header */
  headers: Record<string, string>;
  /** vertexai only */
  vertex?: VertexPlace;
  /** the provider's own name of the model */
  model: string;
  /** tokens */
  maxContextSize: number;
  maxInputSize?: number;
  maxOutputSize?: number;
  /** configured and detected capabilities */
  capabilities: string[];
  supportEfforts?: string[];
  defaultEffort?: string;
  offEffort?: string;
  reasoningKey?: string;
  adaptiveThinking?: boolean;
  displayName: string;
  /** price of its tokens; absent when unknown */
  price?: ModelSettings['price'];
  /** the built-in offline provider without any configuration */
  standIn: boolean;
}

export type Resolution =
  | { model: ResolvedModel }
  | { failure: 'unknown' }
  | { failure: 'provider_missing' | 'auth_missing'; providerId: string };

export type ModelChoice =
  /** `unconfigured`: the offline provider, used only because nothing is configured; a later default replaces it */
  { model: ResolvedModel; unconfigured: boolean } | ModelRefusal;

export interface Models {
  /** data of `GET /api/v1/models`, without the list's envelope */
  listModels(): Model[];
  resolveModel(alias: string): Resolution;
  /** `default_model` of `GET /api/v1/config` */
  defaultAlias(): string | undefined;
  /** the model of a prompt: the named one, or the default by the table of rest.md 5 */
  chooseModel(named?: string): ModelChoice;
  authSnapshot(): AuthSnapshot;
}

const STAND_IN = 'offline/echo';

const STAND_IN_SETTINGS: ModelSettings = { provider: 'offline', model: 'echo', max_context_size: 65_536 };
const OFFLINE_CAPABILITIES = ['tool_use', 'thinking', 'image_in'];

export interface ModelsOptions {
  config: () => EffectiveConfig;
  env: Environment;
  /** known capabilities of a model, by the provider's name for it */
  detectCapabilities: (model: string) => readonly string[];
  /** whether the managed login is stored */
  hasLogin?: () => boolean;
}

export function createModels({ config, env, detectCapabilities, hasLogin = () => false }: ModelsOptions): Models {
  const capabilitiesOf = (type: ProviderType | undefined, settings: ModelSettings): string[] => {
    // an empty list in the configuration overrides the built-in table
    if (settings.overrides?.capabilities?.length === 0) return [];
    const known = type === 'offline' ? OFFLINE_CAPABILITIES : detectCapabilities(settings.model);
    const all = new Set<string>([...known, ...(settings.capabilities ?? [])]);
    if (all.has('always_thinking')) all.add('thinking');
    return [...all];
  };

  const listModels = (): Model[] => {
    const { models, offline } = config();
    const aliases = [...models.keys(), ...(offline.enabled && !models.has(STAND_IN) ? [STAND_IN] : [])];
    return aliases.map((alias) => {
      const settings = settingsOf(config(), alias) ?? STAND_IN_SETTINGS;
      const provider = settings.provider === undefined ? undefined : providerOf(config(), settings.provider);
      return {
        provider: settings.provider ?? alias,
        model: alias,
        display_name: settings.display_name ?? settings.model,
        max_context_size: settings.max_context_size,
        capabilities: capabilitiesOf(settings.protocol ?? provider?.type, settings),
        ...(settings.support_efforts && { support_efforts: settings.support_efforts }),
        ...(settings.default_effort !== undefined && { default_effort: settings.default_effort }),
      };
    });
  };

  let resolved: { from: EffectiveConfig; byAlias: Map<string, Resolution> } | undefined;
  /** Caches results while the configuration stays the same, because every prompt needs several. */
  const resolveModel = (alias: string): Resolution => {
    const from = config();
    if (resolved?.from !== from) resolved = { from, byAlias: new Map() };
    const known = resolved.byAlias.get(alias);
    if (known) return known;
    const resolution = resolve(alias);
    // logins change independently of the configuration
    const endpoint = endpointSettings(config(), alias);
    if (endpoint?.oauth || (endpoint && borrowsLogin('env', endpoint))) return resolution;
    // unknown names are not cached: a client may send any number of them
    if (!('failure' in resolution) || resolution.failure !== 'unknown') resolved.byAlias.set(alias, resolution);
    return resolution;
  };

  const resolve = (alias: string): Resolution => {
    const settings = settingsOf(config(), alias);
    if (!settings) return { failure: 'unknown' };
    const endpoint = endpointOf(config(), alias, settings, { env, hasLogin });
    if ('failure' in endpoint) return endpoint;
    const { customHeaders } = config().request;
    return {
      model: {
        alias,
        providerId: endpoint.id,
        providerType: endpoint.type,
        baseUrl: endpoint.baseUrl,
        apiKey: endpoint.apiKey,
        keySource: endpoint.keySource,
        ...(endpoint.login && { login: true }),
        headers: { ...customHeaders, ...endpoint.headers },
        vertex: endpoint.vertex,
        model: settings.model,
        maxContextSize: settings.max_context_size,
        maxInputSize: settings.max_input_size,
        maxOutputSize: settings.max_output_size,
        capabilities: capabilitiesOf(endpoint.type, settings),
        supportEfforts: settings.support_efforts,
        defaultEffort: settings.default_effort,
        offEffort: settings.off_effort,
        reasoningKey: settings.reasoning_key,
        adaptiveThinking: settings.adaptive_thinking,
        displayName: settings.display_name ?? settings.model,
        price: settings.price,
        standIn: endpoint.id === 'offline' && !config().providers.has('offline'),
      },
    };
  };

  const take = (alias: string, unconfigured = false): ModelChoice => {
    const resolution = resolveModel(alias);
    if ('model' in resolution) return { model: resolution.model, unconfigured };
    if (resolution.failure === 'auth_missing') {
      const settings = endpointSettings(config(), alias) ?? settingsOf(config(), alias);
      return keyMissing(resolution.providerId, settings?.api_key_env);
    }
    const missing = resolution.failure === 'provider_missing' ? resolution.providerId : undefined;
    return notResolved(config(), alias, missing);
  };

  const chooseModel = (named?: string): ModelChoice => {
    const anything = isAnythingConfigured(config());
    if (named !== undefined && named !== '') {
      // with nothing configured, a disabled offline provider means that a provider has to be set up first
      return named === STAND_IN && !anything && !settingsOf(config(), STAND_IN) ? nothingConfigured() : take(named);
    }
    if (!anything) return config().offline.enabled ? standIn() : nothingConfigured();
    const alias = config().default_model ?? providerDefault(config());
    return alias === undefined ? notResolved(config()) : take(alias);
  };

  const standIn = (): ModelChoice => {
    const resolution = resolveModel(STAND_IN);
    return 'model' in resolution ? { ...resolution, unconfigured: true } : nothingConfigured();
  };

  return {
    listModels,
    resolveModel,
    defaultAlias: () => config().default_model,
    chooseModel,
    authSnapshot: () => ({
      models_ready: isReady(config()),
      providers_count: config().providers.size,
      managed_provider: null,
    }),
  };
}

/** A model's table with its `overrides` applied; the offline provider has a table by default. */
function settingsOf(config: EffectiveConfig, alias: string): ModelSettings | undefined {
  const written = config.models.get(alias);
  if (written) return { ...written, ...written.overrides };
  return alias === STAND_IN && config.offline.enabled ? STAND_IN_SETTINGS : undefined;
}

function providerOf(config: EffectiveConfig, id: string): ProviderSettings | undefined {
  const written = config.providers.get(id);
  if (written) return written;
  return id === 'offline' && config.offline.enabled ? { type: 'offline' } : undefined;
}

interface Endpoint {
  id: string;
  type: ProviderType;
  baseUrl?: string;
  apiKey?: string;
  keySource: string;
  login?: boolean;
  headers: Record<string, string>;
  vertex?: VertexPlace;
}

/** The table of a model's provider. */
function endpointSettings(config: EffectiveConfig, alias: string): ProviderSettings | undefined {
  const provider = settingsOf(config, alias)?.provider;
  return provider === undefined ? undefined : providerOf(config, provider);
}

function endpointOf(
  config: EffectiveConfig,
  alias: string,
  settings: ModelSettings,
  { env, hasLogin }: Required<Pick<ModelsOptions, 'env' | 'hasLogin'>>,
): Endpoint | Exclude<Resolution, { model: ResolvedModel }> {
  const id = settings.provider ?? alias;
  const provider = settings.provider === undefined ? flatProvider(settings) : providerOf(config, settings.provider);
  if (!provider) return { failure: 'provider_missing', providerId: id };
  // a model may use another protocol than its provider, with the same key
  const effective: ProviderSettings = { ...provider, type: settings.protocol ?? provider.type };
  const apiKey = providerKey(effective, env) ?? providerKey(provider, env);
  const borrows = borrowsLogin(id, provider) && hasLogin();
  const login = borrows ? apiKey === undefined : isManagedId(id) && provider.oauth !== undefined && hasLogin();
  const pinned = login ? env['AGENT_CODE_BASE_URL']?.trim() : undefined;
  const borrowed = borrows ? loginBase(config.providers, env) : undefined;
  const written = settings.base_url ?? (pinned || borrowed);
  const baseUrl = written === undefined ? baseUrlOf(effective) : trimSlash(written);
  const unreachable = effective.type === 'agent' && baseUrl === undefined;
  if (unreachable || (apiKey === undefined && !login && !needsNoKey(effective.type, baseUrl, id, env))) {
    return { failure: 'auth_missing', providerId: id };
  }
  const vertex = vertexPlaceOf(effective, env);
  const keySource = sourceOf(id, login, vertex, keySourceOf(effective, env) ?? keySourceOf(provider, env));
  return {
    id,
    type: effective.type,
    baseUrl,
    apiKey,
    keySource,
    login,
    headers: provider.custom_headers ?? {},
    vertex,
  };
}

function sourceOf(id: string, login: boolean, vertex: VertexPlace | undefined, key: string | undefined): string {
  if (login) return 'the token of the login';
  if (id === 'env' && key !== undefined) return 'the key in the variable AGENT_MODEL_API_KEY';
  if (key !== undefined) return key;
  return vertex?.credentialsFile === undefined ? 'no key' : 'the file that GOOGLE_APPLICATION_CREDENTIALS names';
}

function flatProvider(settings: ModelSettings): ProviderSettings | undefined {
  if (settings.protocol === undefined) return undefined;
  const { protocol, base_url, api_key, api_key_env } = settings;
  return { type: protocol, base_url, api_key, api_key_env };
}

/** Whether a provider has a credential: `has_api_key`. */
export function hasKey(provider: ProviderSettings, env: Environment): boolean {
  return provider.type !== 'offline' && providerKey(provider, env) !== undefined;
}

/** Whether a flat model has an `api_key`: `hasApiKey`. */
export function hasOwnKey(model: ModelSettings, env: Environment): boolean {
  return keyOf({ ...model, ...model.overrides }, env) !== undefined;
}

/** rest.md 5: a provider table, a flat model, or the environment's model; the offline provider does not count. */
function isAnythingConfigured(config: EffectiveConfig): boolean {
  return config.providers.size > 0 || [...config.models.values()].some((model) => model.provider === undefined);
}

function isReady(config: EffectiveConfig): boolean {
  const model = config.default_model === undefined ? undefined : config.models.get(config.default_model);
  if (!model) return false;
  return model.provider === undefined || config.providers.has(model.provider);
}

/** `default_model` of `default_provider`, else of the only provider. */
function providerDefault({ providers, default_provider }: EffectiveConfig): string | undefined {
  const chosen = default_provider === undefined ? undefined : providers.get(default_provider)?.default_model;
  if (chosen !== undefined) return chosen;
  const [only, ...others] = providers.values();
  return others.length === 0 ? only?.default_model : undefined;
}

/** An expected outcome of rest.md 2 instead of a model. */
interface ModelRefusal {
  error: 'AUTH_PROVISIONING_REQUIRED' | 'AUTH_MODEL_NOT_RESOLVED' | 'AUTH_TOKEN_MISSING';
  message: string;
  details?: { model_id?: string; provider_id?: string } | null;
}

/** The refusal of a prompt before any provider was set up. */
function nothingConfigured(): ModelRefusal {
  return {
    error: 'AUTH_PROVISIONING_REQUIRED',
    message:
      'no model provider is configured, and the offline provider is disabled; use agent login or agent provider catalog add <id>',
  };
}

/** `variable`: the value of `api_key_env`; it may be a key by mistake, so it is shown only if it looks like a name. */
function keyMissing(providerId: string, variable: string | undefined): ModelRefusal {
  const why =
    variable === undefined || variable === ''
      ? isManagedId(providerId)
        ? 'log in'
        : 'set its api_key or api_key_env'
      : `the variable ${/^[A-Z][A-Z0-9_]{0,60}$/.test(variable) ? variable : 'that its api_key_env names'} is not set`;
  return {
    error: 'AUTH_TOKEN_MISSING',
    message: `the provider ${providerId} has no credential: ${why}`,
    details: { provider_id: providerId },
  };
}

/** The refusal for a missing alias, or for an alias whose provider `providerId` does not exist. */
function notResolved(config: EffectiveConfig, alias?: string, providerId?: string): ModelRefusal {
  const known = [...config.models.keys()].join(', ') || 'none';
  const error = 'AUTH_MODEL_NOT_RESOLVED';
  if (alias === undefined) {
    return {
      error,
      message: `no default model is set; name one, or set default_model; configured models: ${known}`,
      details: null,
    };
  }
  const why =
    providerId === undefined ? 'is not configured' : `needs the provider ${providerId}, which is not configured`;
  return {
    error,
    message: `the model ${alias} ${why}; configured models: ${known}`,
    details: { model_id: alias, ...(providerId !== undefined && { provider_id: providerId }) },
  };
}
