/** The environment's part of the configuration (cli.md 8.2): it wins over the file, in memory only. */
import type { ConfigFile } from '../../schemas/generated/files.js';
import { isHeader } from './checks.js';
import type { EffectiveConfig, ProviderSettings } from './effective.js';
import { addressSecrets, proxySecrets, secretPieces } from './secrets.js';
import { readModelGroup, type ModelGroup } from './model-group.js';
import { createVariables, type Environment, type Variables } from './variables.js';

/** Settings of each model request, whatever the model. */
export interface RequestSettings {
  /** tokens; 0: no limit is sent, not even the model's own */
  maxCompletionTokens?: number;
  temperature?: number;
  topP?: number;
  /** added to each request, never over the credential header */
  customHeaders: Record<string, string>;
}

/** The values of the environment; tables that they override keep the file's spelling. */
export interface Overlay {
  tables: Pick<
    ConfigFile,
    | 'loop_control'
    | 'token_counting'
    | 'background'
    | 'subagent'
    | 'mcp'
    | 'image'
    | 'identity'
    | 'thinking'
    | 'builtin_product_skills'
    | 'offline'
  >;
  services: Partial<Record<'search' | 'fetch', { base_url?: string; api_key?: string }>>;
  /** provider `env` with the alias `env/<name>` */
  group?: ModelGroup;
  request: RequestSettings;
  /** AGENT_DISABLE_CRON */
  cronDisabled: boolean;
  warnings: string[];
}

/**
 * Reads the engine variables; invalid values become warnings. Throws ConfigError for a model without its key, unless
 * the login may replace it.
 */
export function readEnvironment(env: Environment, hasLogin = false): Overlay {
  const variables = createVariables(env);
  const tables = readTables(variables);
  return {
    tables,
    services: {
      search: readService(variables, 'AGENT_WEB_SEARCH'),
      fetch: readService(variables, 'AGENT_WEB_FETCH'),
    },
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

const KEEP_WORDS = ['all', 'none', 'off', 'false', 'no', '0'] as const;

function readTables(variables: Variables): Overlay['tables'] {
  return {
    thinking: {
      effort: variables.text('AGENT_MODEL_THINKING_EFFORT'),
      keep: variables.choice('AGENT_MODEL_THINKING_KEEP', KEEP_WORDS),
    },
    loop_control: {
      max_steps_per_turn: variables.integer('AGENT_LOOP_MAX_STEPS_PER_TURN', 0),
      max_attempts_per_step: variables.integer('AGENT_LOOP_MAX_ATTEMPTS_PER_STEP', 1),
    },
    token_counting: {
      strategy: variables.choice('AGENT_TOKEN_COUNTING_STRATEGY', ['measured+estimated', 'measured', 'estimated']),
    },
    background: {
      max_running_tasks: variables.integer('AGENT_CODE_BACKGROUND_MAX_RUNNING_TASKS', 1),
      keep_alive_on_exit: variables.boolean('AGENT_CODE_BACKGROUND_KEEP_ALIVE_ON_EXIT'),
    },
    subagent: { timeout_ms: variables.integer('AGENT_SUBAGENT_TIMEOUT_MS', 0) },
    mcp: {
      startup_timeout_ms: variables.integer('AGENT_MCP_STARTUP_TIMEOUT_MS', 1),
      tool_timeout_ms: variables.integer('AGENT_MCP_TOOL_TIMEOUT_MS', 1),
    },
    image: {
      max_edge_px: variables.integer('AGENT_IMAGE_MAX_EDGE_PX', 1),
      read_byte_budget: variables.integer('AGENT_IMAGE_READ_BYTE_BUDGET', 1),
    },
    identity: {
      name: variables.text('AGENT_CODE_IDENTITY_NAME'),
      slug: variables.text('AGENT_CODE_IDENTITY_SLUG'),
    },
    builtin_product_skills: variables.boolean('AGENT_CODE_BUILTIN_PRODUCT_SKILLS'),
    offline: { enabled: variables.boolean('AGENT_CODE_OFFLINE') },
  };
}

function readService(variables: Variables, prefix: string): { base_url?: string; api_key?: string } {
  return { base_url: variables.address(`${prefix}_BASE_URL`), api_key: variables.text(`${prefix}_API_KEY`) };
}

function readTokenCap(variables: Variables): number | undefined {
  const cap = variables.integer('AGENT_MODEL_MAX_COMPLETION_TOKENS', Number.MIN_SAFE_INTEGER);
  return cap === undefined ? undefined : Math.max(cap, 0);
}

/** Headers that carry the credential of some protocol. */
const CREDENTIAL_HEADERS = new Set(['authorization', 'x-api-key', 'x-goog-api-key']);

function readHeaders(variables: Variables): Record<string, string> {
  const name = 'AGENT_CODE_CUSTOM_HEADERS';
  const headers: Record<string, string> = {};
  const lines = (variables.text(name) ?? '').split(/\r?\n/);
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const [, header = '', value = ''] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    // the line may hold a secret: the message has only its number
    if (!isHeader(header, value)) variables.warn(name, `line ${index + 1} is no \`Name: value\``);
    else if (CREDENTIAL_HEADERS.has(header.toLowerCase())) variables.warn(name, `${header} cannot be replaced`);
    else headers[header] = value;
  });
  return headers;
}

const ALWAYS_SECRET = [
  'AGENT_MODEL_API_KEY',
  'AGENT_CODE_PASSWORD',
  'AGENT_REGISTRY_API_KEY',
  'AGENT_WEB_SEARCH_API_KEY',
  'AGENT_WEB_FETCH_API_KEY',
  'AGENT_CODE_CUSTOM_HEADERS',
];

/** Names of variables that child processes must not get (engine.md 4.9), sorted. */
export function secretVariables(
  config: Pick<EffectiveConfig, 'providers' | 'models' | 'services'>,
  file: Pick<ConfigFile, 'services'> = {},
): string[] {
  // what the environment replaces is a secret still
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
