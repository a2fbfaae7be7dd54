/** Requests that ask to change the protocol: which of them mean a WebSocket, and what the others get. */
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from './reply.js';

export function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Answers in plain HTTP and ends the connection. */
export function refuse(stream: Duplex, { status, headers, body }: Refusal): void {
  const lines = Object.entries({ Connection: 'close', Date: new Date().toUTCString(), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`);
}

const hopHeaders = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Serves a request as if it had not asked for another protocol, which a server may always do (RFC 9110 7.8).
 * Some clients ask for HTTP/2 with every first request. Node has taken the request off its connection by now,
 * so its text is put back and read again.
 */
export function withoutUpgrade(server: Server, req: IncomingMessage, stream: Duplex, head: Buffer): void {
  let text = `${req.method} ${req.url} HTTP/${req.httpVersion}\r\n`;
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i] ?? '';
    if (!hopHeaders.has(name.toLowerCase())) text += `${name}: ${req.rawHeaders[i + 1] ?? ''}\r\n`;
  }
  if (/\bclose\b/i.test(req.headers.connection ?? '')) text += 'Connection: close\r\n';
  stream.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]));
  server.emit('connection', stream);
}
