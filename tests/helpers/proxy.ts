/** Proxies of each kind on loopback: resolve test-only names, forward to servers of a test, and record requests. */
import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificate.js';

export interface ProxyOptions {
  kind: 'http' | 'https' | 'socks4' | 'socks5';
  /** loopback ports by name or address, regardless of the requested port */
  hosts: Record<string, number>;
  /** default: any free port */
  port?: number;
  /** allowed credentials; default: every client; SOCKS 4 has no password */
  user?: string;
  password?: string;
  /** certificate of an HTTPS proxy */
  certificate?: Certificate;
  /** status or SOCKS reply code for all requests */
  refuses?: number;
}

export interface TestProxy {
  port: number;
  /** allowed connections and requests, such as `CONNECT a.example:443` or `GET http://a.example/` */
  readonly passed: string[];
  /** number of connections to the proxy */
  readonly connections: number;
  close(): Promise<void>;
}

export async function startProxy(options: ProxyOptions): Promise<TestProxy> {
  const passed: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = options.kind.startsWith('http') ? httpProxy(options, passed) : socksProxy(options, passed);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    passed,
    get connections() {
      return connections;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function httpProxy({ kind, hosts, user, password, certificate, refuses }: ProxyOptions, passed: string[]): Server {
  const wanted = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const refusal = (asked: IncomingMessage, host: string): number | undefined => {
    if (wanted !== undefined && asked.headers['proxy-authorization'] !== wanted) return 407;
    return refuses ?? (host in hosts ? undefined : 502);
  };
  const forward: RequestListener = (asked, answer) => {
    const url = new URL(asked.url ?? '');
    const status = refusal(asked, url.hostname);
    if (status !== undefined) return void answer.writeHead(status).end();
    passed.push(`${asked.method} ${url.href}`);
    const { 'proxy-authorization': _, ...headers } = asked.headers;
    const path = url.pathname + url.search;
    const onward = httpRequest({ port: hosts[url.hostname], path, method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      pipeline(given, answer, () => answer.destroy());
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  };
  const server = kind === 'https' ? createHttpsServer(certificate ?? {}, forward) : createHttpServer(forward);
  server.on('connect', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
    const host = (asked.url ?? '').replace(/:\d+$/, '');
    const status = refusal(asked, host);
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    passed.push(`CONNECT ${asked.url}`);
    socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    join(socket, hosts[host] ?? 0, head);
  });
  return server;
}

/** Reads the handshake, in pieces of any size. */
function socksProxy({ kind, hosts, user, password, refuses }: ProxyOptions, passed: string[]): Server {
  return createServer((socket) => {
    let held = Buffer.alloc(0);
    let wake: () => void = () => undefined;
    const collect = (data: Buffer): void => {
      held = Buffer.concat([held, data]);
      wake();
    };
    socket.on('data', collect);
    const take = async (count: number): Promise<Buffer> => {
      while (held.length < count) await new Promise<void>((resolve) => (wake = resolve));
      const taken = held.subarray(0, count);
      held = held.subarray(count);
      return taken;
    };
    const untilZero = async (): Promise<string> => {
      for (let text = ''; ;) {
        const next = (await take(1)).toString('latin1');
        if (next === '\0') return text;
        text += next;
      }
    };
    const onward = (host: string, port: number): void => {
      passed.push(`${kind} ${host}:${port}`);
      socket.off('data', collect);
      join(socket, hosts[host] ?? 0, held);
    };
    void (kind === 'socks4' ? serve4() : serve5());

    async function serve4(): Promise<void> {
      const head = await take(8);
      const name = await untilZero();
      const address = [...head.subarray(4)].join('.');
      const host = /^0\.0\.0\.[1-9]/.test(address) ? await untilZero() : address;
      const denied = user !== undefined && name !== user ? 93 : (refuses ?? (host in hosts ? undefined : 91));
      socket.write(Buffer.from([0, denied ?? 90, 0, 0, 0, 0, 0, 0]));
      if (denied === undefined) onward(host, head.readUInt16BE(2));
      else socket.end();
    }

    async function serve5(): Promise<void> {
      const [, count = 0] = await take(2);
      const methods = [...(await take(count))];
      const method = user === undefined ? 0 : 2;
      if (!methods.includes(method)) return void socket.end(Buffer.from([5, 0xff]));
      socket.write(Buffer.from([5, method]));
      if (method === 2 && !(await isWelcome())) return void socket.end(Buffer.from([1, 1]));
      if (method === 2) socket.write(Buffer.from([1, 0]));
      const [, , , kindOfHost] = await take(4);
      const host = await hostOf(kindOfHost);
      const port = (await take(2)).readUInt16BE(0);
      const denied = refuses ?? (host in hosts ? undefined : 4);
      socket.write(Buffer.from([5, denied ?? 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      if (denied === undefined) onward(host, port);
      else socket.end();
    }

    async function isWelcome(): Promise<boolean> {
      const [, length = 0] = await take(2);
      const name = (await take(length)).toString();
      const [size = 0] = await take(1);
      return name === user && (await take(size)).toString() === password;
    }

    async function hostOf(kindOfHost: number | undefined): Promise<string> {
      if (kindOfHost === 1) return [...(await take(4))].join('.');
      const [length = 0] = await take(1);
      return (await take(length)).toString();
    }
  });
}

/** Starts a TLS server in front of a loopback server. */
export async function startTls(
  port: number,
  certificate: Certificate,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTlsServer(certificate, (socket) => {
    sockets.add(socket);
    join(socket, port, Buffer.alloc(0));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function join(socket: Socket, port: number, head: Buffer): void {
  const onward = connect(port, '127.0.0.1');
  onward.write(head);
  for (const [from, to] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}
