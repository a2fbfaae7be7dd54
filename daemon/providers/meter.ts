/** Counts a reply as it streams, for providers that do not report usage (engine.md 10.1). */
import type { TokenUsage } from '../../schemas/generated/types.js';
import type { ModelEvent, ModelRequest } from './provider.js';
import { estimateRequest, estimateText } from './tokens.js';

export interface ReplyMeter {
  add(event: ModelEvent): void;
  /** the estimate for the request and all that was added */
  usage(): TokenUsage;
}

export function createReplyMeter(request: ModelRequest): ReplyMeter {
  const pieces: string[] = [];
  return {
    add(event) {
      if (event.type === 'text' || event.type === 'thinking') pieces.push(event.text);
      else if (event.type === 'tool_call') pieces.push(event.name ?? '', event.arguments);
    },
    usage: () => ({
      inputOther: estimateRequest(request),
      output: estimateText(pieces.join('')),
      inputCacheRead: 0,
      inputCacheCreation: 0,
    }),
  };
}
