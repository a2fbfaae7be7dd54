/** How long clients wait before they repeat what got no answer. */
const waitsMs = [100, 300, 1_000, 3_000];

/** The wait after so many failures in a row, milliseconds. */
export function waitAfter(failures: number): number {
  return waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
