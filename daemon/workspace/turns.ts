/** Works that take turns: a few at once, the others wait. */

/** Runs at most `size` works at once, the others in the order they came. */
export function createTurns(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // whoever ends hands its place on, so nobody comes in between
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
