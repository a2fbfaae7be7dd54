/** Logs one line per request with its operation and outcome; never a query string, header or body. */
import type { ServerResponse } from 'node:http';
import type { Logger } from '../home/logs.js';
import type { Exchange, HttpRequest } from './exchange.js';

/** The part of the program's log that this directory needs. */
export type Log = Pick<Logger, 'debug' | 'info' | 'error'>;

/** Logs the request when its response closes. */
export function logRequest(req: HttpRequest, res: ServerResponse, { log, now }: { log: Log; now: () => number }): void {
  res.once('close', () => {
    logOutcome(log, req.method, res.statusCode, req.exchange, now() - req.exchange.startedAt, !res.writableFinished);
  });
}

/** Logs successful reads as debug and the rest as info; a refusal also names its session. `ms`: duration. */
export function logOutcome(
  log: Log,
  method: string | undefined,
  status: number,
  { operation = 'unrouted', code, requestId, sessionId }: Exchange,
  ms: number,
  aborted = false,
): void {
  const isRefused = status >= 400 || (code ?? 0) !== 0;
  const isQuiet = !isRefused && (method === 'GET' || method === 'HEAD');
  const about = isRefused && sessionId !== undefined ? { session_id: sessionId } : {};
  const facts = { method, operation, status, code, ms, request_id: requestId, ...about };
  log[isQuiet ? 'debug' : 'info']('request', aborted ? { ...facts, aborted } : facts);
}
