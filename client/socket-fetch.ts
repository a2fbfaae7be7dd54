/** `fetch` with bytes and forms for a server on a unix socket, which the platform's `fetch` cannot reach. */
import { Readable } from 'node:stream';
import { socketOf } from '../schemas/instances.js';
import { ConnectionFailure } from './api/client.js';

/** Returns the platform's `fetch`, or one for the unix socket of the server. */
export function bytesFetch(baseUrl: string): typeof fetch {
  if (socketOf(baseUrl) === undefined) return fetch;
  return async (input, init) => {
    const { request } = process.getBuiltinModule('node:http');
    const { socketPath, path } = socketOf(input instanceof Request ? input.url : input.toString()) ?? {};
    // the platform encodes forms and chooses their boundary
    const wanted = new Request(`http://localhost${path}`, init);
    const headers = Object.fromEntries(wanted.headers);
    const body = Buffer.from(await wanted.arrayBuffer());
    return await new Promise<Response>((resolve, reject) => {
      const { method, signal } = wanted;
      const length = body.length > 0 ? { 'content-length': body.length } : {};
      const sent = request({ socketPath, path, method, signal, headers: { ...headers, ...length } }, (response) => {
        const { statusCode: status = 0 } = response;
        const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
        const isEmpty = [204, 304].includes(status);
        resolve(
          new Response(isEmpty ? null : (Readable.toWeb(response) as ReadableStream), { status, headers: pairs }),
        );
      });
      sent.once('error', (cause) => {
        reject(signal.aborted ? cause : new ConnectionFailure(`no answer from ${socketPath}`, { cause }));
      });
      sent.end(body);
    });
  };
}
