/** How full a context is, and when it is to be compacted (engine.md 9, 10.1). */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { Message } from '../../schemas/generated/types.js';
import { estimateParts, estimateText, estimateTools } from '../providers/tokens.js';
import type { Tool } from '../tools/tool.js';
import type { ContextEntry } from './turn.js';

/** Assumed for a model with an unknown window, tokens. */
export const assumedWindow = 200_000;
/** Part of a request that was too long which counts as the window from then on. */
const overflowShare = 0.85;
/** Replies that must come between two compactions when the first left too much. */
const repliesBetween = 3;

/** The context of an agent at one moment, in tokens. */
export interface Fill {
  used: number;
  /** what may be sent */
  window: number;
  /** the context is to be compacted above this */
  trigger: number;
  /** system prompt and tool definitions, by estimate; counted when it is asked for */
  base(): number;
  /** the last compaction; absent: none that counts */
  last?: {
    /** tokens it left, by the provider's count once there is one; Infinity when it failed */
    left: number;
    /** replies of the model since then */
    replies: number;
  };
}

/** Running counts of an agent's context, so that no step has to walk through it. */
export interface Gauge {
  /** estimate of what came after the last count of the provider; of everything when there is none */
  later: number;
  /** estimate of all messages */
  all: number;
  last?: Fill['last'];
  /** windows that overflows have shown, by model alias */
  seen: Map<string, number>;
}

/**
 * Counts a context from the beginning; `anchorId`: the message up to which a provider has counted. A reply without
 * content has no message: what came after it is not known to be later.
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

/** Takes a provider's count of what it was sent; `since`: the reply to that, and what came after it. */
export function takeCount(gauge: Gauge, sent: number, since: readonly ContextEntry[]): void {
  const [reply, ...later] = since.map(({ message }) => estimateMessage(message));
  const after = later.reduce((sum, tokens) => sum + tokens, 0);
  const { last } = gauge;
  if (last) {
    // messages since the compaction are not part of its result
    const measured = Math.max(0, sent - (gauge.later - (reply ?? 0) - after));
    const first = last.replies === 0 && last.left < Number.POSITIVE_INFINITY;
    gauge.last = { left: first ? measured : last.left, replies: last.replies + 1 };
  }
  gauge.later = after;
}

/** Tokens of a message with the reminders that travel with it. */
export function estimateMessage({ content, metadata }: Pick<Message, 'content' | 'metadata'>): number {
  let sum = estimateParts(content);
  for (const text of metadata?.reminders ?? []) sum += estimateText(text);
  return sum;
}

/** The threshold of compaction in tokens: a share of the window, or what leaves the reserve free, whichever is less. */
export function triggerOf(window: number, { ratio, reserve }: { ratio: number; reserve: number }): number {
  const share = ratio * window;
  return reserve < window ? Math.min(share, window - reserve) : share;
}

/** Whether a step has to wait for a compaction; one that did not help is not tried again at once. */
export function isDue({ used, trigger, last }: Pick<Fill, 'used' | 'trigger' | 'last'>): boolean {
  if (used < trigger) return false;
  return last === undefined || last.left < trigger || last.replies >= repliesBetween;
}

/** The window that a model is taken to have after a request with `used` tokens did not fit. */
export function windowAfterOverflow(used: number): number {
  return Math.max(1, Math.floor(overflowShare * used));
}

const definitions = new WeakMap<Tool, number>();

/** Tokens of messages that are not committed yet. */
export function arriving(opening: readonly NewEvent[]): number {
  let sum = 0;
  for (const event of opening) if (event.type === 'message.appended') sum += estimateMessage(event.message);
  return sum;
}

/** Tokens of what goes with every request besides the messages. */
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
