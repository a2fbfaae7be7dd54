/** One clock for all open connections: each of them is told at every tick (ws.md 1.3). */

/** Time between two ticks. */
const defaultHeartbeatMs = 30_000;

export interface Heartbeat {
  readonly intervalMs: number;
  /** calls `beat` at every tick until the returned function is called */
  add(beat: () => void): () => void;
}

/** Runs only while somebody listens, and does not keep the process alive. */
export function createHeartbeat(intervalMs = defaultHeartbeatMs): Heartbeat {
  const beats = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  return {
    intervalMs,
    add(beat) {
      beats.add(beat);
      timer ??= setInterval(() => beats.forEach((each) => each()), intervalMs).unref();
      return () => {
        beats.delete(beat);
        if (beats.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
