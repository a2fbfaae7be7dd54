/** The failures of a call or a connection: refused by the server, no server, or data that is not of this API. */
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

/** Returns the name of an error code; undefined for codes of a newer server. */
export function errorNameOf(code: number): ErrorName | undefined {
  namesByCode ??= new Map((Object.keys(errorCodes) as ErrorName[]).map((name) => [errorCodes[name], name]));
  return namesByCode.get(code);
}

/** A call was answered with an error; `name` is from schemas/errors.json, or `UNKNOWN_ERROR` for other codes. */
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

/** Returns whether the server refused with one of these errors. */
export function isFailure(error: unknown, ...names: readonly ErrorName[]): error is ApiFailure {
  return error instanceof ApiFailure && names.some((name) => name === error.name);
}

/** The API did not answer: the connection was refused or cut off, or another program listens there. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
}

/** A message on the socket is not a frame of this API. The client reconnects and receives what it missed. */
export class FrameFailure extends Error {
  override readonly name = 'FrameFailure';
}
