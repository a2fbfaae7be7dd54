/** Child processes: a shell command in its own process group, and the sequence that stops such a group. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { errorCode } from '../base/fs/errno.js';
import { endGroup } from '../base/process/group.js';
import { checkProgram, releaseGroup, spawnGuarded } from '../base/process/guard.js';
import type { OutputPipe } from './pipe.js';
import { createOutputPipe } from './pipe.js';
import { ToolFailure } from './tool.js';

export interface ShellOptions {
  /** absolute path */
  shell: string;
  command: string;
  cwd: string;
  env: Record<string, string>;
  /** private directory for a short-lived named pipe */
  directory: string;
}

/** A command and what it writes. */
export interface ShellProcess {
  pid: number;
  /** stdout and stderr, merged in the order of arrival */
  output: AsyncIterable<Buffer> & { destroy(): void };
  exited: Promise<{ code: number | null; signal: string | null }>;
  /** set when the output is a file: resolves when no process writes into it any more */
  written?: Promise<void>;
  /** SIGTERM to the group, SIGKILL after the grace period; resolves when the group is gone or was killed */
  stop(graceMs: number): Promise<void>;
  /** set when it can continue without this process; it emits nothing any more */
  leave?(): void;
  /** called when it is over and its output was read; `logged`: its log is to stay */
  tidy?(logged: boolean): Promise<void>;
  /** it may keep running from now on, however this process ends */
  keep?(): void;
}

/** Starts a shell command with the null device as input; throws ToolFailure when it cannot start. */
export async function startShell(options: ShellOptions): Promise<ShellProcess> {
  let pipe: OutputPipe | undefined;
  try {
    await checkProgram(options.shell);
    pipe = await createOutputPipe(options.directory, options.env);
    const child = spawnShell(options, pipe);
    const exited = exitOf(child);
    await once(child, 'spawn');
    const { pid } = child;
    const output = pipe?.reader ?? child.stdout;
    if (pid === undefined || output === null)
      throw new Error('a spawned child has a pid and the output that was asked for');
    return { pid, output, exited, stop: (graceMs) => stopGroup(pid, graceMs) };
  } catch (error) {
    pipe?.reader.destroy();
    throw startFailure(error);
  } finally {
    await pipe?.release();
  }
}

/** Makes the system's refusal to start something a result for the model; anything else is a bug. */
export function startFailure(error: unknown, what: 'command' | 'search' = 'command'): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const noneLeft = code === 'EMFILE' || code === 'ENFILE';
  const reason = noneLeft ? 'no file descriptors are left' : (error as Error).message;
  return new ToolFailure(`The ${what} could not be started: ${reason}`);
}

/** Waits for all stop sequences under way; a daemon does so before it exits. */
export async function stopsFinished(): Promise<void> {
  await Promise.all(stops);
}

const stops = new Set<Promise<unknown>>();
/** groups whose stop sequence is under way */
const stopping = new Set<number>();

function spawnShell({ shell, command, cwd, env }: ShellOptions, pipe: OutputPipe | undefined): ChildProcess {
  if (pipe) return spawnGuarded(shell, ['-c', command], { cwd, env, stdio: ['ignore', pipe.writer, pipe.writer] });
  const merging = ['-c', 'exec "$0" -c "$1" 2>&1', shell, command];
  return spawnGuarded(shell, merging, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** How a child in a separate group ends; its group is left alone from then on. */
export async function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return await new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (child.pid !== undefined && !stopping.has(child.pid)) releaseGroup(child.pid);
      resolve({ code, signal });
    });
  });
}

/** SIGTERM to the group, SIGKILL after the grace period; resolves when the group is gone or was killed. */
export async function stopGroup(pid: number, graceMs: number): Promise<void> {
  stopping.add(pid);
  const stop = endGroup(pid, graceMs).finally(() => {
    stops.delete(stop);
    stopping.delete(pid);
    releaseGroup(pid);
  });
  stops.add(stop);
  await stop;
}
