/** Shared by the provider suites: requests, collected replies, and streams of two protocols. */
import { setTimeout as wait } from 'node:timers/promises';
import { createOutward } from '../../daemon/outward/outward.js';
import { ProviderError, type ModelEvent, type ModelRequest, type Provider } from '../../daemon/providers/provider.js';
import type { ProviderDeps } from '../../daemon/providers/index.js';

export const deps: ProviderDeps = {
  fetch: globalThis.fetch,
  send: createOutward({ env: {} }).send,
  now: () => Date.parse('2026-01-01T00:00:00Z'),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  random: () => 0,
};

export function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'test-model',
    system: 'You help.',
    tools: [],
    cacheKey: 'session_1',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    ...changes,
  };
}

export interface Collected {
  text: string;
  thinking: string;
  signatures: string[];
  calls: { id?: string; name?: string; arguments: string }[];
  events: ModelEvent[];
  usage?: Extract<ModelEvent, { type: 'usage' }>['usage'];
  finish?: Extract<ModelEvent, { type: 'finish' }>;
}

export async function collect(
  provider: Provider,
  asked: ModelRequest,
  signal = new AbortController().signal,
): Promise<Collected> {
  const out: Collected = { text: '', thinking: '', signatures: [], calls: [], events: [] };
  const pieces: string[][] = [];
  for await (const event of provider.stream(asked, signal)) {
    out.events.push(event);
    if (event.type === 'text') out.text += event.text;
    if (event.type === 'thinking') out.thinking += event.text;
    if (event.type === 'thinking_signature') out.signatures.push(event.signature);
    if (event.type === 'usage') out.usage = event.usage;
    if (event.type === 'finish') out.finish = event;
    if (event.type === 'tool_call') {
      out.calls[event.index] ??= { arguments: '' };
      Object.assign(
        out.calls[event.index] ?? {},
        event.id === undefined ? {} : { id: event.id },
        event.name === undefined ? {} : { name: event.name },
      );
      (pieces[event.index] ??= []).push(event.arguments);
    }
  }
  for (const [at, call] of out.calls.entries()) call.arguments = pieces[at]?.join('') ?? '';
  return out;
}

/** Returns the failure of a request; throws when it succeeds or fails with another kind of error. */
export async function failure(provider: Provider, asked: ModelRequest = request()): Promise<ProviderError> {
  try {
    await collect(provider, asked);
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error('the request did not fail');
}

/** Chat completion chunks as an event stream, with the final `[DONE]`. */
export function chat(...chunks: unknown[]): string {
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
}

export function delta(fields: Record<string, unknown>, finish: string | null = null): unknown {
  return { choices: [{ index: 0, delta: fields, finish_reason: finish }] };
}

/** Events of the messages protocol, without the start and end of the message. */
export function events(...list: Record<string, unknown>[]): string {
  return list.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** A complete reply of the messages protocol. */
export function message(blocks: Record<string, unknown>[], stop = 'end_turn'): string {
  return events(
    {
      type: 'message_start',
      message: {
        usage: { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 20, cache_creation_input_tokens: 30 },
      },
    },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  );
}

/** One block: its start and its deltas. */
export function block(
  index: number,
  start: Record<string, unknown>,
  ...deltas: Record<string, unknown>[]
): Record<string, unknown>[] {
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((each) => ({ type: 'content_block_delta', index, delta: each })),
    { type: 'content_block_stop', index },
  ];
}
