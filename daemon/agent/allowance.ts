/** What a prompt may use, steps, money and time, in its turn and the turns that its work starts (acp-cli.md 8.1). */
import type { ErrorPayload, PromptLimit, PromptLimits } from '../../schemas/generated/types.js';
import { loopFailure } from './failures.js';

export interface Allowance {
  limits: PromptLimits;
  /** start of its first turn in epoch milliseconds */
  startedAt: number;
  /** number of finished steps */
  steps: number;
  /** USD that the session had spent before the prompt */
  spentBefore: number;
  /** the limit that was reached; then at most one last step follows */
  reached?: PromptLimit;
}

/** Returns the limit that another step would exceed. Does not check money, which each request checks. */
export function usedUp({ limits, steps, startedAt, reached }: Allowance, now: number): PromptLimit | undefined {
  if (reached !== undefined) return reached;
  if (limits.steps !== undefined && steps >= limits.steps) return 'steps';
  if (limits.wall_ms !== undefined && now - startedAt >= limits.wall_ms) return 'time';
  return undefined;
}

export function stepsInWords(count: number): string {
  return `${count} ${count === 1 ? 'step' : 'steps'}`;
}

export function limitFailure(limit: PromptLimit, { steps, usd, wall_ms: wallMs }: PromptLimits): ErrorPayload {
  const seconds = Number(((wallMs ?? 0) / 1_000).toFixed(1));
  const words = {
    steps: stepsInWords(steps ?? 0),
    usd: `$${usd}`,
    time: `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  };
  return loopFailure('loop.limit_reached', `The prompt reached its limit of ${words[limit]}.`);
}
