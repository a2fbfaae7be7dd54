/** Estimates the tokens of texts, messages and requests (engine.md 10.1). */
import type { ContentPart } from '../../schemas/generated/types.js';
import type { ModelMessage, ModelRequest, ToolDefinition } from './provider.js';

/** Tokens of an image, regardless of its size. */
const imageTokens = 1_200;

/** Counts of a text's UTF-16 units. */
interface Units {
  ascii: number;
  other: number;
}

/** Units that are counted together. */
const stretch = 64 * 1024;

/** ⌈ASCII characters / 4⌉ + every other UTF-16 unit. */
export function estimateText(text: string): number {
  return tokensOf(countUnits(text));
}

export function tokensOf({ ascii, other }: Units): number {
  return Math.ceil(ascii / 4) + other;
}

export function countUnits(text: string): Units {
  if (text.length < longText) return count(text);
  let units = counted.get(text);
  if (!units) {
    counted.set(text, (units = count(text)));
    // counts are needed several times within a step
    if (counted.size === 1) setTimeout(() => counted.clear(), countedMs).unref();
  }
  return units;
}

/** Recent counts of long texts. */
const counted = new Map<string, Units>();
const countedMs = 10_000;
const longText = 256 * 1024;

function count(text: string): Units {
  let other = 0;
  if (text.length < shortText) other = othersOf(text);
  else
    for (let at = 0; at < text.length; at += stretch) {
      const part = text.slice(at, at + stretch);
      // a part with as many bytes as units is all ASCII
      if (Buffer.byteLength(part) > part.length) other += othersOf(part);
    }
  return { ascii: text.length - other, other };
}

/** Maximum length of a text that is counted unit by unit. */
const shortText = 256;

function othersOf(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x80) others += 1;
  return others;
}

/** Estimates one message part; names and ids of calls count as part of their text. */
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

/** Estimates tool definitions as JSON. */
export function estimateTools(tools: readonly ToolDefinition[]): number {
  return tools.length === 0 ? 0 : estimateText(JSON.stringify(tools));
}

/** Estimates everything that is sent: system prompt, tools, messages. */
export function estimateRequest(request: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): number {
  return estimateText(request.system) + estimateTools(request.tools) + estimateMessages(request.messages);
}
