/** Decides which addresses may be fetched: public ones of the web, in any notation (engine.md 4.11). */
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { WebFailure } from './failure.js';
import { parseUrl } from '../../schemas/url.js';

/** Maximum characters; no server accepts longer addresses. */
const maxLength = 8_192;

/** Names for the library's address ranges; all others are called reserved. */
const words: Record<string, string> = {
  unspecified: 'unspecified',
  loopback: 'loopback',
  multicast: 'multicast',
  private: 'private',
  carrierGradeNat: 'carrier-grade NAT',
  linkLocal: 'link-local',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
};

/** Parses the address of a page; throws WebFailure for an invalid one. Normalizes numeric hosts. */
export function webAddress(text: string, base?: URL): URL {
  if (text.length > maxLength) throw new WebFailure(`The address is longer than ${maxLength} characters.`);
  const url = parseUrl(text, base);
  if (!url) throw new WebFailure('This is not an address such as https://example.com/page.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new WebFailure(`Only http and https addresses can be read, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new WebFailure('An address with a name or password in it is not read.');
  }
  url.hash = '';
  return url;
}

/** Host of an address, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Whether a name means this machine, whatever a resolver answers. */
export function isLocalName(host: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(host);
}

/** Why an IP address is not public, such as `loopback`; undefined for a public one. */
export function notPublic(address: string): string | undefined {
  // a link-local address may name its interface
  const plain = address.replace(/%.*$/, '');
  const version = isIP(plain);
  if (version === 4) return notPublic4(ipaddr.IPv4.parse(plain));
  return version === 6 ? notPublic6(ipaddr.IPv6.parse(plain)) : 'unknown';
}

function notPublic4(address: ipaddr.IPv4): string | undefined {
  const range = address.range();
  return range === 'unicast' || range === 'as112' || range === 'amt' ? undefined : (words[range] ?? 'reserved');
}

function notPublic6(address: ipaddr.IPv6): string | undefined {
  const [first = 0, second = 0, third = 0, ...rest] = address.parts;
  const last = (): string | undefined => notPublic4(from16(address.parts[6] ?? 0, address.parts[7] ?? 0));
  const range = address.range();
  // RFC 4291: contains the IPv4 address
  if (range === 'ipv4Mapped') return last();
  // NAT64, RFC 6052: a gateway forwards to the embedded address; the local prefix of RFC 8215 is never public
  if (range === 'rfc6052') return [third, ...rest.slice(0, 3)].every((part) => part === 0) ? last() : 'private';
  // 6to4, RFC 3056
  if (range === '6to4') return notPublic4(from16(second, third));
  if (range !== 'unicast') return words[range] ?? 'reserved';
  // all public addresses assigned so far are in 2000::/3
  if ((first & 0xe000) !== 0x2000) return 'reserved';
  // ISATAP, RFC 5214, below any prefix
  return (rest[1] === 0 || rest[1] === 0x200) && rest[2] === 0x5efe ? last() : undefined;
}

function from16(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}
