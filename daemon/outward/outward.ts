/** Outbound requests: through the proxies of the environment, or directly with Node's own means. */
import { isIP } from 'node:net';
import type * as Undici from 'undici';
import { later } from '../base/later.js';
import type { Send } from '../base/net/outgoing.js';
import { createDirect } from './direct.js';
import { refusedWith, unreachable } from './failures.js';
import { basicAuthorization, placeOf, readProxies, type Environment, type Proxy } from './proxies.js';
import { openTunnel, resolvesNames, tunnelMs, type TunnelOptions } from './tunnel.js';

/** The proxy for one page. */
export interface ProxyRoute {
  /**
   * who resolves names: `here`: this machine, and the proxy gets the address; `both`: the proxy, but a lookup on this
   * machine reveals nothing; `there`: only the proxy
   */
  resolves: 'here' | 'both' | 'there';
  /** for one page; connects to `addresses` where names are resolved here; the caller must destroy it */
  open(addresses: TunnelOptions['addresses']): Promise<Undici.Dispatcher>;
}

export interface Outward {
  fetch: typeof fetch;
  /** for requests to model servers */
  send: Send;
  /** returns undefined without a proxy; throws ProxyError */
  proxyRoute(url: URL): ProxyRoute | undefined;
  /** warnings for the user about unusable variables */
  warnings: readonly string[];
  /** closes the kept connections */
  close(): Promise<void>;
}

export interface OutwardOptions {
  env: Environment;
  /** replaces all outbound traffic, in tests */
  fetch?: typeof fetch | undefined;
  /** certificates that are trusted instead of the default ones, PEM; for tests */
  trusted?: string | undefined;
}

/** Loads the dispatcher library on the first request, and only when a variable names a proxy. */
export function createOutward({ env, fetch: given, trusted }: OutwardOptions): Outward {
  const proxies = given === undefined ? readProxies(env) : undefined;
  if (!proxies) {
    const direct = createDirect({ trusted });
    return {
      fetch: given ?? fetch,
      send: given ?? direct.send,
      proxyRoute: () => undefined,
      warnings: [],
      close: async () => direct.close(),
    };
  }
  const { choose, warnings } = proxies;
  const lines = new Map<string, Line>();
  // in the bundle, a CommonJS package has only a default export
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
    // called again for each redirect
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
    proxyRoute(url) {
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

/** Dispatchers for one proxy: tunnels for https and SOCKS, absolute request targets for http. */
type Library = typeof Undici.default;
type Handler = Undici.Dispatcher.DispatchHandler;
type Connector = Undici.buildConnector.connector;

/** Disabled, because callers set their own time limits, and a model may think for minutes. */
const limits = { headersTimeout: 0, bodyTimeout: 0 };

/** Sends requests over kept connections. */
interface Line {
  dispatch(options: Undici.Dispatcher.DispatchOptions, handler: Handler): boolean;
  /** also aborts running requests */
  destroy(): Promise<void>;
}

function directLine(library: Library, { trusted }: TunnelOptions): Line {
  return agentLine(new library.Agent({ ...limits, connect: trusted === undefined ? {} : { ca: trusted } }));
}

function proxyLine(library: Library, proxy: Proxy, options: TunnelOptions): Line {
  const tunnels = new library.Agent({ ...limits, connect: tunnelConnector(library, proxy, options) });
  if (proxy.scheme !== 'http' && proxy.scheme !== 'https') return agentLine(tunnels);
  const plain = new library.Agent({ ...limits, connect: proxyConnector(library, proxy, options) });
  return {
    dispatch(asked, handler) {
      const { protocol, origin, host } = new URL(String(asked.origin));
      if (protocol === 'https:') return tunnels.dispatch(asked, handler);
      const whole = {
        ...asked,
        origin: `${proxy.scheme}://${placeOf(proxy)}`,
        path: origin + asked.path,
        headers: headersFor(proxy, host, asked.headers),
        // otherwise the proxy's certificate would be checked against the destination host
        servername: proxy.host,
      };
      return plain.dispatch(whole, watched(library, handler, proxy));
    },
    destroy: async () => void (await Promise.all([tunnels.destroy(), plain.destroy()])),
  };
}

function agentLine(agent: Undici.Agent): Line {
  return {
    dispatch: (asked, handler) => agent.dispatch(asked, handler),
    destroy: () => agent.destroy(),
  };
}

/** Connects to the destination through the proxy, with TLS if the address is https. */
function tunnelConnector(library: Library, proxy: Proxy, options: TunnelOptions): Connector {
  const { trusted } = options;
  const secure = library.buildConnector(trusted === undefined ? {} : { ca: trusted });
  return (asked, callback) => {
    const port = asked.port ? Number(asked.port) : asked.protocol === 'https:' ? 443 : 80;
    openTunnel(proxy, { host: asked.hostname, port }, options).then(
      (socket) => {
        if (asked.protocol === 'https:') secure({ ...asked, httpSocket: socket }, callback);
        else callback(null, socket.setNoDelay());
      },
      (error: Error) => callback(error, null),
    );
  };
}

/** Connects to the proxy itself. */
function proxyConnector(library: Library, proxy: Proxy, { trusted }: TunnelOptions): Connector {
  const connect = library.buildConnector({ timeout: tunnelMs, ...(trusted === undefined ? {} : { ca: trusted }) });
  // an IP address is not a valid TLS server name
  const names = { host: proxy.host, servername: isIP(proxy.host) === 0 ? proxy.host : '' };
  return (asked, callback) =>
    connect({ ...asked, ...names }, (...outcome) => {
      if (outcome[0] === null) callback(...outcome);
      else callback(unreachable(outcome[0], proxy), null);
    });
}

function headersFor(proxy: Proxy, host: string, given: Undici.Dispatcher.DispatchOptions['headers']) {
  const authorization = basicAuthorization(proxy);
  // fetch passes headers as an object
  const others = Object.entries((given ?? {}) as Record<string, string>).filter(
    ([name]) => name.toLowerCase() !== 'proxy-authorization',
  );
  return {
    host,
    ...Object.fromEntries(others),
    ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
  };
}

/** Detects a refusal by the proxy (407), which is not an answer of the destination. */
function watched(library: Library, handler: Handler, proxy: Proxy): Handler {
  // adapts handlers of the older interface, such as fetch's
  const inner: Handler = new library.DecoratorHandler(handler);
  return {
    onRequestStart: (...facts) => inner.onRequestStart?.(...facts),
    onResponseStart(controller, status, ...more) {
      if (status === 407) throw refusedWith(status, proxy);
      inner.onResponseStart?.(controller, status, ...more);
    },
    onResponseData: (...facts) => inner.onResponseData?.(...facts),
    onResponseEnd: (...facts) => inner.onResponseEnd?.(...facts),
    onResponseError: (...facts) => inner.onResponseError?.(...facts),
  };
}
