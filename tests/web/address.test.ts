/** Which addresses may be reached, in all their spellings (engine.md 4.11). */
import { describe, expect, test } from '@jest/globals';
import { hostOf, isLocalName, notPublic, webAddress } from '../../daemon/web/address.js';
import { pinnedLookup, publicAddresses } from '../../daemon/web/hosts.js';

/** an address and the reason for its refusal; undefined: it may be reached */
const addresses: [string, string | undefined][] = [
  // the first and last address of each range, and their neighbors
  ['0.0.0.0', 'unspecified'],
  ['0.255.255.255', 'unspecified'],
  ['1.0.0.0', undefined],
  ['9.255.255.255', undefined],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['11.0.0.0', undefined],
  ['100.63.255.255', undefined],
  ['100.64.0.0', 'carrier-grade NAT'],
  ['100.127.255.255', 'carrier-grade NAT'],
  ['100.128.0.0', undefined],
  ['126.255.255.255', undefined],
  ['127.0.0.0', 'loopback'],
  ['127.255.255.255', 'loopback'],
  ['128.0.0.0', undefined],
  ['169.253.255.255', undefined],
  ['169.254.0.0', 'link-local'],
  ['169.254.169.254', 'link-local'],
  ['169.254.255.255', 'link-local'],
  ['169.255.0.0', undefined],
  ['172.15.255.255', undefined],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.0', undefined],
  ['192.167.255.255', undefined],
  ['192.168.0.0', 'private'],
  ['192.168.255.255', 'private'],
  ['192.169.0.0', undefined],
  ['192.0.0.8', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['203.0.113.7', 'reserved'],
  ['223.255.255.255', undefined],
  ['224.0.0.0', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['8.8.8.8', undefined],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::2', 'reserved'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['fc00::', 'private'],
  ['fdff:ffff::1', 'private'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['febf::1', 'link-local'],
  ['fec0::1', 'private'],
  ['ff00::1', 'multicast'],
  ['ff02::fb', 'multicast'],
  ['2606:2800:21f:cb07::1', undefined],
  ['2a00::1', undefined],
  ['4000::1', 'reserved'],
  ['100::1', 'reserved'],
  ['2001:db8::1', 'reserved'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'reserved'],
  // an IPv4 address inside: mapped, translated, tunnelled
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['0:0:0:0:0:ffff:a00:1', 'private'],
  ['::ffff:169.254.169.254', 'link-local'],
  ['::ffff:0:127.0.0.1', 'reserved'],
  ['::127.0.0.1', 'loopback'],
  ['::ffff:8.8.8.8', undefined],
  ['64:ff9b::127.0.0.1', 'loopback'],
  ['64:ff9b::a9fe:a9fe', 'link-local'],
  ['64:ff9b::192.168.1.1', 'private'],
  ['64:ff9b::8.8.8.8', undefined],
  ['64:ff9b:1::8.8.8.8', 'private'],
  ['64:ff9b:1:fffe::10.0.0.1', 'private'],
  ['2002:7f00:1::', 'loopback'],
  ['2002:c0a8:101::1', 'private'],
  ['2002:808:808::1', undefined],
  ['2a00::5efe:10.0.0.1', 'private'],
  ['2a00::200:5efe:127.0.0.1', 'loopback'],
  ['2a00::5efe:8.8.8.8', undefined],
  ['fe80::5efe:8.8.8.8', 'link-local'],
  ['no address', 'unknown'],
  ['', 'unknown'],
];

test.each(addresses)('%s: %s', (address, kind) => {
  expect(notPublic(address)).toBe(kind);
});

/** an address as written in a URL, and as it is read */
const spellings: [string, string][] = [
  ['127.0.0.1', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['127.0.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['017700000001', '127.0.0.1'],
  ['0x7f000001', '127.0.0.1'],
  ['0x7F.0.0.1', '127.0.0.1'],
  ['0177.0.0.1', '127.0.0.1'],
  ['0177.0.0.0x1', '127.0.0.1'],
  ['00000177.1', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
  ['%31%32%37.0.0.1', '127.0.0.1'],
  ['１２７.０.０.１', '127.0.0.1'],
  ['127。0。0。1', '127.0.0.1'],
  ['①②⑦.0.0.1', '127.0.0.1'],
  ['0', '0.0.0.0'],
  ['0x0', '0.0.0.0'],
  ['3232235777', '192.168.1.1'],
  ['0xa9fea9fe', '169.254.169.254'],
  ['169.254.43518', '169.254.169.254'],
  ['0251.0376.0251.0376', '169.254.169.254'],
  ['10.1', '10.0.0.1'],
  ['[::1]', '::1'],
  ['[0000::1]', '::1'],
  ['[::]', '::'],
  ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
  ['[::FFFF:7F00:1]', '::ffff:7f00:1'],
  ['[64:ff9b::7f00:1]', '64:ff9b::7f00:1'],
  ['[fd12:3456::1]', 'fd12:3456::1'],
];

describe('spellings', () => {
  test.each(spellings)('%s', async (written, host) => {
    const url = webAddress(`http://${written}/x`);
    expect(hostOf(url)).toBe(host);
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return [];
    };
    await expect(publicAddresses(url, { resolve })).rejects.toThrow(
      /is an address that is not public \(.*\); only public addresses/,
    );
    expect(asked).toEqual([]);
  });

  test.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ⓛocalhost'])('%s', async (name) => {
    const url = webAddress(`http://${name}/`);
    expect(isLocalName(hostOf(url))).toBe(true);
    await expect(publicAddresses(url, { resolve: async () => [{ address: '8.8.8.8', family: 4 }] })).rejects.toThrow(
      'is this machine',
    );
  });

  test.each(['localhost.example', 'mylocalhost', 'local'])('%s is a name like others', (name) => {
    expect(isLocalName(name)).toBe(false);
  });
});

describe('addresses of pages', () => {
  test.each([
    ['ftp://example.com/', 'Only http and https addresses can be read, not ftp:'],
    ['file:///etc/passwd', 'Only http and https'],
    ['javascript:alert(1)', 'Only http and https'],
    ['data:text/plain,x', 'Only http and https'],
    ['example.com', 'This is not an address'],
    ['http://', 'This is not an address'],
    ['http://[fe80::1%25eth0]/', 'This is not an address'],
    ['http://1.2.3.4.5/', 'This is not an address'],
    ['http://256.0.0.1/', 'This is not an address'],
    ['http://4294967296/', 'This is not an address'],
    ['http://a b/', 'This is not an address'],
    ['http://user@example.com/', 'name or password'],
    ['http://:pass@example.com/', 'name or password'],
    [`http://example.com/${'x'.repeat(8_192)}`, 'longer than 8192'],
  ])('%s', (text, message) => {
    expect(() => webAddress(text)).toThrow(message);
  });

  test('credentials are not repeated', () => {
    expect(() => webAddress('https://me:hunter2secret@example.com/')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2secret') }),
    );
  });

  test('the fragment stays here', () => {
    expect(webAddress(' HTTPS://Example.com:443/a?b#c ').href).toBe('https://example.com/a?b');
  });
});

describe('names', () => {
  const url = webAddress('http://docs.example/');
  const resolving = (...addresses: string[]) => ({
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });

  test('all addresses must be public', async () => {
    expect(await publicAddresses(url, resolving('8.8.8.8', '2a00::1'))).toHaveLength(2);
    await expect(publicAddresses(url, resolving('8.8.8.8', '10.0.0.1'))).rejects.toThrow(
      'docs.example leads to an address that is not public (private); only public addresses of the web are read.',
    );
    await expect(publicAddresses(url, resolving('2a00::1', '::ffff:127.0.0.1'))).rejects.toThrow('loopback');
    await expect(publicAddresses(url, resolving())).rejects.toThrow('the host was not found');
  });

  test('the connection gets what was checked, and nothing else', async () => {
    const pinned = pinnedLookup(
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2a00::1', family: 6 },
      ],
      { reach: (checked) => checked },
    );
    const ask = (options: object) =>
      new Promise<unknown[]>((resolve) => pinned('whatever.example', options, (...answer) => resolve(answer)));
    expect(await ask({ all: true })).toEqual([
      null,
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2a00::1', family: 6 },
      ],
    ]);
    expect(await ask({ all: true, family: 6 })).toEqual([null, [{ address: '2a00::1', family: 6 }]]);
    expect(await ask({ family: 0 })).toEqual([null, '8.8.8.8', 4]);
    expect((await ask({ family: 5 }))[0]).toMatchObject({ code: 'ENOTFOUND' });
  });
});
