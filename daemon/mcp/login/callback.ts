/** Where a browser comes back to after a login: a port of this machine that is open as long as a login is waited for. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseUrl } from '../../../schemas/url.js';

export interface Callback {
  /** the address to come back to */
  redirect: string;
  /** an answer on its way is still sent */
  close(): void;
}

/** The text for the user in the browser. */
export interface Page {
  status: number;
  text: string;
}

const path = '/callback';

/** `take` gets what the browser brought. */
export async function openCallback(take: (query: URLSearchParams) => Promise<Page>): Promise<Callback> {
  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 10_000 }, (request, response) => {
    const target = request.url ?? '/';
    const url = parseUrl(target, 'http://127.0.0.1');
    if (request.method !== 'GET' || url?.pathname !== path)
      return send(response, { status: 404, text: 'Nothing here.' });
    take(url.searchParams).then(
      (page) => send(response, page),
      () => response.destroy(),
    );
  });
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    // later ones are of a connection that could not be taken
    server.on('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  return {
    redirect: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close() {
      server.close();
      server.closeIdleConnections();
    },
  };
}

/** The address holds a code: it goes nowhere from this page. */
function send(response: ServerResponse, { status, text }: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(`<!doctype html>\n<html lang="en">\n<title>Login</title>\n<p>${escaped(text)}</p>\n</html>\n`);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
