/** What a prompt may use: steps, money and time, for its turn and the turns that its work begins (acp-cli.md 8.1). */
import type { ErrorPayload, PromptLimit, PromptLimits } from '../../schemas/generated/types.js';
import { loopFailure } from './failures.js';

export interface Allowance {
  limits: PromptLimits;
  /** when its first turn began, epoch milliseconds */
  startedAt: number;
  /** steps that were taken */
  steps: number;
  /** USD that the session had spent before */
  spentBefore: number;
  /** what was reached: the one last step was taken, or there was none */
  reached?: PromptLimit;
}

/** The limit that a further step would break; money is looked at before each request. */
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
