/** Converts a model request to the body of a messages call (engine.md 10.3). */
import type { ContentPart } from '../../schemas/generated/types.js';
import { knownModel } from './capabilities.js';
import type { ModelMessage, ModelRequest } from './provider.js';
import { callInput, isBlank, wireId, wireName } from './wire.js';

type Json = Record<string, unknown>;

/** Marks the signature of a redacted thinking block, whose data only the provider can read. */
export const redactedMark = 'redacted_thinking:';

const cacheMark = { cache_control: { type: 'ephemeral' } };
const fallbackLimit = 32_000;

/** Token budgets by thinking level, for models that take a budget. */
const budgets: Record<string, number> = {
  minimal: 1_024,
  low: 1_024,
  medium: 4_096,
  on: 4_096,
  high: 32_000,
  xhigh: 32_000,
  max: 32_000,
};
const smallestBudget = 1_024;

export interface MessagesSettings {
  adaptiveThinking?: boolean | undefined;
  maxOutputTokens?: number | undefined;
}

export function messagesBody(request: ModelRequest, settings: MessagesSettings): Json {
  const known = knownModel(request.model);
  const limit = request.maxOutputTokens ?? settings.maxOutputTokens ?? known.maxOutputTokens ?? fallbackLimit;
  const thinking = thinkingFields(
    request.thinking,
    limit,
    settings.adaptiveThinking ?? known.adaptiveThinking ?? false,
  );
  // a thinking model refuses temperature and top_p
  const sampling =
    'thinking' in thinking && request.thinking !== 'off'
      ? {}
      : {
          ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
          ...(request.topP === undefined ? {} : { top_p: request.topP }),
        };
  return {
    model: request.model,
    max_tokens: limit,
    stream: true,
    ...(isBlank(request.system) ? {} : { system: [{ type: 'text', text: request.system, ...cacheMark }] }),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map((tool, at) => ({
            name: tool.name,
            description: tool.description,
            input_schema: tool.inputSchema,
            ...(at === request.tools.length - 1 ? cacheMark : {}),
          })),
        }),
    messages: markLast(wireMessages(request.messages)),
    ...thinking,
    ...sampling,
  };
}

function thinkingFields(level: string | undefined, limit: number, adaptive: boolean): Json {
  if (level === undefined) return {};
  if (level === 'off') return { thinking: { type: 'disabled' } };
  if (adaptive) {
    return {
      // newer models return no thinking text unless asked
      thinking: { type: 'adaptive', display: 'summarized' },
      ...(level === 'on' ? {} : { output_config: { effort: level } }),
    };
  }
  const wanted = budgets[level] ?? 4_096;
  // the budget counts towards the limit, which must leave room for an answer
  const budget = Math.min(wanted, limit - smallestBudget);
  return budget < smallestBudget ? {} : { thinking: { type: 'enabled', budget_tokens: budget } };
}

interface WireMessage {
  role: 'user' | 'assistant';
  content: Json[];
}

/** Joins adjacent messages of one role, so that a step's results are in one user message, before the user's text. */
function wireMessages(messages: readonly ModelMessage[]): WireMessage[] {
  const out: WireMessage[] = [];
  for (const message of messages) {
    const content = message.content.flatMap(block);
    if (content.length === 0) continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = out.at(-1);
    if (last?.role === role) last.content.push(...content);
    else out.push({ role, content });
  }
  return out;
}

function block(part: ContentPart): Json[] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [{ type: 'text', text: part.text }];
    case 'thinking':
      return thinkingBlock(part);
    case 'image':
      return imageBlock(part);
    case 'tool_use':
      return [
        {
          type: 'tool_use',
          id: wireId(part.tool_call_id),
          name: wireName(part.tool_name),
          input: callInput(part.input),
        },
      ];
    case 'tool_result':
      return [resultBlock(part)];
    case 'video':
      return [{ type: 'text', text: '<system>A video is left out: this provider takes none.</system>' }];
    case 'file':
    case 'mention':
      return [];
  }
}

/** Omits thinking without a signature, as after an interruption: the provider refuses it. */
function thinkingBlock(part: Extract<ContentPart, { type: 'thinking' }>): Json[] {
  const { signature } = part;
  if (signature === undefined || signature === '') return [];
  if (signature.startsWith(redactedMark))
    return [{ type: 'redacted_thinking', data: signature.slice(redactedMark.length) }];
  return [{ type: 'thinking', thinking: part.thinking, signature }];
}

function imageBlock(part: Extract<ContentPart, { type: 'image' }>): Json[] {
  const { source } = part;
  if (source.kind === 'base64')
    return [{ type: 'image', source: { type: 'base64', media_type: source.media_type, data: source.data } }];
  return source.kind === 'url' ? [{ type: 'image', source: { type: 'url', url: source.url } }] : [];
}

function resultBlock(part: Extract<ContentPart, { type: 'tool_result' }>): Json {
  const output = part.output;
  const content =
    typeof output === 'string' ? (isBlank(output) ? [] : [{ type: 'text', text: output }]) : output.flatMap(block);
  return {
    type: 'tool_result',
    tool_use_id: wireId(part.tool_call_id),
    content: content.length === 0 ? '(no output)' : content,
    // a failed result may contain only text, which also describes the failure
    ...(part.is_error && content.every((each) => each['type'] === 'text') ? { is_error: true } : {}),
  };
}

function markLast(messages: WireMessage[]): WireMessage[] {
  const last = messages
    .at(-1)
    ?.content.findLast((each) => each['type'] !== 'thinking' && each['type'] !== 'redacted_thinking');
  if (last) Object.assign(last, cacheMark);
  return messages;
}
