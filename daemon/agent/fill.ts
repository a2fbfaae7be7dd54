/** Measures how full a context is, and when to compact it (engine.md 9, 10.1). */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { Message } from '../../schemas/generated/types.js';
import { estimateParts, estimateText, estimateTools } from '../providers/tokens.js';
import type { Tool } from '../tools/tool.js';
import type { ContextEntry } from './turn.js';

/** Tokens that are assumed for an unknown window. */
export const assumedWindow = 200_000;
/** Share of a request that was too long that counts as the window from then on. */
const overflowShare = 0.85;
/** Replies required between two compactions after the first one left too much. */
const repliesBetween = 3;

/** The state of an agent's context in tokens. */
export interface Fill {
  used: number;
  /** maximum number of tokens of a request */
  window: number;
  /** the context is compacted above this */
  trigger: number;
  /** returns the estimate for system prompt and tool definitions; computed on demand */
  base(): number;
  /** the last compaction; absent when there was none that counts */
  last?: {
    /** tokens that it left, by the provider's count once known; Infinity when it failed */
    left: number;
    /** number of model replies since then */
    replies: number;
  };
}

/** Running counts of an agent's context, so that a step need not walk through all of it. */
export interface Gauge {
  /** estimate of what arrived after the provider's last count; of everything without such a count */
  later: number;
  /** estimate of all messages */
  all: number;
  last?: Fill['last'];
  /** windows inferred from overflows, by model alias */
  seen: Map<string, number>;
}

/**
 * Counts a context from the beginning. `anchorId`: the message up to which a provider has counted. If the context lacks
 * it, as after a reply without content, no message counts as later.
 */
export function gaugeOf(entries: readonly ContextEntry[], anchorId?: string, before?: Gauge): Gauge {
  const found = anchorId === undefined ? -1 : entries.findLastIndex(({ message }) => message.id === anchorId);
  const at = anchorId !== undefined && found < 0 ? entries.length : found;
  let all = 0;
  let later = 0;
  entries.forEach(({ message }, index) => {
    const tokens = estimateMessage(message);
    all += tokens;
    if (index > at) later += tokens;
  });
  return { later, all, seen: new Map(before?.seen), ...(before?.last === undefined ? {} : { last: before.last }) };
}

export function addToGauge(gauge: Gauge, message: Message): void {
  const tokens = estimateMessage(message);
  gauge.later += tokens;
  gauge.all += tokens;
}

/** Records a provider's count of a request. `since`: the reply to it, and what arrived after that. */
export function takeCount(gauge: Gauge, sent: number, since: readonly ContextEntry[]): void {
  const [reply, ...later] = since.map(({ message }) => estimateMessage(message));
  const after = later.reduce((sum, tokens) => sum + tokens, 0);
  const { last } = gauge;
  if (last) {
    // messages after the compaction are not part of what it left
    const measured = Math.max(0, sent - (gauge.later - (reply ?? 0) - after));
    const first = last.replies === 0 && last.left < Number.POSITIVE_INFINITY;
    gauge.last = { left: first ? measured : last.left, replies: last.replies + 1 };
  }
  gauge.later = after;
}

/** Estimates the tokens of a message with its reminders. */
export function estimateMessage({ content, metadata }: Pick<Message, 'content' | 'metadata'>): number {
  let sum = estimateParts(content);
  for (const text of metadata?.reminders ?? []) sum += estimateText(text);
  return sum;
}

/** Returns the compaction threshold in tokens: a share of the window, or the window minus the reserve, if smaller. */
export function triggerOf(window: number, { ratio, reserve }: { ratio: number; reserve: number }): number {
  const share = ratio * window;
  return reserve < window ? Math.min(share, window - reserve) : share;
}

/** Whether a step must wait for a compaction. One that did not help is not repeated immediately. */
export function isDue({ used, trigger, last }: Pick<Fill, 'used' | 'trigger' | 'last'>): boolean {
  if (used < trigger) return false;
  return last === undefined || last.left < trigger || last.replies >= repliesBetween;
}

/** Returns the assumed window of a model after a request with `used` tokens did not fit. */
export function windowAfterOverflow(used: number): number {
  return Math.max(1, Math.floor(overflowShare * used));
}

const definitions = new WeakMap<Tool, number>();

/** Estimates the tokens of messages that are not committed yet. */
export function arriving(opening: readonly NewEvent[]): number {
  let sum = 0;
  for (const event of opening) if (event.type === 'message.appended') sum += estimateMessage(event.message);
  return sum;
}

/** Estimates the tokens that every request has besides the messages. */
export function estimateBase(system: string | undefined, tools: readonly Tool[]): number {
  let sum = system === undefined ? 0 : estimateText(system);
  for (const tool of tools) {
    let tokens = definitions.get(tool);
    if (tokens === undefined) {
      tokens = estimateTools([tool.definition]);
      definitions.set(tool, tokens);
    }
    sum += tokens;
  }
  return sum;
}
