/** Reads something from the server again whenever it may have changed: never twice at once, and always after the last change. */
import { ApiFailure, ConnectionFailure } from '../api/failure.js';

export interface Reading {
  /** It may be different now. */
  refresh(): void;
  /** Resolves when nothing is to be read any more. */
  settled(): Promise<void>;
  close(): void;
}

export interface ReadingOptions {
  /** reads and takes over what it finds */
  read(): Promise<void>;
  /** shortest time between two reads, milliseconds; default 50 */
  spacingMs?: number;
  /** the server refuses; it is read again after the next change */
  onRefused?(failure: ApiFailure): void;
}

/** Waits before a read is repeated that got no answer, milliseconds. */
const retryMs = [100, 300, 1_000, 3_000];

export function createReading({ read, spacingMs = 50, onRefused }: ReadingOptions): Reading {
  let isDue = false;
  let isClosed = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (let failures = 0; isDue && !isClosed;) {
      isDue = false;
      const wait = await attempt(failures);
      failures = wait === undefined ? 0 : failures + 1;
      if (isDue) await pause(wait ?? spacingMs);
    }
  }

  /** How long to wait before it is tried again; undefined when there was an answer. */
  async function attempt(failures: number): Promise<number | undefined> {
    try {
      await read();
      return undefined;
    } catch (error) {
      if (error instanceof ConnectionFailure) {
        isDue = true;
        return retryMs[Math.min(failures, retryMs.length - 1)];
      }
      if (!(error instanceof ApiFailure)) throw error;
      onRefused?.(error);
      return undefined;
    }
  }

  return {
    refresh() {
      isDue = true;
      running ??= run().finally(() => (running = undefined));
    },
    async settled() {
      while (running) await running;
    },
    close: () => void (isClosed = true),
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
