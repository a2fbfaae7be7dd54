/** Dispatchers of requests through one proxy: tunnels for https and SOCKS, the whole address for http. */
import { isIP } from 'node:net';
import type * as Undici from 'undici';
import { refusedWith, unreachable } from './failures.js';
import { basicAuthorization, placeOf, type Proxy } from './proxies.js';
import { openTunnel, tunnelMs, type TunnelOptions } from './tunnel.js';

export type Library = typeof Undici.default;
type Handler = Undici.Dispatcher.DispatchHandler;
type Connector = Undici.buildConnector.connector;

/** Callers have separate time limits; these would cut a model that thinks for minutes. */
const limits = { headersTimeout: 0, bodyTimeout: 0 };

/** What carries requests; it keeps their connections for the next ones. */
export interface Line {
  dispatch(options: Undici.Dispatcher.DispatchOptions, handler: Handler): boolean;
  /** ends what still runs, too */
  destroy(): Promise<void>;
}

export function directLine(library: Library, { trusted }: TunnelOptions): Line {
  return agentLine(new library.Agent({ ...limits, connect: trusted === undefined ? {} : { ca: trusted } }));
}

export function proxyLine(library: Library, proxy: Proxy, options: TunnelOptions): Line {
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
        // else the host behind the proxy would be expected in its certificate
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

/** The connection for a request, encrypted up to the host when the address asks for it. */
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

/** To the proxy itself. */
function proxyConnector(library: Library, proxy: Proxy, { trusted }: TunnelOptions): Connector {
  const connect = library.buildConnector({ timeout: tunnelMs, ...(trusted === undefined ? {} : { ca: trusted }) });
  // addresses are no names to be asked for
  const names = { host: proxy.host, servername: isIP(proxy.host) === 0 ? proxy.host : '' };
  return (asked, callback) =>
    connect({ ...asked, ...names }, (...outcome) => {
      if (outcome[0] === null) callback(...outcome);
      else callback(unreachable(outcome[0], proxy), null);
    });
}

function headersFor(proxy: Proxy, host: string, given: Undici.Dispatcher.DispatchOptions['headers']) {
  const authorization = basicAuthorization(proxy);
  // in the form in which fetch hands them over
  const others = Object.entries((given ?? {}) as Record<string, string>).filter(
    ([name]) => name.toLowerCase() !== 'proxy-authorization',
  );
  return {
    host,
    ...Object.fromEntries(others),
    ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
  };
}

/** Distinguishes a refusal by the proxy from answers of the host, which have other statuses. */
function watched(library: Library, handler: Handler, proxy: Proxy): Handler {
  // puts older handlers, like that of fetch, into the present form
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
