/** One timer for all open connections: it calls each of them at every tick (ws.md 1.3). */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds between two ticks. */
const defaultHeartbeatMs = 30_000;

export interface Heartbeat {
  readonly intervalMs: number;
  /** calls `beat` at every tick until the returned function is called */
  add(beat: () => void): () => void;
}

/** Listeners called without a pause: a tick of thousands yields to other work in between. */
const slice = 100;

/** Runs only while there are listeners, and does not keep the process running. */
export function createHeartbeat(intervalMs = defaultHeartbeatMs): Heartbeat {
  const beats = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  async function tick(): Promise<void> {
    const all = [...beats];
    for (let from = 0; from < all.length; from += slice) {
      if (from > 0) await nextTurn();
      for (const beat of all.slice(from, from + slice)) if (beats.has(beat)) beat();
    }
  }

  return {
    intervalMs,
    add(beat) {
      beats.add(beat);
      timer ??= setInterval(() => void tick(), intervalMs).unref();
      return () => {
        beats.delete(beat);
        if (beats.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
