/** The log of errors of the page itself, without texts of prompts, and the note about a module that no longer loads. */
import { isUpdated } from './server.js';

const most = 200;
const log: string[] = [];

export function logDefect(error: unknown): void {
  if (isMissingPiece(error)) {
    // a new build has different file names
    isUpdated.value = true;
    return;
  }
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.push(`${new Date().toISOString()} ${masked(what)}`);
  if (log.length > most) log.shift();
}

/** Returns the log of this page for an export. */
export function readLog(): string {
  return log.join('\n').slice(0, 256 * 1024);
}

/** Whether the error reports a module that could not be fetched; each browser has its own message for that. */
export function isMissingPiece(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module|module script/i.test(error.message)
  );
}

function masked(what: string): string {
  return what.replace(/token=[^&\s]+/g, 'token=***').slice(0, 2_000);
}

export function watchDefects(): void {
  window.addEventListener('error', ({ error, message }) => logDefect(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => logDefect(reason));
}
