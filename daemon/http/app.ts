/** The HTTP side of the daemon: the visible list of what a request goes through, in the order of rest.md 1.4. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Router, type Request, type Response } from 'express';
import { ApiError } from '../errors.js';
import { createAccess, type Access, type AccessOptions } from './access.js';
import { bearerToken } from './auth.js';
import { openExchange, type ExchangeTools, type HttpRequest, type Middleware } from './exchange.js';
import type { Contract, Handlers } from './contract.js';
import { logRequest, type Log } from './log.js';
import { mountOperations } from './mount.js';
import { createPage } from './page.js';
import { createReply, type Reply } from './reply.js';
import { unknownRoute } from './routes.js';
import { securityHeaders } from './security.js';
import { createUpgradeCheck, type UpgradeVerdict } from './upgrade.js';

declare module 'express-serve-static-core' {
  interface Request {
    exchange: HttpRequest['exchange'];
  }
}

export interface AppOptions extends AccessOptions, ExchangeTools {
  handlers: Handlers;
  /** Shows stacks of 50001 (`--debug-endpoints`). */
  debugEndpoints: boolean;
  /** Serves `shutdown` on other than loopback binds too. */
  allowRemoteShutdown: boolean;
  version: string;
  /** Title of the page. */
  webTitle?: string;
  log: Log;
  /** Default: what codegen made of the schemas. */
  contract?: Contract;
}

export interface App {
  /** Listener for `request` of an `http.Server`. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Decides about a WebSocket upgrade by the same rules (ws.md 1.1). */
  checkUpgrade(req: IncomingMessage): UpgradeVerdict;
}

export function createApp(options: AppOptions): App {
  const { bind } = options;
  const access = createAccess(options);
  const reply = createReply(options);
  const headers = securityHeaders(bind);

  const router = Router({ caseSensitive: true, strict: true });
  for (const middleware of requestChain(options, access, reply)) {
    router.use((req: Request, res: Response, next) => middleware(req, res, next));
  }

  function handle(incoming: IncomingMessage, res: ServerResponse): void {
    const req = openExchange(incoming, options);
    res.setHeader('X-Request-Id', req.exchange.requestId);
    for (const [name, value] of headers) res.setHeader(name, value);
    logRequest(req, res, options);
    router(req as Request, res as Response, (error?: unknown) =>
      reply.failure(req, res, error ?? new ApiError('ROUTE_NOT_FOUND')),
    );
  }

  return { handle, checkUpgrade: createUpgradeCheck({ ...options, access, reply, headers }) };
}

/** What a request goes through once it has its id. */
function requestChain(options: AppOptions, access: Access, reply: Reply): Middleware[] {
  const { handlers, bind, allowRemoteShutdown, version, webTitle } = options;
  return [
    checks((req) => access.ban(req)),
    checks((req) => access.host(req)),
    checkOrigin(access),
    answerOptions,
    checks((req) => access.token(req, (request) => bearerToken(request.headers.authorization))),
    mountOperations({ ...options, handlers, reply, localOperations: bind.loopback || allowRemoteShutdown }),
    createPage({ version, title: webTitle }),
    unknownRoute,
  ];
}

function checks(check: (req: HttpRequest) => void): Middleware {
  return (req, _res, next) => {
    check(req);
    next();
  };
}

function checkOrigin(access: Access): Middleware {
  return (req, res, next) => {
    const headers = access.origin(req);
    for (const name in headers) res.setHeader(name, headers[name] ?? '');
    next();
  };
}

/** Preflights and every other OPTIONS. */
const answerOptions: Middleware = (req, res, next) => {
  if (req.method !== 'OPTIONS') return next();
  req.exchange.operation = 'preflight';
  res.writeHead(204).end();
};
