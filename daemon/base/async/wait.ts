/** Waits that end with the work, after a time limit, or with an abort. */

/** The longest delay of a timer, in milliseconds. */
export const longestMs = 2_147_483_647;

/**
 * Waits for the work, for `ms` milliseconds (Infinity: no limit) or for an abort, whichever comes first. Returns
 * whether the work completed. Rejects only when the work rejects first.
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

/** Returns the work's result, or rejects with the signal's reason if that comes first; the work itself continues. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** A time limit shared by several steps that can be aborted. */
export interface Deadline {
  signal: AbortSignal;
  close(): void;
}

/** Aborts with the reason of the caller's signal, or after `ms` milliseconds with the error `late`. */
export function startDeadline(ms: number, late: Error, signal: AbortSignal): Deadline {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(late), ms);
  return { signal: AbortSignal.any([signal, over.signal]), close: () => clearTimeout(timer) };
}
