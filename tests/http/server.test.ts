/** Listening, stopping, streams, and the check of WebSocket upgrades. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createBan } from '../../daemon/http/access.js';
import { createRequestIds } from '../../daemon/http/request-id.js';
import { createHttpServer, type HttpServer } from '../../daemon/http/server.js';
import { ask, bearer, start, token } from './harness.js';

const host = '127.0.0.1';
const plain = () => createHttpServer((_req, res) => void res.end('ok'));

describe('listen', () => {
  test('a taken port is followed by the next free one', async () => {
    const first = plain();
    const { port } = await first.listen({ host, port: 0 });
    const others: HttpServer[] = [];
    let last = port;
    for (let i = 0; i < 3; i++) {
      const next = plain();
      others.push(next);
      const bound = await next.listen({ host, port });
      expect(bound.port).toBeGreaterThan(last);
      expect(bound.port).toBeLessThanOrEqual(port + 100);
      last = bound.port;
    }
    await Promise.all([first, ...others].map((server) => server.stop(0)));
  });

  test('never past 65535', async () => {
    const blocker = createServer();
    blocker.on('error', () => undefined).listen(65_535, host);
    await Promise.race([once(blocker, 'listening'), delay(200)]);
    await expect(plain().listen({ host, port: 65_535 })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    blocker.close();
  });

  test('other errors are not retried', async () => {
    await expect(plain().listen({ host: '192.0.2.1', port: 5000 })).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
      message: 'cannot listen on 192.0.2.1, port 5000: this machine does not have the address',
    });
    await expect(plain().listen({ host: 'nope.invalid', port: 0 })).rejects.toThrow(
      'cannot listen on nope.invalid, port 0: the host was not found',
    );
  });
});

describe('preparing', () => {
  test('requests and upgrades that come early are answered once the server is prepared', async () => {
    const http = plain();
    http.onUpgrade((_req, stream) => stream.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\n\r\n'));
    const answered: string[] = [];
    let early: Promise<unknown> = Promise.resolve();
    await http.listen({ host, port: 0 }, async ({ port }) => {
      const fetched = fetch(`http://${host}:${port}/`).then(async (answer) => answered.push(await answer.text()));
      const upgrade = request({ host, port, headers: { Connection: 'Upgrade', Upgrade: 'websocket' } }).end();
      const refused = once(upgrade, 'response').then(([answer]) =>
        answered.push(String((answer as IncomingMessage).statusCode)),
      );
      early = Promise.all([fetched, refused]);
      await until(http.server, 2);
      expect(answered).toEqual([]);
    });
    await early;
    expect(answered.sort()).toEqual(['426', 'ok']);
    await http.stop(0);
  });

  test('what cannot be prepared is never answered, and the port is free again after the stop', async () => {
    const http = plain();
    let outcome: Promise<string> = Promise.resolve('');
    let taken = 0;
    const listening = http.listen({ host, port: 0 }, async ({ port }) => {
      taken = port;
      outcome = fetch(`http://${host}:${port}/`).then(
        () => 'answered',
        () => 'cut off',
      );
      await until(http.server, 1);
      throw new Error('no registry');
    });
    await expect(listening).rejects.toThrow('no registry');
    await http.stop(0);
    expect(await outcome).toBe('cut off');
    const next = plain();
    expect(await next.listen({ host, port: taken })).toEqual({ host, port: taken });
    await next.stop(0);
  });

  /** Waits until so many requests or upgrades have arrived. */
  async function until(server: HttpServer['server'], count: number): Promise<void> {
    let seen = 0;
    await new Promise<void>((resolve) => {
      const note = (): void => {
        seen += 1;
        if (seen === count) setImmediate(resolve);
      };
      server.on('request', note).on('upgrade', note);
    });
  }
});

describe('silent peers', () => {
  const limits = { silentMs: 50, headersMs: 240 };
  /** Sends the bytes and returns what the peer receives until its connection closes. */
  async function received(http: HttpServer, sent: string): Promise<{ text: string; ms: number }> {
    const { port } = await http.listen({ host, port: 0 });
    const began = Date.now();
    const socket = connect(port, host).on('error', () => undefined);
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    if (sent !== '') socket.write(sent);
    await once(socket, 'close');
    await http.stop(0);
    return { text, ms: Date.now() - began };
  }
  const limited = () => createHttpServer((_req, res) => void res.end('ok'), limits);

  test('a connection without a byte is closed without a word', async () => {
    const { text, ms } = await received(limited(), '');
    expect(text).toBe('');
    expect(ms).toBeGreaterThanOrEqual(45);
  });

  test.each([['GET / HTTP/1.1\r\nHost: a'], ['G']])('half a request, %j, gets 408', async (sent) => {
    const { text, ms } = await received(limited(), sent);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeGreaterThanOrEqual(200);
  });

  test('half a request after a whole one gets 408 too', async () => {
    const { text } = await received(limited(), 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT');
    expect(text).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 408 /);
  });

  test('a body that does not end after the answer closes the connection', async () => {
    const http = createHttpServer((_req, res) => void res.end('ok'), { unreadMs: 100 });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    const { text, ms } = await received(http, `${head}1\r\na\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(ms).toBeGreaterThanOrEqual(95);
  });

  test('an answer that takes longer than both limits arrives', async () => {
    const http = createHttpServer((_req, res) => void setTimeout(() => res.end('late'), 500), limits);
    const { port } = await http.listen({ host, port: 0 });
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('late');
    await http.stop(0);
  });
});

describe('stop', () => {
  async function slow(ms: number): Promise<{ http: HttpServer; port: number; started: Promise<unknown> }> {
    let begun: (value?: unknown) => void = () => undefined;
    const started = new Promise((resolve) => (begun = resolve));
    const http = createHttpServer((_req, res) => {
      begun();
      setTimeout(() => res.end('done'), ms).unref();
    });
    const { port } = await http.listen({ host, port: 0 });
    return { http, port, started };
  }

  test('running requests get their answer, new ones no connection', async () => {
    const { http, port, started } = await slow(300);
    const running = fetch(`http://${host}:${port}/`).then((answer) => answer.text());
    await started;
    const stopped = http.stop(5_000);
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow();
    expect(await running).toBe('done');
    const before = Date.now();
    await stopped;
    // A keep-alive connection must not delay the stop until its own timeout.
    expect(Date.now() - before).toBeLessThan(2_000);
  });

  test('what takes longer than the deadline is cut off', async () => {
    const { http, port, started } = await slow(60_000);
    const running = fetch(`http://${host}:${port}/`);
    const outcome = running.then(
      () => 'answered',
      () => 'cut off',
    );
    await started;
    const before = Date.now();
    const first = http.stop(60_000);
    await http.stop(50);
    await first;
    expect(Date.now() - before).toBeLessThan(5_000);
    expect(await outcome).toBe('cut off');
  });

  test('silent connections do not delay it', async () => {
    const http = plain();
    const { port } = await http.listen({ host, port: 0 });
    const socket = connect(port, host).on('error', () => undefined);
    await once(socket, 'connect');
    await http.stop(100);
    socket.destroy();
    await http.stop(100);
  });
});

describe('streams', () => {
  const url = '/api/v1/sessions/s1/events';

  test('the handler writes; its signal aborts when the client is gone', async () => {
    let aborted = false;
    const server = await start({
      handlers: {
        streamEvents: ({ res, signal }: { res: ServerResponse; signal: AbortSignal }) => {
          res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('retry: 1000\n\n');
          return new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => {
              aborted = true;
              resolve();
            });
          });
        },
      },
    });
    const controller = new AbortController();
    const answer = await fetch(`http://${host}:${server.port}${url}`, {
      headers: { authorization: bearer },
      signal: controller.signal,
    });
    const first = await answer.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('retry: 1000\n\n');
    controller.abort();
    for (let i = 0; i < 100 && !aborted; i++) await delay(10);
    expect(aborted).toBe(true);
    expect(server.lines.at(-1)?.facts).toMatchObject({ operation: 'streamEvents', aborted: true });
    await server.close();
  });

  test('a failure in the middle cuts the answer off', async () => {
    const server = await start({
      handlers: {
        streamEvents: ({ res }: { res: ServerResponse }) => {
          res.writeHead(200).write('half');
          throw new Error('broken');
        },
      },
    });
    const read = async () =>
      (await fetch(`http://${host}:${server.port}${url}`, { headers: { authorization: bearer } })).text();
    await expect(read()).rejects.toThrow();
    await server.close();
  });

  test('a failure before the first byte is an envelope', async () => {
    const server = await start({ handlers: { streamEvents: () => Promise.reject(new Error('broken')) } });
    expect((await ask(server.port, { path: url })).json).toMatchObject({ code: 50001 });
    await server.close();
  });
});

describe('upgrade', () => {
  interface Offer {
    path?: string;
    host?: string;
    authorization?: string;
    origin?: string;
    protocols?: string;
  }

  /** Builds the request that the server's `upgrade` event delivers. */
  async function upgradeRequest(offer: Offer): Promise<IncomingMessage> {
    const server = createServer();
    const seen = new Promise<IncomingMessage>((resolve) =>
      server.on('upgrade', (req, socket) => (resolve(req), socket.destroy())),
    );
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const address = server.address();
    const { authorization, origin, protocols } = offer;
    request({
      host,
      port: typeof address === 'object' ? address?.port : 0,
      path: offer.path ?? '/api/v1/ws',
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        host: offer.host ?? 'localhost',
        ...(authorization && { authorization }),
        ...(origin && { origin }),
        ...(protocols && { 'sec-websocket-protocol': protocols }),
      },
    })
      .on('error', () => undefined)
      .end();
    const req = await seen;
    server.close();
    return req;
  }

  const good = `agent-code.bearer.${token}`;

  test.each<[string, Offer]>([
    ['header', { authorization: bearer }],
    ['subprotocol', { protocols: good }],
    ['one subprotocol of several', { protocols: `chat, ${good}, agent-code.bearer.other` }],
    ['header beside a wrong subprotocol', { authorization: bearer, protocols: 'agent-code.bearer.wrong' }],
    ['a query', { authorization: bearer, path: '/api/v1/ws?x=1' }],
    ['loopback origin', { authorization: bearer, origin: 'http://localhost:5173' }],
  ])('opens with %s', async (_name, offer) => {
    const server = await start();
    expect(server.app.checkUpgrade(await upgradeRequest(offer))).toMatchObject({ ok: true, token });
    await server.close();
  });

  test.each<[string, Offer, number, number]>([
    ['no token', {}, 401, 40101],
    ['a wrong token', { authorization: 'Bearer wrong' }, 401, 40101],
    ['a wrong header beside a good subprotocol', { authorization: 'Bearer wrong', protocols: good }, 401, 40101],
    ['a wrong first subprotocol', { protocols: `agent-code.bearer.wrong, ${good}` }, 401, 40101],
    ['a token in the URL', { path: `/api/v1/ws?token=${token}` }, 401, 40101],
    ['a foreign host', { authorization: bearer, host: 'evil.example' }, 403, 40301],
    ['a foreign origin', { authorization: bearer, origin: 'https://evil.example' }, 403, 40301],
    ['the null origin', { authorization: bearer, origin: 'null' }, 403, 40301],
    ['another path', { authorization: bearer, path: '/api/v1/wss' }, 404, 40400],
    ['a slash at the end', { authorization: bearer, path: '/api/v1/ws/' }, 404, 40400],
    ['upper case', { authorization: bearer, path: '/api/v1/WS' }, 404, 40400],
    ['an operation', { authorization: bearer, path: '/api/v1/meta' }, 404, 40400],
    ['healthz', { path: '/api/v1/healthz' }, 404, 40400],
    ['the page', { path: '/' }, 404, 40400],
    ['an absolute target', { authorization: bearer, path: 'http://localhost/api/v1/ws' }, 404, 40400],
  ])('is refused with %s', async (_name, offer, status, code) => {
    const server = await start();
    const verdict = server.app.checkUpgrade(await upgradeRequest(offer));
    if (verdict.ok) throw new Error('was let in');
    expect(verdict.status).toBe(status);
    const body = JSON.parse(verdict.body) as Record<string, unknown>;
    expect(body).toMatchObject({ code, data: null });
    expect(verdict.headers).toMatchObject({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': body['request_id'],
      'Content-Length': String(Buffer.byteLength(verdict.body)),
    });
    expect(server.lines.at(-1)?.facts).toMatchObject({ operation: 'upgrade', status, code });
    await server.close();
  });

  test('needs no token when authentication is bypassed', async () => {
    const server = await start({ bypassAuth: true });
    expect(server.app.checkUpgrade(await upgradeRequest({}))).toMatchObject({ ok: true, token: undefined });
    await server.close();
  });

  test('a banned source is refused with Retry-After', async () => {
    const server = await start({ bind: { host: '0.0.0.0', loopback: false } });
    for (let i = 0; i < 10; i++)
      await ask(server.port, { path: '/api/v1/meta', headers: { authorization: undefined } });
    const req = await upgradeRequest({ authorization: bearer });
    Object.defineProperty(req, 'socket', { value: { remoteAddress: '127.0.0.1' } });
    expect(server.app.checkUpgrade(req)).toMatchObject({
      ok: false,
      status: 429,
      headers: { 'Retry-After': '60', 'X-Content-Type-Options': 'nosniff' },
    });
    await server.close();
  });
});

test('a flood of sources neither grows the memory of the ban nor lifts a fresh one', () => {
  const ban = createBan({ now: () => 0 });
  for (let i = 0; i < 10; i++) ban.failed('10.0.0.1');
  for (let i = 0; i < 20_000; i++) ban.failed(`2001:db8::${i.toString(16)}`);
  expect(() => ban.check('10.0.0.1')).toThrow(expect.objectContaining({ code: 42901 }));
  expect(() => ban.check('2001:db8::1')).not.toThrow();
});

test('request ids are ULIDs of their time and differ', () => {
  const next = createRequestIds({ now: () => 1_469_918_176_385 });
  const ids = new Set(Array.from({ length: 2_000 }, next));
  expect(ids.size).toBe(2_000);
  for (const id of ids) expect(id).toMatch(/^01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/);
});
