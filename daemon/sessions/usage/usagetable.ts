/** The usage of a session, by model and by agent (rest.md 9.2). */
import type { UsageCounts } from '../../../schemas/generated/types.js';
import { perDollar } from '../facts/usage.js';

export interface UsageTable {
  total: UsageCounts;
  by_model: Record<string, UsageCounts>;
  by_agent: Record<string, UsageCounts>;
}

/** Amounts as the tables store them. */
interface Amounts {
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_creation_tokens: number;
  /** billionths of a dollar */
  cost: number;
  unknown_tokens: number;
}

/** Tokens of an agent with a model, and the number of turns that used it. */
export type UsageRow = Amounts & { agent_id: string; model: string; turns: number };

type Sum = Amounts & { turn_count: number };

/** `turns`: turns of each agent that were not undone. */
export function usageTable(row: Sum, rows: UsageRow[], turns: { agent_id: string; turns: number }[]): UsageTable {
  const byModel: Record<string, Sum> = {};
  const byAgent: Record<string, Sum> = {};
  for (const each of rows) {
    for (const sum of [(byModel[each.model] ??= zero()), (byAgent[each.agent_id] ??= zero())]) add(sum, each);
  }
  for (const { model, turns: count } of rows) (byModel[model] ??= zero()).turn_count += count;
  for (const { agent_id, turns: count } of turns) (byAgent[agent_id] ??= zero()).turn_count = count;
  return { total: countsOf(row), by_model: shown(byModel), by_agent: shown(byAgent) };
}

/** The cost fields of an answer; none when nothing had a price. */
export function costFields({
  cost,
  unknown_tokens,
}: Pick<Amounts, 'cost' | 'unknown_tokens'>): Pick<UsageCounts, 'total_cost_usd' | 'unknown_tokens'> {
  if (cost === 0) return {};
  return { total_cost_usd: cost / perDollar, ...(unknown_tokens === 0 ? {} : { unknown_tokens }) };
}

function zero(): Sum {
  return {
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_creation_tokens: 0,
    cost: 0,
    unknown_tokens: 0,
    turn_count: 0,
  };
}

function add(sum: Sum, each: Amounts): void {
  sum.input_tokens += each.input_tokens;
  sum.output_tokens += each.output_tokens;
  sum.cache_read_tokens += each.cache_read_tokens;
  sum.cache_creation_tokens += each.cache_creation_tokens;
  sum.cost += each.cost;
  sum.unknown_tokens += each.unknown_tokens;
}

function shown(sums: Record<string, Sum>): Record<string, UsageCounts> {
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, countsOf(sum)]));
}

function countsOf(sum: Sum): UsageCounts {
  const { input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens, turn_count } = sum;
  return {
    input_tokens,
    output_tokens,
    cache_read_tokens,
    cache_creation_tokens,
    turn_count,
    ...costFields(sum),
  };
}
