/** The responses protocol: POST `{base}/responses`, answered by a stream of typed events (engine.md 10.3). */
import type { TokenUsage } from '../../schemas/generated/types.js';
import { isLoopback } from '../base/net/outgoing.js';
import { isRecord, recordOf } from '../base/text/values.js';
import { postForEvents, type ProviderDeps } from './http.js';
import { createReplyMeter } from './meter.js';
import { responsesBody, type ReasoningItem } from './openai-responses-request.js';
import { ProviderError, type FinishReason, type ModelEvent, type ModelRequest, type Provider } from './provider.js';
import { providerRefusal } from './refusal.js';
import type { ProviderSettings } from './settings.js';
import { count, createPairKeeper, readEvent, string, unreadable } from './wire.js';

const usualBase = 'https://api.openai.com/v1';

export function createOpenaiResponses(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return {
    protocol: 'openai_responses',
    stream: (request, signal) => streamResponse(request, signal, settings, deps),
  };
}

async function* streamResponse(
  request: ModelRequest,
  signal: AbortSignal,
  settings: ProviderSettings,
  deps: ProviderDeps,
): AsyncGenerator<ModelEvent> {
  const base = (settings.baseUrl ?? usualBase).replace(/\/+$/, '');
  const key = settings.apiKey?.trim();
  if ((key === undefined || key === '') && !isLoopback(base)) {
    throw new ProviderError('auth_missing', 'The provider has no API key.');
  }
  const post = {
    url: `${base}/responses`,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    userAgent: settings.userAgent,
    customHeaders: settings.headers,
    credential: key ? { header: 'authorization', value: `Bearer ${key}`, secret: key } : undefined,
    body: responsesBody(request, request.maxOutputTokens ?? settings.maxOutputTokens),
    isLast: (event: { event?: string | undefined; data: string }) =>
      lastTypes.has(event.event ?? '') || event.data === '[DONE]',
  };
  const reader = createItemReader(request);
  for await (const event of postForEvents(post, deps, signal)) {
    const value = await parseEvent(event.data, event.event);
    if (!value) continue;
    yield* reader.read(value);
    // without event names, the type inside the data is the only mark of the end
    if (lastTypes.has(string(value['type'])) && !post.isLast(event)) break;
  }
  yield* reader.end();
}

/** Maximum characters of data that are searched for the end mark of some servers. */
const markLength = 64;

const lastTypes = new Set(['response.completed', 'response.incomplete']);

/** Parses an event; undefined for the end mark of some servers and for events of another kind. */
async function parseEvent(data: string, name: string | undefined): Promise<Record<string, unknown> | undefined> {
  if (
    /^\s*\[DONE\]\s*$/.test(data.slice(0, markLength)) ||
    (name !== undefined && !/^(?:message$|error$|response\.)/.test(name))
  ) {
    return undefined;
  }
  const value = await readEvent(data);
  if (!isRecord(value)) throw unreadable();
  const type = string(value['type']) || name;
  if (type === 'error' || isRecord(value['error'])) throw failed(value['error'] ?? value);
  const response = recordOf(value['response']);
  if (type === 'response.failed' || response['status'] === 'failed') throw failed(response['error']);
  return value;
}

function failed(error: unknown): ProviderError {
  return providerRefusal({ body: isRecord(error) ? JSON.stringify({ error }) : '' });
}

type Json = Record<string, unknown>;

/** Reads the items of a reply: texts, thinking and calls, each from its first piece to its end. */
interface ItemReader {
  read(event: Json): Generator<ModelEvent>;
  /** yields the last events; throws when the reply is incomplete */
  end(): Generator<ModelEvent>;
}

interface Item {
  /** whether its content was already passed on in pieces */
  emitted: boolean;
  /** number of the call; absent for other items */
  call?: number;
  /** form of thinking: the model's own text, or parts of a summary */
  form?: 'raw' | 'summary';
  parts: string[][];
  done: boolean;
}

function createItemReader(request: ModelRequest): ItemReader {
  const pairs = createPairKeeper();
  const meter = createReplyMeter(request);
  const items = new Map<number | string, Item>();
  let calls = 0;
  let response: Json | undefined;

  function* pass(event: Parameters<typeof pairs.pass>[0]): Generator<ModelEvent> {
    const passed = pairs.pass(event);
    if (!passed) return;
    meter.add(passed);
    yield passed;
  }

  function itemOf(event: Json): Item {
    const place = count(event['output_index']) ?? (string(event['item_id']) || string(recordOf(event['item'])['id']));
    let item = items.get(place);
    if (!item) items.set(place, (item = { emitted: false, parts: [], done: false }));
    return item;
  }

  function* textEvents(item: Item, text: string): Generator<ModelEvent> {
    if (text === '') return;
    item.emitted = true;
    yield* pass({ type: 'text', text });
  }

  /** Servers that send both forms mean the same thoughts: only the first form is used. */
  function* think(item: Item, form: 'raw' | 'summary', part: number, text: string): Generator<ModelEvent> {
    item.form ??= form;
    if (text === '' || item.form !== form) return;
    item.emitted = true;
    const apart = item.parts.length > 0 && item.parts[part] === undefined;
    (item.parts[part] ??= []).push(text);
    yield* pass({ type: 'thinking', text: apart ? `\n\n${text}` : text });
  }

  function* openCall(item: Item, value: Json): Generator<ModelEvent> {
    if (item.call !== undefined) return;
    item.call = calls++;
    const id = string(value['call_id']) || string(value['id']);
    yield* pass({
      type: 'tool_call',
      index: item.call,
      ...(id === '' ? {} : { id }),
      name: string(value['name']),
      arguments: '',
    });
  }

  function* fillCall(item: Item, text: string): Generator<ModelEvent> {
    if (item.call === undefined || text === '') return;
    item.emitted = true;
    yield* pass({ type: 'tool_call', index: item.call, arguments: text });
  }

  /** Handles a complete item; yields the content that was not streamed. */
  function* close(item: Item, value: Json): Generator<ModelEvent> {
    if (item.done) return;
    item.done = true;
    if (value['type'] === 'function_call') {
      yield* openCall(item, value);
      if (!item.emitted) yield* fillCall(item, string(value['arguments']));
    } else if (value['type'] === 'message') {
      if (!item.emitted) yield* textEvents(item, textOf(value['content']));
    } else if (value['type'] === 'reasoning') {
      yield* closeThinking(item, value);
    }
  }

  function* closeThinking(item: Item, value: Json): Generator<ModelEvent> {
    if (!item.emitted) {
      const summary = texts(value['summary']);
      const [form, pieces] =
        summary.length > 0 ? (['summary', summary] as const) : (['raw', texts(value['content'])] as const);
      for (const [at, text] of pieces.entries()) yield* think(item, form, at, text);
    }
    const id = string(value['id']);
    const encrypted = string(value['encrypted_content']);
    const raw = encrypted === '' && item.form === 'raw' && item.emitted;
    // without either, the server could not recognize the item, because it stores nothing
    if (id === '' || (encrypted === '' && !raw)) return;
    const summary = item.form === 'raw' ? [] : item.parts.map((pieces) => pieces.join('').toWellFormed());
    const kept: ReasoningItem = {
      id,
      ...(raw ? { raw } : { encrypted_content: encrypted }),
      // a single part is already the text of the thinking; text that is no summary is not sent back as one
      ...(!raw && (summary.length > 1 || (summary.length === 0 && item.emitted)) ? { summary } : {}),
      ...(calls === 0 ? {} : { calls }),
    };
    yield { type: 'thinking_signature', signature: JSON.stringify(kept) };
  }

  return {
    *read(event) {
      switch (event['type']) {
        case 'response.output_item.added': {
          const value = recordOf(event['item']);
          if (value['type'] === 'function_call') yield* openCall(itemOf(event), value);
          break;
        }
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          yield* textEvents(itemOf(event), string(event['delta']));
          break;
        case 'response.reasoning_summary_text.delta':
          yield* think(itemOf(event), 'summary', count(event['summary_index']) ?? 0, string(event['delta']));
          break;
        case 'response.reasoning_text.delta':
          yield* think(itemOf(event), 'raw', count(event['content_index']) ?? 0, string(event['delta']));
          break;
        case 'response.function_call_arguments.delta':
          yield* fillCall(itemOf(event), string(event['delta']));
          break;
        case 'response.output_item.done':
          yield* close(itemOf(event), recordOf(event['item']));
          break;
        case 'response.completed':
        case 'response.incomplete':
          response = { ...recordOf(event['response']), ended: event['type'] };
          break;
        default:
          break;
      }
    },
    *end() {
      if (!response) throw new ProviderError('connection', 'The reply of the provider broke off before its end.');
      // some servers send no items before the end
      const output = Array.isArray(response['output']) ? response['output'] : [];
      if (items.size === 0)
        for (const [at, value] of output.entries()) yield* close(itemOf({ output_index: at }), recordOf(value));
      yield* pairs.flush();
      yield { type: 'usage', usage: meter.usage(readUsage(response['usage'])) };
      yield { type: 'finish', ...finishOf(response, calls) };
    },
  };
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [])
    .map((part) => string(recordOf(part)['text']))
    .filter((text) => text !== '');
}

/** The text of a message; a refusal is text of the model too. */
function textOf(content: unknown): string {
  return (Array.isArray(content) ? content : [])
    .map((part) => string(recordOf(part)['text']) || string(recordOf(part)['refusal']))
    .join('');
}

function finishOf(response: Json, calls: number): { reason: FinishReason; raw: string } {
  if (response['ended'] === 'response.completed' && response['status'] !== 'incomplete') {
    return { reason: calls > 0 ? 'tool_use' : 'end_turn', raw: string(response['status']) || 'completed' };
  }
  // a server that gives no reason means the usual one
  const raw = string(recordOf(response['incomplete_details'])['reason']) || 'incomplete';
  if (/^(?:max_(?:output_)?tokens|incomplete)$/.test(raw)) return { reason: 'max_tokens', raw };
  return { reason: raw === 'content_filter' ? 'filtered' : 'other', raw };
}

function readUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  const input = count(value['input_tokens']) ?? 0;
  const details = recordOf(value['input_tokens_details']);
  const read = Math.min(input, count(details['cached_tokens']) ?? 0);
  const written = Math.min(input - read, count(details['cache_write_tokens']) ?? 0);
  const reasoning = count(recordOf(value['output_tokens_details'])['reasoning_tokens']);
  return {
    inputOther: input - read - written,
    output: count(value['output_tokens']) ?? 0,
    inputCacheRead: read,
    inputCacheCreation: written,
    ...(reasoning === undefined || reasoning === 0 ? {} : { reasoning }),
  };
}
