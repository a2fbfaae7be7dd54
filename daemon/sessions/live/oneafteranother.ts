/** What many ask for at the same moment is done one after another, and the loop is free in between. */

/** Milliseconds of work after which others come first. */
const sliceMs = 3;

/** Resolves when it is the caller's turn, in the order of the calls; at once while there is little to do. */
export type NextTurn = () => Promise<void>;

export function createTurns(): NextTurn {
  let last = Promise.resolve();
  let since = 0;
  let resting = true;

  async function wait(): Promise<void> {
    if (resting) {
      // nobody had a turn since the loop was last free
      resting = false;
      since = performance.now();
      setImmediate(() => (resting = true));
    } else if (performance.now() - since > sliceMs) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
  }

  return () => (last = last.then(wait));
}
