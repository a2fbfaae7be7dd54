/** How a call or a connection can fail: the server refuses, there is no server, or what it sends is not of this API. */
import type { ErrorName } from '../../schemas/generated/errors.js';
import { errorCodes } from '../../schemas/generated/routes.js';

export interface FailureFacts {
  code: number;
  message: string;
  data?: unknown;
  details?: unknown;
  requestId?: string;
  /** HTTP status; 0 when the answer came over the socket */
  status: number;
}

let namesByCode: ReadonlyMap<number, ErrorName> | undefined;

/** The name of an error code; undefined for codes of a newer server. */
export function errorNameOf(code: number): ErrorName | undefined {
  namesByCode ??= new Map((Object.keys(errorCodes) as ErrorName[]).map((name) => [errorCodes[name], name]));
  return namesByCode.get(code);
}

/** A call was answered by an error envelope; `name` is that of schemas/errors.json, `UNKNOWN_ERROR` for foreign codes. */
export class ApiFailure extends Error {
  override readonly name: ErrorName | 'UNKNOWN_ERROR';
  readonly code: number;
  readonly data: unknown;
  readonly details: unknown;
  readonly requestId: string | undefined;
  readonly status: number;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.name = errorNameOf(facts.code) ?? 'UNKNOWN_ERROR';
    this.code = facts.code;
    this.data = facts.data ?? null;
    this.details = facts.details;
    this.requestId = facts.requestId;
    this.status = facts.status;
  }
}

/** The server refused with one of these errors. */
export function isFailure(error: unknown, ...names: readonly ErrorName[]): error is ApiFailure {
  return error instanceof ApiFailure && names.some((name) => name === error.name);
}

/** No answer of the API came: refused, cut off, or something else listens there. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
}

/** A message of the socket is not a frame of this API. The connection is opened again and what was missed is sent again. */
export class FrameFailure extends Error {
  override readonly name = 'FrameFailure';
}
