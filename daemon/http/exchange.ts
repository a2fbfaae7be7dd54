/** What the server knows about one request while it is answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorName } from '../errors.js';
import { parseTarget, pathKind, type PathKind } from './paths.js';
import type { Authority } from './hosts.js';

/** Filled step by step by the middleware of `app.ts`. */
export interface Exchange {
  /** ULID: as sent by the client, else made here in upper case. */
  requestId: string;
  /** Raw path, not decoded. */
  pathname: string;
  /** Raw text after `?`. */
  search: string;
  kind: PathKind;
  /** Authority of a target in absolute form. */
  authority?: string;
  /** The allowed `Host`, once it was checked. */
  host?: Authority;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Name of the operation the request was routed to; for the log. */
  operation?: string;
  /** Of the path, where it names one; for the log. */
  sessionId?: string;
  /** HTTP status of errors where the operation's differs from their own. */
  errorStatus?: Readonly<Partial<Record<ErrorName, number>>>;
  /** Code of the envelope that was sent; for the log. */
  code?: number;
}

/** A request that passed `openExchange`. */
export type HttpRequest = IncomingMessage & { exchange: Exchange };
export type HttpResponse = ServerResponse;
/** Looks at a request, may answer it, throws the `ApiError` to refuse it with. */
export type Step = (req: HttpRequest, res: HttpResponse) => 'answered' | void;
/** Answers, or calls `next`: with the error to answer, or without one when the request is not for it. */
export type Middleware = (req: HttpRequest, res: HttpResponse, next: (error?: unknown) => void) => void;

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

export interface ExchangeTools {
  now: () => number;
  /** Makes the id of a request that came without a valid one: a ULID in upper case. */
  newRequestId: () => string;
  /** What a proxy may leave in front of a path, without a slash at its end. */
  basePath?: string | undefined;
}

/** Makes the exchange of a request. Rewrites its target into a path without `basePath`, as routing reads `url`. */
export function openExchange(req: IncomingMessage, { now, newRequestId, basePath }: ExchangeTools): HttpRequest {
  const sent = req.headers['x-request-id'];
  const requestId = typeof sent === 'string' && ulidPattern.test(sent) ? sent : newRequestId();
  const { pathname: sentPath, search, authority } = parseTarget(req.url ?? '/');
  const isBelow = basePath !== undefined && sentPath.startsWith(`${basePath}/`);
  const pathname = isBelow ? sentPath.slice(basePath.length) : sentPath;
  if (authority !== undefined || isBelow) req.url = search === '' ? pathname : `${pathname}?${search}`;
  const exchange: Exchange = { requestId, pathname, search, authority, kind: pathKind(pathname), startedAt: now() };
  return Object.assign(req, { exchange });
}
