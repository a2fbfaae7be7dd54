/** Following a command in the foreground until it ends or has to be stopped (engine.md 4.9). */
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandOutput } from './output.js';
import type { ShellProcess } from './process.js';

/** time for what is still on its way after the end of a command */
const DRAIN_MS = 250;

export interface FollowOptions {
  timeoutMs: number;
  graceMs: number;
  signal: AbortSignal;
}

export type CommandEnd =
  | { kind: 'exited'; code: number | null; signal: string | null; cutOff: boolean }
  /** stopped: at its time limit, by an abort, or for writing too much */
  | { kind: 'timeout' | 'aborted' | 'flooded' };

/** Collects the output of a command and waits for its end; a command that has to stop is being stopped when this returns. */
export async function follow(
  command: ShellProcess,
  output: CommandOutput,
  options: FollowOptions,
): Promise<CommandEnd> {
  const reading = readAll(command, output);
  const end = await firstEnd(command, reading, options);
  const done = Promise.all([command.exited, reading.finished]);
  if (end.kind === 'exited') {
    const cutOff = !(await within(reading.finished, DRAIN_MS));
    await reading.cut();
    return reading.tooMuch() ? { kind: 'flooded' } : { ...end, cutOff };
  }
  const stopped = command.stop(options.graceMs);
  // an interrupt gives the turn back at once; the stop sequence goes on behind it
  if (end.kind !== 'aborted') await Promise.race([done, stopped]);
  await within(done, DRAIN_MS);
  await reading.cut();
  return end;
}

type FirstEnd =
  { kind: 'exited'; code: number | null; signal: string | null } | { kind: 'timeout' | 'aborted' | 'flooded' };

async function firstEnd(command: ShellProcess, reading: Reading, options: FollowOptions): Promise<FirstEnd> {
  const watch = new AbortController();
  try {
    return await Promise.race([
      command.exited.then((exit) => ({ kind: 'exited' as const, ...exit })),
      reading.flooded.then(() => ({ kind: 'flooded' as const })),
      reading.failure,
      delay(options.timeoutMs, { kind: 'timeout' as const }, { signal: watch.signal }),
      aborted(options.signal, watch.signal).then(() => ({ kind: 'aborted' as const })),
    ]);
  } catch (error) {
    // nobody takes the output any more
    await command.stop(options.graceMs);
    throw error;
  } finally {
    watch.abort();
  }
}

interface Reading {
  finished: Promise<void>;
  /** resolves when there was more output than may be kept */
  flooded: Promise<void>;
  tooMuch(): boolean;
  /** rejects when output could not be stored, never resolves */
  failure: Promise<never>;
  /** takes nothing more; resolves when what was taken is stored */
  cut(): Promise<void>;
}

function readAll(command: ShellProcess, output: CommandOutput): Reading {
  let cut = false;
  let tooMuch = false;
  let onFlood: () => void;
  const flooded = new Promise<void>((resolve) => {
    onFlood = resolve;
  });
  async function read(): Promise<void> {
    try {
      for await (const chunk of command.output) {
        if (cut) return;
        if (await output.write(chunk)) continue;
        tooMuch = true;
        onFlood();
        return;
      }
    } catch (error) {
      // a stream that was closed under the loop says so
      if (!cut) throw error;
    }
  }
  const finished = read();
  return {
    finished,
    flooded,
    tooMuch: () => tooMuch,
    failure: finished.then(() => new Promise<never>(() => undefined)),
    async cut() {
      cut = true;
      command.output.destroy();
      await finished;
    },
  };
}

async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(ms, false, { signal: timer.signal });
  // the timer is given up when the promise was first
  late.catch(() => undefined);
  const inTime = await Promise.race([promise.then(() => true), late]);
  timer.abort();
  return inTime;
}

function aborted(signal: AbortSignal, giveUp: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: giveUp });
  });
}
