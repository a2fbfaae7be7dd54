/** Repeats the recording of data that must not be lost while storage fails. */

/** Milliseconds between two attempts. */
const retryMs = 10_000;

export interface Saving {
  /** settles when the work has succeeded */
  run(work: () => void): Promise<void>;
  /** retries now if an attempt failed; settles with `done`, or rejects with the failure of the next attempt */
  join(done: Promise<void>): Promise<void>;
}

/** `gone`: whether the work is no longer needed. */
export function createSaving(gone: () => boolean, report: (error: unknown) => void): Saving {
  let wake: () => void = () => undefined;
  const waiting = new Set<(error: unknown) => void>();

  function later(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, retryMs).unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    async run(work) {
      for (;;) {
        try {
          work();
          return;
        } catch (error) {
          if (gone()) return;
          report(error);
          const next = later();
          for (const fail of waiting) fail(error);
          waiting.clear();
          await next;
        }
      }
    },
    join(done) {
      const failed = new Promise<never>((_, reject) => void waiting.add(reject));
      wake();
      return Promise.race([done, failed]);
    },
  };
}
