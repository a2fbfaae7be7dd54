/** Failures of a proxy as texts for the user: they name the proxy by host and port, never by its credentials. */
import { fieldOf } from '../base/text/values.js';
import { ProxyError } from '../errors.js';
import { placeOf, type Proxy } from './proxies.js';

const codes: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  ENOTFOUND: 'its host was not found',
  EAI_AGAIN: 'its host was not found',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
};

/** The connection to the proxy failed or was closed. */
export function unreachable(error: unknown, proxy: Proxy): ProxyError {
  return new ProxyError(`the proxy ${placeOf(proxy)} cannot be reached: ${reasonOf(codeIn(error))}`, true);
}

/** Statuses that may be temporary. */
const passing = new Set([408, 425, 429]);

/** The proxy answered with an error status. */
export function refusedWith(status: number, proxy: Proxy): ProxyError {
  if (status === 407) {
    const what = proxy.user === undefined ? 'asks for a name and a password' : 'refused the name or the password';
    return new ProxyError(`the proxy ${placeOf(proxy)} ${what} (407)`, false);
  }
  const message = `the proxy ${placeOf(proxy)} refused the connection with status ${status}`;
  return new ProxyError(message, status >= 500 || passing.has(status));
}

/** Messages of the library and what they mean; permanent refusals are marked. */
const socks: readonly [RegExp, string, 'permanent'?][] = [
  [/Authentication failed/, 'refused the name or the password', 'permanent'],
  [/no accepted authentication/, 'asks for a name and a password, or for another proof', 'permanent'],
  [/RejectedIdent|\(Rejected\)/, 'wants to know who asks', 'permanent'],
  [/NotAllowed/, 'does not allow this connection', 'permanent'],
  [/CommandNotSupported/, 'does not make connections', 'permanent'],
  [/AddressNotSupported/, 'does not know this kind of address', 'permanent'],
  [/NetworkUnreachable/, 'cannot reach the network of the host'],
  [/HostUnreachable|TTLExpired/, 'cannot reach the host'],
  [/ConnectionRefused/, 'was refused the connection by the host'],
  [/rejected connection/, 'refused the connection'],
  [/timed out/, 'did not answer in time'],
  [/invalid|Socket closed/i, 'broke off, or speaks no SOCKS of this version'],
];

/** A failure that the library reports; its own error contains the password. */
export function refusedBySocks(error: unknown, proxy: Proxy): ProxyError {
  const message = String(fieldOf(error, 'message'));
  const code = /\bE[A-Z_]{4,}\b/.exec(message)?.[0];
  if (code !== undefined) return unreachable({ code }, proxy);
  const [, what, permanent] = socks.find(([words]) => words.test(message)) ?? [/$/, 'failed'];
  return new ProxyError(`the proxy ${placeOf(proxy)} ${what}`, permanent === undefined);
}

function reasonOf(code: string): string {
  if (codes[code] !== undefined) return codes[code];
  if (code.startsWith('HPE_')) return 'it does not speak HTTP';
  if (/CERT|SSL|TLS|VERIFY|ISSUER/.test(code)) return `the connection is not secure (${code})`;
  return 'the connection failed';
}

/** The error code; checks shapes, since errors may be of another realm, and each failed address has its own error. */
function codeIn(error: unknown): string {
  let found = error;
  for (let depth = 0; depth < 4 && found != null; depth++) {
    const code = fieldOf(found, 'code');
    if (typeof code === 'string') return code;
    found = fieldOf(found, 'cause') ?? (fieldOf(found, 'errors') as unknown[] | undefined)?.[0];
  }
  return '';
}
