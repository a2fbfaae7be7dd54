/** Converts a model request to the body of a chat completions call (engine.md 10.3). */
import type { ContentPart } from '../../schemas/generated/types.js';
import { wireJson } from '../base/text/json.js';
import { isRecord } from '../base/text/values.js';
import type { ModelMessage, ModelRequest } from './provider.js';
import { callInput, isBlank, mediaUrl, resultParts, wireId, wireName } from './wire.js';

/** The field that thinking came in, so that it goes back the same way; stored as the thinking part's signature. */
export interface ThinkingForm {
  field: string;
  /** the entries of `reasoning_details` */
  details?: unknown[];
}

export interface ChatSettings {
  /** configured field of the thinking text, if any */
  reasoningKey?: string | undefined;
  /** true for the vendor's own service, which refuses the older name of the output limit */
  newLimitName: boolean;
  /** managed: thinking as an object, and a key for the prompt cache */
  form: 'plain' | 'managed';
}

type Json = Record<string, unknown>;

export function chatBody(request: ModelRequest, settings: ChatSettings): Json {
  return {
    model: request.model,
    messages: [
      ...(isBlank(request.system) ? [] : [{ role: 'system', content: request.system }]),
      ...request.messages.flatMap((message) => chatMessages(message, settings)),
    ],
    stream: true,
    stream_options: { include_usage: true },
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map((tool) => ({
            type: 'function',
            function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
          })),
        }),
    ...(settings.form === 'managed'
      ? { prompt_cache_key: request.cacheKey, ...thinkingObject(request) }
      : effortField(request)),
    ...(request.maxOutputTokens === undefined
      ? {}
      : {
          [settings.newLimitName ? 'max_completion_tokens' : 'max_tokens']: request.maxOutputTokens,
        }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
  };
}

function effortField({ thinking }: ModelRequest): Json {
  return thinking === undefined || thinking === 'on' || thinking === 'off' ? {} : { reasoning_effort: thinking };
}

function thinkingObject({ thinking, keepThinking }: ModelRequest): Json {
  if (thinking === undefined) return {};
  if (thinking === 'off') return { thinking: { type: 'disabled' } };
  const keep = keepThinking === false ? 'none' : 'all';
  return { thinking: { type: 'enabled', ...(thinking === 'on' ? {} : { effort: thinking }), keep } };
}

function chatMessages(message: ModelMessage, settings: ChatSettings): Json[] {
  switch (message.role) {
    case 'user':
      return userMessages(message.content);
    case 'assistant':
      return assistantMessages(message.content, settings);
    case 'tool':
      return toolMessages(message.content);
  }
}

function userMessages(parts: readonly ContentPart[]): Json[] {
  const content = parts.flatMap(userPart);
  if (content.length === 0) return [];
  const only = content.length === 1 ? content[0] : undefined;
  return [{ role: 'user', content: only?.['type'] === 'text' ? only['text'] : content }];
}

function userPart(part: ContentPart): Json[] {
  if (part.type === 'text') return isBlank(part.text) ? [] : [{ type: 'text', text: part.text }];
  if (part.type !== 'image' && part.type !== 'video') return [];
  const url = mediaUrl(part);
  if (url === undefined) return [];
  // videos in the form of the services that accept them here
  return [
    part.type === 'image' ? { type: 'image_url', image_url: { url } } : { type: 'video_url', video_url: { url } },
  ];
}

function assistantMessages(parts: readonly ContentPart[], settings: ChatSettings): Json[] {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const calls = parts.flatMap((part) =>
    part.type !== 'tool_use'
      ? []
      : [
          {
            id: wireId(part.tool_call_id),
            type: 'function',
            function: { name: wireName(part.tool_name), arguments: wireJson(callInput(part.input)) },
          },
        ],
  );
  // providers refuse a message with nothing but thinking
  if (isBlank(text) && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: isBlank(text) ? null : text,
      ...thinkingFields(parts, settings),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

function thinkingFields(parts: readonly ContentPart[], settings: ChatSettings): Json {
  const texts = new Map<string, string[]>();
  const details: unknown[] = [];
  for (const part of parts) {
    if (part.type !== 'thinking') continue;
    const form = readForm(part.signature);
    const field = settings.reasoningKey ?? form?.field ?? 'reasoning_content';
    if (field === 'reasoning_details') details.push(...(form?.details ?? []));
    else if (part.thinking !== '') texts.set(field, [...(texts.get(field) ?? []), part.thinking]);
  }
  return {
    ...Object.fromEntries([...texts].map(([field, pieces]) => [field, pieces.join('')])),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
  };
}

function readForm(signature: string | undefined): ThinkingForm | undefined {
  if (signature === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(signature);
    if (!isRecord(value) || typeof value['field'] !== 'string') return undefined;
    return { field: value['field'], ...(Array.isArray(value['details']) ? { details: value['details'] } : {}) };
  } catch {
    // another protocol wrote it: use the default field
    return undefined;
  }
}

/** Results contain only text; their images and videos follow in a user message after the step's last result. */
function toolMessages(parts: readonly ContentPart[]): Json[] {
  const messages: Json[] = [];
  const media: Json[] = [];
  for (const part of parts) {
    if (part.type !== 'tool_result') continue;
    const result = resultParts(part.output);
    const shown = result.media.flatMap(userPart);
    media.push(...shown);
    const note = shown.length === 0 ? '' : 'The media of this result follow.';
    messages.push({
      role: 'tool',
      tool_call_id: wireId(part.tool_call_id),
      content: isBlank(result.text) ? note || '(no output)' : result.text,
    });
  }
  return media.length === 0 ? messages : [...messages, { role: 'user', content: media }];
}
