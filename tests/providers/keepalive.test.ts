/** Kept connections to a model, with and without a proxy: reused, found closed, or closed by a time limit. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createOutward } from '../../daemon/outward/outward.js';
import { createProvider, type ProviderDeps } from '../../daemon/providers/index.js';
import type { Provider } from '../../daemon/providers/provider.js';
import { startProxy, type TestProxy } from '../helpers/proxy.js';
import { collect, deps, failure, request } from './fixtures.js';

const whole = 'data: {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;
const complete: Answer = (_incoming, outgoing) =>
  void outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).end(whole);
const closes: Answer = ({ socket }) => void socket.end();
const resets: Answer = ({ socket }) => void socket.resetAndDestroy();

let server: Server;
let connections: number;
/** the next answers; the last one repeats */
let script: Answer[];
let requests: number;
/** body of each request, and its announced length */
let bodies: { length: string | undefined; text: string }[];
let proxy: TestProxy | undefined;
let closing: { close(): Promise<void> }[];

beforeEach(async () => {
  [connections, requests, bodies, script, closing, proxy] = [0, 0, [], [complete], [], undefined];
  server = createServer((incoming, outgoing) => {
    const body: Buffer[] = [];
    incoming
      .on('data', (piece: Buffer) => body.push(piece))
      .on('end', () => {
        requests += 1;
        bodies.push({ length: incoming.headers['content-length'], text: Buffer.concat(body).toString() });
        const answer = script.length > 1 ? script.shift() : script[0];
        answer?.(incoming, outgoing);
      });
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const each of closing.toReversed()) await each.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Creates a provider that reaches the server on this way; only the proxy knows `model.example`. */
async function providerOn(way: string, more: Partial<ProviderDeps> = {}): Promise<Provider> {
  const { port } = server.address() as AddressInfo;
  if (way === 'direct') {
    return createProvider(
      { type: 'openai', baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sk-x' },
      { ...deps, ...more },
    );
  }
  proxy = await startProxy({ kind: way === 'http' ? 'http' : 'socks5', hosts: { 'model.example': port } });
  const outward = createOutward({ env: { HTTP_PROXY: `${way}://127.0.0.1:${proxy.port}` } });
  closing.push(proxy, outward);
  return createProvider(
    { type: 'openai', baseUrl: 'http://model.example', apiKey: 'sk-x' },
    { ...deps, send: outward.send, ...more },
  );
}

const longText = 'text with ü and 漢字 '.repeat(150_000);
const longRequest = request({ messages: [{ role: 'user', content: [{ type: 'text', text: longText }] }] });

async function ask(provider: Provider, asked = request()): Promise<string> {
  const { text } = await collect(provider, asked);
  // a connection becomes free some ticks after its answer
  await pause(20);
  return text;
}

test('a long request is handed over in pieces, never as one buffer', async () => {
  const sizes: number[] = [];
  const provider = await providerOn('direct', {
    send: async (url, asked) => {
      const [kept, sent] = (asked.body as ReadableStream<Uint8Array>).tee();
      const asking = deps.send(url, { ...asked, body: sent });
      for await (const piece of kept) sizes.push(piece.length);
      return await asking;
    },
  });
  expect(await ask(provider, longRequest)).toBe('Hello');
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * 1024);
});

describe.each(['direct', 'http', 'socks5h'])('%s', (way) => {
  test('two requests, one connection', async () => {
    const provider = await providerOn(way);
    expect([await ask(provider), await ask(provider)]).toEqual(['Hello', 'Hello']);
    expect([requests, proxy?.connections ?? connections]).toEqual([2, 1]);
  });

  test.each([
    ['closed', closes],
    ['reset', resets],
  ])('a kept connection that is found %s costs no attempt', async (_name, gone) => {
    script = [complete, gone, complete];
    const provider = await providerOn(way);
    expect(await ask(provider)).toBe('Hello');
    expect(await ask(provider)).toBe('Hello');
    expect(requests).toBe(3);
  });

  test('a long request arrives whole with its length, also when it is sent once more', async () => {
    script = [complete, closes, complete];
    const provider = await providerOn(way);
    expect(await ask(provider)).toBe('Hello');
    expect(await ask(provider, longRequest)).toBe('Hello');
    for (const { length, text } of bodies.slice(1)) {
      expect(Number(length)).toBe(Buffer.byteLength(text));
      const { messages } = JSON.parse(text) as { messages: { content: string }[] };
      expect(messages.at(-1)?.content === longText).toBe(true);
    }
    expect(requests).toBe(3);
  });

  test.each([401, 413])('a long request that is refused with %s fails as a short one does', async (status) => {
    script = [(_incoming, outgoing) => void outgoing.writeHead(status).end('{}')];
    const provider = await providerOn(way);
    const short = await failure(provider);
    const long = await failure(provider, longRequest);
    expect({ ...long, message: long.message }).toEqual({ ...short, message: short.message });
  });

  test('it is tried again once only, and not at all on a connection that was new', async () => {
    script = [complete, resets];
    const provider = await providerOn(way);
    expect(await ask(provider)).toBe('Hello');
    expect(await failure(provider)).toMatchObject({ kind: 'connection' });
    expect(requests).toBe(3);
    expect(await failure(provider)).toMatchObject({ kind: 'connection' });
    expect(requests).toBe(4);
  });

  test('nothing is asked again once the answer has begun', async () => {
    script = [
      complete,
      (_incoming, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write(': begun\n\n');
        setTimeout(() => outgoing.destroy(), 20);
      },
    ];
    const provider = await providerOn(way);
    expect(await ask(provider)).toBe('Hello');
    expect(await failure(provider)).toMatchObject({ kind: 'connection' });
    expect(requests).toBe(2);
  });

  test('the time limits are ours', async () => {
    const ended: Promise<unknown>[] = [];
    const silent: Answer = ({ socket }) => void ended.push(once(socket, 'close'));
    const pausing: Answer = (incoming, outgoing) => {
      silent(incoming, outgoing);
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write(': begun\n\n');
    };
    script = [silent, pausing];
    const provider = await providerOn(way, { timeouts: { firstByteMs: 300, idleMs: 200 } });
    const told = 'The provider sent nothing for 1 s.';
    expect(await failure(provider)).toMatchObject({ kind: 'timeout', message: told });
    expect(await failure(provider)).toMatchObject({ kind: 'connection', message: told });
    // the client closed both connections
    expect(await Promise.all(ended)).toHaveLength(2);
  });
});
