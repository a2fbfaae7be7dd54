/** Work on the same files, one after another. */

export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    // the next in line must not get this failure
    last = mine.catch(() => undefined);
    return mine;
  };
}
