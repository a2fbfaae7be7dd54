/** What a request may name: a path below the working directory of a session, `/` between its names (rest.md 19). */
import path from 'node:path';
import { ApiError } from '../../errors.js';

/** Bytes of a path; no system accepts longer ones. */
const maxBytes = 4_096;

/**
 * The names a path is made of; none for the working directory itself (`.`). Names are taken as they are: nothing is
 * decoded, normalised or trimmed, and only `/` separates. Throws FS_PATH_ESCAPES_SESSION for a path that is empty or
 * absolute or has a `..` or a NUL, FS_PATH_NOT_FOUND for one that no file can have.
 */
export function namesOf(given: string): string[] {
  if (given === '' || given.startsWith('/') || given.includes('\0')) throw escapes(given);
  const names = given.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw escapes(given);
  // elsewhere both are letters of a name
  if (path.sep === '\\' && /[\\:]/.test(given)) throw escapes(given);
  if (given.length > maxBytes || Buffer.byteLength(given) > maxBytes) throw missing(given);
  // half of a character has no bytes: the system would take another name for it
  if (!given.isWellFormed()) throw missing(given);
  return names;
}

/** How an answer writes the path that was asked for. */
export function shownPath(names: readonly string[]): string {
  return names.length === 0 ? '.' : names.join('/');
}

/** 41304 */
export function escapes(given: string): ApiError {
  return new ApiError('FS_PATH_ESCAPES_SESSION', {
    message: `this path leaves the directories of the session: ${short(given)}`,
  });
}

/** 40409 */
export function missing(given: string): ApiError {
  return new ApiError('FS_PATH_NOT_FOUND', { message: `no such path: ${short(given)}` });
}

/** A path in a message: not longer than a line. */
export function short(given: string): string {
  return given.length > 200 ? `${given.slice(0, 200)}…` : given;
}
