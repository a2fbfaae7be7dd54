/** A reverse proxy in front of a server: with a path prefix that it strips or keeps, with TLS, with buffered responses. */
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from '../helpers/certificate.js';

export interface FrontProxyOptions {
  /** port of the server behind it */
  target: number;
  /** path prefix without a trailing slash; other paths get 404 */
  prefix?: string;
  /** further prefixes with the same content */
  others?: readonly string[];
  /** removes the prefix from forwarded paths */
  strips?: boolean;
  /** serves HTTPS with this certificate; the server behind it uses HTTP */
  certificate?: Certificate;
  /** sends each response only when it is complete */
  buffers?: boolean;
}

export interface FrontProxy {
  /** with the prefix, without a trailing slash */
  url: string;
  /** requested paths outside of the prefixes */
  readonly outside: string[];
  close(): Promise<void>;
}

export async function startFrontProxy(options: FrontProxyOptions): Promise<FrontProxy> {
  const { target, prefix = '', others = [], strips = false, certificate, buffers = false } = options;
  const outside: string[] = [];
  const sockets = new Set<Duplex>();
  const targetPath = ({ url = '/' }: IncomingMessage): string | undefined => {
    const place = [prefix, ...others].find((each) => url.startsWith(`${each}/`));
    if (place === undefined) {
      outside.push(url);
      return undefined;
    }
    return strips ? url.slice(place.length) : url;
  };

  const answer: RequestListener = (asked, response) => {
    const path = targetPath(asked);
    if (path === undefined) return void response.writeHead(404).end();
    const { method, headers } = asked;
    const inner = request({ host: '127.0.0.1', port: target, path, method, headers }, (answered) => {
      const { statusCode = 502, headers: sent } = answered;
      if (!buffers) {
        response.writeHead(statusCode, sent);
        return void answered.pipe(response);
      }
      const pieces: Buffer[] = [];
      answered.on('data', (piece: Buffer) => pieces.push(piece));
      answered.on('end', () => {
        const body = Buffer.concat(pieces);
        const rest = Object.entries(sent).filter(([name]) => name !== 'transfer-encoding');
        response.writeHead(statusCode, { ...Object.fromEntries(rest), 'content-length': body.length }).end(body);
      });
    });
    inner.on('error', () => response.destroy());
    asked.pipe(inner);
  };
  const upgrade = (asked: IncomingMessage, near: Duplex, head: Buffer): void => {
    const path = targetPath(asked);
    if (path === undefined) return void near.destroy();
    const far = connect(target, '127.0.0.1', () => {
      const lines = asked.rawHeaders.flatMap((each, at, all) => (at % 2 === 0 ? [`${each}: ${all[at + 1]}`] : []));
      far.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      far.write(head);
      near.pipe(far).pipe(near);
    });
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
  };

  const server = certificate ? createTlsServer(certificate, answer) : createServer(answer);
  server.on('upgrade', upgrade);
  server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}${prefix}`,
    outside,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
