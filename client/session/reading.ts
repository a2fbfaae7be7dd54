/** Reads something from the server again whenever it may have changed: never twice at once, and always after the last change. */
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import { pause, waitAfter } from '../api/retry.js';
import type { EventFrame, Stream } from '../api/stream.js';

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

export interface CurrentOptions extends ReadingOptions {
  stream: Stream;
  /** what any session reports */
  onEvent(frame: EventFrame): void;
}

/** So long the first connection is waited for. */
const firstLiveMs = 1_000;

/**
 * Calls back with each connection: what happened before it is not sent again. The first time at once where the stream is
 * live, and without a connection when none comes soon. Returns what ends it.
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

/** A reading with every new connection. */
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

  /** False when there was no answer. */
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
