/** The first step of a turn waits for servers that are being connected, so that the model meets their tools (engine.md 16.3). */
import { waitAtMost } from '../../base/async/wait.js';
import { statusOf, type Slot } from './slot.js';

/** Milliseconds that the user waits for a server, counted from when it began to connect. */
const patienceMs = 5_000;

export function isPending(slot: Slot): boolean {
  return statusOf(slot).status === 'pending';
}

/**
 * Resolves when no server is pending, or the time is over, or with an abort. `reading`: until then more may come.
 * `patient`: no user waits at a screen, so that every server gets its whole time to start.
 */
export async function untilReady(
  reading: Promise<void>,
  slots: () => Slot[],
  patient: boolean,
  signal: AbortSignal,
): Promise<void> {
  await waitAtMost(reading, patient ? Infinity : patienceMs, signal);
  const left = ({ since }: Slot) => (patient ? Infinity : Math.max(0, since + patienceMs - performance.now()));
  await Promise.all(
    slots()
      .filter(isPending)
      .map((slot) => waitAtMost(slot.connection?.settled() ?? Promise.resolve(), left(slot), signal)),
  );
}
