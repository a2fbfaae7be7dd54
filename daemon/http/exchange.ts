/** The state of one request while the server answers it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorName } from '../errors.js';
import { parseTarget, pathKind, type PathKind } from './paths.js';
import type { Authority } from './hosts.js';

/** The steps of `app.ts` fill it in. */
export interface Exchange {
  /** ULID: the client's own, or a generated one in upper case. */
  requestId: string;
  /** Raw path, not decoded. */
  pathname: string;
  /** Raw text after `?`. */
  search: string;
  kind: PathKind;
  /** Authority of a request target in absolute form. */
  authority?: string;
  /** The allowed `Host`, once checked. */
  host?: Authority;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Name of the operation the request was routed to; for the log. */
  operation?: string;
  /** Session id from the path, if it has one; for the log. */
  sessionId?: string;
  /** HTTP status of errors where the operation's differs from the error's own. */
  errorStatus?: Readonly<Partial<Record<ErrorName, number>>>;
  /** Code of the envelope that was sent; for the log. */
  code?: number;
}

/** A request that passed `openExchange`. */
export type HttpRequest = IncomingMessage & { exchange: Exchange };
export type HttpResponse = ServerResponse;
/** Inspects a request; may answer it, or throws the `ApiError` to answer with. */
export type Step = (req: HttpRequest, res: HttpResponse) => 'answered' | void;
/** Answers, or calls `next`: with an error to answer, or without one when the request is not its own. */
export type Middleware = (req: HttpRequest, res: HttpResponse, next: (error?: unknown) => void) => void;

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

export interface ExchangeTools {
  now: () => number;
  /** Generates an id for a request without a valid one: a ULID in upper case. */
  newRequestId: () => string;
  /** Path prefix that a proxy may leave, without a trailing slash. */
  basePath?: string | undefined;
}

/** Creates the exchange of a request. Rewrites `url` to a path without `basePath`, because routing reads it. */
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
