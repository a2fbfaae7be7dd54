/** Runs commands that outlive their server: they write a log file, and a later server finds them (engine.md 17.3). */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, watch } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../base/fs/errno.js';
import { checkProgram, releaseGroup, spawnGuarded } from '../base/process/guard.js';
import { startFailure, stopGroup, withProgram, type ShellOptions, type ShellProcess } from './process.js';

/** Bytes of output at which the pump stops: slightly above a task's limit, so that the server can detect the excess. */
const PUMP_BYTES = (64 * 1024 + 64) * 1024;
/** Milliseconds between two checks of a file without reported changes. */
const POLL_MS = 1_000;

/**
 * Arguments: $1 output, $2 exit code, $3 named pipe, $4 limit in blocks of 512 bytes, then the command. The command
 * writes through the pump, which ends at the limit; a full or broken pipe then ends the command. Descriptor 4 reports
 * to the server that the guard process knows the command and can release it. Its closing reports that the pump has
 * ended; no other process holds it.
 */
const script = `echo >&4
command -p mkfifo -m 600 "$3" || exit 126
(exec 5<&- 6<&- 7<&-; ulimit -c 0; ulimit -f "$4"; trap '' TERM INT HUP; PATH=/usr/bin:/bin; exec cat <"$3" >>"$1" 2>/dev/null) &
exec 4>&- >"$3" 2>&1
command -p rm -f "$3"
(shift 4; exec "$@")
code=$?
(umask 077; echo "$code" >"$2")
exit "$code"`;

export interface KeptFiles {
  /** absolute path of the output */
  log: string;
}

const exitPath = (log: string): string => log.replace(/\.log$/u, '.exit');

/** Starts a command that writes its log file itself. Throws ToolFailure when it cannot start. */
export async function startKept(options: ShellOptions, { log }: KeptFiles): Promise<ShellProcess> {
  const { shell, command, cwd, env, confinement } = options;
  try {
    await checkProgram(shell);
    await mkdir(dirname(log), { recursive: true, mode: 0o700 });
    await (await open(log, 'w', 0o600)).close();
    const blocks = String(PUMP_BYTES / 512);
    const files = [log, exitPath(log), log.replace(/\.log$/u, '.pipe'), blocks];
    const { child, exited, spawned } = await withProgram(
      { argv: [shell, '-c', command], cwd, env, confinement, descriptor: 5 },
      (started, extra) =>
        spawnGuarded('/bin/sh', ['-c', script, 'sh', ...files, started.program, ...started.args], {
          cwd,
          env: started.env,
          stdio: ['ignore', 'ignore', 'ignore'],
          extra: ['pipe', ...extra],
        }),
    );
    const pump = child.stdio[4] as Readable | null;
    const written = new Promise<void>((resolve) => {
      pump?.once('close', () => resolve());
      // a pump that is gone writes nothing more
      pump?.on('error', () => undefined);
    });
    await spawned;
    const { pid } = child;
    if (pid === undefined || !pump) throw new Error('a spawned child has a pid and the pipe that was asked for');
    await Promise.race([once(pump, 'data'), written]);
    pump.resume();
    return {
      pid,
      output: readGrowing(log, written),
      exited,
      written,
      stop: (graceMs) => stopGroup(pid, graceMs),
      keep: () => releaseGroup(pid),
      tidy: (logged) => tidy(log, logged),
      leave() {
        pump.destroy();
        child.unref();
      },
    };
  } catch (error) {
    throw startFailure(error);
  }
}

/** Returns a process's start time, which identifies it together with the pid; undefined for an ended process. */
export function startTimeOf(pid: number): string | undefined {
  return process.platform === 'linux' ? readStat(pid) : readStartFromPs(pid);
}

/** Returns field 22: clock ticks since the system start. */
function readStat(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // the program name before it may contain blanks and brackets; a zombie has ended
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

function readStartFromPs(pid: number): string | undefined {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 2_000 });
    return started.trim() || undefined;
  } catch {
    // no such process, or `ps` failed: both count as gone
    return undefined;
  }
}

/** Finds a running command of an earlier server; returns undefined when it has ended. */
export function findKept(pid: number, processStart: string, log: string): ShellProcess | undefined {
  const isRunning = (): boolean => startTimeOf(pid) === processStart;
  if (!isRunning()) return undefined;
  let settle: (exit: { code: number | null; signal: string | null }) => void = () => undefined;
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => (settle = resolve));
  const timer = setInterval(() => {
    if (isRunning()) return;
    clearInterval(timer);
    settle({ code: keptExit(log)?.code ?? null, signal: null });
  }, POLL_MS).unref();
  return {
    pid,
    // remaining output gets the same time as after the end of any command
    output: readGrowing(log, new Promise<never>(() => undefined)),
    exited,
    stop: async (graceMs) => {
      // the pid may belong to another process by now
      if (isRunning()) await stopGroup(pid, graceMs);
    },
    tidy: () => tidy(log, true),
    leave: () => clearInterval(timer),
  };
}

/** Returns how a command ended, from the file with its exit code; undefined when it was killed. */
export function keptExit(log: string): { code: number; at: number } | undefined {
  try {
    const path = exitPath(log);
    const text = readFileSync(path, 'latin1').trim();
    return /^\d+$/u.test(text) ? { code: Number(text), at: Math.round(statSync(path).mtimeMs) } : undefined;
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** Removes the file with the exit code of a command. */
export async function forgetKept(log: string): Promise<void> {
  await rm(exitPath(log), { force: true });
}

/** Removes the exit code, and the output unless `logged`. */
async function tidy(log: string, logged: boolean): Promise<void> {
  await forgetKept(log);
  if (!logged) await rm(log, { force: true });
}

/** Bytes that are read at a time. */
const PIECE_BYTES = 64 * 1024;

interface GrowingFile extends AsyncIterable<Buffer> {
  /** stops reading */
  destroy(): void;
}

/** Reads a file as it grows. Ends once `written` has settled and everything is read. */
function readGrowing(path: string, written: Promise<unknown>): GrowingFile {
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

/** Calls `changed` when the file may have changed. Returns a function that stops this. */
function notify(path: string, changed: () => void): () => void {
  const timer = setInterval(changed, POLL_MS).unref();
  let stop: () => void = () => undefined;
  try {
    const watcher = watch(path, { persistent: false }, changed);
    // the timer continues
    watcher.on('error', () => watcher.close());
    stop = () => watcher.close();
  } catch {
    // no more watches are available; the timer continues
  }
  return () => {
    clearInterval(timer);
    stop();
  };
}
