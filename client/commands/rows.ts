/** English text rows of information commands, for surfaces without a view; pages, which have views, never load this. */
import type {
  AccountQuota,
  GetSessionUsageData,
  GetUsageData,
  ListRuntimesData,
  McpServer,
  SessionRuntime,
  SessionWarning,
  Task,
  UsageCounts,
} from '../../schemas/generated/types.js';
import type { SessionState } from '../session/state.js';
import { oneLine } from '../view/clean.js';
import {
  counted,
  formatAge,
  formatContext,
  formatCount,
  formatDuration,
  formatMoney,
  formatPercent,
} from '../view/format.js';
import { aboutOf, signatureOf, type Command } from './command.js';
import type { CommandWords } from './texts.js';

export interface StatusFacts {
  version: string;
  state: SessionState;
  server: { baseUrl: string; isOwn: boolean };
  clients: number;
  warnings: readonly SessionWarning[];
}

/** Returns the rows of `/status`, without unknown facts. */
export function statusRows({ version, state, server, clients, warnings }: StatusFacts): string[] {
  const { session, settings, usage } = state;
  return [
    `Version: ${version}`,
    `Session: ${state.id}`,
    `Title: ${session?.title || 'none'}`,
    `Model: ${settings.model || 'none'}`,
    `Thinking: ${settings.thinking || 'none'}`,
    `Mode: ${settings.permissionMode}`,
    `Plan mode: ${settings.planMode ? 'on' : 'off'}`,
    ...(session ? [`Directory: ${session.metadata.cwd}`] : []),
    `Server: ${server.baseUrl} (${server.isOwn ? 'own' : 'attached'})`,
    `Context: ${formatContext(usage.contextTokens ?? 0, usage.maxContextTokens)}`,
    `Clients: ${clients}`,
    ...warnings.map(({ message }) => `Warning: ${message}`),
  ];
}

export interface UsageFacts {
  session: GetSessionUsageData;
  /** of all sessions, at least of the last days */
  usage: GetUsageData;
  /** of the logged-in account */
  quota?: AccountQuota;
  now: number;
}

/** Returns the rows of `/usage`, with costs where prices are known. */
export function usageRows({ session: { total, by_model: models }, usage, quota, now }: UsageFacts): string[] {
  return [
    `Input tokens: ${formatCount(total.input_tokens)}`,
    `Output tokens: ${formatCount(total.output_tokens)}`,
    `Cache read: ${formatCount(total.cache_read_tokens)}`,
    `Cache write: ${formatCount(total.cache_creation_tokens)}`,
    `Cost: ${costOf(total)}`,
    ...Object.entries(models).map(([alias, counts]) => `  ${alias}: ${costOf(counts)}`),
    `Today: ${todayOf(usage, now)}`,
    ...(quota ? quotaRows(quota, now) : []),
  ];
}

function costOf({ total_cost_usd: cost, unknown_tokens: unknown = 0 }: UsageCounts): string {
  if (cost === undefined) return 'unknown';
  return unknown > 0 ? `${formatMoney(cost)}, ${formatCount(unknown)} tokens without a price` : formatMoney(cost);
}

function todayOf({ time_zone: zone, days, budget }: GetUsageData, now: number): string {
  const today = budget?.day ?? dayIn(zone, now);
  const spending = days.find(({ day }) => day === today)?.spending;
  const spent = formatMoney(budget?.day_spent_usd ?? spending?.cost_usd ?? 0);
  const limit = budget?.day_usd === undefined ? '' : ` of ${formatMoney(budget.day_usd)}`;
  return spending && !spending.complete ? `${spent}${limit}, without tokens of unknown price` : `${spent}${limit}`;
}

/** Returns `YYYY-MM-DD` in the time zone of the server. */
function dayIn(timeZone: string, at: number): string {
  return new Date(at).toLocaleDateString('sv', { timeZone });
}

const quotaNames = { limit5h: '5 hours', limit7d: '7 days', monthTotal: 'Month', monthCode: 'Month, coding' } as const;

function quotaRows({ usages, extraUsage }: AccountQuota, now: number): string[] {
  const limits = (Object.keys(quotaNames) as (keyof typeof quotaNames)[]).flatMap((key) => {
    const limit = usages[key];
    if (!limit) return [];
    const left = limit.resetAt === undefined ? 0 : Date.parse(limit.resetAt) - now;
    const reset = left > 0 ? `, resets in ${formatDuration(left)}` : '';
    return [`Account, ${quotaNames[key]}: ${formatPercent(limit.usedRatio)}${reset}`];
  });
  if (extraUsage === null) return limits;
  const { balanceCents, totalCents, currency } = extraUsage;
  return [...limits, `Account, extra: ${balanceCents / 100} of ${totalCents / 100} ${currency}`];
}

/** Returns the rows of `/mcp` for surfaces without a list. */
export function mcpRows(servers: readonly McpServer[]): string[] {
  if (servers.length === 0) return ['No MCP servers.'];
  return servers.map(({ name, status, runtime_id: runtime, tool_count: tools, last_error: error }) => {
    const more =
      status === 'connected' ? `, ${counted(tools, 'tool')}` : error === undefined ? '' : `: ${oneLine(error)}`;
    return `${name}: ${status}${runtime === 'sandbox' ? ' in the sandbox' : ''}${more}`;
  });
}

/** Returns the rows of `/tasks` for surfaces without a list. */
export function taskRows(tasks: readonly Task[], now: number): string[] {
  if (tasks.length === 0) return ['No tasks.'];
  return tasks.map(
    ({ id, status, description, created_at: at }) =>
      `${id}: ${status}, ${formatAge(Date.parse(at), now)}, ${oneLine(description)}`,
  );
}

/** Returns the rows of `/help` for surfaces without a view, group by group. */
export function helpRows(commands: readonly Command[], words: CommandWords): string[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return groups.flatMap((title) => [
    `${title}:`,
    ...commands
      .filter(({ group }) => group === title)
      .map((command) => `  ${signatureOf(command, words)}: ${aboutOf(command, words)}`),
  ]);
}

const profiles = {
  full: 'as you may',
  workspace: 'contained: they write only in the workspace',
  'read-only': 'contained: they only read',
};

const networks = { host: 'as this machine', ask: 'hosts that you allow', off: 'none' };

/** Returns the rows of `/runtime` and `/sandbox status`. */
export function runtimeRows(now: SessionRuntime, runtimes: ListRuntimesData['items']): string[] {
  return [
    `Commands run in: ${now.runtime_id}, ${profiles[now.profile]}`,
    ...(now.reason === undefined ? [] : [`They are not contained: ${now.reason}`]),
    `Network: ${networks[now.network.mode]}${now.network.rules.map(({ decision, pattern }) => `, ${decision} ${pattern}`).join('')}`,
    ...now.ports.map(portRow),
    ...now.quarantine.map(({ n, path }) => `Quarantine ${n}: ${path}`),
    ...runtimes.map(
      ({ runtime_id: id, state, hint, reason, default: isDefault }) =>
        `  ${id}: ${state}${state === 'unavailable' ? ` (${hint ?? reason ?? ''})` : ''}${isDefault ? ', the default' : ''}`,
    ),
  ];
}

type Port = SessionRuntime['ports'][number];

function portRow({ port, direction, host_port: hostPort, task_id: task }: Port): string {
  const by = task === undefined ? '' : `, by ${task}`;
  if (direction === 'listening') return `Port ${port}: listening inside${by}`;
  return direction === 'reach'
    ? `Port ${port}: leads out to 127.0.0.1:${hostPort}`
    : `Port ${port}: on this machine as 127.0.0.1:${hostPort}${by}`;
}
