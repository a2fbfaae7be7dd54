/** Reads something from the server after each possible change: never twice at once, always after the last change. */
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import { pause, waitAfter } from '../api/retry.js';
import type { EventFrame, Stream } from '../api/stream.js';

export interface Reading {
  /** Requests a read, because the data may have changed. */
  refresh(): void;
  /** Resolves when nothing is left to read. */
  settled(): Promise<void>;
  close(): void;
}

export interface ReadingOptions {
  /** reads the data and stores it */
  read(): Promise<void>;
  /** minimum time between two reads in milliseconds; default 50 */
  spacingMs?: number;
  /** called when the server refuses; the next change reads again */
  onRefused?(failure: ApiFailure): void;
}

export interface CurrentOptions extends ReadingOptions {
  stream: Stream;
  /** receives the events of every session */
  onEvent(frame: EventFrame): void;
}

/** Maximum wait for the first connection in milliseconds. */
const firstLiveMs = 1_000;

/**
 * Calls back on each connection, since earlier events are not repeated. The first call is immediate on a live stream,
 * and happens without a connection when none opens soon. Returns a function that ends it.
 */
export function onEachConnection(stream: Stream, refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    refresh();
  };
  const leave = stream.onState((state) => {
    if (state === 'live' || timer !== undefined) now();
  });
  if (stream.state === 'live') refresh();
  else timer = setTimeout(now, firstLiveMs);
  return () => {
    leave();
    clearTimeout(timer);
  };
}

/** Reads again on every new connection. */
export function keepCurrent({ stream, onEvent, ...options }: CurrentOptions): Reading {
  const reading = createReading(options);
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const leaveEvents = stream.onGlobalEvent(onEvent);
  const leaveState = onEachConnection(stream, () => {
    reading.refresh();
    begin();
  });
  return {
    ...reading,
    async settled() {
      await begun;
      await reading.settled();
    },
    close() {
      leaveEvents();
      leaveState();
      begin();
      reading.close();
    },
  };
}

export function createReading({ read, spacingMs = 50, onRefused }: ReadingOptions): Reading {
  let isDue = false;
  let isClosed = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (let failures = 0; isDue && !isClosed;) {
      isDue = false;
      failures = (await attempt()) ? 0 : failures + 1;
      if (isDue) await pause(waitAfter(failures) || spacingMs);
    }
  }

  /** Resolves with false when there was no answer. */
  async function attempt(): Promise<boolean> {
    try {
      await read();
    } catch (error) {
      if (error instanceof ConnectionFailure) {
        isDue = true;
        return false;
      }
      if (!(error instanceof ApiFailure)) throw error;
      onRefused?.(error);
    }
    return true;
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
