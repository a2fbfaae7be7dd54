/** Multipart forms byte by byte, and clients that send malformed or partial ones. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export const boundary = 'xXxBoundary42';
export const formType = `multipart/form-data; boundary=${boundary}`;

export interface Part {
  /** name of the field; absent: no such parameter */
  name?: string;
  /** further parameters of the disposition header, such as `filename="a"` */
  rest?: string;
  type?: string;
  body: string | Buffer;
}

/** Returns a part with a file. */
export const filePart = (body: string | Buffer, more: Partial<Part> = {}): Part => ({
  name: 'file',
  rest: 'filename="a.txt"',
  type: 'text/plain',
  body,
  ...more,
});

export const field = (name: string, body: string): Part => ({ name, body });

/** Returns the body of a form. */
export function formBody(parts: readonly Part[], end = `--${boundary}--\r\n`): Buffer {
  const bytes = parts.flatMap(({ name, rest, type, body }) => {
    const disposition = ['form-data', ...(name === undefined ? [] : [`name="${name}"`]), ...(rest ? [rest] : [])];
    const head = [
      `--${boundary}`,
      `Content-Disposition: ${disposition.join('; ')}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ];
    return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')];
  });
  return Buffer.concat([...bytes, Buffer.from(end)]);
}

/** A form sent in pieces. */
export interface Sending {
  socket: Socket;
  /** waits while the server does not accept more; returns false once the connection is closed */
  send(bytes: Buffer | string): Promise<boolean>;
  /** returns the server's response once head and body are complete */
  answer(): Promise<{ status: number; code: number; text: string }>;
}

/** Starts a `POST /api/v1/files`; `headers` contain its length, or that it is chunked. */
export async function beginUpload(
  { port, token }: { port: number; token: string },
  headers: Record<string, string>,
): Promise<Sending> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = Object.entries({
    host: 'localhost',
    authorization: `Bearer ${token}`,
    'content-type': formType,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/v1/files HTTP/1.1\r\n${lines.join('')}\r\n`);
  return {
    socket,
    async send(bytes) {
      if (socket.destroyed || !socket.writable) return false;
      if (socket.write(bytes)) return true;
      await oneOf(socket, 'drain', 'close');
      return !socket.destroyed;
    },
    async answer() {
      for (;;) {
        const text = Buffer.concat(chunks).toString();
        const [head = '', body = ''] = text.split('\r\n\r\n', 2);
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? -1);
        if (length >= 0 && Buffer.byteLength(body) >= length) {
          const { code } = JSON.parse(body) as { code: number };
          return { status: Number(text.split(' ')[1]), code, text };
        }
        if (socket.destroyed) throw new Error(`no whole answer: ${text.slice(0, 300)}`);
        await oneOf(socket, 'data', 'close');
      }
    },
  };
}

async function oneOf(socket: Socket, ...names: string[]): Promise<void> {
  const over = new AbortController();
  await Promise.race(names.map((name) => once(socket, name, { signal: over.signal }).catch(() => undefined)));
  over.abort();
}
