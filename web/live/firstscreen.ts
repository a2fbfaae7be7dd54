/** Work beside what the user came for: it waits until the first screen of the page is there. */

/** A screen that takes longer is not waited for. */
const mostMs = 500;

let resolveShown: () => void = () => undefined;
const shown = new Promise<void>((resolve) => (resolveShown = resolve));
let timer: ReturnType<typeof setTimeout> | undefined;

/** The first screen is painted. */
export function firstScreenShown(): void {
  clearTimeout(timer);
  resolveShown();
}

export function afterFirstScreen<Result>(work: () => Promise<Result>): Promise<Result> {
  timer ??= setTimeout(resolveShown, mostMs);
  return shown.then(work);
}
