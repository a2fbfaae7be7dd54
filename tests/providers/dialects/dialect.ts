/** What a protocol has to say about itself, so that every scenario can be described and judged in its words. */
import type { ProviderSettings } from '../../../daemon/providers/index.js';

/** One block of a reply, in the pieces in which it comes. */
export type Part =
  { text: string[] } | { thinking: string[] } | { call: { id: string; name: string }; arguments: string[] };

export type Ending = 'end_turn' | 'tool_use' | 'max_tokens' | 'filtered';

/** Tokens. `input` is everything that was sent, the cached part and the one written to the cache included. */
export interface Figures {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** thinking included */
  output: number;
  reasoning: number;
}

export interface Reply {
  parts: Part[];
  ending: Ending;
  /** absent: the server says nothing about usage */
  usage?: Figures;
}

/** A reply as server-sent events: whole ones, each without the blank line that closes it. */
export interface Wire {
  start: string[];
  content: string[];
  /** says how the reply ended */
  finish: string[];
  /** says that nothing follows; empty where `finish` says that, or the protocol has no such thing */
  end: string[];
}

export type RefusalKind =
  | 'invalid'
  | 'structure'
  | 'image'
  | 'key'
  | 'forbidden'
  | 'timeout'
  | 'rate'
  | 'quota'
  | 'server'
  | 'unavailable'
  | 'overloaded'
  | 'context'
  | 'filter';

/** What a request says, in words that are the same for all protocols. */
export interface Seen {
  model: string;
  /**
   * In order: `system <text>`, `user <text>`, `assistant <text>`, `thinking <text>`, `call <name> <arguments as JSON>`,
   * `result <text>`, `image <media type> <base64>`. The picture of a result stands anywhere behind the result.
   */
  lines: string[];
  /** what the server gave with its thinking so that it may come back; all that came back */
  proofs: string[];
  /** names */
  tools: string[];
  /** output limit in tokens */
  limit: number | undefined;
}

export interface Dialect {
  /** `type` of a provider */
  type: string;
  /** more that the provider needs; the address and `apiKey` are added */
  settings?: Partial<ProviderSettings>;
  /** what follows the address in a request for the model `test-model` */
  path: string;
  credential: { header: string; value(key: string): string };
  /** with each block of thinking the server gives this; absent: it gives nothing */
  proof?: string;
  reply(reply: Reply): Wire;
  /** an event no client knows, and a known one with a part no client knows */
  strange: string[];
  /** body of an answer that refuses */
  refusal(kind: RefusalKind, message?: string): string;
  /** an event that says that the reply failed */
  failure(kind: 'context' | 'overloaded'): string[];
  seen(body: Record<string, unknown>): Seen;
  /** scenarios the protocol has no words for, each with the reason */
  cannot: Record<string, string>;
  /** scenarios that end otherwise than the row says, each with the reason and what is another than in the row */
  differs: Record<string, { why: string; expected: Record<string, unknown> }>;
}

/** An event of a stream; `name` for protocols that name them. */
export function sse(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}`;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** A text as JSON that looks the same however it was written. */
export function sameJson(text: unknown): string {
  return JSON.stringify(JSON.parse(String(text)));
}

/** `data:image/png;base64,AAAA` as a line. */
export function imageLine(url: unknown): string {
  const [, type, data] = /^data:([^;]+);base64,(.*)$/.exec(String(url)) ?? [];
  return `image ${type} ${data}`;
}
