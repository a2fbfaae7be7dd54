/** Runs a command: collects its output and ends it, in the foreground or in the background (engine.md 4.9). */
import { waitAtMost } from '../base/async/wait.js';
import { createOutput, type CommandOutput, type OutputSummary } from './output.js';
import { startKept } from './kept.js';
import { startShell, type ShellOptions, type ShellProcess } from './process.js';

/** Maximum number of bytes that a command may write in the foreground. */
const FOREGROUND_BYTES = 16 * 1024 * 1024;
/** Maximum number of bytes that a command may write in the background. */
export const BACKGROUND_BYTES = 64 * 1024 * 1024;
/** Milliseconds that remaining output gets to arrive after the end of a command. */
const DRAIN_MS = 250;

export interface CommandOptions extends ShellOptions {
  /** absolute path of the full output */
  logPath: string;
  /** the command may outlive its server: it writes its log itself */
  kept: boolean;
  graceMs: number;
  /** receives every piece of raw output; without it, pieces wait until the command moves to the background */
  live?: ((text: string) => void) | undefined;
}

export type CommandEnd =
  | { kind: 'exited'; code: number | null; signal: string | null; cutOff: boolean }
  /** stopped at its time limit, by an interrupt, for writing too much, or on request */
  | { kind: 'timeout' | 'aborted' | 'flooded' | 'stopped' };

export interface Command {
  pid: number;
  /** settles after the end, once the output is stored; a stop may still be running. Rejects with ToolFailure */
  ended: Promise<CommandEnd>;
  /** settles once its first process is gone, which for a stopped command may be later than `ended` */
  gone: Promise<unknown>;
  /** returns the output so far */
  summary(): OutputSummary;
  stop(kind: 'timeout' | 'aborted' | 'stopped'): void;
  /** returns the number of chars passed to `live` so far */
  shown(): number;
  /** continues after the turn with new limits; `limitMs` undefined: no limit */
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

/** Collects the output of a process and waits for its end or stops it. */
export function follow(shell: ShellProcess, output: CommandOutput, graceMs: number): Command {
  let stop: (kind: 'timeout' | 'aborted' | 'stopped') => void = () => undefined;
  const stopped = new Promise<'timeout' | 'aborted' | 'stopped'>((resolve) => (stop = resolve));
  let limit: NodeJS.Timeout | undefined;
  const ended = end(shell, output, stopped, graceMs).finally(() => clearTimeout(limit));
  // the caller that awaits `ended` handles the rejection
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
    // an interrupt ends the call at once; the stop sequence continues in the background
    if (first.kind !== 'aborted') await Promise.race([done, stopped]);
    await waitAtMost(done, DRAIN_MS);
    await reading.cut();
    return first;
  } catch (error) {
    // storing the output failed, so stop the command
    await shell.stop(graceMs);
    throw error;
  } finally {
    const { logged } = await output.finish();
    await shell.tidy?.(logged);
  }
}

interface Reading {
  finished: Promise<void>;
  /** resolves once there is more output than may be kept */
  flooded: Promise<void>;
  tooMuch(): boolean;
  /** rejects when storing output failed; never resolves */
  failure: Promise<never>;
  /** stops reading; resolves once everything read is stored */
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
      // destroying the stream makes the loop throw
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

/** Whether all output of an ended command was read. Reads a complete file to its end, however long that takes. */
async function readsRest(
  { written }: ShellProcess,
  { finished }: Reading,
  asked: Promise<'timeout' | 'aborted' | 'stopped'>,
): Promise<boolean> {
  if (!written) return await waitAtMost(finished, DRAIN_MS);
  if (!(await waitAtMost(Promise.race([written, finished]), DRAIN_MS))) return false;
  return await Promise.race([finished.then(() => true), asked.then(() => false)]);
}
