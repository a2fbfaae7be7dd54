/** `fetch` for the command line by `node:http`: the platform's own takes a fifth of a whole run to load. */
import { request } from 'node:http';
import type { Fetch } from '../api/client.js';

/** Speaks to daemons of this machine only, so plain HTTP, without redirects. Rejects when the answer is not whole. */
export const httpFetch: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { method, headers: { ...headers, ...length }, ...(signal && { signal }) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response
        .on('error', reject)
        .on('end', () => resolve({ status: response.statusCode ?? 0, text: () => Promise.resolve(text) }));
    });
    sent.on('error', reject).end(body);
  });
