/** The envelope of every API answer: the only writer of successes and the only handler of errors (rest.md 1.2). */
import { ApiError, storageReason } from '../errors.js';
import { wellFormedJson } from '../base/text/json.js';
import type { Exchange, HttpRequest, HttpResponse } from './exchange.js';
import type { Log } from './log.js';
import { jsonInPieces, piecesOf } from '../base/text/pieces.js';

export interface SuccessOptions {
  /** HTTP status; default 200. 204 sends no body. */
  status?: number;
  /** Code of the envelope; default 0. */
  successCode?: number;
}

/** A failure as it goes over the wire. */
export interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Reply {
  success(req: HttpRequest, res: HttpResponse, data: unknown, options?: SuccessOptions): void;
  /** The same bytes, made in pieces, here or elsewhere. */
  largeSuccess(req: HttpRequest, res: HttpResponse, data: unknown, options?: SuccessOptions): Promise<void>;
  /** The bare JSON document, without envelope. */
  document(req: HttpRequest, res: HttpResponse, document: unknown): void;
  failure(req: HttpRequest, res: HttpResponse, error: unknown): void;
  /** What `failure` would send, for answers outside of HTTP handling. */
  refusal(exchange: Exchange, error: unknown): Refusal;
}

export interface ReplyOptions {
  /** Adds `stack` to 50001 (`--debug-endpoints`). */
  debugEndpoints: boolean;
  log: Log;
  /** keeps what is known to be secret out of failures */
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
      // Half an answer cannot be taken back; cutting it off shows the client that it is not whole.
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

  /** A bug or a failing disk: the whole story goes to the log, the client gets a code and no inner texts. */
  function unexpected({ requestId, operation }: Exchange, thrown: unknown): ApiError {
    const message = storageReason(thrown);
    const error =
      message === undefined
        ? new ApiError('INTERNAL_ERROR', { cause: thrown })
        : new ApiError('PERSISTENCE_FAILURE', { message, cause: thrown });
    log.error('request failed unexpectedly', { error: thrown, code: error.code, request_id: requestId, operation });
    return error;
  }

  return { success, largeSuccess, document, failure, refusal };
}

/** Settles when the client has taken what was sent so far, or has gone. */
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
