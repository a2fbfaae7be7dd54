/** The messages protocol: POST `{base}/v1/messages`, answered by a stream of typed events (engine.md 10.3). */
import type { TokenUsage } from '../../schemas/generated/types.js';
import { isRecord, recordOf } from '../base/text/values.js';
import { messagesBody, redactedMark } from './anthropic-request.js';
import { postForEvents, type ProviderDeps } from './http.js';
import { createReplyMeter } from './meter.js';
import {
  maxReplyBytes,
  ProviderError,
  ReplyTooLong,
  type FinishReason,
  type ModelEvent,
  type ModelRequest,
  type Provider,
} from './provider.js';
import { providerRefusal } from './refusal.js';
import type { ProviderSettings } from './settings.js';
import { count, createPairKeeper, readEvent, string, unreadable } from './wire.js';

const usualBase = 'https://api.anthropic.com';

export function createAnthropic(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return {
    protocol: 'anthropic',
    stream: (request, signal) => streamMessages(request, signal, settings, deps),
  };
}

async function* streamMessages(
  request: ModelRequest,
  signal: AbortSignal,
  settings: ProviderSettings,
  deps: ProviderDeps,
): AsyncGenerator<ModelEvent> {
  const key = settings.apiKey?.trim();
  if (key === undefined || key === '') throw new ProviderError('auth_missing', 'The provider has no API key.');
  // users configure the address with and without the version
  const base = (settings.baseUrl ?? usualBase).replace(/\/+$/, '').replace(/\/v1$/, '');
  const post = {
    url: `${base}/v1/messages`,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'anthropic-version': '2023-06-01' },
    userAgent: settings.userAgent,
    customHeaders: settings.headers,
    credential: { header: 'x-api-key', value: key, secret: key },
    body: messagesBody(request, settings),
    isLast: (event: { event?: string | undefined }) => event.event === 'message_stop',
  };
  const reader = createEventReader(request);
  for await (const event of postForEvents(post, deps, signal)) {
    const value = await parseEvent(event.data, event.event);
    if (value) yield* reader.read(value);
  }
  yield* reader.end();
}

const knownTypes = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
]);

/** Parses an event; undefined for events of an unknown type. */
async function parseEvent(data: string, type: string | undefined): Promise<Record<string, unknown> | undefined> {
  if (type !== undefined && type !== 'message' && !knownTypes.has(type)) return undefined;
  const value = await readEvent(data);
  if (!isRecord(value)) throw unreadable();
  if (value['type'] === 'error' || type === 'error') throw providerRefusal({ body: data });
  return value;
}

type Block =
  { type: 'text' | 'thinking' | 'other' } | { type: 'redacted'; data: string } | { type: 'call'; index: number };

interface EventReader {
  read(value: Record<string, unknown>): Generator<ModelEvent>;
  /** yields the last events; throws when the reply is incomplete */
  end(): Generator<ModelEvent>;
}

function createEventReader(request: ModelRequest): EventReader {
  const pairs = createPairKeeper();
  const meter = createReplyMeter(request);
  const usage = createUsageReader();
  const blocks = new Map<number, Block>();
  const signatures = new Map<number, string[]>();
  let signed = 0;
  let calls = 0;
  let stop: string | undefined;

  function* pass(event: Parameters<typeof pairs.pass>[0]): Generator<ModelEvent> {
    const passed = pairs.pass(event);
    if (!passed) return;
    meter.add(passed);
    yield passed;
  }

  function* open(at: number, value: Record<string, unknown>): Generator<ModelEvent> {
    switch (value['type']) {
      case 'text':
        blocks.set(at, { type: 'text' });
        if (string(value['text']) !== '') yield* pass({ type: 'text', text: string(value['text']) });
        break;
      case 'thinking':
        blocks.set(at, { type: 'thinking' });
        signatures.set(at, [string(value['signature'])]);
        if (string(value['thinking']) !== '') yield* pass({ type: 'thinking', text: string(value['thinking']) });
        break;
      case 'redacted_thinking':
        blocks.set(at, { type: 'redacted', data: string(value['data']) });
        break;
      case 'tool_use': {
        const input = recordOf(value['input']);
        blocks.set(at, { type: 'call', index: calls });
        yield* pass({
          type: 'tool_call',
          index: calls,
          id: string(value['id']),
          name: string(value['name']),
          // some servers send all arguments at once instead of in pieces
          arguments: Object.keys(input).length === 0 ? '' : JSON.stringify(input),
        });
        calls += 1;
        break;
      }
      default:
        blocks.set(at, { type: 'other' });
    }
  }

  function* grow(at: number, delta: Record<string, unknown>): Generator<ModelEvent> {
    const block = blocks.get(at);
    switch (delta['type']) {
      case 'text_delta':
        if (string(delta['text']) !== '') yield* pass({ type: 'text', text: string(delta['text']) });
        break;
      case 'thinking_delta':
        if (string(delta['thinking']) !== '') yield* pass({ type: 'thinking', text: string(delta['thinking']) });
        break;
      case 'signature_delta':
        sign(at, string(delta['signature']));
        break;
      case 'input_json_delta':
        if (block?.type === 'call' && string(delta['partial_json']) !== '') {
          yield* pass({ type: 'tool_call', index: block.index, arguments: string(delta['partial_json']) });
        }
        break;
      default:
        break;
    }
  }

  function sign(at: number, piece: string): void {
    signed += piece.length;
    if (signed > maxReplyBytes) throw new ReplyTooLong('its signatures are too large');
    const pieces = signatures.get(at);
    if (pieces) pieces.push(piece);
    else signatures.set(at, [piece]);
  }

  function* close(at: number): Generator<ModelEvent> {
    const block = blocks.get(at);
    const signature = block?.type === 'redacted' ? redactedMark + block.data : (signatures.get(at) ?? []).join('');
    if (signature !== '') yield { type: 'thinking_signature', signature };
    signatures.delete(at);
  }

  return {
    *read(value) {
      const at = count(value['index']) ?? 0;
      switch (value['type']) {
        case 'message_start':
          usage.add(recordOf(value['message'])['usage']);
          break;
        case 'content_block_start':
          yield* open(at, recordOf(value['content_block']));
          break;
        case 'content_block_delta':
          yield* grow(at, recordOf(value['delta']));
          break;
        case 'content_block_stop':
          yield* close(at);
          break;
        case 'message_delta':
          usage.add(value['usage']);
          stop = string(recordOf(value['delta'])['stop_reason']) || stop;
          break;
        default:
          break;
      }
    },
    *end() {
      if (stop === undefined)
        throw new ProviderError('connection', 'The reply of the provider broke off before its end.');
      yield* pairs.flush();
      yield { type: 'usage', usage: meter.usage(usage.read()) };
      yield { type: 'finish', reason: finishReason(stop), raw: stop };
    },
  };
}

function finishReason(raw: string): FinishReason {
  switch (raw) {
    case 'end_turn':
    case 'stop_sequence':
      return 'end_turn';
    case 'tool_use':
      return 'tool_use';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'max_tokens';
    case 'refusal':
      return 'filtered';
    case 'pause_turn':
      return 'paused';
    default:
      return 'other';
  }
}

/** Combines token counts, which come at the start and again at the end; the later one is in effect. */
function createUsageReader(): { add(value: unknown): void; read(): TokenUsage | undefined } {
  let usage: TokenUsage | undefined;
  return {
    add(value) {
      if (!isRecord(value)) return;
      const before = usage ?? { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 };
      usage = {
        inputOther: count(value['input_tokens']) ?? before.inputOther,
        output: count(value['output_tokens']) ?? before.output,
        inputCacheRead: count(value['cache_read_input_tokens']) ?? before.inputCacheRead,
        inputCacheCreation: count(value['cache_creation_input_tokens']) ?? before.inputCacheCreation,
      };
    },
    read: () => usage,
  };
}
