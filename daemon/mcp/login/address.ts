/** Addresses of a login: only those that may receive secrets, and none on this machine for a remote server. */
import { isLoopback } from '../../base/net/outgoing.js';
import { canonicalUrl } from './store.js';
import { parseUrl } from '../../../schemas/url.js';

/** Chars of an address. */
const longest = 8_000;

export type Fetch = typeof globalThis.fetch;

/** How requests leave for a login, and how answers are quoted. */
export interface Outgoing {
  /** bounded in time and size, follows no redirect */
  fetch: Fetch;
  /** text of a server on one line, without secrets and what cannot be seen */
  said(text: unknown): string;
}

/** Why a login is not possible: the end of a sentence for the user, without a secret in it. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/**
 * An address that may take part in a login to a server: https, or http on this machine when the server is here too. A
 * server elsewhere cannot have requests sent to programs of this machine. `what` names it. Throws LoginRefused.
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

/** A fetch for the login to one server: each address is checked, also those that redirects of the same origin lead to. */
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
