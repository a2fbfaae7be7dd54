/** What tokens cost. */
import type { TokenUsage } from '../../schemas/generated/types.js';

/** USD per million tokens; a cache price that is absent is that of `input`. */
export interface ModelPrice {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** Of the offline provider. */
export const noPrice: ModelPrice = { input: 0, output: 0 };

/** USD; undefined without a price. */
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

/** The same as the field of an event. */
export function costField(price: ModelPrice | undefined, usage: TokenUsage): { cost?: number } {
  const cost = costOf(price, usage);
  return cost === undefined ? {} : { cost };
}

/** What a turn has spent so far. */
export interface Spent extends TokenUsage {
  /** USD, as far as the models have a price; absent when none has */
  cost?: number;
}

/** The tokens of one request and what they cost. */
export interface SpentPart {
  usage: TokenUsage;
  cost?: number;
}

/** Adds up in place. */
export function addSpent(total: Spent, { usage, cost }: SpentPart): void {
  total.inputOther += usage.inputOther;
  total.output += usage.output;
  total.inputCacheRead += usage.inputCacheRead;
  total.inputCacheCreation += usage.inputCacheCreation;
  if (usage.reasoning !== undefined) total.reasoning = (total.reasoning ?? 0) + usage.reasoning;
  if (cost !== undefined) total.cost = (total.cost ?? 0) + cost;
}
