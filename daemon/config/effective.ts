/** The configuration in effect: file below environment, every default filled in (cli.md 6.2 to 6.7). */
import type { ConfigFile } from '../../schemas/generated/files.js';
import type { Config, PermissionMode } from '../../schemas/generated/types.js';
import type { Overlay, RequestSettings } from './environment.js';

/** A `[providers.<id>]` table, secrets included. */
export type ProviderSettings = NonNullable<ConfigFile['providers']>[string];
/** A `[models.<alias>]` table, secrets included. */
export type ModelSettings = NonNullable<ConfigFile['models']>[string];
/** A `[services.<name>]` table, secrets included. */
export type ServiceSettings = NonNullable<NonNullable<ConfigFile['services']>['search']>;

type Domain<Name extends keyof Config> = NonNullable<Config[Name]>;
type Filled<Name extends keyof Config> = Required<Domain<Name>>;

/**
 * Domains without secrets have the shape they have in `GET /api/v1/config`. Maps keep the order of the file, what
 * the environment adds comes last.
 */
export interface EffectiveConfig {
  providers: ReadonlyMap<string, ProviderSettings>;
  models: ReadonlyMap<string, ModelSettings>;
  services: { search?: ServiceSettings; fetch?: ServiceSettings };
  /** alias; that of the environment's model when there is one */
  default_model?: string;
  default_provider?: string;
  default_permission_mode: PermissionMode;
  default_plan_mode: boolean;
  extra_skill_dirs: string[];
  extra_agent_dirs: string[];
  merge_all_available_skills: boolean;
  builtin_product_skills: boolean;
  thinking: Domain<'thinking'>;
  /** AGENT_MODEL_THINKING_EFFORT: also counts when thinking is switched off (engine.md 10.2) */
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
  /** no `sessionUsd`, no `dayUsd`: no limit */
  budget: Domain<'budget'> & { warnRatio: number };
  identity: Filled<'identity'>;
  offline: Filled<'offline'>;
  experimental: Record<string, boolean>;
  /** `rules` holds only the long form; the short tables are beside it */
  permission: Domain<'permission'>;
  hooks: Domain<'hooks'>;
  request: RequestSettings;
  cron: { enabled: boolean };
}

/** Lays the environment over the file and fills in the defaults. */
export function effectiveConfig(file: ConfigFile, overlay: Overlay): EffectiveConfig {
  const { tables, group } = overlay;
  const providers = new Map(Object.entries(file.providers ?? {}));
  const models = new Map(Object.entries(file.models ?? {}));
  if (group) {
    providers.set('env', group.provider);
    // an alias of the same name in the file gives way, also its place in the order
    models.delete(group.alias);
    models.set(group.alias, group.model);
  }
  return {
    providers,
    models,
    services: servicesOf(file, overlay),
    default_model: group?.alias ?? file.default_model,
    default_provider: file.default_provider,
    default_permission_mode: file.default_permission_mode ?? 'manual',
    default_plan_mode: file.default_plan_mode ?? false,
    extra_skill_dirs: file.extra_skill_dirs ?? [],
    extra_agent_dirs: file.extra_agent_dirs ?? [],
    merge_all_available_skills: file.merge_all_available_skills ?? true,
    builtin_product_skills: tables.builtin_product_skills ?? file.builtin_product_skills ?? true,
    thinking: thinkingOf(over(file.thinking, tables.thinking)),
    thinkingEffortOverride: tables.thinking?.effort,
    ...limitsOf(file, tables),
    background: backgroundOf(over(file.background, tables.background)),
    tools: { enabled: file.tools?.enabled ?? [], disabled: file.tools?.disabled ?? [] },
    identity: identityOf(over(file.identity, tables.identity)),
    offline: { enabled: tables.offline?.enabled ?? file.offline?.enabled ?? true },
    experimental: file.experimental ?? {},
    permission: permissionOf(file),
    hooks: (file.hooks ?? []).map((hook) => ({ timeout: 30, ...hook })),
    request: overlay.request,
    cron: { enabled: !overlay.cronDisabled },
  };
}

/** The file's table with the values of the environment that are set. */
function over<Table extends object>(file: Table | undefined, environment: Table | undefined): Partial<Table> {
  const set = Object.entries(environment ?? {}).filter(([, value]) => value !== undefined);
  return { ...file, ...Object.fromEntries(set) };
}

function thinkingOf(table: NonNullable<ConfigFile['thinking']>): Domain<'thinking'> {
  const keep = table.keep === undefined || table.keep === 'all' ? 'all' : 'none';
  return { enabled: table.enabled ?? true, effort: table.effort, keep };
}

type Limits = 'loop_control' | 'token_counting' | 'subagent' | 'mcp' | 'image' | 'checkpoints' | 'budget';

function limitsOf(file: ConfigFile, tables: Overlay['tables']): Pick<EffectiveConfig, Limits> {
  const loop = over(file.loop_control, tables.loop_control);
  const mcp = over(file.mcp, tables.mcp);
  const image = over(file.image, tables.image);
  return {
    loop_control: {
      maxStepsPerTurn: loop.max_steps_per_turn ?? 0,
      maxAttemptsPerStep: loop.max_attempts_per_step ?? 10,
      reservedContextSize: loop.reserved_context_size ?? 50_000,
      compactionTriggerRatio: loop.compaction_trigger_ratio ?? 0.85,
    },
    token_counting: { strategy: over(file.token_counting, tables.token_counting).strategy ?? 'measured+estimated' },
    subagent: { timeoutMs: over(file.subagent, tables.subagent).timeout_ms },
    mcp: { startupTimeoutMs: mcp.startup_timeout_ms ?? 30_000, toolTimeoutMs: mcp.tool_timeout_ms ?? 60_000 },
    image: { maxEdgePx: image.max_edge_px ?? 2000, readByteBudget: image.read_byte_budget ?? 262_144 },
    checkpoints: {
      enabled: file.checkpoints?.enabled ?? true,
      maxFileMb: file.checkpoints?.max_file_mb ?? 5,
      maxTotalMb: file.checkpoints?.max_total_mb ?? 500,
      maxFiles: file.checkpoints?.max_files ?? 20_000,
    },
    budget: {
      sessionUsd: file.budget?.session_usd,
      dayUsd: file.budget?.day_usd,
      warnRatio: file.budget?.warn_ratio ?? 0.8,
    },
  };
}

function backgroundOf(table: NonNullable<ConfigFile['background']>): EffectiveConfig['background'] {
  const keepAliveOnExit = table.keep_alive_on_exit ?? false;
  return {
    maxRunningTasks: table.max_running_tasks,
    keepAliveOnExit,
    killGracePeriodMs: table.kill_grace_period_ms ?? 5000,
    bashAutoBackgroundOnTimeout: table.bash_auto_background_on_timeout ?? true,
    bashTaskTimeoutS: table.bash_task_timeout_s,
    printBackgroundMode: table.print_background_mode ?? (keepAliveOnExit ? 'drain' : 'steer'),
    printWaitCeilingS: table.print_wait_ceiling_s ?? 2_147_483,
    printMaxTurns: table.print_max_turns ?? 100_000,
  };
}

function identityOf(table: NonNullable<ConfigFile['identity']>): Filled<'identity'> {
  const name = table.name ?? 'Agent';
  const fromName = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return { name, slug: table.slug ?? (fromName || 'agent') };
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
  const { base_url, api_key } = overlay.services[name] ?? {};
  // keys and headers belong to the address they were stored with
  const stored = base_url === undefined ? (file.services?.[name] ?? {}) : { base_url };
  if (api_key === undefined) return stored.base_url === undefined ? undefined : stored;
  if (stored.base_url === undefined) return undefined;
  const { api_key_env: _variable, oauth: _login, ...rest } = stored;
  return { ...rest, api_key };
}
