/** Records that must not get lost when storage fails for a while: they are tried again. */

/** Milliseconds between two tries. */
const retryMs = 10_000;

export interface Saving {
  /** settles when the work was done once */
  run(work: () => void): Promise<void>;
  /** tries again now if a try failed; settles with `done`, or rejects with the failure of the next try */
  join(done: Promise<void>): Promise<void>;
}

/** `gone`: it is of no use any more. */
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
