/** A running command: its output is collected, it ends by itself or is stopped, in the foreground or behind it (engine.md 4.9). */
import { waitAtMost } from '../base/async/wait.js';
import { createOutput, type CommandOutput, type OutputSummary } from './output.js';
import { startKept } from './kept.js';
import { startShell, type ShellOptions, type ShellProcess } from './process.js';

/** bytes of output a command may write in the foreground */
const FOREGROUND_BYTES = 16 * 1024 * 1024;
/** bytes of output a command may write in the background */
export const BACKGROUND_BYTES = 64 * 1024 * 1024;
/** time for what is still on its way after the end of a command */
const DRAIN_MS = 250;

export interface CommandOptions extends ShellOptions {
  /** absolute path of the full output */
  logPath: string;
  /** it may keep running when its server ends: it writes into its log by itself */
  kept: boolean;
  graceMs: number;
  /** gets every piece of output as it came; without it they are held until the command is moved to the background */
  live?: ((text: string) => void) | undefined;
}

export type CommandEnd =
  | { kind: 'exited'; code: number | null; signal: string | null; cutOff: boolean }
  /** it was stopped: at its time limit, by an interrupt, for writing too much, or on request */
  | { kind: 'timeout' | 'aborted' | 'flooded' | 'stopped' };

export interface Command {
  pid: number;
  /** when it is over and its output is stored; rejects with ToolFailure when that failed. A command that had to be stopped is being stopped by then */
  ended: Promise<CommandEnd>;
  /** when its first process is gone, which is later for one that is being stopped */
  gone: Promise<unknown>;
  /** the output so far */
  summary(): OutputSummary;
  stop(kind: 'timeout' | 'aborted' | 'stopped'): void;
  /** chars shown so far */
  shown(): number;
  /** lets it continue after the turn, with new limits. `limitMs` undefined: any time */
  toBackground(limitMs: number | undefined, live: (text: string) => void): void;
  /** see ShellProcess */
  leave?(): void;
  keep?(): void;
}

/** Starts a shell command; throws ToolFailure when it cannot start. */
export async function startCommand(options: CommandOptions): Promise<Command> {
  const { kept, logPath, graceMs, live } = options;
  const external = kept && process.platform !== 'win32';
  const output = createOutput({ logPath, external, maxBytes: FOREGROUND_BYTES, live });
  return follow(external ? await startKept(options, { log: logPath }) : await startShell(options), output, graceMs);
}

/** Collects the output of a process and sees to its end. */
export function follow(shell: ShellProcess, output: CommandOutput, graceMs: number): Command {
  let stop: (kind: 'timeout' | 'aborted' | 'stopped') => void = () => undefined;
  const stopped = new Promise<'timeout' | 'aborted' | 'stopped'>((resolve) => (stop = resolve));
  let limit: NodeJS.Timeout | undefined;
  const ended = end(shell, output, stopped, graceMs).finally(() => clearTimeout(limit));
  // the waiter for the end gets the failure
  ended.catch(() => undefined);
  return {
    pid: shell.pid,
    ended,
    gone: shell.exited,
    summary: () => output.summary(),
    shown: () => output.shown(),
    stop,
    toBackground(limitMs, live) {
      if (limitMs !== undefined) limit = setTimeout(() => stop('timeout'), limitMs).unref();
      output.keep(BACKGROUND_BYTES, live);
    },
    ...(shell.keep && { keep: () => shell.keep?.() }),
    ...(shell.leave && {
      leave() {
        clearTimeout(limit);
        shell.output.destroy();
        shell.leave?.();
      },
    }),
  };
}

async function end(
  shell: ShellProcess,
  output: CommandOutput,
  asked: Promise<'timeout' | 'aborted' | 'stopped'>,
  graceMs: number,
): Promise<CommandEnd> {
  const reading = readAll(shell, output);
  try {
    const first = await Promise.race([
      shell.exited.then((exit) => ({ kind: 'exited' as const, ...exit })),
      reading.flooded.then(() => ({ kind: 'flooded' as const })),
      reading.failure,
      asked.then((kind) => ({ kind })),
    ]);
    const done = Promise.all([shell.exited, reading.finished]);
    if (first.kind === 'exited') {
      const cutOff = !(await readsRest(shell, reading, asked));
      await reading.cut();
      return reading.tooMuch() ? { kind: 'flooded' } : { ...first, cutOff };
    }
    const stopped = shell.stop(graceMs);
    // an interrupt gives the turn back at once; the stop sequence continues in the background
    if (first.kind !== 'aborted') await Promise.race([done, stopped]);
    await waitAtMost(done, DRAIN_MS);
    await reading.cut();
    return first;
  } catch (error) {
    // there is no reader for the output any more
    await shell.stop(graceMs);
    throw error;
  } finally {
    const { logged } = await output.finish();
    await shell.tidy?.(logged);
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

function readAll(shell: ShellProcess, output: CommandOutput): Reading {
  let cut = false;
  let tooMuch = false;
  let onFlood: () => void;
  const flooded = new Promise<void>((resolve) => {
    onFlood = resolve;
  });
  async function read(): Promise<void> {
    try {
      for await (const chunk of shell.output) {
        if (cut) return;
        if (await output.write(chunk)) continue;
        tooMuch = true;
        onFlood();
        return;
      }
    } catch (error) {
      // a stream that was closed under the loop throws that
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
      shell.output.destroy();
      await finished;
    },
  };
}

/** Whether all output of a command that has ended was read. A file that is complete is read to its end, however long that takes. */
async function readsRest(
  { written }: ShellProcess,
  { finished }: Reading,
  asked: Promise<'timeout' | 'aborted' | 'stopped'>,
): Promise<boolean> {
  if (!written) return await waitAtMost(finished, DRAIN_MS);
  if (!(await waitAtMost(Promise.race([written, finished]), DRAIN_MS))) return false;
  return await Promise.race([finished.then(() => true), asked.then(() => false)]);
}
