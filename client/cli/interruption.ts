/** Detects interruptions of a run from outside: signals, and write failures of stdout. */
import { CommandFailure, outputProblem } from './failures.js';
import { signalCodes, type Io } from './io.js';

export interface Interruption {
  /** exit code of the first interruption; undefined: none so far */
  readonly code: number | undefined;
  /** stdout cannot be written: its reader is gone, or its disk is full */
  readonly silent: boolean;
  /** the write failure, unless the reader is gone; the process reports it at its end */
  readonly failure: CommandFailure | undefined;
  /** resolves at the first interruption */
  first: Promise<void>;
  /** resolves with the exit code when the user interrupts a second time */
  second: Promise<number>;
  off(): void;
}

export function listenForInterruption(io: Io): Interruption {
  let code: number | undefined;
  let silent = false;
  let failure: CommandFailure | undefined;
  let resolveFirst: () => void = () => undefined;
  let resolveSecond: (code: number) => void = () => undefined;
  const first = new Promise<void>((resolve) => (resolveFirst = resolve));
  const second = new Promise<number>((resolve) => (resolveSecond = resolve));

  const offSignal = io.onSignal((signal) => {
    if (code !== undefined) return resolveSecond(signalCodes[signal]);
    code = signalCodes[signal];
    resolveFirst();
  });
  const onOutputError = (error: Error): void => {
    silent = true;
    const problem = outputProblem(error);
    if (problem !== undefined) failure ??= new CommandFailure(problem, { cause: error });
    code ??= 1;
    resolveFirst();
  };
  // a closed stderr is no reason to stop
  const ignore = (): void => undefined;
  io.stdout.on('error', onOutputError);
  io.stderr.on('error', ignore);
  return {
    get code() {
      return code;
    },
    get silent() {
      return silent;
    },
    get failure() {
      return failure;
    },
    first,
    second,
    off: offSignal,
  };
}

/** Runs work that a signal aborts. Then an error of the work is expected, and the exit code is that of the signal. */
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
