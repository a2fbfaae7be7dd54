/** Checks the addresses of a login: they may receive secrets, and a remote server gets none on this machine. */
import { isLoopback } from '../../base/net/outgoing.js';
import { canonicalUrl } from './store.js';
import { parseUrl } from '../../../schemas/url.js';

/** Maximum characters of an address. */
const longest = 8_000;

export type Fetch = typeof globalThis.fetch;

/** Sends a login's requests, and quotes answers. */
export interface Outgoing {
  /** limited in time and size, follows no redirect */
  fetch: Fetch;
  /** a server's text on one line, without secrets and invisible characters */
  cleanText(text: unknown): string;
}

/** Why a login is not possible: the end of a sentence for the user, without secrets. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/**
 * Parses an address of a login to a server: https, or http on this machine when the server is local too. A remote
 * server must not direct requests to programs of this machine. `what` names the address. Throws LoginRefused.
 */
export function checkedAddress(address: string | URL, { server, what }: { server: string; what: string }): URL {
  const text = String(address);
  const url = text.length <= longest && parseUrl(text);
  if (!url) throw new LoginRefused(`${what} is not an address`);
  if (url.username !== '' || url.password !== '') throw new LoginRefused(`${what} holds a user or a password`);
  const isHere = isLoopback(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) {
    throw new LoginRefused(`${what} is neither https nor on this machine`);
  }
  if (isHere && !isLoopback(server)) {
    throw new LoginRefused(`${what} leads to this machine, and the server is elsewhere`);
  }
  return url;
}

/** Returns a fetch for one server's login that checks each address, including those of redirects within an origin. */
export function fetchFor(outgoing: Outgoing, server: string, signal?: AbortSignal): Fetch {
  const own = canonicalUrl(server);
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address !== own) {
      checkedAddress(address, { server, what: 'an address of its login' });
    }
    return outgoing.fetch(input, { ...init, ...(signal ? { signal } : {}) });
  };
}
