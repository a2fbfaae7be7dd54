/** Error codes of failed system calls, read by shape: errors of another realm (worker, vm) fail `instanceof Error`. */
import { fieldOf } from '../text/values.js';

/** The error code of a failed system call (`ENOENT`), if the error has one. */
export function errorCode(error: unknown): string | undefined {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

/** Whether the error means that a path does not exist. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The message of an error; any other thrown value as text. */
export function errorMessage(error: unknown): string {
  const message = fieldOf(error, 'message');
  return typeof message === 'string' ? message : String(error);
}
