/** Validates the paths of requests: below the working directory of a session, names separated by `/` (rest.md 19). */
import path from 'node:path';
import { ApiError } from '../../errors.js';

/** Maximum length of a path in bytes; no supported system accepts longer ones. */
const maxBytes = 4_096;

/**
 * Splits a path into its names; the working directory itself (`.`) has none. Takes names literally: does not decode,
 * normalize or trim them, and splits only at `/`. Throws FS_PATH_ESCAPES_SESSION for a path that is empty or absolute
 * or contains `..` or a NUL. Throws FS_PATH_NOT_FOUND for a path that no file can have.
 */
export function namesOf(given: string): string[] {
  if (given === '' || given.startsWith('/') || given.includes('\0')) throw escapes(given);
  const names = given.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw escapes(given);
  // on other systems, backslash and colon are ordinary characters of a name
  if (path.sep === '\\' && /[\\:]/.test(given)) throw escapes(given);
  if (given.length > maxBytes || Buffer.byteLength(given) > maxBytes) throw missing(given);
  // a lone surrogate has no UTF-8 form: the system would use another name instead
  if (!given.isWellFormed()) throw missing(given);
  return names;
}

/** Returns the path that an answer writes for these names. */
export function shownPath(names: readonly string[]): string {
  return names.length === 0 ? '.' : names.join('/');
}

/** Error 41304. */
export function escapes(given: string): ApiError {
  return new ApiError('FS_PATH_ESCAPES_SESSION', {
    message: `this path leaves the directories of the session: ${short(given)}`,
  });
}

/** Error 40409. */
export function missing(given: string): ApiError {
  return new ApiError('FS_PATH_NOT_FOUND', { message: `no such path: ${short(given)}` });
}

/** Shortens a path for an error message. */
export function short(given: string): string {
  return given.length > 200 ? `${given.slice(0, 200)}…` : given;
}
