/** Which hosts are reached without a proxy: this machine always, and what NO_PROXY names. */
import { BlockList, isIP } from 'node:net';
import { parseUrl } from '../../schemas/url.js';

export interface Exemptions {
  covers(host: string, port: number): boolean;
  /** entries without meaning */
  unread: string[];
}

const machine = new BlockList();
machine.addSubnet('127.0.0.0', 8, 'ipv4');
machine.addAddress('::1', 'ipv6');
// a connection to the unspecified address ends here too
machine.addAddress('0.0.0.0', 'ipv4');
machine.addAddress('::', 'ipv6');

/** Whether a host is this machine, by its name or address; `host` as `URL` writes it, without brackets. */
export function isThisMachine(host: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(host) || holds(machine, host);
}

/**
 * Entries are separated by commas or spaces: `*`, a name (for itself and all names below it, with or without a dot in
 * front), an IP address, a range of them such as 10.0.0.0/8; each but the range and `*` with a port when it has one.
 */
export function readExemptions(text: string): Exemptions {
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
  // an IPv6 address may be without brackets, and then has no port
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

/** As addresses have it: letters of other scripts in their ASCII form. */
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
