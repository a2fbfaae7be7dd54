/** One time limit over several steps that can be aborted. */
import type { WebFailure } from './failure.js';

export interface Deadline {
  signal: AbortSignal;
  /** the work itself, or the failure of the limit when that comes first */
  race<T>(work: Promise<T>): Promise<T>;
  close(): void;
}

/** Ends with the caller's signal (and its reason), or after `ms` milliseconds with the failure `late`. */
export function startDeadline(ms: number, late: WebFailure, signal: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late), ms);
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    race(work) {
      return new Promise((resolve, reject) => {
        const stop = (): void => reject(controller.signal.reason as Error);
        if (controller.signal.aborted) stop();
        controller.signal.addEventListener('abort', stop, { once: true });
        work
          .then(resolve, (error: unknown) => {
            // what an abort tears down fails with a different error
            reject((controller.signal.aborted ? controller.signal.reason : error) as Error);
          })
          .finally(() => controller.signal.removeEventListener('abort', stop));
      });
    },
    close() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
