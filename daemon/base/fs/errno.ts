/** Error codes of failed system calls. Read by shape: an error of another realm (worker, vm) is no instance of Error. */
import { fieldOf } from '../text/values.js';

/** The system's code of a failed call (`ENOENT`), when the error has one. */
export function errorCode(error: unknown): string | undefined {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

/** Whether a path leads nowhere. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The message of an error, or whatever was thrown as text. */
export function errorMessage(error: unknown): string {
  const message = fieldOf(error, 'message');
  return typeof message === 'string' ? message : String(error);
}
