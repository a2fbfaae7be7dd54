/** Chooses the proxy of a request by HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY (cli.md 8.3). */
import { BlockList, isIP } from 'node:net';
import { ProxyError } from '../errors.js';
import { parseUrl } from '../../schemas/url.js';

export interface Proxy {
  scheme: 'http' | 'https' | 'socks4' | 'socks4a' | 'socks5' | 'socks5h';
  /** without brackets */
  host: string;
  port: number;
  /** treated as a secret, like the password */
  user?: string;
  password?: string;
}

export interface Proxies {
  /** returns undefined for a direct connection; throws ProxyError when the deciding variable has no usable address */
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
      ...(exempt.unread.length === 0 ? [] : ['NO_PROXY holds entries that are not a host, address or range']),
    ],
  };
}

/** Host and port of a proxy, for the user. */
export function placeOf({ host, port }: Proxy): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** The value of the proxy authorization header; undefined without a user. */
export function basicAuthorization({ user, password }: Proxy): string | undefined {
  return user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`;
}

type Found = { name: string } & ({ proxy: Proxy } | { problem: string });

/** Parses an address. Problems never contain the value: a password may be in an unexpected place. */
function readProxy(text: string): { proxy: Proxy } | { problem: string } {
  const [, scheme = 'http'] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  const isKnown = /^(?:https?|socks(?:4a?|5h?)?)$/i.test(scheme);
  if (!isKnown) return { problem: 'names a proxy of a kind that is not known' };
  const address = text.includes('://') ? text : `http://${text}`;
  const url = parseUrl(address);
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (!url || (isIP(host) === 0 && !/^[\w.-]{1,253}$/.test(host))) return { problem: 'holds no address of a proxy' };
  // desktops write `socks` for SOCKS version 5
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
    // a stray percent sign is literal
    return text;
  }
}

/** Returns the proxy of a connection as an address with its credentials; undefined: none. Throws ProxyError. */
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

/** Hosts that need no proxy: this machine always, and the entries of NO_PROXY. */
interface Exemptions {
  covers(host: string, port: number): boolean;
  /** invalid entries */
  unread: string[];
}

const machine = new BlockList();
machine.addSubnet('127.0.0.0', 8, 'ipv4');
machine.addAddress('::1', 'ipv6');
// a connection to the unspecified address reaches this machine too
machine.addAddress('0.0.0.0', 'ipv4');
machine.addAddress('::', 'ipv6');

/** Whether a host name or address is this machine; `host` is in the form of `URL`, without brackets. */
function isThisMachine(host: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(host) || holds(machine, host);
}

/**
 * Parses NO_PROXY. Entries are separated by commas or spaces: `*`, a name (with all names below it, with or without a
 * leading dot), an IP address, or a range such as 10.0.0.0/8; names and addresses may have a port.
 */
function readExemptions(text: string): Exemptions {
  const unread: string[] = [];
  const rules = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .flatMap((entry) => {
      const rule = ruleOf(entry.toLowerCase());
      if (rule === undefined) unread.push(entry);
      return rule ?? [];
    });
  return { unread, covers: (host, port) => rules.some((fits) => fits(host.replace(/\.$/, ''), port)) };
}

type Rule = (host: string, port: number) => boolean;

function ruleOf(entry: string): Rule | undefined {
  if (entry === '*') return () => true;
  if (entry.includes('/')) return rangeOf(entry);
  const [, bracketed, named, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  // an IPv6 address without brackets has no port
  const text = bracketed ?? named ?? entry;
  const isHere = (asked: number): boolean => port === undefined || asked === Number(port);
  if (isIP(text) !== 0) {
    const list = new BlockList();
    list.addAddress(text, familyOf(text));
    return (host, asked) => isHere(asked) && holds(list, host);
  }
  const name = nameOf(text.replace(/^\*?\./, '').replace(/\.$/, ''));
  if (name === undefined) return undefined;
  return (host, asked) => isHere(asked) && (host === name || host.endsWith(`.${name}`));
}

function rangeOf(entry: string): Rule | undefined {
  const [, address = '', bits = ''] = /^\[?([^/\]]+)\]?\/(\d{1,3})$/.exec(entry) ?? [];
  if (isIP(address) === 0 || Number(bits) > (isIP(address) === 4 ? 32 : 128)) return undefined;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), familyOf(address));
  return (host) => holds(list, host);
}

/** The host in the form of URLs: other scripts in ASCII. */
function nameOf(text: string): string | undefined {
  if (text === '' || /[^\p{L}\p{N}\p{M}._-]/u.test(text)) return undefined;
  return parseUrl(`http://${text}`)?.hostname;
}

function holds(list: BlockList, host: string): boolean {
  return isIP(host) !== 0 && list.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
