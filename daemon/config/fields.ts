/** The fields of the configuration as a patch may name them, and what each kind of field is. */
import type { ConfigFile } from '../../schemas/generated/files.js';
import type { ModelSettings, ProviderSettings, ServiceSettings } from './effective.js';

/** How a part of a patch is laid over the file. */
export type Shape =
  /** replaced whole; `secret`: never shown, `address`: shown with its secrets masked */
  | { kind: 'value'; secret?: boolean; address?: boolean }
  /** fields by their name in the file */
  | { kind: 'table'; fields: Readonly<Record<string, Shape>> }
  /** keys are names chosen by the user, taken as they are */
  | { kind: 'map'; of: Shape }
  /** a list replaced whole, whose items are tables; unknown fields are ignored, or reported as a mistake */
  | { kind: 'items'; fields: readonly string[]; closed: boolean };

const value: Shape = { kind: 'value' };
const secret: Shape = { kind: 'value', secret: true };
const address: Shape = { kind: 'value', address: true };
const map = (of: Shape): Shape => ({ kind: 'map', of });
/** Every field of the file's table must be listed: the compiler holds this file and the schema together. */
const table = <Table>(fields: Record<keyof Table, Shape>): Shape => ({ kind: 'table', fields });
const plain = <Table>(names: Record<keyof Table, true>): Shape => ({
  kind: 'table',
  fields: Object.fromEntries(Object.keys(names).map((name) => [name, value])),
});

type Domain<Name extends keyof ConfigFile> = NonNullable<ConfigFile[Name]>;

const oauth = table<NonNullable<ProviderSettings['oauth']>>({ storage: secret, key: secret, oauth_host: secret });

const service = table<ServiceSettings>({
  base_url: address,
  api_key: secret,
  api_key_env: value,
  oauth,
  custom_headers: map(secret),
});

const overridable: Record<keyof NonNullable<ModelSettings['overrides']>, Shape> = {
  max_context_size: value,
  max_input_size: value,
  max_output_size: value,
  capabilities: value,
  support_efforts: value,
  default_effort: value,
  off_effort: value,
  display_name: value,
  reasoning_key: value,
  adaptive_thinking: value,
  api_key: secret,
  api_key_env: value,
  price: plain<NonNullable<ModelSettings['price']>>({ input: true, output: true, cache_read: true, cache_write: true }),
};

/** By top-level key of file and patch. */
export const domains: Readonly<Record<keyof ConfigFile, Shape>> = {
  default_model: value,
  default_provider: value,
  default_permission_mode: value,
  default_plan_mode: value,
  extra_skill_dirs: value,
  extra_agent_dirs: value,
  merge_all_available_skills: value,
  builtin_product_skills: value,
  providers: map(
    table<ProviderSettings>({
      type: value,
      api_key: secret,
      api_key_env: value,
      base_url: address,
      env: map(secret),
      oauth,
      custom_headers: map(secret),
      default_model: value,
      source: map(value),
    }),
  ),
  models: map(
    table<ModelSettings>({
      ...overridable,
      provider: value,
      model: value,
      base_url: address,
      protocol: value,
      overrides: table<NonNullable<ModelSettings['overrides']>>(overridable),
    }),
  ),
  thinking: plain<Domain<'thinking'>>({ enabled: true, effort: true, keep: true }),
  loop_control: plain<Domain<'loop_control'>>({
    max_steps_per_turn: true,
    max_attempts_per_step: true,
    reserved_context_size: true,
    compaction_trigger_ratio: true,
  }),
  token_counting: plain<Domain<'token_counting'>>({ strategy: true }),
  background: plain<Domain<'background'>>({
    max_running_tasks: true,
    keep_alive_on_exit: true,
    kill_grace_period_ms: true,
    bash_auto_background_on_timeout: true,
    bash_task_timeout_s: true,
    print_background_mode: true,
    print_wait_ceiling_s: true,
    print_max_turns: true,
  }),
  subagent: plain<Domain<'subagent'>>({ timeout_ms: true }),
  mcp: plain<Domain<'mcp'>>({ startup_timeout_ms: true, tool_timeout_ms: true }),
  tools: plain<Domain<'tools'>>({ enabled: true, disabled: true }),
  image: plain<Domain<'image'>>({ max_edge_px: true, read_byte_budget: true }),
  checkpoints: plain<Domain<'checkpoints'>>({ enabled: true, max_file_mb: true, max_total_mb: true, max_files: true }),
  budget: plain<Domain<'budget'>>({ session_usd: true, day_usd: true, warn_ratio: true }),
  identity: plain<Domain<'identity'>>({ name: true, slug: true }),
  services: table<Domain<'services'>>({ search: service, fetch: service }),
  offline: plain<Domain<'offline'>>({ enabled: true }),
  experimental: map(value),
  permission: table<Domain<'permission'>>({
    rules: { kind: 'items', fields: ['decision', 'pattern', 'reason', 'scope'], closed: false },
    allow: value,
    deny: value,
    ask: value,
  }),
  hooks: { kind: 'items', fields: ['event', 'command', 'matcher', 'timeout'], closed: true },
};

/** The field of a table that a client means, in either spelling; none for names that the file does not know. */
export function fieldNamed(fields: Readonly<Record<string, Shape>>, name: string): string | undefined {
  if (Object.hasOwn(fields, name)) return name;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.hasOwn(fields, snake) ? snake : undefined;
}

/** A field of the file as answers spell it. */
export function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
