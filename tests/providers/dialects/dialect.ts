/** What a protocol defines so that each scenario can be written, and its outcome compared, in the protocol's format. */
import type { ProviderSettings } from '../../../daemon/providers/index.js';

/** One block of a reply, as the pieces in which it arrives. */
export type Part =
  { text: string[] } | { thinking: string[] } | { call: { id: string; name: string }; arguments: string[] };

export type Ending = 'end_turn' | 'tool_use' | 'max_tokens' | 'filtered';

/** Token counts. `input` includes everything sent, also the tokens read from and written to the cache. */
export interface Figures {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** includes thinking */
  output: number;
  reasoning: number;
}

export interface Reply {
  parts: Part[];
  ending: Ending;
  /** absent: the server reports no usage */
  usage?: Figures;
}

/** A reply as complete server-sent events, each without its final blank line. */
export interface Wire {
  start: string[];
  content: string[];
  /** events with the reason for the end */
  finish: string[];
  /** final events; empty where `finish` is the last one */
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

/** The content of a request, in the same terms for all protocols. */
export interface Seen {
  model: string;
  /**
   * In order: `system <text>`, `user <text>`, `assistant <text>`, `thinking <text>`, `call <name> <arguments as JSON>`,
   * `result <text>`, `image <media type> <base64>`. The picture of a result comes anywhere after the result.
   */
  lines: string[];
  /** all proofs of thinking that came back to the server */
  proofs: string[];
  /** names of the offered tools */
  tools: string[];
  /** output limit in tokens */
  limit: number | undefined;
}

export interface Dialect {
  /** `type` of a provider */
  type: string;
  /** further settings of the provider; the address and `apiKey` are added */
  settings?: Partial<ProviderSettings>;
  /** path of a request for the model `test-model` */
  path: string;
  credential: { header: string; value(key: string): string };
  /** the proof that the server adds to each block of thinking; absent: none */
  proof?: string;
  reply(reply: Reply): Wire;
  /** an unknown event, and a known one with an unknown part */
  strange: string[];
  /** body of a refusal */
  refusal(kind: RefusalKind, message?: string): string;
  /** events that report that the reply failed */
  failure(kind: 'context' | 'overloaded'): string[];
  seen(body: Record<string, unknown>): Seen;
  /** scenarios that the protocol cannot express, with the reasons */
  cannot: Record<string, string>;
  /** scenarios with another outcome than the row, with the reason and the different fields */
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

/** Formats JSON text in one canonical form. */
export function sameJson(text: unknown): string {
  return JSON.stringify(JSON.parse(String(text)));
}

/** Returns `data:image/png;base64,AAAA` as a line of `Seen`. */
export function imageLine(url: unknown): string {
  const [, type, data] = /^data:([^;]+);base64,(.*)$/.exec(String(url)) ?? [];
  return `image ${type} ${data}`;
}
