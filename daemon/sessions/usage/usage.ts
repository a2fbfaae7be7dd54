/** Sums of token usage. */
import type { TokenUsage } from '../../../schemas/generated/types.js';

/** What all models took together. */
export function totalUsage(byModel: Readonly<Record<string, TokenUsage>>): TokenUsage {
  const total: TokenUsage = { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 };
  for (const each of Object.values(byModel)) {
    total.inputOther += each.inputOther;
    total.output += each.output;
    total.inputCacheRead += each.inputCacheRead;
    total.inputCacheCreation += each.inputCacheCreation;
  }
  return total;
}
