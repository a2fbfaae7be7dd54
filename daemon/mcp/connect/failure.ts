/** Translates errors of the library, of transports and of the network into sentences about the server. */
import { errorMessage } from '../../base/fs/errno.js';
import { ProxyError } from '../../errors.js';
import { ServerFailure } from '../server.js';
import type { Library } from './remote.js';

/** Maximum characters of a server's message that are passed on. */
const maxWords = 2_000;

/**
 * What happened to a call whose connection broke. `unknown`: the server may have run it; `unsent`: it never reached the
 * server; `refused`: the server does not know this session.
 */
export type Break = 'unknown' | 'unsent' | 'refused';

/** The connection is no longer usable. */
export class BrokenLink extends ServerFailure {
  constructor(
    message: string,
    readonly how: Break,
  ) {
    super('connection', message);
  }
}

/** Marks a substitute for an answer that will never arrive. */
export const streamEnded = Symbol('the stream ended without an answer');

/** The server answered a request with an error. */
export class RefusedRequest extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** HTTP statuses of a single request that leave the connection usable. */
const refusals = new Set([400, 403, 413, 415, 422, 429]);
/** error codes of requests that never reached the server */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Returns a ServerFailure, or a RefusedRequest when the server answered with an error. `hasSession`: the request named
 * a session.
 */
export function failureOf(library: Library, error: unknown, hasSession = false): ServerFailure | RefusedRequest {
  if (error instanceof ServerFailure || error instanceof RefusedRequest) return error;
  const status = statusOf(library, error);
  if (status === 401 || error instanceof library.UnauthorizedError || error instanceof library.InsufficientScopeError)
    return new ServerFailure('auth', 'it asks for a login');
  if (status !== undefined) return answeredWith(status, error, hasSession);
  if (error instanceof library.ProtocolError) {
    const { code, message, data } = error as { code: number; message: string; data?: unknown };
    if (data === streamEnded) return new BrokenLink('the connection broke before it answered', 'unknown');
    return new RefusedRequest(code, message.slice(0, maxWords));
  }
  if (error instanceof library.SdkError) {
    const { code, message } = error;
    if (code === library.SdkErrorCode.ConnectionClosed || code === library.SdkErrorCode.NotConnected)
      return new BrokenLink('the connection was closed', 'unknown');
    return new ServerFailure('protocol', `its answer cannot be used: ${message.slice(0, maxWords)}`);
  }
  const { proxy, code } = causeOf(error);
  if (proxy) return new BrokenLink(proxy.message, 'unknown');
  if (code !== undefined)
    return new BrokenLink(`it cannot be reached (${code})`, unreached.has(code) ? 'unsent' : 'unknown');
  const message = errorMessage(error);
  if (message === 'Not connected') return new BrokenLink('the connection was closed', 'unsent');
  if (/fetch failed|terminated|other side closed/i.test(message))
    return new BrokenLink('it cannot be reached', 'unknown');
  return new ServerFailure('protocol', `it does not speak the protocol: ${message.slice(0, maxWords)}`);
}

/** The HTTP status of a failed request. */
export function statusOf(library: Library, error: unknown): number | undefined {
  if (error instanceof library.SdkHttpError) return (error as { status?: number }).status;
  if (error instanceof library.SseError) return (error as { code?: number }).code;
  // the library has no error class for failed messages to servers of the older SSE transport
  const [, status] = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(errorMessage(error)) ?? [];
  return status === undefined ? undefined : Number(status);
}

function answeredWith(status: number, error: unknown, hasSession: boolean): ServerFailure {
  const [redirect] = /Redirect [^;]*not followed/.exec(errorMessage(error)) ?? [];
  const answered = `it answered with status ${status}${redirect === undefined ? '' : ` (${redirect})`}`;
  // a restarted server does not know the session; many answer 400 instead of the 404 of the protocol
  if (status === 404 || (status === 400 && hasSession)) return new BrokenLink(answered, 'refused');
  if (status < 400 || refusals.has(status)) return new ServerFailure('connection', answered);
  return new BrokenLink(answered, 'unknown');
}

/** The root cause of an error: a proxy, or an error code of the system or the network library. */
function causeOf(error: unknown): { proxy?: ProxyError; code?: string } {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth++) {
    if (at instanceof ProxyError) return { proxy: at };
    const { code, cause, errors } = at as { code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === 'string' && /^(?:E[A-Z]|UND_ERR|CERT|ERR_)/.test(code)) return { code };
    at = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return {};
}
