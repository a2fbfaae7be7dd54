/** Waits that end: after a time, or with an abort. */

/** The longest a timer can wait, in milliseconds. */
export const longestMs = 2_147_483_647;

/**
 * Settles with the work, after `ms` milliseconds (Infinity: no limit) or with an abort, whichever comes first, and
 * answers whether the work was over. Rejects only when the work does first.
 */
export async function waitAtMost(work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const limit = new Promise<false>((resolve) => {
    stop = () => resolve(false);
    if (ms !== Infinity) timer = setTimeout(stop, Math.min(ms, longestMs));
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** The work's result, or a rejection with the signal's reason when that comes first; the work itself continues. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** One time limit over several steps that can be aborted. */
export interface Deadline {
  signal: AbortSignal;
  close(): void;
}

/** Ends with the caller's signal (and its reason), or after `ms` milliseconds with the error `late`. */
export function startDeadline(ms: number, late: Error, signal: AbortSignal): Deadline {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(late), ms);
  return { signal: AbortSignal.any([signal, over.signal]), close: () => clearTimeout(timer) };
}
