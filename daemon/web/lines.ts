/** The connection to one page: straight to addresses that were checked, or through a proxy. */
import type { Dispatcher } from 'undici';
import { later } from '../base/later.js';
import { connectionReason, WebFailure } from './failure.js';
import { HostUnknown, pinnedLookup, publicAddresses, refuseLocal, type HostAddress, type Outside } from './hosts.js';

/** A proxy on the way to a page. */
export interface Detour {
  /**
   * who resolves the address of a name: `here` this machine, and the proxy gets the address; `both` the proxy, and
   * a lookup here as well reveals nothing; `there` the proxy alone
   */
  resolves: 'here' | 'both' | 'there';
  /** for this page only; `addresses` are connected to where names are resolved here; the caller destroys it */
  open(addresses: readonly HostAddress[] | undefined): Promise<Dispatcher>;
}

export interface LineOptions {
  outside: Outside;
  /** throws when the proxy cannot be used */
  detour(url: URL): Detour | undefined;
}

// of a package without modules the bundle knows the default export only
export const loadUndici = later(async () => (await import('undici')).default);

/**
 * A separate connection for each page: no connection that was checked for one name serves another. Throws WebFailure.
 * Where a proxy resolves addresses, it may find others than this machine: then names and written addresses are checked,
 * and what this machine knows of the name, but not where the connection ends.
 */
export async function openLine(url: URL, { outside, detour }: LineOptions): Promise<Dispatcher> {
  const proxy = proxyOn(url, detour);
  const checked = proxy?.resolves === 'there' ? refuseLocal(url) : await known(url, outside, proxy);
  if (proxy) return proxy.open(checked?.map((each) => outside.reach(each)));
  const { Agent } = await loadUndici();
  return new Agent({ connect: { lookup: pinnedLookup(checked ?? [], outside) }, connections: 1 });
}

function proxyOn(url: URL, detour: LineOptions['detour']): Detour | undefined {
  try {
    return detour(url);
  } catch (error) {
    throw new WebFailure(`${url.host} cannot be reached: ${connectionReason(error)}.`);
  }
}

/** Undefined for a name that only the proxy knows. */
async function known(url: URL, outside: Outside, proxy: Detour | undefined): Promise<HostAddress[] | undefined> {
  try {
    return await publicAddresses(url, outside);
  } catch (error) {
    if (error instanceof HostUnknown && proxy?.resolves === 'both') return undefined;
    throw error;
  }
}
