/** Requests with a login: never redirected, with limits of time and size, and without tokens in what is quoted of them. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { head } from '../text/cut.js';
import { fieldOf } from '../text/values.js';
import { proxyFailure } from '../../errors.js';
import { parseUrl } from '../../../schemas/url.js';

/** Milliseconds of a whole request. */
const mostMs = 10_000;
/** Bytes of an answer. */
const mostBytes = 1024 * 1024;
/** Chars of a message. */
const longest = 300;

export type Fetch = typeof globalThis.fetch;

/** A request to a model server; it follows no redirect, since that would carry the key to a host that the user did not choose. */
export interface Outgoing {
  method: 'GET' | 'POST';
  /** by names in small letters */
  headers: Record<string, string>;
  body?: string | ReadableStream<Uint8Array> | undefined;
  signal: AbortSignal;
  redirect: 'manual';
  // with them a version of `fetch` takes a refusal of the key for a failure of a body that it cannot send again
  credentials: 'omit';
  duplex: 'half';
}

/** What `fetch` needs for a request that stays where it was sent. */
export const plainly = { redirect: 'manual', credentials: 'omit', duplex: 'half' } as const;

/** Replaces a header; throws for characters that cannot be sent. */
export function setHeader(headers: Record<string, string>, name: string, value: string): void {
  const sent = value.trim();
  validateHeaderName(name);
  validateHeaderValue(name, sent);
  headers[name.toLowerCase()] = sent;
}

/** The answer, as soon as its head is there. */
export interface Reply {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | null;
}

/** The part of `fetch` that requests to model servers use. Rejects with the signal's reason or the failure of the connection. */
export type Send = (url: string, request: Outgoing) => Promise<Reply>;

/** A fetch that follows no redirect, since that would carry a token elsewhere, and reads no endless answer. */
export function guarded(fetch: Fetch): Fetch {
  return async (input, init = {}) => {
    const limit = AbortSignal.timeout(mostMs);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await fetch(input, { ...init, redirect: 'manual', signal });
    const body = await textOf(response);
    const isEmpty = [101, 204, 205, 304].includes(response.status);
    return new Response(isEmpty ? null : body, { status: response.status, headers: response.headers });
  };
}

async function textOf(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > mostBytes) {
      await reader.cancel();
      throw Object.assign(new Error(tooLarge), { code: 'TOO_LARGE' });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Why a request got no answer, in words for the user. */
export function reasonOf(error: unknown): string {
  const proxy = proxyFailure(error);
  if (proxy) return proxy.message;
  let at = error;
  for (let depth = 0; depth < 5 && at !== undefined; depth++, at = fieldOf(at, 'cause')) {
    if (fieldOf(at, 'name') === 'TimeoutError' || fieldOf(at, 'code') === 'OAUTH_TIMEOUT')
      return 'it did not answer in time';
    const reason = reasons[String(fieldOf(at, 'code'))];
    if (reason !== undefined) return reason;
  }
  return 'the connection failed';
}

/** The reason of a connection that broke. */
export const lost = 'the connection was lost';

const tooLarge = 'the answer is too large';

const reasons: Readonly<Record<string, string | undefined>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: lost,
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host was not found',
  UND_ERR_SOCKET: lost,
  TOO_LARGE: tooLarge,
  UND_ERR_CONNECT_TIMEOUT: 'it did not accept the connection in time',
};

/** Text of the service on one line, without what cannot be seen and without tokens. */
export function said(text: unknown, secrets: readonly string[]): string {
  if (typeof text !== 'string') return '';
  const hidden = secrets
    .filter((secret) => secret.length > 5)
    .reduce((rest, each) => rest.replaceAll(each, '***'), text);
  return head(hidden.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu, ' ').trim(), longest);
}

/** Whether an address leads to this machine. */
export function isLoopback(address: string): boolean {
  const host = parseUrl(address)?.hostname.toLowerCase();
  if (host === undefined) return false;
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
