/** The chat completions protocol: POST `{base}/chat/completions`, answered by a stream of chunks (engine.md 10.3). */
import type { TokenUsage } from '../../schemas/generated/types.js';
import { isLoopback } from '../base/net/outgoing.js';
import { isRecord, recordOf } from '../base/text/values.js';
import { postForEvents, type ProviderDeps } from './http.js';
import { chatBody, type ChatSettings, type ThinkingForm } from './openai-request.js';
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
import { createReplyMeter } from './meter.js';
import { count, createPairKeeper, readChunk, string } from './wire.js';

const usualBase = 'https://api.openai.com/v1';

export function createOpenai(settings: ProviderSettings, deps: ProviderDeps): Provider {
  const base = (settings.baseUrl ?? usualBase).replace(/\/+$/, '');
  const key = settings.apiKey?.trim();
  return {
    protocol: 'openai',
    async *stream(request, signal) {
      // local servers are often open, so requests to them may have no credential (cli.md 6.3)
      if (!key && !isLoopback(base)) throw new ProviderError('auth_missing', 'The provider has no API key.');
      yield* streamChat(request, signal, { base, key, form: 'plain', settings, deps });
    },
  };
}

export interface ChatEndpoint {
  /** address without a trailing slash */
  base: string;
  /** bearer token */
  key: string | undefined;
  form: ChatSettings['form'];
  settings: ProviderSettings;
  deps: ProviderDeps;
}

/** Sends one request and yields the events of the reply. */
export async function* streamChat(
  request: ModelRequest,
  signal: AbortSignal,
  { base, key, form, settings, deps }: ChatEndpoint,
): AsyncGenerator<ModelEvent> {
  const post = {
    url: `${base}/chat/completions`,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    userAgent: settings.userAgent,
    customHeaders: settings.headers,
    credential: key ? { header: 'authorization', value: `Bearer ${key}`, secret: key } : undefined,
    body: chatBody(
      { ...request, maxOutputTokens: request.maxOutputTokens ?? settings.maxOutputTokens },
      { reasoningKey: settings.reasoningKey, newLimitName: base.startsWith('https://api.openai.com/'), form },
    ),
    isLast: (event: { data: string }) => event.data === '[DONE]',
  };
  const reader = createChunkReader(request, settings.reasoningKey);
  for await (const event of postForEvents(post, deps, signal)) {
    const chunk = event.data === '[DONE]' ? reader.done() : await parseChunk(event.data, event.event);
    if (chunk) yield* reader.read(chunk);
  }
  yield* reader.end();
}

/** Parses an event; undefined for events of another kind. */
async function parseChunk(data: string, event: string | undefined): Promise<Record<string, unknown> | undefined> {
  const value = await readChunk(data, event);
  const error = value?.['error'];
  if (error !== undefined && error !== null) {
    const status = Number(recordOf(error)['code'] ?? value?.['status']);
    throw providerRefusal({ body: data, ...(status >= 400 && status < 600 ? { status } : {}) });
  }
  return value;
}

interface ChunkReader {
  read(chunk: Record<string, unknown>): Generator<ModelEvent>;
  /** called when the provider announced the end */
  done(): void;
  /** yields the last events; throws when the reply is incomplete */
  end(): Generator<ModelEvent>;
}

function createChunkReader(request: ModelRequest, reasoningKey: string | undefined): ChunkReader {
  const pairs = createPairKeeper();
  const meter = createReplyMeter(request);
  const thinking = createThinkingReader(reasoningKey);
  const numbering = createCallNumbering();
  let usage: TokenUsage | undefined;
  let finish: string | undefined;
  let over = false;

  function* pass(event: Parameters<typeof pairs.pass>[0]): Generator<ModelEvent> {
    const passed = pairs.pass(event);
    if (!passed) return;
    meter.add(passed);
    yield passed;
  }

  return {
    *read(chunk) {
      const choice = recordOf(Array.isArray(chunk['choices']) ? chunk['choices'][0] : undefined);
      const delta = recordOf(choice['delta'] ?? choice['message']);
      const thought = thinking.read(delta);
      if (thought !== '') yield* pass({ type: 'thinking', text: thought });
      // a refusal is text of the model too
      const text = string(delta['content']) || string(delta['refusal']);
      const calls = Array.isArray(delta['tool_calls']) ? delta['tool_calls'].map(recordOf) : [];
      if (text !== '' || calls.length > 0) yield* thinking.close();
      if (text !== '') yield* pass({ type: 'text', text });
      for (const call of calls) yield* pass(numbering.event(call));
      if (typeof choice['finish_reason'] === 'string') finish = choice['finish_reason'];
      usage = readUsage(chunk['usage'] ?? choice['usage']) ?? usage;
    },
    done() {
      over = true;
    },
    *end() {
      if (finish === undefined && !over)
        throw new ProviderError('connection', 'The reply of the provider broke off before its end.');
      yield* thinking.close();
      yield* pairs.flush();
      yield { type: 'usage', usage: meter.usage(usage) };
      yield { type: 'finish', reason: finishReason(finish), ...(finish === undefined ? {} : { raw: finish }) };
    },
  };
}

function finishReason(raw: string | undefined): FinishReason {
  switch (raw) {
    case 'stop':
      return 'end_turn';
    case 'tool_calls':
    case 'function_call':
      return 'tool_use';
    case 'length':
      return 'max_tokens';
    case 'content_filter':
      return 'filtered';
    default:
      return 'other';
  }
}

/** Numbers calls: some servers omit the index, others give every call of a reply the same one. */
function createCallNumbering(): { event(call: Record<string, unknown>): Extract<ModelEvent, { type: 'tool_call' }> } {
  const seen: { wire: number | undefined; id: string; named: boolean }[] = [];
  return {
    event(call) {
      const wire = count(call['index']);
      const id = string(call['id']);
      const fn = recordOf(call['function']);
      const name = string(fn['name']);
      const fits = (each: { wire: number | undefined; id: string }): boolean =>
        (wire === undefined || each.wire === wire) && (id === '' || each.id === '' || each.id === id);
      let index = seen.findLastIndex(fits);
      if (index < 0) index = seen.push({ wire, id, named: false }) - 1;
      const entry = seen[index];
      const first = entry !== undefined && !entry.named && name !== '';
      if (entry && first) Object.assign(entry, { named: true, id: id || entry.id });
      const piece =
        typeof fn['arguments'] === 'string'
          ? fn['arguments']
          : JSON.stringify(fn['arguments'] ?? '').replace(/^""$/, '');
      return {
        type: 'tool_call',
        index,
        ...(first ? { ...(entry.id === '' ? {} : { id: entry.id }), name } : {}),
        arguments: piece,
      };
    },
  };
}

/** Finds thinking under the field names of various servers; at the end of a block, yields the name as its signature. */
function createThinkingReader(reasoningKey: string | undefined): {
  read(delta: Record<string, unknown>): string;
  close(): Generator<ModelEvent>;
} {
  let form: ThinkingForm | undefined;
  let size = 0;
  return {
    read(delta) {
      const details = Array.isArray(delta['reasoning_details']) ? delta['reasoning_details'].filter(isRecord) : [];
      if (details.length > 0 && (reasoningKey === undefined || reasoningKey === 'reasoning_details')) {
        const held = form?.details ?? [];
        form = { field: 'reasoning_details', details: held };
        for (const detail of details) size += addDetail(held, detail);
        if (size > maxReplyBytes) throw new ReplyTooLong('its thinking is too large');
        return details.map((detail) => string(detail['text']) || string(detail['summary'])).join('');
      }
      const fields =
        reasoningKey === undefined
          ? ['reasoning_content', 'reasoning']
          : [reasoningKey, 'reasoning_content', 'reasoning'];
      const field = fields.find((each) => string(delta[each]) !== '');
      if (field === undefined) return '';
      form ??= { field };
      return string(delta[field]);
    },
    *close() {
      if (form === undefined) return;
      yield { type: 'thinking_signature', signature: JSON.stringify(form) };
      form = undefined;
    },
  };
}

/** Joins the pieces of an entry, which arrive in many chunks and are sent back as one. Returns the added characters. */
function addDetail(held: unknown[], detail: Record<string, unknown>): number {
  const last = held.at(-1);
  let size = 0;
  for (const value of Object.values(detail)) size += typeof value === 'string' ? value.length : 1;
  if (isRecord(last) && last['type'] === detail['type'] && last['index'] === detail['index']) {
    for (const [key, value] of Object.entries(detail)) {
      const joins = key === 'text' || key === 'summary' || key === 'data' || key === 'signature';
      if (joins && typeof value === 'string') last[key] = string(last[key]) + value;
      else if (value !== null && value !== undefined) last[key] = value;
    }
  } else {
    held.push({ ...detail });
  }
  return size;
}

function readUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  const input = recordOf(value['prompt_tokens_details']);
  const prompt = count(value['prompt_tokens']) ?? 0;
  const read = Math.min(
    prompt,
    count(input['cached_tokens']) ?? count(value['cached_tokens']) ?? count(value['prompt_cache_hit_tokens']) ?? 0,
  );
  const written = Math.min(prompt - read, count(input['cache_write_tokens']) ?? 0);
  const reasoning = count(recordOf(value['completion_tokens_details'])['reasoning_tokens']);
  return {
    inputOther: prompt - read - written,
    output: count(value['completion_tokens']) ?? 0,
    inputCacheRead: read,
    inputCacheCreation: written,
    ...(reasoning === undefined || reasoning === 0 ? {} : { reasoning }),
  };
}
