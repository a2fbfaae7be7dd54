/** Computes the cost of tokens. */
import type { TokenUsage } from '../../schemas/generated/types.js';

/** USD per million tokens. An absent cache price equals that of `input`. */
export interface ModelPrice {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** The price of the offline provider. */
export const noPrice: ModelPrice = { input: 0, output: 0 };

/** Returns the cost in USD; undefined without a price. */
export function costOf(price: ModelPrice | undefined, usage: TokenUsage): number | undefined {
  if (price === undefined) return undefined;
  const { input, output, cache_read = input, cache_write = input } = price;
  const millionths =
    usage.inputOther * input +
    usage.output * output +
    usage.inputCacheRead * cache_read +
    usage.inputCacheCreation * cache_write;
  return millionths / 1e6;
}

/** Returns the cost as a field of an event. */
export function costField(price: ModelPrice | undefined, usage: TokenUsage): { cost?: number } {
  const cost = costOf(price, usage);
  return cost === undefined ? {} : { cost };
}

/** The usage and cost of a turn so far. */
export interface Spent extends TokenUsage {
  /** USD for models with a price; absent when no model had one */
  cost?: number;
}

/** The usage and cost of one request. */
export interface SpentPart {
  usage: TokenUsage;
  cost?: number;
}

/** Adds a part to the total in place. */
export function addSpent(total: Spent, { usage, cost }: SpentPart): void {
  total.inputOther += usage.inputOther;
  total.output += usage.output;
  total.inputCacheRead += usage.inputCacheRead;
  total.inputCacheCreation += usage.inputCacheCreation;
  if (usage.reasoning !== undefined) total.reasoning = (total.reasoning ?? 0) + usage.reasoning;
  if (cost !== undefined) total.cost = (total.cost ?? 0) + cost;
}
