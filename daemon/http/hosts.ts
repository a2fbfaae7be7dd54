/** Which `Host` values this server accepts: the protection against DNS rebinding (rest.md 1.7). */
import { isIP } from 'node:net';
import { ApiError } from '../errors.js';

/** Host (lower case, no brackets, no trailing dot) and port (`""` when missing) of an authority. */
export interface Authority {
  host: string;
  port: string;
}

const authorityPattern = /^(?:\[([0-9a-f:.%]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?$/;

/** Parses `name`, `name:port`, `1.2.3.4:port`, `[::1]:port`; undefined for anything else, user info included. */
export function parseAuthority(text: string): Authority | undefined {
  const match = authorityPattern.exec(text.toLowerCase());
  if (!match) return undefined;
  const [, bracketed, name, port = ''] = match;
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? { host: bracketed, port } : undefined;
  const host = name?.endsWith('.') ? name.slice(0, -1) : name;
  return host ? { host, port } : undefined;
}

/** `localhost`, names below it, 127.0.0.0/8 and ::1. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const address = host.startsWith('::ffff:') ? host.slice(7) : host;
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

export interface HostRules {
  /** Host that the server was bound to, as given. */
  bindHost: string;
  /** Entries of `--allowed-host` and `AGENT_CODE_ALLOWED_HOSTS`; a leading dot allows the domain and its subdomains. */
  allowedHosts: readonly string[];
}

/** Returns a test for host names that also accepts the configured ones. */
function createHostTest({ bindHost, allowedHosts }: HostRules): (host: string) => boolean {
  const exact = new Set<string>();
  const domains: string[] = [];
  for (const entry of [bindHost, ...allowedHosts]) {
    const text = entry.trim();
    const domain = text.startsWith('.');
    const host = parseAuthority(domain ? text.slice(1) : text)?.host;
    if (host === undefined) continue;
    exact.add(host);
    if (domain) domains.push(`.${host}`);
  }
  return (host) =>
    host === 'localhost' ||
    isIP(host) !== 0 ||
    host.endsWith('.localhost') ||
    exact.has(host) ||
    domains.some((domain) => host.endsWith(domain));
}

/**
 * Returns a check that takes all `Host` values of a request and returns the allowed one, or throws HOST_NOT_ALLOWED.
 * Refuses missing and repeated headers.
 */
export function createHostCheck(rules: HostRules): (values: readonly string[]) => Authority {
  const allowed = createHostTest(rules);
  // Clients repeat the same few values, so results are cached; the limit keeps strangers from filling the cache.
  const known = new Map<string, Authority>();
  return (values) => {
    const text = values[0];
    if (values.length !== 1 || text === undefined) {
      throw new ApiError('HOST_NOT_ALLOWED', { message: 'exactly one Host header is needed' });
    }
    const remembered = known.get(text);
    if (remembered) return remembered;
    const authority = parseAuthority(text);
    if (!authority || !allowed(authority.host)) {
      throw new ApiError('HOST_NOT_ALLOWED', {
        message: `Host ${quote(text)} is not allowed here; allow it with --allowed-host or AGENT_CODE_ALLOWED_HOSTS`,
      });
    }
    if (known.size < 64) known.set(text, authority);
    return authority;
  };
}

/** Makes a header value safe for a message: short and without control characters. */
export function quote(value: string): string {
  return JSON.stringify(value.replace(/[^\x20-\x7e]/g, '?').slice(0, 100));
}
