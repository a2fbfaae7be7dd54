/** What an error carries beside its code and text (rest.md 2); any other has `data: null` and no `details`. */
import { expect } from '@jest/globals';
import type { ErrorName } from '../../../schemas/generated/errors.js';

interface Carried {
  data?: unknown;
  details?: unknown;
}

const text: unknown = expect.any(String);
const count: unknown = expect.any(Number);
const unresolved = { data: { resolved: false } };

const table: Partial<Record<ErrorName, Carried>> = {
  VALIDATION_FAILED: { details: expect.arrayContaining([{ path: text, message: text }]) },
  AUTH_TOKEN_MISSING: { details: { provider_id: text } },
  AUTH_TOKEN_UNAUTHORIZED: { details: { provider_id: text } },
  APPROVAL_ALREADY_RESOLVED: unresolved,
  APPROVAL_EXPIRED: unresolved,
  QUESTION_EXPIRED: unresolved,
  PROMPT_ALREADY_COMPLETED: { data: { aborted: false } },
  TASK_ALREADY_FINISHED: { data: { cancelled: false }, details: { current_status: text } },
  SESSION_UNDO_UNAVAILABLE: { data: { reason: text, requestedCount: count, undoableCount: count } },
  RUNTIME_UNAVAILABLE: { details: expect.objectContaining({ reason: text }) },
  SESSION_REDO_UNAVAILABLE: { data: { reason: text } },
  SESSION_FILES_CHANGED: { data: { files: expect.arrayContaining([{ path: text, reason: text }]), count } },
};

/** What this error must carry; where it may carry nothing as well, what it does carry tells which is meant. */
export function carriedBy(error: ErrorName, given: Carried): Carried {
  const { data = null, details } = { ...table[error], ...optional(error, given) };
  return { data, details };
}

function optional(error: ErrorName, { data, details }: Carried): Carried {
  if (error === 'SESSION_BUSY' && data !== null)
    return { data: { owner: { server_id: text, base_url: text, pid: count } } };
  if (error === 'AUTH_MODEL_NOT_RESOLVED') return { details: details === null ? null : { model_id: text } };
  return {};
}
