/** Waiting that has an end. */

/** Settles with the promise, after a time, or with an abort, whichever is first; never rejects for the other two. */
export async function within(promise: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const limit = new Promise<void>((resolve) => {
    stop = resolve;
    if (ms !== Infinity) timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) resolve();
  });
  try {
    await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
