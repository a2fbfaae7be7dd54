/** Child processes: a shell command in its own process group, and the sequence that stops such a group. */
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
  /** it runs contained */
  confinement?: Confinement | undefined;
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

/** The first one that is free in the program of a shell command. */
const firstFree = 4;

/** Starts a shell command with the null device as input; throws ToolFailure when it cannot start. */
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

/** Makes the system's refusal to start something a result for the model; anything else is a bug. */
export function startFailure(error: unknown, what: 'command' | 'search' = 'command'): unknown {
  if (error instanceof ConfinementError) return new ToolFailure(`[sandbox] could not start: ${error.message}`);
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

/** Milliseconds between two looks whether a contained command has ended. */
const lookMs = 25;
const stops = new Set<Promise<unknown>>();
/** groups whose stop sequence is under way */
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

/** A child whose events are waited for from its first moment on. */
export interface Started {
  child: ChildProcess;
  exited: ReturnType<typeof exitOf>;
  spawned: Promise<unknown>;
}

/** The program of a command, contained when it is to be; `descriptor`: the first one that is free in the program. */
export async function withProgram(
  command: {
    argv: readonly [string, ...string[]];
    cwd: string;
    env: Record<string, string>;
    confinement: Confinement | undefined;
    descriptor: number;
    /** how it is contained, when that is known */
    launch?: Launch | undefined;
  },
  start: (program: { program: string; args: string[]; env: Record<string, string> }, extra: Extra) => ChildProcess,
): Promise<Started> {
  const { argv, env, confinement, descriptor } = command;
  const [program, ...args] = argv;
  const follow = (child: ChildProcess): Started => {
    const spawned = once(child, 'spawn');
    // its waiter gets the failure, after the files are closed
    spawned.catch(() => undefined);
    return { child, exited: exitOf(child), spawned };
  };
  if (!confinement) return follow(start({ program, args, env }, []));
  // what it gets of the environment is among its inputs
  const launch = command.launch ?? (await confinement.contain(command));
  return await withInputs(launch, descriptor, ({ extra, ...started }) => follow(start({ ...started, env: {} }, extra)));
}

type Extra = (number | 'pipe')[];

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
  const stop = endCommand(pid, graceMs).finally(() => {
    stops.delete(stop);
    stopping.delete(pid);
    releaseGroup(pid);
  });
  stops.add(stop);
  await stop;
}

/** The end of a sandbox ends all in it at once: what is inside gets its SIGTERM and its time before that. */
async function endCommand(pid: number, graceMs: number): Promise<boolean> {
  let inner = await containedGroup(pid);
  if (inner === undefined && isSandboxGroup(pid)) {
    // while it is set up, what is inside would outlive bubblewrap: all of it is killed at once
    signalGroup(pid, 'SIGSTOP');
    inner = await containedGroup(pid);
    if (inner === undefined) return await endGroup(pid, 0);
    signalGroup(pid, 'SIGCONT');
  }
  if (inner === undefined) return await endGroup(pid, graceMs);
  const over = Date.now() + graceMs;
  signalGroup(inner, 'SIGTERM');
  while (signalGroup(inner, 0) && Date.now() < over) await delay(lookMs);
  return await endGroup(pid, 0);
}

/** The process group inside the sandbox that a process has started, itself or through a shell; undefined: there is none. */
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
