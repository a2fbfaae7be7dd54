/** Estimates how many tokens texts, messages and requests take (engine.md 10.1). */
import type { ContentPart } from '../../schemas/generated/types.js';
import type { ModelMessage, ModelRequest, ToolDefinition } from './provider.js';

/** Tokens an image counts for, whatever its size. */
const imageTokens = 1_200;

/** ⌈ASCII characters / 4⌉ + every other UTF-16 unit. */
export function estimateText(text: string): number {
  let ascii = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 0x80) ascii += 1;
  return Math.ceil(ascii / 4) + (text.length - ascii);
}

/** Estimate of one message part; names and ids of calls count as part of their text. */
function estimatePart(part: ContentPart): number {
  switch (part.type) {
    case 'text':
      return estimateText(part.text);
    case 'thinking':
      return estimateText(part.thinking);
    case 'tool_use':
      return (
        estimateText(part.tool_name) +
        estimateText(typeof part.input === 'string' ? part.input : JSON.stringify(part.input))
      );
    case 'tool_result':
      return typeof part.output === 'string' ? estimateText(part.output) : estimateParts(part.output);
    case 'image':
    case 'video':
      return imageTokens;
    case 'file':
      return estimateText(part.name);
    case 'mention':
      return estimateText(part.path);
  }
}

export function estimateParts(parts: readonly ContentPart[]): number {
  let sum = 0;
  for (const part of parts) sum += estimatePart(part);
  return sum;
}

export function estimateMessages(messages: readonly ModelMessage[]): number {
  let sum = 0;
  for (const message of messages) sum += estimateParts(message.content);
  return sum;
}

/** Tool definitions count as JSON. */
export function estimateTools(tools: readonly ToolDefinition[]): number {
  return tools.length === 0 ? 0 : estimateText(JSON.stringify(tools));
}

/** All that is sent: system prompt, tools, messages. */
export function estimateRequest(request: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): number {
  return estimateText(request.system) + estimateTools(request.tools) + estimateMessages(request.messages);
}
