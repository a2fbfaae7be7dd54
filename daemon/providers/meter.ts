/** Counts a reply as it streams, for providers that do not report usage (engine.md 10.1). */
import type { TokenUsage } from '../../schemas/generated/types.js';
import type { ModelEvent, ModelRequest } from './provider.js';
import { countUnits, estimateRequest, tokensOf } from './tokens.js';

export interface ReplyMeter {
  add(event: ModelEvent): void;
  /** the provider's report, or an estimate of the request and all added events if the report is missing or zero */
  usage(reported?: TokenUsage): TokenUsage;
}

export function createReplyMeter(request: ModelRequest): ReplyMeter {
  const output = { ascii: 0, other: 0 };
  function take(text: string): void {
    const { ascii, other } = countUnits(text);
    output.ascii += ascii;
    output.other += other;
  }
  return {
    add(event) {
      if (event.type === 'text' || event.type === 'thinking') take(event.text);
      else if (event.type === 'tool_call') {
        take(event.name ?? '');
        take(event.arguments);
      }
    },
    usage: (reported) =>
      reported !== undefined && countsSomething(reported)
        ? reported
        : { inputOther: estimateRequest(request), output: tokensOf(output), inputCacheRead: 0, inputCacheCreation: 0 },
  };
}

/** A report of zero tokens is useless, because no request is empty, and would make every request free. */
function countsSomething({ inputOther, output, inputCacheRead, inputCacheCreation }: TokenUsage): boolean {
  return inputOther + output + inputCacheRead + inputCacheCreation > 0;
}
