/** The HTTP side of the daemon: the list of steps that a request passes, in the order of rest.md 1.4. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors.js';
import { type Access, type AccessOptions, type Bind, createAccess } from './access.js';
import { bearerToken } from './auth.js';
import { openExchange, type Step } from './exchange.js';
import type { Contract, Handlers, Registration, VisHandlers } from './contract.js';
import { type Log, logRequest } from './log.js';
import { mountOperations } from './mount.js';
import { createPage, isPage, pageMethods } from './page.js';
import { createReply, type Reply, type ReplyOptions } from './reply.js';
import { createRequestIds } from './request-id.js';
import { type Routes, unknownRoute } from './routes.js';
import { createUpgradeCheck, type UpgradeVerdict } from './upgrade.js';

export interface AppOptions extends AccessOptions {
  handlers: Handlers | VisHandlers;
  /** Adds stacks to 50001 and serves the debug operations (`--debug-endpoints`). */
  debugEndpoints: boolean;
  /** Serves `shutdown` on binds other than loopback too. */
  allowRemoteShutdown: boolean;
  version: string;
  webTitle?: string;
  /** Absolute path of the built page. */
  webDirectory?: string;
  /** Name of the page's document. */
  webIndex?: string;
  /** Path prefix that a proxy leaves in front of all paths, without a trailing slash. */
  basePath?: string;
  /** Accepts only GET and HEAD, and forbids clients to store API answers. */
  readOnly?: boolean;
  /** Additional steps after the checks of host and token. */
  ownSteps?: readonly Step[];
  log: Log;
  secrets: ReplyOptions['secrets'];
  /** Default: the contract that codegen generated from the schemas. */
  contract?: Contract;
}

export interface App {
  /** Listener for `request` of an `http.Server`. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Decides about a WebSocket upgrade by the same rules (ws.md 1.1). */
  checkUpgrade(req: IncomingMessage): UpgradeVerdict;
}

export function createApp(options: AppOptions): App {
  const { bind, now } = options;
  const access = createAccess(options);
  const reply = createReply(options);
  const headers = securityHeaders(bind);
  const tools = { now, newRequestId: createRequestIds({ now }), basePath: options.basePath };

  const isServed = options.contract?.isServed ?? servedBy(options);
  const operations = mountOperations({ ...options, reply, isServed });
  const steps = requestSteps(options, access, operations, reply);

  function handle(incoming: IncomingMessage, res: ServerResponse): void {
    const req = openExchange(incoming, tools);
    res.setHeader('X-Request-Id', req.exchange.requestId);
    for (const [name, value] of headers) res.setHeader(name, value);
    logRequest(req, res, options);
    try {
      for (const step of steps) {
        if (step(req, res) === 'answered') return;
      }
      operations.handle(req, res, (error) => reply.failure(req, res, error ?? unknownRoute(req)));
    } catch (error) {
      reply.failure(req, res, error);
    }
  }

  return { handle, checkUpgrade: createUpgradeCheck({ ...options, ...tools, access, reply, headers }) };
}

/** The steps of a request between its id and its operation. Express middleware would cost more than the steps do. */
function requestSteps(options: AppOptions, access: Access, operations: Routes, reply: Reply): Step[] {
  const { version, webTitle: title, webDirectory: directory, webIndex: index, basePath, ownSteps = [] } = options;
  return [
    (req) => access.ban(req),
    (req) => access.host(req),
    (req, res) => setHeaders(res, access.origin(req)),
    ...(options.readOnly === true ? [refuseChanges] : [answerOptions(operations)]),
    (req) => access.token(req, (request) => bearerToken(request.headers.authorization)),
    ...ownSteps,
    createPage({ version, title, directory, index, basePath, failed: reply.failure }),
  ];
}

/** Returns a test for the operations that a server with these options serves. */
export function servedBy({
  bind,
  allowRemoteShutdown,
  debugEndpoints,
}: Pick<AppOptions, 'bind' | 'allowRemoteShutdown' | 'debugEndpoints'>): (registered: Registration) => boolean {
  const served = {
    always: true,
    loopback: bind.loopback,
    shutdown: bind.loopback || allowRemoteShutdown,
    debug: bind.loopback && debugEndpoints,
    vis: false,
  };
  return (registered) => served[registered];
}

function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>> | undefined): void {
  for (const name in headers) res.setHeader(name, headers[name] ?? '');
}

/** Answers preflights and every other OPTIONS; `Allow` lists the methods of a known path. */
const answerOptions =
  ({ allow }: Routes): Step =>
  (req, res) => {
    if (req.method !== 'OPTIONS') return;
    const { exchange } = req;
    exchange.operation = 'preflight';
    const methods = isPage(exchange) ? pageMethods : allow(exchange.pathname);
    res.writeHead(204, methods === undefined ? {} : { Allow: methods }).end();
    return 'answered';
  };

const refuseChanges: Step = (req, res) => {
  if (req.method !== 'GET' && req.method !== 'HEAD')
    throw new ApiError('ROUTE_NOT_FOUND', { status: 405, headers: { Allow: 'GET, HEAD' } });
  if (!isPage(req.exchange)) res.setHeader('Cache-Control', 'no-store');
};

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', contentSecurityPolicy],
];

function securityHeaders({ loopback }: Bind): readonly (readonly [string, string])[] {
  return loopback ? [] : headers;
}
