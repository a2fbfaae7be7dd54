/** Writes the envelope of every API answer: the only writer of successes and the only error handler (rest.md 1.2). */
import { ApiError, requestFailureReason } from '../errors.js';
import { wellFormedJson } from '../base/text/json.js';
import type { Exchange, HttpRequest, HttpResponse } from './exchange.js';
import type { Log } from './log.js';
import { jsonInPieces, piecesOf } from '../base/text/pieces.js';

export interface SuccessOptions {
  /** HTTP status; default 200. 204 sends no body. */
  status?: number;
  /** Code in the envelope; default 0. */
  successCode?: number;
}

/** A failure in its wire format. */
export interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Reply {
  success(req: HttpRequest, res: HttpResponse, data: unknown, options?: SuccessOptions): void;
  /** Writes the same bytes in pieces, which may have been made elsewhere. */
  largeSuccess(req: HttpRequest, res: HttpResponse, data: unknown, options?: SuccessOptions): Promise<void>;
  /** Sends a bare JSON document without envelope. */
  document(req: HttpRequest, res: HttpResponse, document: unknown): void;
  failure(req: HttpRequest, res: HttpResponse, error: unknown): void;
  /** Returns what `failure` would send, for answers outside of HTTP handling. */
  refusal(exchange: Exchange, error: unknown): Refusal;
}

export interface ReplyOptions {
  /** Adds `stack` to 50001 (`--debug-endpoints`). */
  debugEndpoints: boolean;
  log: Log;
  /** masks known secrets in failures */
  secrets: { hide(text: string): string; hideIn(value: unknown): unknown };
}

const json = 'application/json; charset=utf-8';

export function createReply({ debugEndpoints, log, secrets }: ReplyOptions): Reply {
  function success(req: HttpRequest, res: HttpResponse, data: unknown, options: SuccessOptions = {}): void {
    const { exchange } = req;
    if (options.status === 204) {
      exchange.code = 0;
      res.writeHead(204).end();
      return;
    }
    const { status = 200, successCode = 0 } = options;
    exchange.code = successCode;
    const payload = data === undefined ? 'null' : wellFormedJson(data);
    send(res, status, `${beforeData(successCode)}${payload}${afterData(exchange)}`);
  }

  async function largeSuccess(
    { exchange }: HttpRequest,
    res: HttpResponse,
    data: unknown,
    { status = 200, successCode = 0 }: SuccessOptions = {},
  ): Promise<void> {
    const [before, after] = [beforeData(successCode), afterData(exchange)];
    const made = piecesOf(data);
    const pieces = made ? [Buffer.from(before), ...made, Buffer.from(after)] : await jsonInPieces(before, data, after);
    exchange.code = successCode;
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    res.writeHead(status, { 'Content-Type': json, 'Content-Length': length });
    for (const piece of pieces) {
      if (res.destroyed) return;
      if (!res.write(piece)) await drained(res);
    }
    res.end();
  }

  function document(_req: HttpRequest, res: HttpResponse, content: unknown): void {
    send(res, 200, typeof content === 'string' ? content : JSON.stringify(content));
  }

  function failure(req: HttpRequest, res: HttpResponse, error: unknown): void {
    const { status, headers, body } = refusal(req.exchange, error);
    if (res.headersSent) {
      // A partial answer cannot be taken back; closing the connection shows the client that it is incomplete.
      res.destroy();
      return;
    }
    res.writeHead(status, headers).end(body);
  }

  function refusal(exchange: Exchange, thrown: unknown): Refusal {
    const error = thrown instanceof ApiError ? thrown : unexpected(exchange, thrown);
    exchange.code = error.code;
    const fields = { code: error.code, msg: error.message, data: error.data, request_id: exchange.requestId };
    const details = error.details === undefined ? {} : { details: error.details };
    const stack = debugEndpoints && error.errorName === 'INTERNAL_ERROR' ? { stack: stackOf(thrown) } : {};
    const body = wellFormedJson(secrets.hideIn({ ...fields, ...details, ...stack }));
    const length = String(Buffer.byteLength(body));
    return {
      status: exchange.errorStatus?.[error.errorName] ?? error.status,
      headers: { ...error.headers, 'Content-Type': json, 'Content-Length': length },
      body,
    };
  }

  /** Handles a bug or a failing disk: logs all details, and answers with a code and no internal text. */
  function unexpected({ requestId, operation }: Exchange, thrown: unknown): ApiError {
    const message = requestFailureReason(thrown);
    const error =
      message === undefined
        ? new ApiError('INTERNAL_ERROR', { cause: thrown })
        : new ApiError('PERSISTENCE_FAILURE', { message, cause: thrown });
    log.error('request failed unexpectedly', { error: thrown, code: error.code, request_id: requestId, operation });
    return error;
  }

  return { success, largeSuccess, document, failure, refusal };
}

/** Resolves when the client has read everything sent so far, or has disconnected. */
function drained(res: HttpResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.on('drain', done).on('close', done);
  });
}

function beforeData(code: number): string {
  return `{"code":${code},"msg":"success","data":`;
}

function afterData({ requestId }: Exchange): string {
  return `,"request_id":"${requestId}"}`;
}

function send(res: HttpResponse, status: number, body: string): void {
  res.writeHead(status, { 'Content-Type': json, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

function stackOf(thrown: unknown): string {
  const stack = typeof thrown === 'object' && thrown !== null && 'stack' in thrown ? thrown.stack : undefined;
  return typeof stack === 'string' ? stack : String(thrown);
}
