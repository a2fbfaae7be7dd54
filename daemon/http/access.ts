/** Checks every request and WebSocket upgrade before routing, in the order of rest.md 1.4, and bans peers (1.7). */
import { ApiError } from '../errors.js';
import { refusedToken, unauthorized, type Credentials } from './auth.js';
import type { HttpRequest } from './exchange.js';
import { createHostCheck } from './hosts.js';
import { corsHeaders, createOriginTest, originRefused } from './origins.js';

export interface Bind {
  /** As given by the user; allowed as `Host`. */
  host: string;
  /** True when only this machine can connect. */
  loopback: boolean;
}

export interface AccessOptions {
  credentials: Credentials;
  bind: Bind;
  /** Entries of `--allowed-host` and `AGENT_CODE_ALLOWED_HOSTS`. */
  allowedHosts: readonly string[];
  /** Entries of `AGENT_CODE_CORS_ORIGINS`. */
  corsOrigins: readonly string[];
  bypassAuth: boolean;
  now: () => number;
}

/** Each check throws the `ApiError` to answer with, or returns. */
export interface Access {
  /** Throws AUTH_RATE_LIMITED while the peer is banned. */
  ban(req: HttpRequest): void;
  /** Throws HOST_NOT_ALLOWED; stores the allowed host in the exchange. */
  host(req: HttpRequest): void;
  /** Throws HOST_NOT_ALLOWED for foreign origins where they are refused; returns the CORS headers of allowed ones. */
  origin(req: HttpRequest): Record<string, string> | undefined;
  /** Throws UNAUTHORIZED, which counts towards a ban, or PERSISTENCE_FAILURE. Calls `token` only if needed. */
  token(req: HttpRequest, token: (req: HttpRequest) => string | undefined): void;
}

export function createAccess(options: AccessOptions): Access {
  const { credentials, bind, bypassAuth, now } = options;
  const ban: Ban | undefined = bind.loopback ? undefined : createBan({ now });
  const checkHost = createHostCheck({ bindHost: bind.host, allowedHosts: options.allowedHosts });
  const originAllowed = createOriginTest(options.corsOrigins);

  return {
    ban: (req) => ban?.check(req.socket.remoteAddress),

    host(req) {
      const { exchange } = req;
      exchange.host = checkHost(hostValues(req));
      // A proxy client sends the target's authority in the request line too; both must be allowed.
      if (exchange.authority !== undefined) exchange.host = checkHost([exchange.authority]);
    },

    origin(req) {
      const { origin } = req.headers;
      const { host } = req.exchange;
      if (origin === undefined || !host) return undefined;
      if (originAllowed(origin, host)) return corsHeaders(origin, req.headers['access-control-request-headers']);
      if (needsNoToken(req)) return undefined;
      throw originRefused(origin);
    },

    token(req, read) {
      if (bypassAuth || needsNoToken(req)) return;
      const token = read(req);
      if (token !== undefined && credentials.accepts(token)) return;
      const refusal = token === undefined ? unauthorized() : refusedToken(credentials);
      if (refusal.errorName === 'UNAUTHORIZED') ban?.failed(req.socket.remoteAddress);
      throw refusal;
    },
  };
}

/** All requests that need no token; every other request does. */
function needsNoToken({ method, exchange }: HttpRequest): boolean {
  if (method === 'OPTIONS' || exchange.kind === 'page') return true;
  return exchange.kind === 'healthz' && (method === 'GET' || method === 'HEAD');
}

/** All `Host` values as sent; `headers.host` would hide repeated ones. */
function hostValues({ rawHeaders }: HttpRequest): string[] {
  const values: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

const failureLimit = 10;
const windowMs = 60_000;
const banMs = 60_000;
const rememberedSources = 4096;

/** State of one source: times of its failures (ms), or the end of its ban. */
interface Source {
  failures: number[];
  bannedUntil: number;
}

/** Bans sources that keep failing authentication, on binds that others can reach (rest.md 1.7). */
interface Ban {
  /** Throws AUTH_RATE_LIMITED with `Retry-After` (seconds) while the source is banned. */
  check(peer: string | undefined): void;
  /** Counts one 401 answer. */
  failed(peer: string | undefined): void;
}

/** `now` returns epoch milliseconds. Memory is bounded: the source that failed longest ago is removed first. */
export function createBan({ now }: { now: () => number }): Ban {
  const sources = new Map<string, Source>();

  function check(peer: string | undefined): void {
    const key = sourceKey(peer);
    const source = sources.get(key);
    if (!source || source.bannedUntil === 0) return;
    const left = source.bannedUntil - now();
    if (left <= 0) {
      sources.delete(key);
      return;
    }
    throw new ApiError('AUTH_RATE_LIMITED', { headers: { 'Retry-After': String(Math.ceil(left / 1000)) } });
  }

  function failed(peer: string | undefined): void {
    const key = sourceKey(peer);
    const time = now();
    const source = sources.get(key) ?? { failures: [], bannedUntil: 0 };
    source.failures = source.failures.filter((failure) => time - failure < windowMs);
    source.failures.push(time);
    if (source.failures.length >= failureLimit) {
      source.bannedUntil = time + banMs;
      source.failures = [];
    }
    sources.delete(key);
    sources.set(key, source);
    if (sources.size > rememberedSources) forgetOldest(time);
  }

  /** Prefers sources that are not banned, so that a flood of addresses does not lift a ban immediately. */
  function forgetOldest(time: number): void {
    let checked = 0;
    for (const [key, source] of sources) {
      if (source.bannedUntil <= time || ++checked >= 64) {
        sources.delete(key);
        return;
      }
    }
  }

  return { check, failed };
}

/** Treats an IPv4 peer as one source, whether the socket reports it plain or mapped into IPv6. */
function sourceKey(peer = ''): string {
  return peer.startsWith('::ffff:') ? peer.slice(7) : peer;
}
