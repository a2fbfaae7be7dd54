/** The listening socket: bind with port retry, and a stop that lets running requests finish. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorCode } from '../home/atomic.js';

/** How many further ports are tried when the wanted one is taken. */
const portRetries = 100;
const highestPort = 65_535;

export interface Address {
  host: string;
  port: number;
}

export interface HttpServer {
  /** For the WebSocket code to attach to. */
  server: Server;
  /** Binds `port`, or one of the next 100 free ones; 0 takes any. Rejects with the error of the last try. */
  listen(wanted: Address): Promise<Address>;
  /** Stops accepting, waits up to `deadlineMs` for requests and sockets to end, then cuts them off. A second call may shorten the wait. */
  stop(deadlineMs: number): Promise<void>;
}

export function createHttpServer(handle: (req: IncomingMessage, res: ServerResponse) => void): HttpServer {
  const server = createServer(
    {
      // Missing and repeated `Host` headers are answered by the host check, with an envelope.
      requireHostHeader: false,
      maxHeaderSize: 32 * 1024,
      headersTimeout: 30_000,
      // How long a client may take to send a request, 256 MiB over a slow line; the time to answer is not limited.
      requestTimeout: 3_600_000,
      keepAliveTimeout: 60_000,
    },
    (req, res) => {
      if (closed) res.setHeader('Connection', 'close');
      handle(req, res);
    },
  );
  const sockets = new Set<Socket>();
  let closed: Promise<void> | undefined;

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  async function stop(deadlineMs: number): Promise<void> {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    // Connections that were busy when the stop began are idle once they have their answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), deadlineMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(timer);
  }

  return { server, listen: (wanted) => listen(server, wanted), stop };
}

async function listen(server: Server, { host, port }: Address): Promise<Address> {
  const last = port === 0 ? 0 : Math.min(port + portRetries, highestPort);
  for (let candidate = port; ; candidate++) {
    try {
      await listenOnce(server, host, candidate);
      return { host, port: boundPort(server) };
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE' || candidate >= last) throw error;
    }
  }
}

function listenOnce(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => {
      server.off('listening', onListening);
      reject(error);
    };
    const onListening = (): void => {
      server.off('error', onError);
      resolve();
    };
    server.once('error', onError).once('listening', onListening);
    server.listen({ host, port });
  });
}

function boundPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
