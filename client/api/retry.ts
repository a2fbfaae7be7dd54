/** How long clients wait before they repeat a call without an answer. */
const waitsMs = [100, 300, 1_000, 3_000];

/** Returns the wait after this number of consecutive failures, in milliseconds. */
export function waitAfter(failures: number): number {
  return waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
