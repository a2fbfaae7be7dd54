/** Files that are read again when they changed: a mark of their state, and their text. */
import { readFileSync, statSync } from 'node:fs';
import { errorCode } from './errno.js';

/** Differs from one state of a file to the next; empty when there is none, or nothing that can be read. */
export function markOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : '';
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return '';
  }
}

/** The text; empty when the file is gone or not for this user, undefined when it cannot be read now. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return ['ENOENT', 'EACCES', 'EPERM', 'EISDIR'].includes(errorCode(error) ?? '') ? '' : undefined;
  }
}
