/** Decides whether a failed model request is retried, and how events report its failure (engine.md 2.3, 20). */
import { errorTable, type ErrorName } from '../../schemas/generated/errors.js';
import type { ErrorPayload } from '../../schemas/generated/types.js';
import type { ProviderError, ProviderErrorKind } from './provider.js';

/** Milliseconds. */
const firstDelay = 500;
const longestDelay = 32_000;
const longestRetryAfter = 600_000;
/** From here on a wait is a mistake of the provider, and is not shown. */
const absurdRetryAfter = 365 * 24 * 3_600_000;

const retriedStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

export type RetryVerdict = { retry: false } | { retry: true; delayMs: number };

/**
 * The decision about one failed attempt; `failedAttempt` counts from 1. The loop handles the one resend after a
 * complaint about structure or images, and the limit of attempts.
 */
export function retryDelay(
  error: ProviderError,
  failedAttempt: number,
  outside: { random(): number; now(): number },
): RetryVerdict {
  if (!mayPass(error)) return { retry: false };
  const asked = error.facts.retryAfterMs;
  if (asked !== undefined) return asked > longestRetryAfter ? { retry: false } : { retry: true, delayMs: asked };
  const base = Math.min(firstDelay * 2 ** (failedAttempt - 1), longestDelay);
  return { retry: true, delayMs: Math.round(base * (1 + outside.random() / 4)) };
}

/** Whether the same request may succeed later. */
function mayPass(error: ProviderError): boolean {
  if (error.facts.isFinal) return false;
  switch (error.kind) {
    case 'rate_limited':
    case 'overloaded':
    case 'timeout':
    case 'connection':
    case 'empty':
      return true;
    case 'error':
      return error.facts.status === undefined || retriedStatuses.has(error.facts.status);
    case 'auth_missing':
    case 'auth_rejected':
    case 'quota':
    case 'filtered':
    case 'context_overflow':
    case 'bad_request':
      return false;
  }
}

/** Engine name (engine.md 20), name on the wire (ws.md 14.2), entry of the error table. */
const names: Record<ProviderErrorKind, { engine: string; wire: string; server: ErrorName }> = {
  auth_missing: { engine: 'auth.missing', wire: 'auth.token_missing', server: 'AUTH_TOKEN_MISSING' },
  auth_rejected: { engine: 'auth.rejected', wire: 'auth.token_unauthorized', server: 'AUTH_TOKEN_UNAUTHORIZED' },
  rate_limited: { engine: 'provider.rate_limited', wire: 'provider.rate_limit', server: 'PROVIDER_RATE_LIMITED' },
  quota: { engine: 'provider.quota', wire: 'provider.quota', server: 'PROVIDER_QUOTA' },
  overloaded: { engine: 'provider.overloaded', wire: 'provider.overloaded', server: 'PROVIDER_OVERLOADED' },
  timeout: { engine: 'provider.timeout', wire: 'provider.connection_error', server: 'PROVIDER_TIMEOUT' },
  connection: { engine: 'provider.connection', wire: 'provider.connection_error', server: 'PROVIDER_CONNECTION' },
  empty: { engine: 'provider.empty', wire: 'provider.api_error', server: 'PROVIDER_EMPTY' },
  filtered: { engine: 'provider.filtered', wire: 'provider.filtered', server: 'PROVIDER_FILTERED' },
  context_overflow: {
    engine: 'provider.context_overflow',
    wire: 'context.overflow',
    server: 'PROVIDER_CONTEXT_OVERFLOW',
  },
  bad_request: { engine: 'provider.bad_request', wire: 'provider.api_error', server: 'PROVIDER_BAD_REQUEST' },
  error: { engine: 'provider.error', wire: 'provider.api_error', server: 'PROVIDER_ERROR' },
};

/** `errorName` of `turn.step.retrying`: the engine's dotted name. */
export function errorNameOf(error: ProviderError): string {
  return names[error.kind].engine;
}

/** The payload with which events report a failure that is not retried. */
export function providerFailure(error: ProviderError): ErrorPayload {
  const { engine, wire, server } = names[error.kind];
  const { status, retryAfterMs } = error.facts;
  const wait = retryAfterMs ?? 0;
  const isLater = (mayPass(error) || error.kind === 'quota') && wait > longestRetryAfter && wait < absurdRetryAfter;
  const message = isLater
    ? `${sentence(error.message)} The provider asks to come back in ${duration(wait)}.`
    : error.message;
  return {
    code: wire,
    message,
    name: error.name,
    details: { code: engine, server_code: errorTable[server].code, ...(status === undefined ? {} : { status }) },
    retryable: mayPass(error),
  };
}

function sentence(words: string): string {
  return /[.!?。！？]$/u.test(words) ? words : `${words}.`;
}

function duration(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return hours === 0 ? `${minutes} minutes` : `${hours} h ${minutes % 60} min`;
}
