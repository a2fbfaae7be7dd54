/** A reverse proxy in front of a server: below a path that it strips or keeps, with TLS, with answers held back until they are whole. */
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from '../helpers/certificate.js';

export interface FrontProxyOptions {
  /** port of the server behind it */
  target: number;
  /** where it serves, without a slash at the end; everything else gets 404 */
  prefix?: string;
  /** further places where it serves the same */
  others?: readonly string[];
  /** the server behind it sees paths without the prefix */
  strips?: boolean;
  /** speaks https; the server behind it http */
  certificate?: Certificate;
  /** collects each answer before it sends it, as proxies do that buffer */
  buffers?: boolean;
}

export interface FrontProxy {
  /** with the prefix, without a slash at the end */
  url: string;
  /** paths that were asked for outside of the prefix */
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
