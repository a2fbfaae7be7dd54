/** The HTTP side of the daemon: the visible list of what a request goes through, in the order of rest.md 1.4. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAccess, type Access, type AccessOptions } from './access.js';
import { bearerToken } from './auth.js';
import { openExchange, type Step } from './exchange.js';
import type { Contract, Handlers } from './contract.js';
import { logRequest, type Log } from './log.js';
import { mountOperations } from './mount.js';
import { createPage } from './page.js';
import { createReply } from './reply.js';
import { createRequestIds } from './request-id.js';
import { unknownRoute } from './routes.js';
import { securityHeaders } from './security.js';
import { createUpgradeCheck, type UpgradeVerdict } from './upgrade.js';

export interface AppOptions extends AccessOptions {
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
  const { bind, now, allowRemoteShutdown } = options;
  const access = createAccess(options);
  const reply = createReply(options);
  const headers = securityHeaders(bind);
  const tools = { now, newRequestId: createRequestIds({ now }) };

  const steps = requestSteps(options, access);
  const operations = mountOperations({ ...options, reply, localOperations: bind.loopback || allowRemoteShutdown });

  function handle(incoming: IncomingMessage, res: ServerResponse): void {
    const req = openExchange(incoming, tools);
    res.setHeader('X-Request-Id', req.exchange.requestId);
    for (const [name, value] of headers) res.setHeader(name, value);
    logRequest(req, res, options);
    try {
      for (const step of steps) {
        if (step(req, res) === 'answered') return;
      }
      operations(req, res, (error) => reply.failure(req, res, error ?? unknownRoute(req)));
    } catch (error) {
      reply.failure(req, res, error);
    }
  }

  return { handle, checkUpgrade: createUpgradeCheck({ ...options, ...tools, access, reply, headers }) };
}

/** What a request goes through between its id and its operation. Not Express middleware, which would cost more than they do. */
function requestSteps({ version, webTitle }: AppOptions, access: Access): Step[] {
  return [
    (req) => access.ban(req),
    (req) => access.host(req),
    (req, res) => setHeaders(res, access.origin(req)),
    answerOptions,
    (req) => access.token(req, (request) => bearerToken(request.headers.authorization)),
    createPage({ version, title: webTitle }),
  ];
}

function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>> | undefined): void {
  for (const name in headers) res.setHeader(name, headers[name] ?? '');
}

/** Preflights and every other OPTIONS. */
const answerOptions: Step = (req, res) => {
  if (req.method !== 'OPTIONS') return;
  req.exchange.operation = 'preflight';
  res.writeHead(204).end();
  return 'answered';
};
