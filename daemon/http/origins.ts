/** Which browser origins may call this server, and the CORS headers for them (rest.md 1.7). */
import { ApiError } from '../errors.js';
import { isLoopbackHost, parseAuthority, quote, type Authority } from './hosts.js';

const originPattern = /^(https?):\/\/([^/?#@]+)$/i;

interface WebOrigin extends Authority {
  scheme: string;
}

function parseOrigin(text: string): WebOrigin | undefined {
  const match = originPattern.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  const authority = parseAuthority(match[2]);
  return authority && { scheme: match[1].toLowerCase(), ...authority };
}

const defaultPorts: Record<string, string> = { http: '80', https: '443' };

function portOf(authority: Authority, scheme: string): string {
  return authority.port || (defaultPorts[scheme] ?? '');
}

function canonical(origin: WebOrigin): string {
  return `${origin.scheme}://${origin.host}:${portOf(origin, origin.scheme)}`;
}

/** Whether an entry of `AGENT_CODE_CORS_ORIGINS` is a full origin; others are ignored with a warning. */
export function isOrigin(entry: string): boolean {
  return parseOrigin(entry.trim()) !== undefined;
}

/** Returns a test whether pages of `origin` may call a server that was addressed as `host`. */
export function createOriginTest(corsOrigins: readonly string[]): (origin: string, host: Authority) => boolean {
  const listed = new Set<string>();
  for (const entry of corsOrigins) {
    const origin = parseOrigin(entry.trim());
    if (origin) listed.add(canonical(origin));
  }
  return (text, host) => {
    const origin = parseOrigin(text);
    if (!origin) return false;
    if (isLoopbackHost(origin.host) && isLoopbackHost(host.host)) return true;
    if (origin.host === host.host && portOf(origin, origin.scheme) === portOf(host, origin.scheme)) return true;
    return listed.has(canonical(origin));
  };
}

/** The error for a foreign origin; its message names the variable that allows the origin. */
export function originRefused(origin: string): ApiError {
  return new ApiError('HOST_NOT_ALLOWED', {
    message: `Origin ${quote(origin)} is not allowed here; allow it with AGENT_CODE_CORS_ORIGINS`,
  });
}

/** Headers for an allowed origin; `requested` is the request's `Access-Control-Request-Headers`. */
export function corsHeaders(origin: string, requested: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    Vary: 'Origin',
  };
  if (requested) headers['Access-Control-Allow-Headers'] = requested;
  return headers;
}
