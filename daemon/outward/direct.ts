/** Requests to model servers without a proxy, by Node's HTTP client: `fetch` loads slower and takes triple the CPU. */
import { Agent, request as plainRequest, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Reply, Send } from '../base/net/outgoing.js';

/** Milliseconds that an unused connection is kept, unless the server announces less. */
const keptMs = 30_000;

const decoders: Readonly<Record<string, (() => NodeJS.ReadWriteStream) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export interface DirectOptions {
  /** certificates that are trusted instead of the default ones, PEM */
  trusted?: string | undefined;
  /** milliseconds to establish the connection, including TLS */
  connectMs?: number;
}

/** Sends requests over kept connections; `close` closes them. */
export function createDirect({ trusted, connectMs = 10_000 }: DirectOptions): { send: Send; close(): void } {
  const options = { keepAlive: true, scheduling: 'lifo', timeout: keptMs } as const;
  const plain = new Agent(options);
  // loaded with the first request that needs it
  let encrypted: Agent | undefined;

  function clientFor(url: string) {
    if (!url.startsWith('https:')) return { request: plainRequest, agent: plain, connected: 'connect' };
    const https = process.getBuiltinModule('node:https');
    encrypted ??= new https.Agent({ ...options, ca: trusted });
    return { request: https.request, agent: encrypted, connected: 'secureConnect' };
  }

  const send: Send = (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const { href } = new URL(url);
      const { request, agent, connected } = clientFor(href);
      const sent = request(href, { method, headers, agent }, (incoming) => resolve(replyOf(incoming)));
      sent.on('socket', (socket) => {
        if (!socket.connecting) return;
        const late = Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' });
        const timer = setTimeout(() => sent.destroy(late), connectMs);
        const stop = (): void => clearTimeout(timer);
        socket.once(connected, stop).once('close', stop);
      });
      sent.on('error', (error) => reject(Object.assign(error, { socket: sent.socket })));
      // destroyed without an error: a connection about to be kept would emit the error without a listener
      const abort = (): void => void sent.destroy();
      signal.addEventListener('abort', abort, { once: true });
      sent.on('close', () => {
        signal.removeEventListener('abort', abort);
        reject(new Error('the server sent no answer'));
      });
      // the request also reports a failure of the body's upload
      if (typeof body === 'object') pipeline(body, sent, () => undefined);
      else sent.end(body);
    });
  return {
    send,
    close() {
      plain.destroy();
      encrypted?.destroy();
    },
  };
}

function replyOf(incoming: IncomingMessage): Reply {
  const { statusCode: status = 0, headers } = incoming;
  const decoder = decoders[String(headers['content-encoding']).trim().toLowerCase()]?.();
  const get = (name: string): string | null => {
    const value = headers[name];
    return value === undefined ? null : String(value);
  };
  // the reader of the decoded bytes sees the failure
  decoder?.on('error', () => undefined);
  const body = decoder ? pipeline(incoming, decoder, () => undefined) : incoming;
  return { ok: status >= 200 && status < 300, status, headers: { get }, body: body as AsyncIterable<Uint8Array> };
}
