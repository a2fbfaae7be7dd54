/** The listening socket: binds with port retries, limits silent peers, and lets running requests finish on stop. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { chmodSync } from 'node:fs';
import { lstat, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { errorCode } from '../base/fs/errno.js';
import { hasBody } from './body.js';

/** Number of further ports to try when the requested one is taken. */
const portRetries = 100;
const highestPort = 65_535;

export interface Address {
  host: string;
  port: number;
  /** path of a unix socket instead of a port; the port is 0 then */
  socket?: string | undefined;
}

export type UpgradeListener = (req: IncomingMessage, stream: Duplex, head: Buffer) => void;

export interface HttpServer {
  server: Server;
  /**
   * Binds `port`, or one of the next 100 free ones; 0 takes any. Rejects with the error of the last attempt. Requests
   * that arrive before `prepare` is done are answered after it, and never if it rejects.
   */
  listen(wanted: Address, prepare?: (bound: Address) => Promise<void>): Promise<Address>;
  /** Sets the listener for upgrades; call it once, before `listen`. */
  onUpgrade(listener: UpgradeListener): void;
  /** Stops accepting, and closes what still runs after `deadlineMs`. A second call may shorten the wait. */
  stop(deadlineMs: number): Promise<void>;
}

/** Milliseconds that a peer may keep a connection without sending a request (rest.md 1.8). */
export interface PeerLimits {
  /** before its first byte */
  silentMs?: number;
  /** between the first and the last byte of the headers */
  headersMs?: number;
  /** for the rest of a body after the answer, which is discarded */
  unreadMs?: number;
}

export function createHttpServer(
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  { silentMs = 30_000, headersMs = 60_000, unreadMs = 60_000 }: PeerLimits = {},
): HttpServer {
  const server = createServer(
    {
      // The host check answers missing and repeated `Host` headers with an envelope.
      requireHostHeader: false,
      maxHeaderSize: 32 * 1024,
      headersTimeout: headersMs,
      // Node's own interval would let an incomplete request live for 30 s longer.
      connectionsCheckingInterval: Math.ceil(headersMs / 12),
      // Limits sending a request, such as 256 MiB over a slow connection; the time to answer it has no limit.
      requestTimeout: 3_600_000,
      keepAliveTimeout: 60_000,
    },
    (req, res) =>
      whenPrepared(() => {
        if (closed) res.setHeader('Connection', 'close');
        if (hasBody(req)) res.once('finish', () => closeUnlessRead(req));
        handle(req, res);
      }),
  );
  const sockets = new Set<Socket>();
  let closed: Promise<void> | undefined;
  /** requests that arrived before `prepare` was done; undefined afterwards */
  let waiting: (() => void)[] | undefined = [];

  server.on('connection', (socket) => {
    sockets.add(socket);
    const silence = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, silentMs).unref();
    socket.once('close', () => {
      clearTimeout(silence);
      sockets.delete(socket);
    });
  });

  /** Closes the connection of an answered request whose body does not end. */
  function closeUnlessRead(req: IncomingMessage): void {
    if (!req.complete) setTimeout(() => req.complete || req.destroy(), unreadMs).unref();
  }

  function whenPrepared(run: () => void): void {
    if (waiting) waiting.push(run);
    else run();
  }

  function onUpgrade(listener: UpgradeListener): void {
    server.on('upgrade', (req: IncomingMessage, stream: Duplex, head: Buffer) => {
      // a peer may disconnect while it waits
      stream.on('error', () => stream.destroy());
      whenPrepared(() => listener(req, stream, head));
    });
  }

  async function listen(wanted: Address, prepare?: (bound: Address) => Promise<void>): Promise<Address> {
    const bound = await bind(server, wanted);
    await prepare?.(bound);
    const early = waiting ?? [];
    waiting = undefined;
    for (const run of early) run();
    return bound;
  }

  async function stop(deadlineMs: number): Promise<void> {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    // Connections that were busy when the stop began become idle after their answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), deadlineMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(timer);
  }

  return { server, listen, onUpgrade, stop };
}

async function bind(server: Server, { host, port, socket }: Address): Promise<Address> {
  if (socket !== undefined) return await bindSocket(server, host, socket);
  const last = port === 0 ? 0 : Math.min(port + portRetries, highestPort);
  for (let candidate = port; ; candidate++) {
    try {
      await listenOnce(server, { host, port: candidate });
      return { host, port: boundPort(server) };
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (code === 'EADDRINUSE' && candidate < last) continue;
      const ports = candidate > port ? `ports ${port} to ${candidate}` : `port ${candidate}`;
      throw Object.assign(new Error(`cannot listen on ${host}, ${ports}: ${reasons[code] ?? code}`, { cause: error }), {
        code,
      });
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'in use',
  EADDRNOTAVAIL: 'this machine does not have the address',
  EAI_AGAIN: 'the host was not found',
  ENOTFOUND: 'the host was not found',
};

/** Binds a unix socket. Replaces a socket that a killed server left; refuses one that answers, and any other file. */
async function bindSocket(server: Server, host: string, path: string): Promise<Address> {
  const directory = await stat(dirname(path)).catch(() => undefined);
  if (directory?.isDirectory() !== true) throw new Error(`no directory ${dirname(path)} for the socket`);
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isSocket()) throw new Error(`${path} is not a socket`);
  if (found && (await answers(path))) throw new Error(`another server listens on ${path}`);
  if (found) await rm(path, { force: true });
  // bound within this call, so no other user can connect before the mode is set
  const before = process.umask(0o177);
  try {
    const listening = listenOnce(server, { path });
    process.umask(before);
    await listening;
  } finally {
    process.umask(before);
  }
  chmodSync(path, 0o600);
  return { host, port: 0, socket: path };
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function listenOnce(server: Server, place: { host: string; port: number } | { path: string }): Promise<void> {
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
    server.listen(place);
  });
}

function boundPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
