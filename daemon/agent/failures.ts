/** Builds the errors that turns report: with names of ws.md 14.2, and REST numbers in `details`. */
import type { ErrorPayload } from '../../schemas/generated/types.js';
import { ApiError, type ErrorName } from '../errors.js';
import { ProviderError } from '../providers/provider.js';
import { providerFailure } from '../providers/retry.js';

const serverCodes = {
  'loop.max_steps_exceeded': [60003, 'loop.max_steps'],
  'loop.repeated_call': [60004, 'loop.repeated_call'],
  'loop.max_tokens': [60005, 'loop.max_tokens'],
  'provider.filtered': [70008, 'provider.filtered'],
  'budget.exceeded': [60006, 'budget.exceeded'],
  'loop.limit_reached': [60007, 'loop.limit_reached'],
  'loop.no_result': [60008, 'loop.no_result'],
} as const;

/** Returns the error for an end that the loop decides itself. */
export function loopFailure(code: keyof typeof serverCodes, message: string): ErrorPayload {
  const [server_code, engine] = serverCodes[code];
  return { code, message, retryable: code !== 'provider.filtered', details: { code: engine, server_code } };
}

const readiness: Partial<Record<ErrorName, [wire: string, engine: string]>> = {
  AUTH_PROVISIONING_REQUIRED: ['auth.provisioning_required', 'provider.not_configured'],
  AUTH_TOKEN_MISSING: ['auth.token_missing', 'auth.missing'],
  AUTH_TOKEN_UNAUTHORIZED: ['auth.token_unauthorized', 'auth.rejected'],
  AUTH_MODEL_NOT_RESOLVED: ['auth.model_not_resolved', 'model.not_resolved'],
};

/** Returns the payload for an error of a step. Reports a bug and does not expose its details. */
export function failureOf(error: unknown, reportDefect: (error: unknown) => void): ErrorPayload {
  if (error instanceof ProviderError) return providerFailure(error);
  const named = error instanceof ApiError ? readiness[error.errorName] : undefined;
  if (error instanceof ApiError && named) {
    return {
      code: named[0],
      message: error.message,
      retryable: false,
      details: { code: named[1], server_code: error.code },
    };
  }
  reportDefect(error);
  return {
    code: 'internal',
    message: 'Something in the program failed; its log has the details.',
    retryable: false,
    details: { code: 'internal', server_code: 50001 },
  };
}
