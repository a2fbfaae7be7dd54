/** Sends a request to one of Google's streamGenerateContent endpoints and reads the reply's chunks (engine.md 10.3). */
import type { TokenUsage } from '../../schemas/generated/types.js';
import { isRecord, recordOf } from '../base/text/values.js';
import { contentBody, writeProof } from './google-request.js';
import { postForEvents, type Post, type ProviderDeps } from './http.js';
import { createReplyMeter } from './meter.js';
import { ProviderError, type FinishReason, type ModelEvent, type ModelRequest } from './provider.js';
import { providerRefusal } from './refusal.js';
import type { ProviderSettings } from './settings.js';
import { count, createPairKeeper, list, readChunk, string } from './wire.js';

/** Address and headers of a request. */
export interface ContentEndpoint {
  url: string;
  credential: NonNullable<Post['credential']>;
  headers?: Record<string, string>;
}

export async function* streamContent(
  request: ModelRequest,
  signal: AbortSignal,
  endpoint: ContentEndpoint,
  settings: ProviderSettings,
  deps: ProviderDeps,
): AsyncGenerator<ModelEvent> {
  const reader = createChunkReader(request);
  const post = {
    url: endpoint.url,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...endpoint.headers },
    userAgent: settings.userAgent,
    customHeaders: settings.headers,
    credential: endpoint.credential,
    body: contentBody(request, request.maxOutputTokens ?? settings.maxOutputTokens),
    isLast: () => reader.isOver(),
  };
  for await (const event of postForEvents(post, deps, signal)) {
    const chunk = await parseChunk(event.data, event.event);
    if (chunk) yield* reader.read(chunk);
  }
  yield* reader.end();
}

/** The model name as a part of an address, without the folder names that users copy with it. */
export function modelPath(model: string): string {
  return model
    .replace(/^.*\bmodels\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}

/** Parses an event; undefined for events of another kind. */
async function parseChunk(data: string, event: string | undefined): Promise<Record<string, unknown> | undefined> {
  const value = await readChunk(data, event);
  const error = value?.['error'];
  if (isRecord(error)) {
    const status = Number(error['code']);
    throw providerRefusal({ body: data, ...(status >= 400 && status < 600 ? { status } : {}) });
  }
  return value;
}

/** The provider's finish reason; undefined while the reply continues. */
function endOf(chunk: Record<string, unknown>): string | undefined {
  const finish = string(candidateOf(chunk)['finishReason']);
  if (finish !== '' && finish !== 'FINISH_REASON_UNSPECIFIED') return finish;
  const blocked = string(recordOf(chunk['promptFeedback'])['blockReason']);
  return blocked === '' || blocked === 'BLOCK_REASON_UNSPECIFIED' ? undefined : blocked;
}

function candidateOf(chunk: Record<string, unknown>): Record<string, unknown> {
  return recordOf(list(chunk['candidates'])[0]);
}

interface ChunkReader {
  read(chunk: Record<string, unknown>): Generator<ModelEvent>;
  /** the last chunk was read; the finish reason is the only mark of the end */
  isOver(): boolean;
  /** yields the last events; throws when the reply is incomplete or unusable */
  end(): Generator<ModelEvent>;
}

function createChunkReader(request: ModelRequest): ChunkReader {
  const pairs = createPairKeeper();
  const meter = createReplyMeter(request);
  let usage: Record<string, unknown> | undefined;
  let calls = 0;
  let hasContent = false;
  let finish: string | undefined;

  function* pass(event: Parameters<typeof pairs.pass>[0]): Generator<ModelEvent> {
    hasContent = true;
    const passed = pairs.pass(event);
    if (!passed) return;
    meter.add(passed);
    yield passed;
  }

  function* readText(text: string, thought: boolean, signature: string): Generator<ModelEvent> {
    if (text !== '') yield* pass({ type: thought ? 'thinking' : 'text', text });
    // alone, a signature would make an empty reply look non-empty
    if (signature === '' || !hasContent) return;
    const proof = thought
      ? ({ on: 'thought', signature } as const)
      : ({ on: 'text', length: text.length, signature } as const);
    yield { type: 'thinking_signature', signature: writeProof(proof) };
  }

  function* readCall(call: Record<string, unknown>, signature: string): Generator<ModelEvent> {
    const id = string(call['id']);
    if (signature !== '' || (id !== '' && calls === 0)) {
      const signed = signature === '' ? {} : { signature };
      const ids = id === '' ? {} : ({ ids: true } as const);
      yield {
        type: 'thinking_signature',
        signature: writeProof({ on: 'call', index: calls, ...signed, ...ids }),
      };
    }
    yield* pass({
      type: 'tool_call',
      index: calls,
      ...(id === '' ? {} : { id }),
      name: string(call['name']),
      arguments: JSON.stringify(recordOf(call['args'])),
    });
    calls += 1;
  }

  return {
    *read(chunk) {
      const { parts } = recordOf(candidateOf(chunk)['content']);
      for (const part of list(parts).filter(isRecord)) {
        const signature = string(part['thoughtSignature']);
        if (isRecord(part['functionCall'])) yield* readCall(part['functionCall'], signature);
        else if (typeof part['text'] === 'string') yield* readText(part['text'], part['thought'] === true, signature);
      }
      if (isRecord(chunk['usageMetadata'])) usage = { ...usage, ...chunk['usageMetadata'] };
      finish = endOf(chunk) ?? finish;
    },
    isOver: () => finish !== undefined,
    *end() {
      if (finish === undefined)
        throw new ProviderError('connection', 'The reply of the provider broke off before its end.');
      refuseUnusable(finish);
      yield* pairs.flush();
      yield { type: 'usage', usage: meter.usage(usage && readUsage(usage)) };
      yield { type: 'finish', reason: finishReason(finish, calls > 0), raw: finish };
    },
  };
}

/** Throws for finish reasons that make the reply unusable; a retry may succeed. */
function refuseUnusable(finish: string): void {
  if (finish === 'MALFORMED_FUNCTION_CALL' || finish === 'UNEXPECTED_TOOL_CALL')
    throw new ProviderError('error', `The model wrote a call that cannot be read (${finish}).`);
  if (finish === 'MISSING_THOUGHT_SIGNATURE')
    throw new ProviderError('bad_request', 'The provider misses a thought signature.', { refusedPart: 'structure' });
}

function finishReason(raw: string, hasCalls: boolean): FinishReason {
  switch (raw) {
    case 'STOP':
      return hasCalls ? 'tool_use' : 'end_turn';
    case 'MAX_TOKENS':
      return 'max_tokens';
    case 'SAFETY':
    case 'RECITATION':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
    case 'IMAGE_SAFETY':
    case 'MODEL_ARMOR':
    case 'JAILBREAK':
      return 'filtered';
    default:
      return 'other';
  }
}

function readUsage(value: Record<string, unknown>): TokenUsage {
  const of = (name: string): number => count(value[name]) ?? 0;
  const prompt = of('promptTokenCount') + of('toolUsePromptTokenCount');
  const read = Math.min(prompt, of('cachedContentTokenCount'));
  const reasoning = of('thoughtsTokenCount');
  return {
    inputOther: prompt - read,
    output: of('candidatesTokenCount') + reasoning,
    inputCacheRead: read,
    inputCacheCreation: 0,
    ...(reasoning === 0 ? {} : { reasoning }),
  };
}
