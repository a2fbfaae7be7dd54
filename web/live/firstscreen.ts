/** Delays less urgent work until the first screen of the page has been painted. */

/** Delayed work starts after this time even when the first screen is not ready. */
const mostMs = 500;

let resolveShown: () => void = () => undefined;
const shown = new Promise<void>((resolve) => (resolveShown = resolve));
let timer: ReturnType<typeof setTimeout> | undefined;

/** Called once the first screen is painted. */
export function firstScreenShown(): void {
  clearTimeout(timer);
  resolveShown();
}

export function afterFirstScreen<Result>(work: () => Promise<Result>): Promise<Result> {
  timer ??= setTimeout(resolveShown, mostMs);
  return shown.then(work);
}
