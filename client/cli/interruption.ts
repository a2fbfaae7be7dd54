/** The ways a run is cut short from outside: signals, and a reader of stdout that went away. */
import { signalCodes, type Io } from './io.js';

export interface Interruption {
  /** exit code of the first interruption; undefined: none so far */
  readonly code: number | undefined;
  /** the reader of stdout is gone: end without a word */
  readonly silent: boolean;
  /** resolves at the first one */
  first: Promise<void>;
  /** resolves with the exit code when the user does not want to wait any longer */
  second: Promise<number>;
  off(): void;
}

export function listenForInterruption(io: Io): Interruption {
  let code: number | undefined;
  let silent = false;
  let resolveFirst: () => void = () => undefined;
  let resolveSecond: (code: number) => void = () => undefined;
  const first = new Promise<void>((resolve) => (resolveFirst = resolve));
  const second = new Promise<number>((resolve) => (resolveSecond = resolve));

  const offSignal = io.onSignal((signal) => {
    if (code !== undefined) return resolveSecond(signalCodes[signal]);
    code = signalCodes[signal];
    resolveFirst();
  });
  const onPipe = (): void => {
    silent = true;
    code ??= 1;
    resolveFirst();
  };
  // a closed stderr is no reason to stop
  const ignore = (): void => undefined;
  io.stdout.on('error', onPipe);
  io.stderr.on('error', ignore);
  return {
    get code() {
      return code;
    },
    get silent() {
      return silent;
    },
    first,
    second,
    off: offSignal,
  };
}

/** Runs work that a signal ends: what it throws then is the end that was asked for, and the code is that of the signal. */
export async function interruptible(io: Io, work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController();
  let code: number | undefined;
  const off = io.onSignal((signal) => {
    code ??= signalCodes[signal];
    stop.abort();
  });
  try {
    return await work(stop.signal);
  } catch (error) {
    if (code !== undefined) return code;
    throw error;
  } finally {
    off();
  }
}
