/** The error for an expected outcome of an API call. */
import { errorTable, type ErrorName } from '../schemas/generated/errors.js';
import type { ErrorDetail } from '../schemas/generated/types.js';
import { detailsMessage } from '../schemas/validation.js';

export type { ErrorName };

/** What an `ApiError` may carry beyond its name. */
export interface ApiErrorOptions {
  /** Text for the user; default: the text of `schemas/errors.json`. */
  message?: string;
  /** Payload of the envelope where the endpoint defines one (rest.md 2); default `null`. */
  data?: unknown;
  /** `details` of the envelope; omitted when undefined. */
  details?: unknown;
  /** HTTP status where it differs from the error's own (rest.md 1.3). */
  status?: number;
  /** HTTP headers of the answer, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** An expected outcome with a name, a code and an HTTP status; anything else thrown is a bug. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly errorName: ErrorName;
  readonly code: number;
  readonly status: number;
  readonly data: unknown;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(errorName: ErrorName, options: ApiErrorOptions = {}) {
    const { code, message, http } = errorTable[errorName];
    super(options.message ?? message, options.cause === undefined ? undefined : { cause: options.cause });
    this.errorName = errorName;
    this.code = code;
    this.status = options.status ?? http;
    this.data = options.data ?? null;
    this.details = options.details;
    this.headers = options.headers;
  }
}

/** The error 40001 in the form of rest.md 1.4: `msg` is the first entry as `path: message`. */
export function invalid(path: string, message: string): ApiError {
  return invalidAll([{ path, message }]);
}

/** Like `invalid`, for several findings at once. */
export function invalidAll(details: readonly ErrorDetail[]): ApiError {
  return new ApiError('VALIDATION_FAILED', { message: detailsMessage(details), details });
}

const diskErrors = new Map([
  ['ENOSPC', 'no space is left on the disk'],
  ['EIO', 'the disk does not answer'],
  ['EROFS', 'the file system is read-only'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file is too large for the file system'],
  ['EMFILE', 'no file descriptors are left'],
  ['ENFILE', 'no file descriptors are left'],
]);

/** Whether an error, or one of its causes, comes from SQLite or a full, broken or read-only disk. */
export function isStorageFailure(thrown: unknown): boolean {
  return storageReason(thrown) !== undefined;
}

/** The reason of a storage failure, for the user; undefined for other errors. */
export function storageReason(thrown: unknown): string | undefined {
  let error = thrown;
  for (let depth = 0; depth < 4; depth++) {
    const code = codeOf(error) ?? '';
    const reason = diskErrors.get(code) ?? (code.startsWith('SQLITE_') ? 'the database failed' : undefined);
    if (reason !== undefined) return `${reason} (${code})`;
    if (typeof error !== 'object' || error === null || !('cause' in error)) return undefined;
    error = error.cause;
  }
  return undefined;
}

/**
 * The reason of a failed request, for the user: a storage failure, or a file of the server that its user may not use
 * any more. Undefined for other errors, also of programs and addresses. Files of a workspace have errors of their own.
 */
export function requestFailureReason(thrown: unknown): string | undefined {
  const reason = storageReason(thrown);
  const code = codeOf(thrown);
  if (reason !== undefined || (code !== 'EACCES' && code !== 'EPERM')) return reason;
  const { syscall } = thrown as { syscall?: unknown };
  if (typeof syscall !== 'string' || /^(?:spawn|kill|listen|bind|connect)/.test(syscall)) return undefined;
  return `permission for a file of the server was denied (${code})`;
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  // a thread that could not start has the error code only in its message
  if (code === 'ERR_WORKER_INIT_FAILED' && error instanceof Error) return /\bE[A-Z]+$/.exec(error.message)?.[0];
  return typeof code === 'string' ? code : undefined;
}

/** A proxy that cannot be used. The message is part of a sentence for the user and contains no credentials. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code = 'PROXY_FAILED';

  constructor(
    message: string,
    /** the same request may succeed later */
    readonly passing: boolean,
  ) {
    super(message);
  }
}

/** The proxy failure among the causes of an error, such as that of a fetch. */
export function proxyFailure(thrown: unknown): ProxyError | undefined {
  let error = thrown;
  for (let depth = 0; depth < 5 && error !== undefined; depth++) {
    if (error instanceof ProxyError) return error;
    error = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
  }
  return undefined;
}
