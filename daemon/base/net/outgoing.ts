/** HTTP requests with credentials: no redirects, limits of time and size, and no tokens in quoted errors. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { head } from '../text/cut.js';
import { fieldOf } from '../text/values.js';
import { connectionReason } from './connectionreason.js';
import { parseUrl } from '../../../schemas/url.js';

/** Time limit of a whole request, in milliseconds. */
const mostMs = 10_000;
/** Maximum size of an answer, in bytes. */
const mostBytes = 1024 * 1024;
/** Maximum length of a quoted message, in characters. */
const longest = 300;

export type Fetch = typeof globalThis.fetch;

/** A request to a model server. It follows no redirect, which would send the key to a host the user did not choose. */
export interface Outgoing {
  method: 'GET' | 'POST';
  /** keyed by lower-case names */
  headers: Record<string, string>;
  body?: string | ReadableStream<Uint8Array> | undefined;
  signal: AbortSignal;
  redirect: 'manual';
  // otherwise some versions of `fetch` report a refused key as a body that cannot be sent again
  credentials: 'omit';
  duplex: 'half';
}

/** Options that stop `fetch` from following redirects and sending credentials of its own. */
export const plainly = { redirect: 'manual', credentials: 'omit', duplex: 'half' } as const;

/** Sets a header, replacing the old value; throws for characters that a header cannot contain. */
export function setHeader(headers: Record<string, string>, name: string, value: string): void {
  const sent = value.trim();
  validateHeaderName(name);
  validateHeaderValue(name, sent);
  headers[name.toLowerCase()] = sent;
}

/** A response whose head has arrived. */
export interface Reply {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | null;
}

/** The part of `fetch` that model requests use. Rejects with the signal's reason or the connection's failure. */
export type Send = (url: string, request: Outgoing) => Promise<Reply>;

/** Wraps `fetch`: follows no redirect, which would carry a token elsewhere, and limits time and size of answers. */
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

/** Why a request got no answer, as text for the user. */
export function reasonOf(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < 5 && at !== undefined; depth++, at = fieldOf(at, 'cause')) {
    if (fieldOf(at, 'name') === 'TimeoutError' || fieldOf(at, 'code') === 'OAUTH_TIMEOUT')
      return 'it did not answer in time';
    if (fieldOf(at, 'code') === 'TOO_LARGE') return tooLarge;
  }
  return connectionReason(error);
}

/** The reason for a connection that broke. */
export const lost = 'the connection was lost';

const tooLarge = 'the answer is too large';

/** Text of the service on one line, without invisible characters and with the secrets masked. */
export function cleanText(text: unknown, secrets: readonly string[]): string {
  if (typeof text !== 'string') return '';
  const hidden = secrets
    .filter((secret) => secret.length > 5)
    .reduce((rest, each) => rest.replaceAll(each, '***'), text);
  return head(hidden.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu, ' ').trim(), longest);
}

/** Whether an address is on this machine. */
export function isLoopback(address: string): boolean {
  const host = parseUrl(address)?.hostname.toLowerCase();
  if (host === undefined) return false;
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
