/** Connections through a proxy: CONNECT (RFC 9110), SOCKS 4 and 5. Failures of the proxy are a ProxyError. */
import { lookup } from 'node:dns/promises';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { later } from '../base/later.js';
import { ProxyError } from '../errors.js';
import { refusedBySocks, refusedWith, unreachable } from './failures.js';
import { basicAuthorization, type Proxy } from './proxies.js';

/** Milliseconds to connect to the proxy and through it. */
export const tunnelMs = 15_000;

/** The destination of a connection. */
export interface Target {
  /** without brackets */
  host: string;
  port: number;
}

export interface TunnelOptions {
  /** connect to one of these instead of resolving the name */
  addresses?: readonly { address: string; family: number }[] | undefined;
  /** certificates that are trusted instead of the default ones, PEM */
  trusted?: string | undefined;
}

/** Rejects with ProxyError, or with the failure of a lookup when this machine has to resolve the name. */
export function openTunnel(proxy: Proxy, target: Target, options: TunnelOptions): Promise<Socket> {
  return proxy.scheme === 'http' || proxy.scheme === 'https'
    ? throughHttp(proxy, target, options)
    : throughSocks(proxy, target, options);
}

function throughHttp(proxy: Proxy, { host, port }: Target, { trusted }: TunnelOptions): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const authorization = basicAuthorization(proxy);
  return new Promise((resolve, reject) => {
    const request = (proxy.scheme === 'https' ? tlsRequest : plainRequest)({
      method: 'CONNECT',
      host: proxy.host,
      port: proxy.port,
      path: authority,
      agent: false,
      headers: { host: authority, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) },
      ...(trusted === undefined ? {} : { ca: trusted }),
    });
    const timer = setTimeout(() => {
      request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
    }, tunnelMs);
    request.once('connect', ({ statusCode = 0 }, socket, head) => {
      clearTimeout(timer);
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.on('error', () => undefined).destroy();
      reject(refusedWith(statusCode, proxy));
    });
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(unreachable(error, proxy));
    });
    request.end();
  });
}

const loadSocks = later(() => import('fetch-socks'));

async function throughSocks(proxy: Proxy, target: Target, { addresses }: TunnelOptions): Promise<Socket> {
  const hostname = await socksHost(proxy, target.host, addresses);
  const { socksConnector } = (await loadSocks()).default;
  const connect = socksConnector(
    {
      type: proxy.scheme.startsWith('socks4') ? 4 : 5,
      host: proxy.host,
      port: proxy.port,
      ...(proxy.user === undefined ? {} : { userId: proxy.user, password: proxy.password ?? '' }),
    },
    { timeout: tunnelMs },
  );
  return new Promise((resolve, reject) => {
    // the caller adds TLS
    const plain = { hostname, port: String(target.port), protocol: 'http:' };
    connect(plain, (...[error, socket]) => (socket === null ? reject(refusedBySocks(error, proxy)) : resolve(socket)));
  });
}

/** The destination for the proxy: a name if the proxy resolves names, else an address. */
async function socksHost(proxy: Proxy, host: string, given: TunnelOptions['addresses']): Promise<string> {
  const isOld = proxy.scheme === 'socks4';
  const version = isIP(host);
  if (given === undefined && version === 0 && resolvesNames(proxy)) return host;
  const family = proxy.scheme.startsWith('socks4') ? 4 : 0;
  const found =
    given ?? (version === 0 ? await lookup(host, { all: true, family }) : [{ address: host, family: version }]);
  const fitting = found.find((each) => family === 0 || each.family === family);
  if (fitting) return fitting.address;
  throw new ProxyError(`a proxy of the kind ${isOld ? 'socks4' : 'socks4a'} reaches IPv4 addresses only`, false);
}

/** Whether the proxy resolves names itself. */
export function resolvesNames({ scheme }: Proxy): boolean {
  return scheme !== 'socks4' && scheme !== 'socks5';
}
