/** FetchURL through the API: its limits of size and time (engine.md 4.11). */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { answers, redirects } from '../helpers/site.js';
import { eventually } from '../helpers/turns.js';
import { begin, get, MiB, resultOf, site, world, useSite } from './fetchurl.fixture.js';

useSite();

describe('limits', () => {
  /** sends until the client disconnects; `sent` counts the bytes */
  function endless(type: string, piece: Buffer, more: Record<string, string> = {}): { sent(): number; path: string } {
    let sent = 0;
    site.serve('/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': type, ...more });
      const push = (): void => {
        if (response.destroyed || sent > 400 * MiB) return;
        sent += piece.length;
        if (response.write(piece)) setImmediate(push);
        else response.once('drain', push);
      };
      push();
    });
    return { sent: () => sent, path: '/endless' };
  }

  test('10 MiB', async () => {
    site.serve('/exact', answers('x'.repeat(10 * MiB)));
    site.serve('/over', answers('x'.repeat(10 * MiB + 1)));
    const { path, sent } = endless('text/plain', Buffer.alloc(65_536, 'y'));
    const talk = await begin();
    expect(await get(talk, site.at('/exact'))).toMatchObject({ truncated: true });
    expect(await get(talk, site.at('/over'))).toMatchObject({
      isError: true,
      output: `${site.at('/over')} is larger than 10 MiB.`,
    });
    expect(await get(talk, site.at(path))).toMatchObject({
      isError: true,
      output: expect.stringContaining('larger than 10 MiB'),
    });
    expect(sent()).toBeLessThan(60 * MiB);
  });

  test('10 MiB of what a compressed answer becomes', async () => {
    const bomb = gzipSync(Buffer.alloc(120 * MiB));
    expect(bomb.length).toBeLessThan(MiB);
    site.serve('/bomb', answers(bomb, 'text/plain', { 'content-encoding': 'gzip' }));
    site.serve('/other', answers(bomb, 'image/png', { 'content-encoding': 'gzip' }));
    const talk = await begin();
    const before = process.memoryUsage().rss;
    expect(await get(talk, site.at('/bomb'))).toMatchObject({
      isError: true,
      output: expect.stringContaining('larger than 10 MiB'),
    });
    expect(await get(talk, site.at('/other'))).toMatchObject({
      isError: true,
      output: expect.stringContaining('image/png, more than 10 MiB'),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MiB);
  });

  test('the time counts over everything', async () => {
    site.serve('/silent', () => undefined);
    site.serve('/drip', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
    });
    for (let index = 0; index < 12; index += 1) {
      site.serve(
        `/slow/${index}`,
        (request, response) => void setTimeout(() => redirects(`/slow/${index + 1}`)(request, response), 150),
      );
    }
    const talk = await begin(undefined, {
      fetchMs: 700,
      resolve: async (host) => (host === 'mute.example' ? new Promise<never>(() => undefined) : world.resolve(host)),
    });
    for (const url of [site.at('/silent'), site.at('/drip'), site.at('/slow/0'), site.at('/', 'mute.example')]) {
      const from = performance.now();
      const result = await get(talk, url);
      expect([url, result.isError, result.output]).toEqual([
        url,
        true,
        expect.stringContaining('did not give the page within 0.7 s.'),
      ]);
      expect(performance.now() - from).toBeLessThan(5_000);
    }
    await eventually(() => site.requests.every(({ socket }) => socket.destroyed), 'all connections are closed');
  });

  test('an abort ends the request', async () => {
    site.serve('/silent', () => undefined);
    const talk = await begin();
    await talk.submit(`fetch ${site.at('/silent')}`);
    await eventually(() => site.requests.length === 1, 'the request came');
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    expect(resultOf(talk.frames)).toMatchObject({ isError: true, output: expect.stringContaining('Interrupted') });
    await eventually(() => site.requests[0]?.socket.destroyed === true, 'the connection is closed');
  });

  test('a hostile page blocks no other work', async () => {
    site.serve('/nested', answers('<div>'.repeat(150_000) + 'the text inside', 'text/html'));
    const talk = await begin(undefined, { convertMs: 700 });
    let ended = false;
    const fetched = get(talk, site.at('/nested')).finally(() => {
      ended = true;
    });
    const waits: number[] = [];
    while (!ended) {
      const from = performance.now();
      await talk.call('GET', '/status');
      waits.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { output } = await fetched;
    expect(output).toContain('could not be turned into Markdown');
    expect(output).toContain('the text inside');
    expect(waits.length).toBeGreaterThan(10);
    expect(waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(150);
  });
});
