/** Resolves the host of an address: looks it up once, checks all its IP addresses, and pins the connection to them. */
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, isLocalName, notPublic } from './address.js';
import { connectionReason } from '../base/net/connectionreason.js';
import { WebFailure } from './failure.js';

/** An IP address and its version, 4 or 6. */
export interface HostAddress {
  address: string;
  family: number;
}

/** This machine finds no address for a name. */
export class HostUnknown extends WebFailure {}

/** External dependencies and limits; tests replace them, the configuration cannot. */
export interface Outside {
  /** addresses of a name */
  resolve(host: string): Promise<HostAddress[]>;
  /** the actual destination of a connection to a checked address */
  reach(checked: HostAddress): HostAddress;
  /** milliseconds for a page with all redirects */
  fetchMs: number;
  /** the part of that for the configured service, before fetching directly */
  serviceMs: number;
  /** milliseconds for one answer of the search service */
  searchMs: number;
  /** milliseconds for converting HTML to Markdown */
  convertMs: number;
}

export const realOutside: Outside = {
  resolve: (host) => lookup(host, { all: true, order: 'verbatim' }),
  reach: (checked) => checked,
  fetchMs: 30_000,
  serviceMs: 20_000,
  searchMs: 30_000,
  convertMs: 5_000,
};

/** Checks a name or literal address without a lookup; throws WebFailure when it is not on the public web. */
export function refuseLocal(url: URL): void {
  const host = hostOf(url);
  if (isIP(host) === 0) {
    if (isLocalName(host)) throw refused(host, 'is this machine');
    return;
  }
  const kind = notPublic(host);
  if (kind !== undefined) throw refused(host, `is an address that is not public (${kind})`);
}

/** The addresses of a host; throws WebFailure when one of them is not public, or when there are none. */
export async function publicAddresses(url: URL, outside: Pick<Outside, 'resolve'>): Promise<HostAddress[]> {
  refuseLocal(url);
  const host = hostOf(url);
  const version = isIP(host);
  const found = version === 0 ? await addressesOf(host, outside) : [{ address: host, family: version }];
  for (const { address } of found) {
    const kind = notPublic(address);
    if (kind !== undefined) throw refused(host, `leads to an address that is not public (${kind})`);
  }
  if (found.length === 0) throw new HostUnknown(`${host} cannot be reached: the host was not found.`);
  return found;
}

async function addressesOf(host: string, outside: Pick<Outside, 'resolve'>): Promise<HostAddress[]> {
  try {
    return await outside.resolve(host);
  } catch (error) {
    throw new HostUnknown(`${host} cannot be reached: ${connectionReason(error)}.`);
  }
}

function refused(host: string, why: string): WebFailure {
  return new WebFailure(`${host} ${why}; only public addresses of the web are read.`);
}

/** A lookup function that always returns the checked addresses. */
export function pinnedLookup(checked: readonly HostAddress[], outside: Pick<Outside, 'reach'>): LookupFunction {
  const addresses = checked.map((each) => outside.reach(each));
  return (_host, options, answer) => {
    const fitting = addresses.filter(
      ({ family }) => options.family === undefined || options.family === 0 || options.family === family,
    );
    const [first] = fitting;
    if (first === undefined) answer(Object.assign(new Error('no such address'), { code: 'ENOTFOUND' }), '', 0);
    else if (options.all) answer(null, fitting);
    else answer(null, first.address, first.family);
  };
}
