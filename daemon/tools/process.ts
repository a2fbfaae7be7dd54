/** Child processes: a shell command in its own process group, and the sequence that stops such a group. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../home/atomic.js';
import { guardGroup, readyGuard, releaseGroup } from './guard.js';
import type { OutputPipe } from './pipe.js';
import { createOutputPipe } from './pipe.js';
import { ToolFailure } from './tool.js';

/** how often a stopping group is looked at */
const POLL_MS = 25;

export interface ShellOptions {
  /** absolute path */
  shell: string;
  command: string;
  cwd: string;
  env: Record<string, string>;
  /** private directory for a short-lived named pipe */
  directory: string;
}

export interface ShellProcess {
  pid: number;
  /** stdout and stderr, merged in the order of arrival */
  output: Readable;
  exited: Promise<{ code: number | null; signal: string | null }>;
  /** SIGTERM to the group, SIGKILL after the grace period; resolves when the group is gone or was killed */
  stop(graceMs: number): Promise<void>;
}

/** Starts a shell command with the null device as input; throws ToolFailure when it cannot start. */
export async function startShell(options: ShellOptions): Promise<ShellProcess> {
  const pipe = await createOutputPipe(options.directory, options.env);
  try {
    readyGuard();
    const child = spawnShell(options, pipe);
    if (child.pid !== undefined) guardGroup(child.pid);
    const exited = exitOf(child);
    await once(child, 'spawn');
    const { pid } = child;
    const output = pipe?.reader ?? child.stdout;
    if (pid === undefined || output === null)
      throw new Error('a spawned child has a pid and the output that was asked for');
    return { pid, output, exited, stop: (graceMs) => stopGroup(pid, graceMs) };
  } catch (error) {
    pipe?.reader.destroy();
    if (errorCode(error) === undefined) throw error;
    throw new ToolFailure(`The command could not be started: ${(error as Error).message}`);
  } finally {
    await pipe?.release();
  }
}

/** Waits for all stop sequences under way; a daemon does so before it exits. */
export async function stopsFinished(): Promise<void> {
  await Promise.all(stops);
}

const stops = new Set<Promise<void>>();
/** groups whose stop sequence is under way */
const stopping = new Set<number>();

function spawnShell(options: ShellOptions, pipe: OutputPipe | undefined): ChildProcess {
  const settings = { cwd: options.cwd, env: options.env, detached: true };
  if (pipe)
    return spawn(options.shell, ['-c', options.command], { ...settings, stdio: ['ignore', pipe.writer, pipe.writer] });
  const merging = ['-c', 'exec "$0" -c "$1" 2>&1', options.shell, options.command];
  return spawn(options.shell, merging, { ...settings, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** How a child in a group of its own ends; its group is left alone from then on. */
export async function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return await new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (child.pid !== undefined && !stopping.has(child.pid)) releaseGroup(child.pid);
      resolve({ code, signal });
    });
  });
}

/** SIGTERM to the group, SIGKILL after the grace period; resolves when the group is gone or was killed. */
export function stopGroup(pid: number, graceMs: number): Promise<void> {
  stopping.add(pid);
  const stop = stopSequence(pid, graceMs).finally(() => {
    stops.delete(stop);
    stopping.delete(pid);
    releaseGroup(pid);
  });
  stops.add(stop);
  return stop;
}

async function stopSequence(pid: number, graceMs: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return;
  for (let waited = 0; waited < graceMs; waited += POLL_MS) {
    await delay(POLL_MS);
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, 'SIGKILL');
}

/** False when no process of the group is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    // nothing of the group may be signalled by us, so there is nothing left to do
    if (errorCode(error) === 'EPERM') return false;
    throw error;
  }
}
