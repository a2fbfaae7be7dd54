/** A real HTTP server with a small contract, and a client that sends bytes unchanged. */
import { connect } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createApp, type App, type AppOptions } from '../../daemon/http/app.js';
import type { Contract, Handlers, OperationEntry, RequestFrame } from '../../daemon/http/contract.js';
import { createSecrets } from '../../daemon/home/secrets.js';
import { createHttpServer, type HttpServer } from '../../daemon/http/server.js';
import { coercing, type Validator } from '../../schemas/validation.js';

export const token = 'secret-token';
export const bearer = `Bearer ${token}`;

const defaults = {
  answer: 'envelope',
  ranges: false,
  restOfPath: false,
  large: false,
  status: 200,
  successCode: 0,
  registered: 'always',
  hasBody: false,
  longBody: false,
  request: 'json',
  errorStatus: {},
} as const;

function operation(
  name: string,
  method: string,
  path: string,
  more: Partial<OperationEntry> = {},
): [string, OperationEntry] {
  return [name, { ...defaults, name, method, path, ...more }];
}

/** One operation for each case that routing and answering distinguish. */
const operations: Contract['operations'] = Object.fromEntries([
  operation('getHealth', 'GET', '/api/v1/healthz'),
  operation('getMeta', 'GET', '/api/v1/meta'),
  operation('shutdown', 'POST', '/api/v1/shutdown', { registered: 'shutdown' }),
  operation('getOpenApi', 'GET', '/openapi.json', { answer: 'document' }),
  operation('listSessions', 'GET', '/api/v1/sessions'),
  operation('createSession', 'POST', '/api/v1/sessions', { hasBody: true }),
  operation('getSession', 'GET', '/api/v1/sessions/{session_id}'),
  operation('deleteSession', 'DELETE', '/api/v1/sessions/{session_id}'),
  operation('forkSession', 'POST', '/api/v1/sessions/{session_id}:fork', { hasBody: true, longBody: true }),
  operation('abortSession', 'POST', '/api/v1/sessions/{session_id}:abort'),
  operation('readFile', 'POST', '/api/v1/sessions/{session_id}/fs:read'),
  operation('downloadFile', 'GET', '/api/v1/sessions/{session_id}/fs/{path}:download', { restOfPath: true }),
  operation('browseHost', 'GET', '/api/v1/fs:browse'),
  operation('makeHostDirectory', 'POST', '/api/v1/fs:mkdir'),
  operation('answerQuestion', 'POST', '/api/v1/sessions/{session_id}/questions/{question_id}'),
  operation('dismissQuestion', 'POST', '/api/v1/sessions/{session_id}/questions/{question_id}:dismiss', {
    successCode: 40909,
  }),
  operation('streamEvents', 'GET', '/api/v1/sessions/{session_id}/events', { answer: 'events' }),
  operation('setDefaultModel', 'POST', '/api/v1/models/{model_id}:set_default'),
  operation('createProvider', 'POST', '/api/v1/providers', { status: 201 }),
  operation('deleteProvider', 'DELETE', '/api/v1/providers/{provider_id}', { status: 204 }),
  operation('refreshProvider', 'POST', '/api/v1/providers/{provider_id}:refresh'),
  operation('refreshProviders', 'POST', '/api/v1/providers:refresh'),
  operation('fail', 'GET', '/api/v1/fail'),
  operation('getLarge', 'GET', '/api/v1/large', { large: true }),
]);

// one instance for all, because each would compile the meta-schemas again
const ajv = new Ajv2020({ allErrors: true, useDefaults: true });
const compile = (schema: object): Validator => ajv.compile(schema);

const ids = (...names: string[]): Validator =>
  compile({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength: 40 }])),
  });

const contract: Contract = {
  operations,
  params: Object.fromEntries(
    Object.values(operations).map(({ name, path }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
      return [name, names.length > 0 ? ids(...names) : undefined];
    }),
  ),
  query: {
    listSessions: coercing(
      compile({
        type: 'object',
        properties: {
          page_size: { type: 'integer', minimum: 1, maximum: 100 },
          busy: { type: 'boolean' },
          status: { type: 'array', items: { type: 'string' } },
        },
      }),
      { page_size: 'integer', busy: 'boolean', status: 'string' },
      ['status'],
    ),
  },
  body: {
    createSession: compile({
      type: 'object',
      properties: {
        title: { type: 'string' },
        models: {
          type: 'array',
          items: { type: 'object', required: ['model'], properties: { model: { type: 'string' } } },
        },
      },
    }),
    forkSession: compile({ type: 'object' }),
  },
};

type AnyHandler = (request: RequestFrame & Record<'operation' | 'params' | 'query' | 'body', unknown>) => unknown;

/** Handlers that return the request. */
function echoHandlers(served: Contract, own: Record<string, AnyHandler>): Handlers {
  const echo: AnyHandler = ({ operation: name, params, query, body }) => ({ operation: name, params, query, body });
  const all = Object.fromEntries(Object.keys(served.operations).map((name) => [name, own[name] ?? echo]));
  return all as unknown as Handlers;
}

export interface LogLine {
  level: string;
  text: string;
  facts: Record<string, unknown>;
}

export interface Running extends HttpServer {
  app: App;
  port: number;
  lines: LogLine[];
  /** The server's clock, in epoch milliseconds. */
  clock: { now: number };
  close(): Promise<void>;
}

export type Overrides = Partial<Omit<AppOptions, 'handlers'>> & { handlers?: Record<string, AnyHandler> };

export async function start(overrides: Overrides = {}): Promise<Running> {
  const lines: LogLine[] = [];
  const clock = { now: 1_760_000_000_000 };
  const write =
    (level: string) =>
    (text: string, facts: object = {}) =>
      void lines.push({ level, text, facts: { ...facts } });
  const app = createApp({
    credentials: { accepts: (given) => given === token, problem: () => undefined },
    bind: { host: '127.0.0.1', loopback: true },
    allowedHosts: [],
    corsOrigins: [],
    bypassAuth: false,
    debugEndpoints: false,
    allowRemoteShutdown: false,
    version: '1.2.3',
    log: { debug: write('debug'), info: write('info'), error: write('error') },
    secrets: createSecrets([]),
    now: () => clock.now,
    contract,
    ...overrides,
    handlers: echoHandlers(overrides.contract ?? contract, overrides.handlers ?? {}),
  });
  return serve(app, lines, clock);
}

async function serve(app: App, lines: LogLine[] = [], clock = { now: 0 }): Promise<Running> {
  const http = createHttpServer((req, res) => app.handle(req, res));
  const { port } = await http.listen({ host: '127.0.0.1', port: 0 });
  return { ...http, app, port, lines, clock, close: () => http.stop(0) };
}

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
  bytes: Buffer;
  /** The parsed body; undefined when it is not JSON. */
  json: Record<string, unknown> | undefined;
}

export interface Ask {
  method?: string;
  path?: string;
  headers?: Record<string, string | undefined>;
  body?: string | Buffer;
}

/** Sends a request without a client library that could change it; adds `Host` and token unless given. */
export function ask(port: number, { method = 'GET', path = '/', headers = {}, body }: Ask = {}): Promise<Answer> {
  const all: Record<string, string | undefined> = { host: 'localhost', authorization: bearer, ...headers };
  if (body !== undefined && !('content-length' in all) && !('transfer-encoding' in all)) {
    all['content-length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const head = Buffer.from(
    `${[`${method} ${path} HTTP/1.1`, ...lines, 'connection: close'].join('\r\n')}\r\n\r\n`,
    'latin1',
  );
  return exchange(port, head, typeof body === 'object' ? body : Buffer.from(body ?? ''));
}

/** Sends bytes, waits for the end of the connection, and parses everything received as one answer. */
export function exchange(port: number, ...parts: Buffer[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      socket.cork();
      for (const part of parts) socket.write(part);
      socket.uncork();
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks))));
  });
}

function parseAnswer(raw: Buffer): Answer {
  const end = raw.indexOf('\r\n\r\n');
  const [first = '', ...lines] = raw.subarray(0, end).toString('utf8').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const bytes = raw.subarray(end + 4);
  const text = bytes.toString('utf8');
  return { status: Number(first.split(' ')[1] ?? 0), headers, text, bytes, json: parseJson(text) };
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
