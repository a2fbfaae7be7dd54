/** Compiles host patterns such as `*.example.com:443` and canonicalizes hosts to compare (runtimes.md 6.2, 6.3). */
import { isIP } from 'node:net';
import { parseUrl } from '../../../schemas/url.js';

/** A pattern of a `Network` rule. */
export interface HostPattern {
  /** `host` must be canonical */
  matches(host: string, port: number): boolean;
  /** whether the pattern names exactly this host: an address, or a name together with its port */
  names(host: string, port: number): boolean;
}

/** Hosts of package registries: npm, Yarn, PyPI, crates, Go, RubyGems, Maven, NuGet, Debian, Ubuntu, Alpine. */
const registryHosts: readonly string[] = [
  ...['registry.npmjs.org', 'registry.yarnpkg.com', 'repo.yarnpkg.com', 'pypi.org', 'files.pythonhosted.org'],
  ...['crates.io', 'index.crates.io', 'static.crates.io', 'proxy.golang.org', 'sum.golang.org'],
  ...['rubygems.org', 'index.rubygems.org', 'repo.maven.apache.org', 'repo1.maven.org', 'api.nuget.org'],
  ...['deb.debian.org', 'security.debian.org', 'archive.ubuntu.com', 'security.ubuntu.com', 'ports.ubuntu.com'],
  'dl-cdn.alpinelinux.org',
];

const maxHostChars = 253;
const everything: HostPattern = { matches: () => true, names: () => false };

/**
 * A host in the form for comparison and resolution: ASCII, lower case, no trailing dot, addresses in canonical form
 * (`0x7f.1` and `2130706433` are addresses). Undefined for text that is not a host.
 */
export function canonicalHost(text: string): string | undefined {
  const bare = text.endsWith('.') ? text.slice(0, -1) : text;
  const inBrackets = isIP(bare) === 6 ? `[${bare}]` : bare;
  // rejects characters that address parsers read in different ways
  if (bare === '' || bare.length > maxHostChars || /[\0-\x20\x7f%\\@/?#]/u.test(bare)) return undefined;
  const url = parseUrl(`http://${inBrackets}/`);
  if (!url || url.port !== '' || (/:/u.test(inBrackets) && !inBrackets.startsWith('['))) return undefined;
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (isIP(host) !== 0) return host;
  return host.length <= maxHostChars && /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/u.test(host) ? host : undefined;
}

/** A host and its port in the form for the user and for rules. */
export function shownHost(host: string, port: number): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

const known = new Map<string, HostPattern | { error: string }>();

/** Compiles the pattern of a `Network` rule; undefined matches all hosts. Returns the reason for an invalid pattern. */
export function hostPattern(text: string | undefined): HostPattern | { error: string } {
  if (text === undefined) return everything;
  const found = known.get(text) ?? readPattern(text);
  if (known.size < 1_000) known.set(text, found);
  return found;
}

function readPattern(text: string): HostPattern | { error: string } {
  if (text === '@registries') return { matches: (host) => registryHosts.includes(host), names: () => false };
  if (text.startsWith('@')) return { error: 'the only group of hosts is @registries' };
  const [, kind = '', rest = ''] = /^(domain:|\*\.)?(.*)$/su.exec(text) ?? [];
  // ambiguous: the last group could be a port
  if (isIP(rest) === 6) return { error: `write an IPv6 address in brackets: [${rest}]` };
  const [, inBrackets, name, digits] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/su.exec(rest) ?? [];
  const host = canonicalHost(inBrackets ?? name ?? '');
  if (host === undefined || (inBrackets !== undefined && isIP(host) !== 6))
    return { error: 'a Network rule names a host, such as example.com, *.example.com:443 or domain:example.com' };
  const port = digits === undefined ? undefined : Number(/^\d{1,5}$/u.test(digits) ? digits : Number.NaN);
  if (port !== undefined && !(port >= 1 && port <= 65_535)) return { error: 'a port is a number from 1 to 65535' };
  if (kind !== '' && isIP(host) !== 0) return { error: 'an address has no subdomains' };
  const isPort = (given: number): boolean => port === undefined || port === given;
  const isBelow = (given: string): boolean => given.endsWith(`.${host}`);
  return {
    matches: (given, to) =>
      isPort(to) && ((kind !== '*.' && given === host) || (kind !== '' && isIP(given) === 0 && isBelow(given))),
    names: (given, to) => kind === '' && given === host && (isIP(host) === 0 ? port === to : isPort(to)),
  };
}
