/** Settings from the environment (cli.md 8.2): they override the file, in memory only. */
import { enums } from '../../schemas/generated/enums.js';
import type { ConfigFile } from '../../schemas/generated/files.js';
import { configVariables, type FieldVariable } from '../../schemas/generated/settings.js';
import { isLoopback } from '../base/net/outgoing.js';
import { isHeader } from './checks.js';
import type { EffectiveConfig, ModelSettings, ProviderSettings } from './effective.js';
import { ConfigError } from './read.js';
import { addressSecrets, proxySecrets, secretPieces } from './secrets.js';
import { createVariables, type Environment, type Variables } from './variables.js';

/** Settings of every model request, for all models. */
export interface RequestSettings {
  /** tokens; 0: send no limit, not even the model's own */
  maxCompletionTokens?: number;
  temperature?: number;
  topP?: number;
  /** added to each request; never replace the credential header */
  customHeaders: Record<string, string>;
}

/** Values from the environment; tables use the file's field names. */
export interface Overlay {
  tables: Partial<ConfigFile>;
  /** provider `env` with the alias `env/<name>` */
  group?: ModelGroup;
  request: RequestSettings;
  /** AGENT_DISABLE_CRON */
  cronDisabled: boolean;
  warnings: string[];
}

/**
 * Reads the engine variables; invalid values become warnings. Throws ConfigError for a model without a key, unless the
 * login can provide one.
 */
export function readEnvironment(env: Environment, hasLogin = false): Overlay {
  const variables = createVariables(env);
  const tables = readTables(variables);
  return {
    tables,
    group: readModelGroup(variables, hasLogin),
    request: {
      maxCompletionTokens: readTokenCap(variables),
      temperature: variables.number('AGENT_MODEL_TEMPERATURE', 0, 2),
      topP: variables.number('AGENT_MODEL_TOP_P', 0, 1),
      customHeaders: readHeaders(variables),
    },
    cronDisabled: variables.boolean('AGENT_DISABLE_CRON') ?? false,
    warnings: variables.warnings,
  };
}

/** The fields of the file that variables set. */
function readTables(variables: Variables): Overlay['tables'] {
  const tables: Record<string, unknown> = {};
  for (const variable of configVariables) {
    const value = readVariable(variables, variable);
    if (value === undefined) continue;
    let table = tables;
    for (const name of variable.path.slice(0, -1)) table = (table[name] ??= {}) as Record<string, unknown>;
    table[variable.path.at(-1) ?? ''] = value;
  }
  return tables;
}

function readVariable(variables: Variables, { name, reads, least = 0, choices = [] }: FieldVariable): unknown {
  if (reads === 'integer') return variables.integer(name, least);
  return reads === 'choice' ? variables.choice(name, choices) : variables[reads](name);
}

function readTokenCap(variables: Variables): number | undefined {
  const cap = variables.integer('AGENT_MODEL_MAX_COMPLETION_TOKENS', Number.MIN_SAFE_INTEGER);
  return cap === undefined ? undefined : Math.max(cap, 0);
}

/** Headers that carry the credential in some protocol. */
const CREDENTIAL_HEADERS = new Set(['authorization', 'x-api-key', 'x-goog-api-key']);

function readHeaders(variables: Variables): Record<string, string> {
  const name = 'AGENT_CODE_CUSTOM_HEADERS';
  const headers: Record<string, string> = {};
  const lines = (variables.text(name) ?? '').split(/\r?\n/);
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const [, header = '', value = ''] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    // the line may contain a secret, so the message has only its number
    if (!isHeader(header, value)) variables.warn(name, `line ${index + 1} is not \`Name: value\``);
    else if (CREDENTIAL_HEADERS.has(header.toLowerCase())) variables.warn(name, `${header} cannot be replaced`);
    else headers[header] = value;
  });
  return headers;
}

const ALWAYS_SECRET = [
  'AGENT_MODEL_API_KEY',
  'AGENT_CODE_PASSWORD',
  'AGENT_REGISTRY_API_KEY',
  'AGENT_CODE_CUSTOM_HEADERS',
  ...configVariables.filter(({ secret }) => secret).map(({ name }) => name),
];

/** Sorted names of variables that child processes must not get (engine.md 4.9). */
export function secretVariables(
  config: Pick<EffectiveConfig, 'providers' | 'models' | 'services'>,
  file: Pick<ConfigFile, 'services'> = {},
): string[] {
  // a value of the file that the environment overrides is still secret
  const { search = {}, fetch = {} } = file.services ?? {};
  const holders: CredentialHolder[] = [...credentialHolders(config), search, fetch];
  const named = holders.flatMap(({ api_key_env }) => (api_key_env ? [api_key_env] : []));
  return [...new Set([...ALWAYS_SECRET, ...named])].sort();
}

/** Secret values in use, for masking output. */
export function secretValues(config: EffectiveConfig, env: Environment): string[] {
  const values = secretVariables(config).flatMap((name) =>
    name === 'AGENT_CODE_CUSTOM_HEADERS' ? [] : [env[name]?.trim() ?? ''],
  );
  for (const holder of credentialHolders(config)) {
    values.push(
      holder.api_key ?? '',
      holder.oauth?.key ?? '',
      typeof holder.source?.['api_key'] === 'string' ? holder.source['api_key'] : '',
      ...Object.values(holder.custom_headers ?? {}).flatMap(secretPieces),
      ...addressSecrets(holder.base_url),
    );
    for (const [name, value] of Object.entries(holder.env ?? {})) if (name.endsWith('_API_KEY')) values.push(value);
  }
  values.push(...Object.values(config.request.customHeaders).flatMap(secretPieces));
  values.push(...proxySecrets(env), ...addressSecrets(env['AGENT_CODE_CATALOG_URL']?.trim()));
  return [...new Set(values.filter((value) => value !== ''))];
}

type CredentialHolder = Partial<
  Pick<ProviderSettings, 'api_key' | 'api_key_env' | 'base_url' | 'oauth' | 'custom_headers' | 'env' | 'source'>
>;

function credentialHolders(config: Pick<EffectiveConfig, 'providers' | 'models' | 'services'>): CredentialHolder[] {
  const { search = {}, fetch = {} } = config.services;
  const models = [...config.models.values()].flatMap((model) => [model, model.overrides ?? {}]);
  return [...config.providers.values(), ...models, search, fetch];
}

/** The model of the `AGENT_MODEL_*` variables: provider `env`, alias `env/<name>` (cli.md 8.2). */
interface ModelGroup {
  alias: string;
  provider: ProviderSettings;
  model: ModelSettings;
}

const CAPABILITIES = ['image_in', 'video_in', 'audio_in', 'thinking', 'always_thinking', 'tool_use'] as const;

/**
 * The group if AGENT_MODEL_NAME is set; throws ConfigError when its key is required and missing. Type `agent` without
 * an address uses the login's address, and its token if there is no key.
 */
function readModelGroup(variables: Variables, hasLogin: boolean): ModelGroup | undefined {
  const name = variables.text('AGENT_MODEL_NAME');
  if (name === undefined) return undefined;
  const type = variables.choice('AGENT_MODEL_PROVIDER_TYPE', enums.ProviderType) ?? 'agent';
  const base_url = variables.address('AGENT_MODEL_BASE_URL');
  const api_key = variables.text('AGENT_MODEL_API_KEY');
  const borrows = type === 'agent' && base_url === undefined && hasLogin;
  const free = borrows || type === 'offline' || (base_url !== undefined && isLoopback(base_url));
  if (api_key === undefined && !free) {
    throw new ConfigError(['AGENT_MODEL_API_KEY: is needed together with AGENT_MODEL_NAME']);
  }
  if (type === 'agent' && base_url === undefined && !hasLogin) {
    variables.warn(
      'AGENT_MODEL_PROVIDER_TYPE',
      'agent needs AGENT_MODEL_BASE_URL or a login; the model cannot be used',
    );
  }
  const alias = `env/${name}`;
  return { alias, provider: { type, base_url, api_key, default_model: alias }, model: readModel(name, variables) };
}

function readModel(name: string, variables: Variables): ModelSettings {
  const max_context_size = variables.integer('AGENT_MODEL_MAX_CONTEXT_SIZE', 1) ?? 262_144;
  const output = variables.integer('AGENT_MODEL_MAX_OUTPUT_SIZE', 1);
  const fits = output === undefined || output <= max_context_size;
  if (!fits) variables.warn('AGENT_MODEL_MAX_OUTPUT_SIZE', 'must not be larger than the context');
  return {
    provider: 'env',
    model: name,
    max_context_size,
    max_output_size: fits ? output : undefined,
    capabilities: readCapabilities(variables),
    display_name: variables.text('AGENT_MODEL_DISPLAY_NAME'),
    reasoning_key: variables.text('AGENT_MODEL_REASONING_KEY'),
    adaptive_thinking: variables.boolean('AGENT_MODEL_ADAPTIVE_THINKING'),
  };
}

function readCapabilities(variables: Variables): ModelSettings['capabilities'] {
  const name = 'AGENT_MODEL_CAPABILITIES';
  const text = variables.text(name);
  if (text === undefined) return ['image_in', 'thinking'];
  return text.split(',').flatMap((item) => {
    const word = item.trim().toLowerCase();
    const known = CAPABILITIES.find((capability) => capability === word);
    if (word !== '' && !known) variables.warn(name, `\`${word}\` is not a capability`);
    return known ? [known] : [];
  });
}
