/** Requests to model servers without a proxy: with and without TLS, compressed answers, misbehaving servers. */
import { once } from 'node:events';
import { createServer as createHttp, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { plainly, type Outgoing } from '../../daemon/base/net/outgoing.js';
import { createDirect, type DirectOptions } from '../../daemon/outward/direct.js';
import { makeCertificate } from '../helpers/certificate.js';
import { startTls } from '../helpers/proxy.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function direct(options: DirectOptions = {}) {
  const { send, close } = createDirect(options);
  closing.push(close);
  return (url: string, more: Partial<Outgoing> = {}) =>
    send(url, { method: 'GET', headers: {}, signal: new AbortController().signal, ...plainly, ...more });
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const serving = (listener: RequestListener): HttpServer => createHttp(listener);

async function text(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('an answer', () => {
  test.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('that is compressed although it was not requested is read: %s', async (coding, compress) => {
    const port = await listening(
      serving((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(compress('a page'))),
    );
    const reply = await direct()(`http://127.0.0.1:${port}/`);
    expect([reply.ok, reply.status, await text(reply.body)]).toEqual([true, 200, 'a page']);
  });

  test('with damaged compression is a failure of the one who reads it, not of the process', async () => {
    const port = await listening(
      serving((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')),
    );
    const reply = await direct()(`http://127.0.0.1:${port}/`);
    await expect(text(reply.body)).rejects.toThrow('incorrect header check');
  });

  test('keeps its headers and is not redirected', async () => {
    const port = await listening(
      serving((_request, response) => response.writeHead(307, { location: '/other', 'X-Odd': 'yes' }).end()),
    );
    const { ok, status, headers } = await direct()(`http://127.0.0.1:${port}/`);
    expect([ok, status, headers.get('location'), headers.get('x-odd'), headers.get('x-none')]).toEqual([
      false,
      307,
      '/other',
      'yes',
      null,
    ]);
  });
});

test('over TLS a server is asked only when its certificate is trusted, and the connection is used again', async () => {
  let connections = 0;
  const server = serving((_request, response) => response.end('a page'));
  server.on('connection', () => (connections += 1));
  const certificate = makeCertificate('127.0.0.1');
  const tls = await startTls(await listening(server), certificate);
  closing.push(() => tls.close());
  const url = `https://127.0.0.1:${tls.port}/`;
  const ask = direct({ trusted: certificate.cert });
  for (let count = 0; count < 2; count += 1) expect(await text((await ask(url)).body)).toBe('a page');
  expect(connections).toBe(1);
  await expect(direct()(url)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

describe('a server that', () => {
  test('accepts a connection and never speaks TLS is given up', async () => {
    const port = await listening(createServer());
    await expect(direct({ connectMs: 50 })(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  test('is silent is not given up by the time for connecting, but by the signal', async () => {
    const port = await listening(createServer());
    const controller = new AbortController();
    const asked = direct({ connectMs: 20 })(`http://127.0.0.1:${port}/`, { signal: controller.signal });
    const first = await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 80, 'silent'))]);
    expect(first).toBe('silent');
    controller.abort();
    await expect(asked).rejects.toThrow();
  });

  test.each([
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: upgrade\r\n\r\n'],
    ['is no web server', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['closes at once', ''],
  ])('%s is a failure', async (_name, answer) => {
    const port = await listening(createServer((socket) => socket.once('data', () => socket.end(answer))));
    await expect(direct()(`http://127.0.0.1:${port}/`)).rejects.toBeInstanceOf(Error);
  });

  test('refuses before it has read the request is heard', async () => {
    const port = await listening(serving((_request, response) => response.writeHead(401).end('no')));
    const piece = new Uint8Array(64 * 1024);
    let left = 200;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => ((left -= 1) < 0 ? controller.close() : controller.enqueue(piece)),
    });
    const reply = await direct()(`http://127.0.0.1:${port}/`, { method: 'POST', body });
    expect([reply.status, await text(reply.body)]).toEqual([401, 'no']);
  });
});
