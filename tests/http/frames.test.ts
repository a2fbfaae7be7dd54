/** The maximum size of a durable frame, in bytes on the wire (ws.md 1.5). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startLive, warning, type Client, type Live } from './live.js';

const MiB = 1024 * 1024;
let live: Live;
let client: Client;
beforeEach(async () => {
  live = await startLive();
  client = await live.connect();
});
afterEach(() => live.stop());

test.each<[string, string, number]>([
  ['plain', 'x', 1],
  ['escaped', '"', 2],
  ['of three bytes', '€', 3],
  ['of two chars and four bytes', '😀', 4],
  ['control', '\u0001', 6],
])('chars that are %s: 1 MiB is sent whole, one byte more is cut, live as in replay', async (_name, char, bytes) => {
  const a = live.session();
  const sizes: number[] = [];
  client.socket.on('message', (data: Buffer) => sizes.push(data.length));
  await client.call('subscribe', { session_ids: ['session_a'] });
  sizes.length = 0;
  live.log.append(a, [warning('')]);
  await client.settle();
  const room = MiB - (sizes[0] ?? 0);
  const full = char.repeat(Math.floor(room / bytes)) + 'x'.repeat(room % bytes);
  live.log.append(a, [warning(full), warning(`${full}x`)]);
  await client.settle();
  const [, whole, cut] = client.events();
  expect(sizes[1] === MiB || sizes[2] === MiB).toBe(true);
  expect(whole?.payload.message === full).toBe(true);
  expect(whole?.payload).not.toHaveProperty('truncated');
  expect(cut?.payload.truncated).toBe(true);
  expect(
    full.startsWith(
      String(cut?.payload.message)
        .slice(0, -1)
        .replace(/[\ud800-\udbff\ufffd]$/, ''),
    ),
  ).toBe(true);
  expect(Math.max(...sizes)).toBe(MiB);
  const again = await live.connect();
  await again.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 0 } } });
  expect(again.events()).toEqual(client.events());
});
