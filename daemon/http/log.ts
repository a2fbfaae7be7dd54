/** One line per request: what was asked, what came of it; never a query string, header or body. */
import type { ServerResponse } from 'node:http';
import type { Logger } from '../home/logs.js';
import type { Exchange, HttpRequest } from './exchange.js';

/** What this room needs of the program's log. */
export type Log = Pick<Logger, 'debug' | 'info' | 'error'>;

/** Logs when the answer is over. */
export function logRequest(req: HttpRequest, res: ServerResponse, { log, now }: { log: Log; now: () => number }): void {
  res.once('close', () => {
    logOutcome(log, req.method, res.statusCode, req.exchange, now() - req.exchange.startedAt, !res.writableFinished);
  });
}

/** Reads that went well are worth debug, the rest info; what was refused of a session is in its log too. `ms`: how long it took. */
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
