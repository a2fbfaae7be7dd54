/** Whether a server wants a login: one request as a client begins with, and what it answers. */
import { reasonOf } from '../../base/net/outgoing.js';
import { fieldOf } from '../../base/text/values.js';
import type { Fetch } from './address.js';
import type { Challenge } from './issuer.js';
import { parseUrl } from '../../../schemas/url.js';

/** `open`: it answers as it is asked; `isLost`: it cannot be reached at all. */
export type Probed =
  { kind: 'open' } | { kind: 'login'; challenge: Challenge } | { kind: 'failed'; message: string; isLost: boolean };

/** Milliseconds. */
const mostMs = 10_000;

const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '0' } },
});

export interface Probe {
  url: string;
  headers: Record<string, string>;
  token?: string;
}

/** Sends a request to a server; keeps nothing of its answer but its login requirements. Never throws. */
export async function probe(fetch: Fetch, { url, headers, token }: Probe): Promise<Probed> {
  const own = { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const limit = AbortSignal.timeout(mostMs);
  const ask = async (init: RequestInit): Promise<Response> => {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: limit });
    // a stream may have no end
    await response.body?.cancel();
    return response;
  };
  try {
    const accept = 'application/json, text/event-stream';
    let response = await ask({
      method: 'POST',
      headers: { ...own, accept, 'content-type': 'application/json' },
      body: hello,
    });
    if (response.status === 404 || response.status === 405) {
      response = await ask({ headers: { ...own, accept: 'text/event-stream' } });
    }
    if (response.status === 401) return { kind: 'login', challenge: challengeOf(response.headers) };
    if (!response.ok) return { kind: 'failed', message: `it answered HTTP ${response.status}`, isLost: false };
    const session = response.headers.get('mcp-session-id');
    // it need not remember a client that only asked
    if (session !== null)
      await ask({ method: 'DELETE', headers: { ...own, 'mcp-session-id': session } }).catch(() => null);
    return { kind: 'open' };
  } catch (error) {
    const message = fieldOf(error, 'name') === 'TimeoutError' ? 'it did not answer in time' : reasonOf(error);
    return { kind: 'failed', message, isLost: true };
  }
}

/** The login requirements of a 401 (RFC 9728 5.1, RFC 6750 3). */
function challengeOf(headers: Headers): Challenge {
  const text = headers.get('www-authenticate') ?? '';
  if (!/^\s*Bearer\b/i.test(text)) return {};
  const of = (name: string): string | undefined => {
    const found = new RegExp(`[\\s,]${name}=(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(text);
    return (found?.[1] ?? found?.[2]) || undefined;
  };
  const metadata = of('resource_metadata');
  const scope = of('scope');
  return {
    ...(metadata !== undefined && parseUrl(metadata) ? { metadata } : {}),
    ...(scope !== undefined && scope.length <= 2_000 ? { scope } : {}),
  };
}
