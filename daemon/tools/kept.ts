/** Commands that keep running when their server ends: they write into their file by themselves, and are found again (engine.md 17.3). */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, watch } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../base/fs/errno.js';
import { checkProgram, releaseGroup, spawnGuarded } from '../base/process/guard.js';
import { startFailure, stopGroup, withProgram, type ShellOptions, type ShellProcess } from './process.js';

/** bytes of output after which the pump gives up: a little more than a task may write, so that its server sees that */
const PUMP_BYTES = (64 * 1024 + 64) * 1024;
/** a file is checked this often when no change is reported */
const POLL_MS = 1_000;

/**
 * $1 output, $2 exit code, $3 named pipe, $4 limit in blocks of 512 bytes, then the command. All that the command
 * writes goes through the pump, which ends at the limit; a full pipe or a broken one then ends the command. Descriptor 4
 * shows the server that the guard knows of the command, so that it can be released from it, and later that the pump has
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

/** Starts a command that writes into its file by itself; throws ToolFailure when it cannot start. */
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
      // a pump that is gone has written all it will
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

/** The start time of a process as the system reports it; undefined when it is gone. With the pid it names a process for good. */
export function startTimeOf(pid: number): string | undefined {
  return process.platform === 'linux' ? readStat(pid) : askSystem(pid);
}

/** Field 22: clock ticks since the system's start. */
function readStat(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // the name before may hold blanks and brackets; a zombie has ended
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

function askSystem(pid: number): string | undefined {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 2_000 });
    return started.trim() || undefined;
  } catch {
    // no such process, or no way to ask: it is not found
    return undefined;
  }
}

/** A command of an earlier server that still runs; undefined when it does not. */
export function findKept(pid: number, processStart: string, log: string): ShellProcess | undefined {
  const lives = (): boolean => startTimeOf(pid) === processStart;
  if (!lives()) return undefined;
  let settle: (exit: { code: number | null; signal: string | null }) => void = () => undefined;
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => (settle = resolve));
  const timer = setInterval(() => {
    if (lives()) return;
    clearInterval(timer);
    settle({ code: keptExit(log)?.code ?? null, signal: null });
  }, POLL_MS).unref();
  return {
    pid,
    // what is still on its way is given the time that any command gets after its end
    output: readGrowing(log, new Promise<never>(() => undefined)),
    exited,
    stop: async (graceMs) => {
      // the number may belong to another process by now
      if (lives()) await stopGroup(pid, graceMs);
    },
    tidy: () => tidy(log, true),
    leave: () => clearInterval(timer),
  };
}

/** How an unobserved command ended, by its own record; undefined when it was killed. */
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

/** Removes what a kept command noted about its end. */
export async function forgetKept(log: string): Promise<void> {
  await rm(exitPath(log), { force: true });
}

/** The same, and its output unless that is needed. */
async function tidy(log: string, logged: boolean): Promise<void> {
  await forgetKept(log);
  if (!logged) await rm(log, { force: true });
}

/** bytes read at once */
const PIECE_BYTES = 64 * 1024;

interface GrowingFile extends AsyncIterable<Buffer> {
  /** nothing more is read */
  destroy(): void;
}

/** What is in a file and what comes; the end is reached when `written` has settled and everything is read. */
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
