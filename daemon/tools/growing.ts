/** Reads a file that another process writes, as it grows. */
import { watch } from 'node:fs';
import { open } from 'node:fs/promises';

/** bytes read at once */
const PIECE_BYTES = 64 * 1024;
/** the file is checked this often when no change is reported */
const POLL_MS = 1_000;

export interface GrowingFile extends AsyncIterable<Buffer> {
  /** nothing more is read */
  destroy(): void;
}

/** What is in a file and what comes; the end is reached when `written` has settled and everything is read. */
export function readGrowing(path: string, written: Promise<unknown>): GrowingFile {
  let over = false;
  let cut = false;
  let wake: () => void = () => undefined;
  const changed = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  const end = (): void => {
    over = true;
    wake();
  };
  written.then(end, end);

  async function* pieces(): AsyncGenerator<Buffer> {
    const file = await open(path, 'r');
    const stopWatching = notify(path, () => wake());
    try {
      while (!cut) {
        const last = over;
        const next = changed();
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES);
        if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
        else if (last) return;
        else if (!over) await next;
      }
    } finally {
      stopWatching();
      await file.close();
    }
  }

  return {
    [Symbol.asyncIterator]: pieces,
    destroy() {
      cut = true;
      wake();
    },
  };
}

/** Calls when the file may have changed, until the result is called. */
function notify(path: string, changed: () => void): () => void {
  const timer = setInterval(changed, POLL_MS).unref();
  let stop: () => void = () => undefined;
  try {
    const watcher = watch(path, { persistent: false }, changed);
    // the timer keeps checking
    watcher.on('error', () => watcher.close());
    stop = () => watcher.close();
  } catch {
    // no more files can be watched: the timer alone looks
  }
  return () => {
    clearInterval(timer);
    stop();
  };
}
