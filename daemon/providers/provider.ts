/** The interface between the loop and a model protocol: one request in, one kind of model event out. */
import type { ContentPart, TokenUsage } from '../../schemas/generated/types.js';

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments */
  inputSchema: Record<string, unknown>;
}

/** A message after projection (engine.md 2.8): every call has its result, and media are inline base64 or notes. */
export interface ModelMessage {
  role: 'user' | 'assistant' | 'tool';
  content: ContentPart[];
  /** index of the newest turn's first part when older ones are in the same message; only for the offline provider */
  newest?: number;
}

export interface ModelRequest {
  /** absent: a step of a turn; only for the offline provider */
  purpose?: 'summary' | 'title';
  /** the provider's own name of the model */
  model: string;
  system: string;
  tools: ToolDefinition[];
  messages: ModelMessage[];
  /** a level of engine.md 10.2; absent: send nothing about thinking */
  thinking?: string;
  /** false: omit earlier thinking (`thinking.keep`) */
  keepThinking?: boolean;
  /** tokens */
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  /** session id, for protocols with a cache key */
  cacheKey: string;
}

export type FinishReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'filtered' | 'paused' | 'other';

export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'thinking_signature'; signature: string }
  /** a piece of a call; `index` distinguishes the calls of one reply; the first piece has `id` and `name` */
  | { type: 'tool_call'; index: number; id?: string; name?: string; arguments: string }
  | { type: 'usage'; usage: TokenUsage }
  /** the last event of a complete reply; `raw` is the provider's word */
  | { type: 'finish'; reason: FinishReason; raw?: string };

export type ProviderErrorKind =
  | 'auth_missing'
  | 'auth_rejected'
  | 'rate_limited'
  | 'quota'
  | 'overloaded'
  | 'timeout'
  | 'connection'
  | 'empty'
  | 'filtered'
  | 'context_overflow'
  | 'bad_request'
  | 'error';

/** A failed request; `kind` decides about retries (engine.md 2.3). */
export class ProviderError extends Error {
  constructor(
    readonly kind: ProviderErrorKind,
    message: string,
    readonly facts: {
      /** HTTP status of the provider */
      status?: number;
      /** from Retry-After */
      retryAfterMs?: number;
      /** what a 400/422 complains about, if a changed request may succeed */
      refusedPart?: 'structure' | 'image';
      /** a retry does not help, regardless of the kind */
      isFinal?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: facts.cause });
    this.name = 'ProviderError';
  }
}

/** Maximum bytes of a reply: text, thinking and arguments together (engine.md 2.2). */
export const maxReplyBytes = 8 * 1024 * 1024;

/** The reply exceeds its maximum size; the part before that stays valid. */
export class ReplyTooLong extends ProviderError {
  constructor(what: string) {
    super('error', `The reply of the provider was broken off: ${what}.`, { isFinal: true });
    this.name = 'ReplyTooLong';
  }
}

export interface Provider {
  /** distinguishes thinking parts that may be sent back (same protocol) from those that may not */
  protocol: string;
  /** yields until `finish`; throws ProviderError; when the signal aborts, rejects immediately with its reason */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
