/** The WebSocket at /api/v1/ws: upgrades, and the registry of open connections. */
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import express from 'express';
import expressWs from 'express-ws';
import { ulid } from 'ulid';
import type { WebSocket } from 'ws';
import type { Connection as ConnectionInfo } from '../../schemas/generated/types.js';
import type { App } from './app.js';
import { bearerProtocol, type Credentials, refusedToken } from './auth.js';
import { type Connection, createConnection } from './connection.js';
import { maxHostFrameBytes } from './hostfiles.js';
import type { Feed } from './feed.js';
import type { Heartbeat } from './heartbeat.js';
import type { Log } from './log.js';
import type { HttpServer } from './server.js';
import { socketPath } from './upgrade.js';
import type { Refusal } from './reply.js';

export interface SocketsOptions {
  /** source of the upgrades */
  http: Pick<HttpServer, 'server' | 'onUpgrade'>;
  checkUpgrade: App['checkUpgrade'];
  feed: Feed;
  credentials: Credentials;
  bypassAuth: boolean;
  heartbeat: Heartbeat;
  serverId: string;
  version: string;
  log: Log;
  /** epoch milliseconds */
  now(): number;
}

export interface Sockets {
  /** open connections, oldest first (rest.md 24) */
  connections(): ConnectionInfo[];
  /** Closes all connections with 1001 and accepts no more; resolves when all are gone, after about a second at most. */
  close(): Promise<void>;
}

export function createSockets(options: SocketsOptions): Sockets {
  const { http, heartbeat } = options;
  const open = new Map<string, Connection>();
  const tokens = new WeakMap<IncomingMessage, string>();
  let closed = false;

  // express-ws upgrades every request of its server, so it gets a separate server that receives only checked requests.
  const gate = createServer();
  const { app, getWss } = expressWs(express(), gate, {
    leaveRouterUntouched: true,
    wsOptions: {
      maxPayload: maxHostFrameBytes,
      perMessageDeflate: false,
      handleProtocols: (offered) => bearerProtocol(offered) ?? false,
    },
  });
  app.ws(socketPath, (socket, req) => accept(socket, req));

  function upgrade(req: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (!isWebSocketUpgrade(req)) return withoutUpgrade(http.server, req, stream, head);
    if (closed) return void stream.destroy();
    const verdict = options.checkUpgrade(req);
    if (!verdict.ok) return refuse(stream, verdict);
    if (verdict.token !== undefined) tokens.set(req, verdict.token);
    gate.emit('upgrade', req, stream, head);
  }

  function accept(socket: WebSocket, req: IncomingMessage): void {
    const id = `conn_${ulid(options.now()).toLowerCase()}`;
    const token = tokens.get(req);
    const connection = createConnection({
      ...options,
      socket,
      stream: req.socket,
      id,
      remoteAddress: req.socket.remoteAddress ?? null,
      userAgent: req.headers['user-agent'] ?? null,
      server: { id: options.serverId, version: options.version, heartbeatMs: heartbeat.intervalMs },
      isAuthorized: () => options.bypassAuth || (token !== undefined && options.credentials.accepts(token)),
      checkToken(given) {
        if (!options.bypassAuth && !options.credentials.accepts(given)) throw refusedToken(options.credentials);
      },
      over() {
        open.delete(id);
        stopBeat();
      },
    });
    const stopBeat = heartbeat.add(connection.beat);
    open.set(id, connection);
  }

  http.onUpgrade(upgrade);

  return {
    connections: () => [...open.values()].map((connection) => connection.describe()),
    async close() {
      closed = true;
      const gone = [...getWss().clients].map((client) => new Promise((resolve) => client.once('close', resolve)));
      for (const connection of open.values()) connection.finish(1001, 'server shutting down');
      await Promise.all(gone);
    },
  };
}

function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Answers in plain HTTP and closes the connection. */
function refuse(stream: Duplex, { status, headers, body }: Refusal): void {
  const lines = Object.entries({ Connection: 'close', Date: new Date().toUTCString(), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`);
}

const hopHeaders = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Serves a request as if it had not asked for an upgrade, which a server may always do (RFC 9110 7.8). Some clients ask
 * for HTTP/2 in every first request. Node has already detached the request from its connection, so this writes its text
 * back to be parsed again.
 */
function withoutUpgrade(server: Server, req: IncomingMessage, stream: Duplex, head: Buffer): void {
  let text = `${req.method} ${req.url} HTTP/${req.httpVersion}\r\n`;
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i] ?? '';
    if (!hopHeaders.has(name.toLowerCase())) text += `${name}: ${req.rawHeaders[i + 1] ?? ''}\r\n`;
  }
  if (/\bclose\b/i.test(req.headers.connection ?? '')) text += 'Connection: close\r\n';
  stream.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]));
  server.emit('connection', stream);
}
