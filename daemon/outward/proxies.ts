/** Which proxy a request takes, by HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY (cli.md 8.3). */
import { isIP } from 'node:net';
import { ProxyError } from '../errors.js';
import { isThisMachine, readExemptions } from './exempt.js';
import { parseUrl } from '../../schemas/url.js';

export interface Proxy {
  scheme: 'http' | 'https' | 'socks4' | 'socks4a' | 'socks5' | 'socks5h';
  /** without brackets */
  host: string;
  port: number;
  /** known to the configuration as a secret, like the password */
  user?: string;
  password?: string;
}

export interface Proxies {
  /** undefined: the direct way; throws ProxyError when the variable that decides holds no usable address */
  choose(url: URL): Proxy | undefined;
  /** problems of the variables, for the user */
  warnings: string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

const ports = { http: 80, https: 443, socks4: 1080, socks4a: 1080, socks5: 1080, socks5h: 1080 };

/** Undefined when no variable names a proxy. In pairs such as `https_proxy` and `HTTPS_PROXY` the first one wins. */
export function readProxies(env: Environment): Proxies | undefined {
  const of = (name: string): Found | undefined => {
    const found = [name.toLowerCase(), name].find((each) => env[each]?.trim());
    return found === undefined ? undefined : { name: found, ...readProxy(env[found]?.trim() ?? '') };
  };
  const all = of('ALL_PROXY');
  const http = of('HTTP_PROXY');
  const https = of('HTTPS_PROXY');
  const every = [all, http, https].filter((found) => found !== undefined);
  if (every.length === 0) return undefined;
  const exempt = readExemptions(env['no_proxy']?.trim() || env['NO_PROXY'] || '');
  return {
    choose(url) {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
      if (isThisMachine(host) || exempt.covers(host, port)) return undefined;
      const found = (url.protocol === 'https:' ? https : http) ?? all;
      if (found && 'problem' in found) throw new ProxyError(`${found.name} ${found.problem}`, false);
      return found?.proxy;
    },
    warnings: [
      ...every.flatMap((found) =>
        'problem' in found ? [`${found.name} ${found.problem}; what needs it will fail`] : [],
      ),
      ...(exempt.unread.length === 0 ? [] : ['NO_PROXY holds entries that are no host, address or range']),
    ],
  };
}

/** The address of a proxy, for the user. */
export function placeOf({ host, port }: Proxy): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** For a header of a proxy that asks who is there; undefined without a name. */
export function basicAuthorization({ user, password }: Proxy): string | undefined {
  return user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`;
}

type Found = { name: string } & ({ proxy: Proxy } | { problem: string });

/** The value itself is never shown: its host may be right and its password at the wrong place. */
function readProxy(text: string): { proxy: Proxy } | { problem: string } {
  const [, scheme = 'http'] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  const isKnown = /^(?:https?|socks(?:4a?|5h?)?)$/i.test(scheme);
  if (!isKnown) return { problem: 'names a proxy of a kind that is not known' };
  const address = text.includes('://') ? text : `http://${text}`;
  const url = parseUrl(address);
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (!url || (isIP(host) === 0 && !/^[\w.-]{1,253}$/.test(host))) return { problem: 'holds no address of a proxy' };
  // desktops write socks where they mean version 5
  const kind = (scheme.toLowerCase() === 'socks' ? 'socks5h' : scheme.toLowerCase()) as Proxy['scheme'];
  const port = url.port === '' ? ports[kind] : Number(url.port);
  if (port === 0) return { problem: 'holds no address of a proxy' };
  const proxy: Proxy = { scheme: kind, host, port };
  if (url.username !== '' || url.password !== '') proxy.user = decoded(url.username);
  if (url.password !== '') proxy.password = decoded(url.password);
  return { proxy };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // a percent sign that encodes nothing
    return text;
  }
}

/** The proxy for a connection, as an address with its name and password; undefined: none. Throws ProxyError. */
export function upstreamOf(env: Environment): (host: string, port: number, isHttp: boolean) => string | undefined {
  const proxies = readProxies(env);
  return (host, port, isHttp) => {
    const url = parseUrl(`${isHttp ? 'http' : 'https'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`);
    const proxy = url && proxies?.choose(url);
    if (!proxy) return undefined;
    const { scheme, user, password } = proxy;
    const who = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
    return `${scheme}://${who}${placeOf(proxy)}`;
  };
}
