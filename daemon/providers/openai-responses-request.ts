/** Converts a model request to the body of a responses call (engine.md 10.3). */
import type { ContentPart } from '../../schemas/generated/types.js';
import { wireJson } from '../base/text/json.js';
import { isRecord } from '../base/text/values.js';
import { knownModel } from './capabilities.js';
import type { ModelMessage, ModelRequest } from './provider.js';
import { callInput, isBlank, mediaUrl, wireId, wireName } from './wire.js';

type Json = Record<string, unknown>;

/** The parts of a reasoning item that are sent back; stored as the signature of the thinking part. */
export interface ReasoningItem {
  id: string;
  encrypted_content?: string;
  /** the thinking is the model's own text and not a summary; such items are sent back without encrypted content */
  raw?: true;
  /** parts of the summary, if there are several */
  summary?: string[];
  /** number of the reply's calls before it; absent: none */
  calls?: number;
}

export function responsesBody(request: ModelRequest, limit: number | undefined): Json {
  const { thinking } = request;
  return {
    model: request.model,
    ...(isBlank(request.system) ? {} : { instructions: request.system }),
    input: request.messages.flatMap(inputItems),
    stream: true,
    store: false,
    prompt_cache_key: request.cacheKey,
    // models that are known not to think refuse this field
    ...(thinking === undefined && neverThinks(request.model) ? {} : { include: ['reasoning.encrypted_content'] }),
    ...(thinking === undefined || thinking === 'off'
      ? {}
      : { reasoning: { ...(thinking === 'on' ? {} : { effort: thinking }), summary: 'auto' } }),
    ...(request.tools.length === 0
      ? {}
      : {
          parallel_tool_calls: true,
          tools: request.tools.map((tool) => ({
            type: 'function',
            name: tool.name,
            description: tool.description,
            parameters: tool.inputSchema,
            strict: false,
          })),
        }),
    ...(limit === undefined ? {} : { max_output_tokens: limit }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
  };
}

/** True only for models in the built-in list. */
function neverThinks(model: string): boolean {
  const { capabilities, isUnknown } = knownModel(model);
  return isUnknown !== true && !capabilities.includes('thinking');
}

function inputItems(message: ModelMessage): Json[] {
  switch (message.role) {
    case 'user': {
      const content = message.content.flatMap(inputPart);
      return content.length === 0 ? [] : [{ type: 'message', role: 'user', content }];
    }
    case 'assistant':
      return assistantItems(message.content);
    case 'tool':
      return message.content.flatMap(resultItem);
  }
}

function inputPart(part: ContentPart): Json[] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [{ type: 'input_text', text: part.text }];
    case 'image':
      return imagePart(part);
    case 'video':
      return [{ type: 'input_text', text: '<system>A video is left out: this provider takes none.</system>' }];
    default:
      return [];
  }
}

function imagePart(part: Extract<ContentPart, { type: 'image' }>): Json[] {
  const url = mediaUrl(part);
  return url === undefined ? [] : [{ type: 'input_image', detail: 'auto', image_url: url }];
}

/** Text, thinking and calls in the order of the reply; sends thinking back only before output that followed from it. */
function assistantItems(parts: readonly ContentPart[]): Json[] {
  const items: Json[] = [];
  const later: { item: Json; calls: number }[] = [];
  let calls = 0;
  for (const part of parts) {
    if (part.type === 'text' && !isBlank(part.text)) {
      items.push({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: part.text }] });
    } else if (part.type === 'thinking') {
      const reasoning = readItem(part.signature);
      if (!reasoning) continue;
      const item = reasoningItem(reasoning, part.thinking);
      // a message's calls follow its texts, regardless of their order in the reply
      if (reasoning.calls === undefined) items.push(item);
      else later.push({ item, calls: reasoning.calls });
    } else if (part.type === 'tool_use') {
      while (later[0] && later[0].calls <= calls) items.push(...later.splice(0, 1).map(({ item }) => item));
      calls += 1;
      items.push({
        type: 'function_call',
        call_id: wireId(part.tool_call_id),
        name: wireName(part.tool_name),
        arguments: wireJson(callInput(part.input)),
      });
    }
  }
  // the provider refuses trailing thinking, as in an interrupted reply or one with nothing else
  while (items.at(-1)?.['type'] === 'reasoning') items.pop();
  return items;
}

function reasoningItem({ id, encrypted_content, raw, summary }: ReasoningItem, text: string): Json {
  if (raw) return { type: 'reasoning', id, summary: [], content: [{ type: 'reasoning_text', text }] };
  const pieces = summary ?? (text === '' ? [] : [text]);
  return {
    type: 'reasoning',
    id,
    summary: pieces.map((piece) => ({ type: 'summary_text', text: piece })),
    encrypted_content,
  };
}

function readItem(signature: string | undefined): ReasoningItem | undefined {
  if (signature === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(signature);
    // only this protocol's signatures arrive here; a damaged one can be dropped safely
    return isRecord(value) && typeof value['id'] === 'string' ? (value as unknown as ReasoningItem) : undefined;
  } catch {
    return undefined;
  }
}

function resultItem(part: ContentPart): Json[] {
  if (part.type !== 'tool_result') return [];
  const content = typeof part.output === 'string' ? part.output : part.output.flatMap(inputPart);
  const only = typeof content === 'string' ? content : plainText(content);
  return [
    {
      type: 'function_call_output',
      call_id: wireId(part.tool_call_id),
      output: only === undefined ? content : isBlank(only) ? '(no output)' : only,
    },
  ];
}

/** The text of content that has nothing else, since every server accepts a string; undefined for other content. */
function plainText(content: readonly Json[]): string | undefined {
  return content.every((each) => each['type'] === 'input_text')
    ? content.map((each) => String(each['text'])).join('\n')
    : undefined;
}
