/** The responses protocol: POST `{base}/responses`, answered by a stream of typed events (engine.md 10.3). */
import { isLoopback } from '../base/net/outgoing.js';
import { isRecord, recordOf } from '../base/text/values.js';
import { postForEvents, type ProviderDeps } from './http.js';
import { createItemReader } from './openai-responses-items.js';
import { responsesBody } from './openai-responses-request.js';
import { ProviderError, type ModelEvent, type ModelRequest, type Provider } from './provider.js';
import { providerRefusal } from './refusal.js';
import type { ProviderSettings } from './settings.js';
import { readEvent, string, unreadable } from './wire.js';

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
    // events without names: the type inside the data is the only mark of the end
    if (lastTypes.has(string(value['type'])) && !post.isLast(event)) break;
  }
  yield* reader.end();
}

/** Chars in which the end mark of some servers is looked for. */
const markLength = 64;

const lastTypes = new Set(['response.completed', 'response.incomplete']);

/** An event as an object; undefined for the end mark of some servers and for events of another kind. */
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
