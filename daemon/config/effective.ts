/** The configuration in effect: the file, overridden by the environment, with all defaults (cli.md 6.2 to 6.7). */
import type { ConfigFile } from '../../schemas/generated/files.js';
import { configShapes } from '../../schemas/generated/settings.js';
import type { Config, PermissionMode } from '../../schemas/generated/types.js';
import type { Overlay, RequestSettings } from './environment.js';
import { filled } from './fields.js';

/** A `[providers.<id>]` table, secrets included. */
export type ProviderSettings = NonNullable<ConfigFile['providers']>[string];
/** A `[models.<alias>]` table, secrets included. */
export type ModelSettings = NonNullable<ConfigFile['models']>[string];
/** A `[services.<name>]` table, secrets included. */
export type ServiceSettings = NonNullable<NonNullable<ConfigFile['services']>['search']>;

type Domain<Name extends keyof Config> = NonNullable<Config[Name]>;
type Filled<Name extends keyof Config> = Required<Domain<Name>>;

/**
 * Domains without secrets have the same shape as in `GET /api/v1/config`. Maps keep the order of the file, followed by
 * entries of the environment.
 */
export interface EffectiveConfig {
  providers: ReadonlyMap<string, ProviderSettings>;
  models: ReadonlyMap<string, ModelSettings>;
  services: { search?: ServiceSettings; fetch?: ServiceSettings };
  /** an alias; the environment's model if there is one */
  default_model?: string;
  default_provider?: string;
  default_permission_mode: PermissionMode;
  default_plan_mode: boolean;
  default_runtime: Domain<'default_runtime'>;
  extra_skill_dirs: string[];
  extra_agent_dirs: string[];
  merge_all_available_skills: boolean;
  builtin_product_skills: boolean;
  thinking: Domain<'thinking'>;
  /** AGENT_MODEL_THINKING_EFFORT: applies even when thinking is switched off (engine.md 10.2) */
  thinkingEffortOverride?: string;
  loop_control: Domain<'loop_control'>;
  token_counting: Filled<'token_counting'>;
  /** no `maxRunningTasks`: no limit; no `bashTaskTimeoutS`: 600, for `-p` none */
  background: Omit<Filled<'background'>, 'maxRunningTasks' | 'bashTaskTimeoutS'> &
    Pick<Domain<'background'>, 'maxRunningTasks' | 'bashTaskTimeoutS'>;
  /** absent: 7,200,000, for `-p` none */
  subagent: { timeoutMs?: number };
  mcp: Filled<'mcp'>;
  tools: Filled<'tools'>;
  image: Filled<'image'>;
  checkpoints: Filled<'checkpoints'>;
  /** no `private`: the built-in list */
  sandbox: Omit<Filled<'sandbox'>, 'private'> & Pick<Domain<'sandbox'>, 'private'>;
  /** no `sessionUsd`, no `dayUsd`: no limit */
  budget: Domain<'budget'> & { warnRatio: number };
  identity: Filled<'identity'>;
  offline: Filled<'offline'>;
  experimental: Record<string, boolean>;
  /** `rules` has only the rules in long form; the short tables are beside it */
  permission: Domain<'permission'>;
  hooks: Domain<'hooks'>;
  request: RequestSettings;
  cron: { enabled: boolean };
}

/** Merges the environment into the file and fills in the defaults. */
export function effectiveConfig(file: ConfigFile, overlay: Overlay): EffectiveConfig {
  const { tables, group } = overlay;
  const providers = new Map(Object.entries(file.providers ?? {}));
  const models = new Map(Object.entries(file.models ?? {}));
  if (group) {
    providers.set('env', group.provider);
    // replaces an alias of the same name in the file, including its position
    models.delete(group.alias);
    models.set(group.alias, group.model);
  }
  const { thinking, background, identity, ...plain } = plainOf(file, tables);
  return {
    ...plain,
    providers,
    models,
    services: servicesOf(file, overlay),
    default_model: group?.alias ?? file.default_model,
    thinking: { ...thinking, keep: thinking.keep === 'all' ? 'all' : 'none' },
    thinkingEffortOverride: tables.thinking?.effort,
    background: {
      ...background,
      printBackgroundMode: background.printBackgroundMode ?? (background.keepAliveOnExit ? 'drain' : 'steer'),
    },
    identity: { ...identity, slug: identity.slug ?? slugOf(identity.name) },
    permission: permissionOf(file),
    hooks: (file.hooks ?? []).map((hook) => ({ timeout: 30, ...hook })),
    request: overlay.request,
    cron: { enabled: !overlay.cronDisabled },
  };
}

/** Fields that come only from environment, file or default, including those that `effectiveConfig` corrects. */
type Plain = Omit<
  Pick<EffectiveConfig, Exclude<keyof ConfigFile & keyof EffectiveConfig, Special>>,
  'background' | 'identity'
> & {
  background: Omit<EffectiveConfig['background'], 'printBackgroundMode'> &
    Pick<Domain<'background'>, 'printBackgroundMode'>;
  identity: Pick<Filled<'identity'>, 'name'> & Domain<'identity'>;
};
type Special = (typeof special)[number];
/** Fields with secrets, or with lists that are merged. */
const special = ['providers', 'models', 'services', 'default_model', 'permission', 'hooks'] as const;

function plainOf(file: ConfigFile, tables: Partial<ConfigFile>): Plain {
  // a key of the file that `EffectiveConfig` lacks is a compile error
  const all = Object.keys(configShapes) as (keyof ConfigFile)[] satisfies (keyof EffectiveConfig)[];
  const keys = all.filter((key) => !(special as readonly string[]).includes(key));
  return Object.fromEntries(
    keys.map((key) => [key, filled(configShapes[key], tables[key], file[key])]),
  ) as unknown as Plain;
}

function slugOf(name: string): string {
  const fromName = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return fromName || 'agent';
}

function permissionOf({ permission }: ConfigFile): Domain<'permission'> {
  return {
    rules: (permission?.rules ?? []).map(({ decision, pattern, reason }) => ({ decision, pattern, reason })),
    allow: permission?.allow,
    deny: permission?.deny,
    ask: permission?.ask,
  };
}

function servicesOf(file: ConfigFile, overlay: Overlay): EffectiveConfig['services'] {
  return { search: serviceOf('search', file, overlay), fetch: serviceOf('fetch', file, overlay) };
}

function serviceOf(name: 'search' | 'fetch', file: ConfigFile, overlay: Overlay): ServiceSettings | undefined {
  const { base_url, api_key } = overlay.tables.services?.[name] ?? {};
  // stored keys and headers belong to the address they were stored with
  const stored = base_url === undefined ? (file.services?.[name] ?? {}) : { base_url };
  if (api_key === undefined) return stored.base_url === undefined ? undefined : stored;
  if (stored.base_url === undefined) return undefined;
  const { api_key_env: _variable, oauth: _login, ...rest } = stored;
  return { ...rest, api_key };
}
