/** Work on the same files, one after another. */

export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    // whoever waits next is not the one to hear of the failure
    last = mine.catch(() => undefined);
    return mine;
  };
}
