/** `parseUrl` reads an address in the same way on every call. */
import { expect, test } from '@jest/globals';
import { parseUrl } from '../../schemas/url.js';

test('an address with letters beyond ASCII is one after thousands of others', () => {
  const address = 'https://ä.example/ü?q=é';
  const { href } = new URL(address);
  // more calls than V8 needs to optimize the function
  for (let call = 0; call < 30_000; call += 1) if (parseUrl(address)?.href !== href) throw new Error(`call ${call}`);
});

test.each([
  ['http://host/a b', undefined, 'http://host/a%20b'],
  ['../up', 'https://host/a/b/c', 'https://host/a/up'],
  ['no address', undefined, undefined],
  ['', undefined, undefined],
  ['https://', undefined, undefined],
])('%j below %j is %j', (text, base, href) => expect(parseUrl(text, base)?.href).toBe(href));
