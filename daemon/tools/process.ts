/** Starts shell commands in their own process groups, and stops such groups. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../base/fs/errno.js';
import { endGroup, signalGroup } from '../base/process/group.js';
import {
  checkProgram,
  isSandboxGroup,
  releaseGroup,
  spawnGuarded,
  type GuardedOptions,
} from '../base/process/guard.js';
import { ConfinementError } from '../runtimes/confine.js';
import { withInputs, type Launch } from '../base/process/launch.js';
import type { Confinement } from '../runtimes/runtimes.js';
import type { OutputPipe } from '../base/process/pipe.js';
import { createOutputPipe } from '../base/process/pipe.js';
import { ToolFailure } from './tool.js';

export interface ShellOptions {
  /** absolute path */
  shell: string;
  command: string;
  cwd: string;
  env: Record<string, string>;
  /** private directory for a short-lived named pipe */
  directory: string;
  /** present for a contained command */
  confinement?: Confinement | undefined;
}

/** A running command with its output. */
export interface ShellProcess {
  pid: number;
  /** stdout and stderr, merged in the order of arrival */
  output: AsyncIterable<Buffer> & { destroy(): void };
  exited: Promise<{ code: number | null; signal: string | null }>;
  /** present when the output is a file: resolves once no process writes to it any more */
  written?: Promise<void>;
  /** sends SIGTERM to the group, SIGKILL after the grace period; resolves when the group is gone or was killed */
  stop(graceMs: number): Promise<void>;
  /** present when the command can continue without this process; stops all its events */
  leave?(): void;
  /** called after the end, once the output was read; `logged`: keep the log */
  tidy?(logged: boolean): Promise<void>;
  /** allows the command to outlive this process, however this process ends */
  keep?(): void;
}

/** The first free descriptor in the program of a shell command. */
const firstFree = 4;

/** Starts a shell command with the null device as input. Throws ToolFailure when it cannot start. */
export async function startShell(options: ShellOptions): Promise<ShellProcess> {
  let pipe: OutputPipe | undefined;
  try {
    await checkProgram(options.shell);
    const { shell, command, cwd, env, confinement } = options;
    const begun = await confinement?.begin({ argv: [shell, '-c', command], cwd, env, descriptor: firstFree });
    if (begun && 'child' in begun) {
      const { child, output } = begun;
      return { pid: child.pid, output, exited: exitOf(child), stop: (graceMs) => stopGroup(child.pid, graceMs) };
    }
    pipe = await createOutputPipe(options.directory, env);
    const { child, exited, spawned } = await spawnShell(options, pipe, begun);
    await spawned;
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

/** Converts a system error on starting a program into a result for the model. Returns any other error unchanged. */
export function startFailure(error: unknown, what: 'command' | 'search' = 'command'): unknown {
  if (error instanceof ConfinementError) return new ToolFailure(`[sandbox] could not start: ${error.message}`);
  const code = errorCode(error);
  if (code === undefined) return error;
  const noneLeft = code === 'EMFILE' || code === 'ENFILE';
  const reason = noneLeft ? 'no file descriptors are left' : (error as Error).message;
  return new ToolFailure(`The ${what} could not be started: ${reason}`);
}

/** Waits for all running stop sequences; the daemon does so before it exits. */
export async function stopsFinished(): Promise<void> {
  await Promise.all(stops);
}

/** Milliseconds between two checks whether a contained command has ended. */
const checkMs = 25;
const stops = new Set<Promise<unknown>>();
/** Process groups with a running stop sequence. */
const stopping = new Set<number>();

async function spawnShell(
  { shell, command, cwd, env, confinement }: ShellOptions,
  pipe: OutputPipe | undefined,
  begun: Launch | undefined,
): Promise<Started> {
  const argv: [string, ...string[]] = pipe
    ? [shell, '-c', command]
    : [shell, '-c', 'exec "$0" -c "$1" 2>&1', shell, command];
  const stdio: GuardedOptions['stdio'] = pipe ? ['ignore', pipe.writer, pipe.writer] : ['ignore', 'pipe', 'ignore'];
  const launch = pipe && begun;
  const isSandbox = confinement !== undefined;
  return await withProgram({ argv, cwd, env, confinement, descriptor: firstFree, launch }, (started, extra) =>
    spawnGuarded(started.program, started.args, { cwd, env: started.env, stdio, extra, isSandbox }),
  );
}

/** A child with listeners on its events from the start. */
export interface Started {
  child: ChildProcess;
  exited: ReturnType<typeof exitOf>;
  spawned: Promise<unknown>;
}

/** Starts the program of a command, contained if requested. `descriptor`: the first free one in the program. */
export async function withProgram(
  command: {
    argv: readonly [string, ...string[]];
    cwd: string;
    env: Record<string, string>;
    confinement: Confinement | undefined;
    descriptor: number;
    /** the containment, when it is already known */
    launch?: Launch | undefined;
  },
  start: (program: { program: string; args: string[]; env: Record<string, string> }, extra: Extra) => ChildProcess,
): Promise<Started> {
  const { argv, env, confinement, descriptor } = command;
  const [program, ...args] = argv;
  const follow = (child: ChildProcess): Started => {
    const spawned = once(child, 'spawn');
    // the caller that awaits `spawned` handles the rejection, after the files are closed
    spawned.catch(() => undefined);
    return { child, exited: exitOf(child), spawned };
  };
  if (!confinement) return follow(start({ program, args, env }, []));
  // its environment is part of its inputs
  const launch = command.launch ?? (await confinement.contain(command));
  return await withInputs(launch, descriptor, ({ extra, ...started }) => follow(start({ ...started, env: {} }, extra)));
}

type Extra = (number | 'pipe')[];

/** Resolves when a child with its own process group has ended. Then releases the group, which is not signaled again. */
export async function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return await new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (child.pid !== undefined && !stopping.has(child.pid)) releaseGroup(child.pid);
      resolve({ code, signal });
    });
  });
}

/** Sends SIGTERM to the group, SIGKILL after the grace period. Resolves when the group is gone or was killed. */
export async function stopGroup(pid: number, graceMs: number): Promise<void> {
  stopping.add(pid);
  const stop = endCommand(pid, graceMs).finally(() => {
    stops.delete(stop);
    stopping.delete(pid);
    releaseGroup(pid);
  });
  stops.add(stop);
  await stop;
}

/** Ends a command. Ending a sandbox kills everything in it, so the inner group first gets SIGTERM and grace time. */
async function endCommand(pid: number, graceMs: number): Promise<boolean> {
  let inner = await containedGroup(pid);
  if (inner === undefined && isSandboxGroup(pid)) {
    // during setup, inner processes would outlive bubblewrap: stop everything, look again, then kill it
    signalGroup(pid, 'SIGSTOP');
    inner = await containedGroup(pid);
    if (inner === undefined) return await endGroup(pid, 0);
    signalGroup(pid, 'SIGCONT');
  }
  if (inner === undefined) return await endGroup(pid, graceMs);
  const over = Date.now() + graceMs;
  signalGroup(inner, 'SIGTERM');
  while (signalGroup(inner, 0) && Date.now() < over) await delay(checkMs);
  return await endGroup(pid, 0);
}

/** Returns the process group in the sandbox that a process or its shell started; undefined when there is none. */
async function containedGroup(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  for (let generation = [pid]; generation.length > 0;) {
    const children: number[] = [];
    for (const each of generation) {
      const listed = await readFile(`/proc/${each}/task/${each}/children`, 'latin1').catch(() => '');
      children.push(
        ...listed
          .trim()
          .split(' ')
          .map(Number)
          .filter((child) => child > 0),
      );
    }
    const sandboxes: number[] = [];
    for (const child of children) {
      const stat = await readFile(`/proc/${child}/stat`, 'latin1').catch(() => '');
      const [, , group] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      if (!stat.includes('(bwrap)')) continue;
      if (group === child) return group;
      sandboxes.push(child);
    }
    generation = sandboxes;
  }
  return undefined;
}
