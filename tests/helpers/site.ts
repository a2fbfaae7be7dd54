/** A website on loopback: its names resolve to a public address, which connections redirect to this machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostAddress, Outside } from '../../daemon/web/hosts.js';

/** Public addresses that a test's connections redirect to loopback; nothing is sent there. */
export const publicAddress = '93.184.215.14';
const bent = new Set([publicAddress, '2606:2800:21f:cb07:6820:80da:af6b:8b2c']);

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  port: number;
  /** returns the address of a path on a host */
  at(path: string, host?: string): string;
  /** `method path` of each request, with the host unless it is docs.example */
  readonly asked: string[];
  readonly requests: IncomingMessage[];
  /** sets the response of a path */
  serve(path: string, handler: Handler): void;
  close(): Promise<void>;
}

/** Starts a server that answers 404 for paths without a response. */
export async function startSite(): Promise<Site> {
  const handlers = new Map<string, Handler>();
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    response.on('error', () => undefined);
    const handler = handlers.get((request.url ?? '').replace(/\?.*$/, ''));
    if (handler) handler(request, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    at: (path, host = 'docs.example') => `http://${host}:${port}${path}`,
    requests,
    get asked() {
      return requests.map(({ method, url, headers }) => {
        const host = headers.host?.replace(`:${port}`, '');
        return `${method} ${host === 'docs.example' ? '' : host}${url}`;
      });
    },
    serve: (path, handler) => handlers.set(path, handler),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Responds with text of a type. */
export const answers =
  (body: string | Buffer, type = 'text/plain', more: Record<string, string> = {}, status = 200): Handler =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type, ...more }).end(body);

export const redirects =
  (location: string, status = 302): Handler =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

/** Host names, each with successive DNS answers, of which the last one repeats. Public addresses lead to loopback. */
export function bentWorld(
  names: Record<string, string[][]> = {},
): Pick<Outside, 'resolve' | 'reach'> & { lookups: string[] } {
  const lookups: string[] = [];
  const answered: Record<string, number> = {};
  return {
    lookups,
    async resolve(host) {
      lookups.push(host);
      const list = names[host] ?? (host.endsWith('.example') ? [[publicAddress]] : undefined);
      if (!list) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
      const at = Math.min(answered[host] ?? 0, list.length - 1);
      answered[host] = at + 1;
      return (list[at] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    reach: (checked: HostAddress) => (bent.has(checked.address) ? { address: '127.0.0.1', family: 4 } : checked),
  };
}
