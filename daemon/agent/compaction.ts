/** Compacts an agent's context: requests a summary, and replaces the context by it and kept messages (engine.md 9). */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ErrorPayload, Message } from '../../schemas/generated/types.js';
import { isStorageFailure } from '../errors.js';
import { ProviderError } from '../providers/provider.js';
import { retryDelay } from '../providers/retry.js';
import { keepUserMessages } from './compactionkept.js';
import { summaryRequest, summaryText, type SummaryRequest } from './compactionrequest.js';
import { failureOf } from './failures.js';
import { estimateMessage } from './fill.js';
import { costField, type SpentPart } from './price.js';
import { askAside, type SideReply } from './siderequest.js';
import type { ContextEntry, ModelBinding, Turn } from './turn.js';

/** The parts of a session that a compaction needs. A turn that waits for one provides them. */
export type CompactionHost = Pick<
  Turn,
  | 'sessionId'
  | 'agentId'
  | 'signal'
  | 'context'
  | 'fill'
  | 'todos'
  | 'earlierSkills'
  | 'hooks'
  | 'bindModel'
  | 'newMessage'
  | 'now'
  | 'sleep'
  | 'random'
  | 'reportDefect'
> & {
  /** the waiting turn */
  turnId?: number;
};

export type CompactionOrder =
  { trigger: 'manual'; instruction?: string } | { trigger: 'auto'; cause: 'threshold' | 'overflow' };

export type CompactionEnd =
  ({ kind: 'completed' } & SpentPart) | { kind: 'aborted' } | { kind: 'failed'; error: ErrorPayload };

const maxAttempts = 5;
/** Shares of the window that the conversation may take, tried in order after the request was too long. */
const cuts = [0.7, 0.5, 0.35];
/** Maximum length of a summary in tokens. */
const longestSummary = 131_072;

/** Whether a compaction would remove anything: an answer of the model, or user messages beyond the kept part. */
export function canCompact(entries: readonly ContextEntry[]): boolean {
  return entries.some(({ message }) => message.role === 'assistant') || keepUserMessages(entries).head > 0;
}

/** Whether a compaction might shorten the context: an earlier summary can become shorter, too. */
export function canShorten(entries: readonly ContextEntry[]): boolean {
  return entries.some(({ message }) => message.metadata?.origin?.kind === 'compaction_summary') || canCompact(entries);
}

/** Compacts a context. Each yielded list is one commit. The context changes only on success. */
export async function* compactContext(
  host: CompactionHost,
  order: CompactionOrder,
): AsyncGenerator<NewEvent[], CompactionEnd> {
  const { agentId, turnId } = host;
  const entries = [...host.context()];
  const before = host.fill();
  const startedAt = host.now();
  yield [
    { type: 'compaction.started', agentId, ...order, tokensBefore: before.used },
    ...(turnId === undefined ? [] : [{ type: 'compaction.blocked', agentId, turnId } as const]),
  ];
  const name = order.trigger === 'auto' && order.cause === 'overflow' ? 'overflow' : order.trigger;
  let asked: Asked;
  try {
    if (host.hooks.has('PreCompact')) yield* askHooks(host, name, order, before.used);
    asked = await askForSummary(host, entries, order, before.window);
    host.signal.throwIfAborted();
  } catch (error) {
    if (host.signal.aborted) {
      yield [{ type: 'compaction.cancelled', agentId, reason: 'aborted' }];
      return { kind: 'aborted' };
    }
    if (isStorageFailure(error)) throw error;
    const failure = compactionFailure(failureOf(error, host.reportDefect));
    yield [
      { type: 'compaction.cancelled', agentId, reason: 'failed' },
      { type: 'error', agentId, ...failure },
    ];
    return { kind: 'failed', error: failure };
  }
  yield replacement(host, entries, asked, { startedAt, tokens: before.used });
  host.hooks.notify('PostCompact', name, { tokens: host.fill().used });
  const { reply, model } = asked;
  return { kind: 'completed', usage: reply.usage, ...costField(model.price, reply.usage) };
}

/** Runs the hooks and waits for them. They cannot refuse a compaction. */
async function* askHooks(
  host: CompactionHost,
  name: string,
  order: CompactionOrder,
  tokens: number,
): AsyncGenerator<NewEvent[], void> {
  yield [{ type: 'compaction.blocked', agentId: host.agentId }];
  const instruction = order.trigger === 'manual' ? order.instruction : undefined;
  const fields = { tokens, ...(instruction === undefined ? {} : { instruction }) };
  const { events } = await host.hooks.run('PreCompact', name, fields, host.signal);
  host.signal.throwIfAborted();
  if (events.length > 0) yield events;
}

interface Asked {
  reply: SideReply;
  model: ModelBinding;
  leftOut: number;
}

/** Requests the summary. Retries after temporary failures, and with less of the conversation when it was too long. */
async function askForSummary(
  host: CompactionHost,
  entries: readonly ContextEntry[],
  order: CompactionOrder,
  window: number,
): Promise<Asked> {
  const instruction = order.trigger === 'manual' ? order.instruction : undefined;
  const write = (part: number | undefined): Promise<SummaryRequest> =>
    summaryRequest(entries, {
      instruction,
      ...(part === undefined ? {} : { limit: Math.floor(part * window) }),
    });
  const left = [...cuts];
  let request = await write(undefined);
  // do not send a request that is known not to fit
  if (request.tokens > window) request = await write(left.shift());
  for (let attempt = 1; ; attempt += 1) {
    const model = await host.bindModel();
    try {
      const reply = await askAside(
        model,
        {
          purpose: 'summary',
          system: request.system,
          content: request.content,
          outputLimit: Math.min(window, longestSummary),
          cacheKey: host.sessionId,
        },
        host.signal,
      );
      return { reply, model, leftOut: request.leftOut };
    } catch (error) {
      if (host.signal.aborted || !(error instanceof ProviderError) || attempt >= maxAttempts) throw error;
      if (error.kind === 'context_overflow' && left.length > 0) {
        request = await write(left.shift());
        continue;
      }
      const verdict = retryDelay(error, attempt, { random: host.random, now: host.now });
      if (!verdict.retry) throw error;
      await host.sleep(verdict.delayMs, host.signal);
    }
  }
}

/** Returns the events that replace the context by the summary. */
function replacement(
  host: CompactionHost,
  entries: readonly ContextEntry[],
  { reply, model, leftOut }: Asked,
  before: { startedAt: number; tokens: number },
): NewEvent[] {
  const { agentId, turnId } = host;
  const { messages, head } = keepUserMessages(entries);
  // messages that arrived during the compaction are not part of the summary
  const later = host.context().slice(entries.length);
  const waits = turnId !== undefined && entries.at(-1)?.message.role === 'user';
  const message = host.newMessage({
    role: 'user',
    content: [{ type: 'text', text: summaryText(reply.text, host.todos(), waits) }],
    metadata: {
      origin: { kind: 'compaction_summary' },
      agent_id: agentId,
      ...(turnId === undefined ? {} : { turn_id: turnId }),
      hidden: true,
    },
  });
  const skills = [...new Set([...host.earlierSkills(), ...entries.flatMap(skillsOf)])];
  const kept = [...messages, ...later.map((entry) => entry.message)];
  const tokens = host.fill().base() + sizeOf(kept) + estimateMessage(message);
  return [
    { type: 'request.usage', agentId, model: model.alias, usage: reply.usage, ...costField(model.price, reply.usage) },
    {
      type: 'compaction.completed',
      agentId,
      result: {
        summary: reply.text,
        compactedCount: entries.length,
        tokensBefore: before.tokens,
        tokensAfter: tokens,
        keptUserMessageCount: messages.length,
        keptHeadUserMessageCount: head,
        droppedCount: leftOut,
      },
      durationMs: Math.max(0, host.now() - before.startedAt),
    },
    { type: 'message.appended', agentId, ...(turnId === undefined ? {} : { turnId }), message },
    {
      type: 'context.compacted',
      agentId,
      messages: kept,
      messageId: message.id,
      tokens,
      ...(skills.length > 0 ? { skills } : {}),
    },
  ];
}

/** Returns the names of the skills whose texts a message contains. */
function skillsOf({ message }: ContextEntry): string[] {
  const origin = message.metadata?.origin;
  if (origin?.kind === 'skill_activation') return [origin.skillName];
  return origin?.kind === 'user' ? (origin.skillActivations ?? []).map(({ skillName }) => skillName) : [];
}

function sizeOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), 0);
}

/** Wraps the cause of a failed compaction in an error with its own name and the number of the cause (engine.md 20). */
function compactionFailure(cause: ErrorPayload): ErrorPayload {
  return {
    code: 'compaction.failed',
    message: `The context could not be compacted: ${cause.message}`,
    retryable: cause.retryable,
    details: { ...cause.details, code: 'compaction.failed' },
    cause,
  };
}
