/** The current time for relative times, as signals that update only while the page is visible. */
import { signal } from '@preact/signals';

const everyMs = 20_000;

export const now = signal(Date.now());
/** updates every second while a component uses it */
export const seconds = signal(Date.now());

let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export function watchClock(): void {
  const move = (): void => {
    if (document.visibilityState === 'visible') now.value = Date.now();
  };
  setInterval(move, everyMs);
  document.addEventListener('visibilitychange', move);
}

/** Updates `seconds` until the returned function is called. */
export function useSecondsUntilDone(): () => void {
  users += 1;
  seconds.value = Date.now();
  timer ??= setInterval(() => (seconds.value = Date.now()), 1_000);
  return () => {
    users -= 1;
    if (users > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
