/** Outbound requests: through the proxies of the environment, or with what Node has where there are none. */
import type * as Undici from 'undici';
import { later } from '../base/later.js';
import type { Send } from '../base/net/outgoing.js';
import { createDirect } from './direct.js';
import { directLine, proxyLine, type Library, type Line } from './lines.js';
import { placeOf, readProxies, type Environment, type Proxy } from './proxies.js';
import { resolvesNames, type TunnelOptions } from './tunnel.js';

/** A proxy on the way to one page. */
export interface Detour {
  /**
   * who resolves the address of a name: `here` this machine, and the proxy gets the address; `both` the proxy, and
   * a lookup here as well reveals nothing; `there` the proxy alone
   */
  resolves: 'here' | 'both' | 'there';
  /** for this page only; `addresses` are connected to where names are resolved here; the caller destroys it */
  open(addresses: TunnelOptions['addresses']): Promise<Undici.Dispatcher>;
}

export interface Outward {
  fetch: typeof fetch;
  /** for requests to model servers */
  send: Send;
  /** undefined: none; throws ProxyError */
  detour(url: URL): Detour | undefined;
  /** for the user, about variables that cannot be used */
  warnings: readonly string[];
  /** ends the connections that were kept */
  close(): Promise<void>;
}

export interface OutwardOptions {
  env: Environment;
  /** replaces all outbound traffic, in tests */
  fetch?: typeof fetch | undefined;
  /** certificates that are trusted instead of the usual ones, PEM; for tests */
  trusted?: string | undefined;
}

/** Loads the library of dispatchers only with the first request, and only when a variable names a proxy. */
export function createOutward({ env, fetch: given, trusted }: OutwardOptions): Outward {
  const proxies = given === undefined ? readProxies(env) : undefined;
  if (!proxies) {
    const direct = createDirect({ trusted });
    return {
      fetch: given ?? fetch,
      send: given ?? direct.send,
      detour: () => undefined,
      warnings: [],
      close: async () => direct.close(),
    };
  }
  const { choose, warnings } = proxies;
  const lines = new Map<string, Line>();
  // of a package without modules the bundle knows the default export only
  const load = later(async () => (await import('undici')).default);

  function lineFor(library: Library, proxy: Proxy | undefined): Line {
    const key = proxy === undefined ? '' : `${proxy.scheme}://${placeOf(proxy)}`;
    let line = lines.get(key);
    if (!line) {
      line = proxy === undefined ? directLine(library, { trusted }) : proxyLine(library, proxy, { trusted });
      lines.set(key, line);
    }
    return line;
  }

  const outwardFetch: typeof fetch = async (input, init) => {
    const library = await load();
    // called again for each address of a redirect
    const dispatcher: Pick<Undici.Dispatcher, 'dispatch'> = {
      dispatch: (asked, handler) => lineFor(library, choose(new URL(String(asked.origin)))).dispatch(asked, handler),
    };
    const asked = { ...init, dispatcher } as Undici.RequestInit;
    return (await library.fetch(input as string | URL, asked)) as unknown as Response;
  };

  return {
    warnings,
    fetch: outwardFetch,
    send: outwardFetch,
    detour(url) {
      const proxy = choose(url);
      if (!proxy) return undefined;
      const isHidden = proxy.scheme === 'socks5h' || proxy.scheme === 'socks4a';
      return {
        resolves: isHidden ? 'there' : resolvesNames(proxy) ? 'both' : 'here',
        open: async (addresses) =>
          proxyLine(await load(), proxy, {
            trusted,
            addresses: resolvesNames(proxy) ? undefined : addresses,
          }) as unknown as Undici.Dispatcher,
      };
    },
    async close() {
      await Promise.all([...lines.values()].map((line) => line.destroy()));
      lines.clear();
    },
  };
}
