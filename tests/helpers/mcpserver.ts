/**
 * MCP servers for tests, built with the real library: a program (`programEntry`), and on loopback with streamable
 * HTTP or the older SSE transport (`startToolServer`). mcptools.ts defines their tools.
 */
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildEntry } from './daemonentry.js';
import { createOffered, type Offered, type Script } from './mcptools.js';

/** Additional behavior of a program. */
export interface ProgramScript extends Script {
  /** text written at start */
  stderr?: string;
  rubbish?: string;
  /** exit code */
  diesAtStart?: number;
  /** ms after the connection */
  diesAfter?: number;
  hangsAtStart?: boolean;
  /** writes endlessly without a line break */
  endless?: boolean;
  /** file that it writes when its input has ended */
  farewell?: string;
  /** ignores the end of its input and SIGTERM */
  stays?: boolean;
}

/** Returns a configuration entry that starts a program. */
export async function programEntry(
  script: ProgramScript = {},
  env: Record<string, string> = {},
): Promise<{ command: string; args: string[]; env: Record<string, string> }> {
  const path = await buildEntry('mcp');
  return { command: process.execPath, args: [path], env: { ...env, SERVER_SCRIPT: JSON.stringify(script) } };
}

export interface HttpScript extends Script {
  /** `http`: streamable; `sse`: the older kind, at the same path, where an `http` client gets 405 and falls back */
  kind?: 'http' | 'sse';
  /** required bearer token; other requests get 401 */
  token?: string;
  /** value of WWW-Authenticate of a 401; absent: no such header */
  challenge?: string;
  /** answers with JSON instead of a stream */
  json?: boolean;
  /** status for an unknown session; default: 404 */
  unknownSession?: number;
  /** creates no sessions */
  stateless?: boolean;
  /** ms after which an idle connection is closed */
  keepAliveMs?: number;
  /** handles requests itself; returns true when it handled one */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface Request {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** parsed JSON */
  body: unknown;
}

export interface ToolServer extends Offered {
  /** `http://127.0.0.1:<port>/mcp` */
  url: string;
  /** origin only */
  origin: string;
  /** tests can change it at any time */
  script: HttpScript;
  readonly requests: Request[];
  /** returns bodies of requests with this protocol method */
  asked(method: string): Request[];
  /** number of open sessions */
  sessions(): number;
  /** forgets all sessions, like a restart */
  forget(): Promise<void>;
  /** breaks all its connections */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a server on a free port, or on `port`. */
export async function startToolServer(script: HttpScript = {}, port = 0): Promise<ToolServer> {
  const asking = new AsyncLocalStorage<Pick<IncomingMessage, 'headers'>>();
  const offered = createOffered(script, () => ({ ...asking.getStore()?.headers }));
  const requests: Request[] = [];
  const open = new Map<string, { transport: NodeStreamableHTTPServerTransport; server: Server }>();
  const events = createEvents(offered);

  async function streamable(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? open.get(id) : undefined;
    if (id !== undefined && !known) return void response.writeHead(script.unknownSession ?? 404).end('no such session');
    if (known) return await known.transport.handleRequest(request, response, body);
    const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
      ...(script.stateless ? {} : { sessionIdGenerator: randomUUID }),
      enableJsonResponse: script.json === true,
      onsessioninitialized: (session) => void open.set(session, { transport, server }),
      onsessionclosed: (session) => void open.delete(session),
    });
    const server = offered.connect();
    await server.connect(transport);
    await transport.handleRequest(request, response, body);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body });
    if (script.instead?.(request, response)) return;
    if (script.token !== undefined && headers.authorization !== `Bearer ${script.token}`) {
      const more = script.challenge === undefined ? {} : { 'www-authenticate': script.challenge };
      return void response.writeHead(401, more).end('who are you?');
    }
    if (!/^\/(?:mcp|messages)\b/.test(path)) return void response.writeHead(404).end('nothing here');
    if (script.kind === 'sse') events.answer(request, response, body);
    else await streamable(request, response, body);
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    void asking.run({ headers: request.headers }, () => answer(request, response)).catch(() => response.destroy());
  });
  if (script.keepAliveMs !== undefined) server.keepAliveTimeout = script.keepAliveMs;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function forget(): Promise<void> {
    const all = [...open.values()];
    open.clear();
    events.forget();
    await Promise.all(all.map((one) => one.transport.close()));
  }

  return {
    ...offered,
    url: `${origin}/mcp`,
    origin,
    script,
    requests,
    asked: (method) => requests.filter(({ body }) => (body as { method?: string } | undefined)?.method === method),
    sessions: () => open.size + events.sessions(),
    forget,
    cut: () => server.closeAllConnections(),
    async close() {
      await forget();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

interface Events {
  answer(request: IncomingMessage, response: ServerResponse, body: unknown): void;
  sessions(): number;
  forget(): void;
}

/** The older SSE transport: responses are events of one GET, and messages go to a separate address. */
function createEvents(offered: Offered): Events {
  const open = new Map<string, { transport: Transport; response: ServerResponse }>();

  function begin(response: ServerResponse): void {
    const id = randomUUID();
    const transport: Transport = {
      start: async () => undefined,
      close: async () => transport.onclose?.(),
      send: async (message: JSONRPCMessage) =>
        void response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    };
    open.set(id, { transport, response });
    response.on('close', () => {
      open.delete(id);
      transport.onclose?.();
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void offered
      .connect()
      .connect(transport)
      .then(() => response.write(`event: endpoint\ndata: /messages?session=${id}\n\n`));
  }

  return {
    answer(request, response, body) {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      if (request.method === 'GET' && pathname === '/mcp') return begin(response);
      if (request.method !== 'POST' || pathname !== '/messages') return void response.writeHead(405).end();
      const known = open.get(searchParams.get('session') ?? '');
      if (!known) return void response.writeHead(404).end('no such session');
      response.writeHead(202).end();
      known.transport.onmessage?.(body as JSONRPCMessage);
    },
    sessions: () => open.size,
    forget() {
      for (const { response } of open.values()) response.destroy();
      open.clear();
    },
  };
}
