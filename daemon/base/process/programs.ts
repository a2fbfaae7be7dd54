/** Finds programs on PATH and runs them with limits, each in its own process group. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { isStorageFailure } from '../../errors.js';
import { inside } from '../fs/paths.js';
import { signalGroup } from './group.js';

export interface Ended {
  /** null when a signal ended it */
  exitCode: number | null;
  /** the first 16 KiB of it */
  stderr: string;
  /** why it failed; `start`: it could not be started, see `stderr`; `enough`: `onOutput` returned false */
  stopped?: 'start' | 'time' | 'abort' | 'enough';
}

export interface RunOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** milliseconds */
  timeMs: number;
  signal?: AbortSignal;
  /** text for its stdin; absent: empty */
  input?: string;
  /** called with each chunk of stdout; returns `false` to stop the program */
  onOutput(chunk: Buffer): boolean | void;
}

const maxErrorBytes = 16 * 1024;
const windowsEndings = ['.exe', '.cmd', '.bat', ''];

/**
 * Absolute path of a program: the name itself if it is absolute, else the first match on PATH. Relative directories of
 * PATH are ignored: they depend on the current directory, which may contain files of strangers.
 */
export async function findProgram(name: string, searched = ''): Promise<string | undefined> {
  if (path.isAbsolute(name)) return (await isProgram(name)) ? name : undefined;
  if (name === '' || name.includes('/') || name.includes(path.sep)) return undefined;
  for (const directory of searched.split(path.delimiter)) {
    if (!path.isAbsolute(directory)) continue;
    for (const ending of process.platform === 'win32' ? windowsEndings : ['']) {
      const file = path.join(directory, name + ending);
      if (await isProgram(file)) return file;
    }
  }
  return undefined;
}

/**
 * The search path for programs that work in a tree of untrusted files. It leaves out directories in the tree, where
 * package managers put programs, and relative directories. A tree that contains the home belongs to the user and is
 * trusted.
 */
export async function pathOutside(env: Readonly<Record<string, string | undefined>>, tree: string): Promise<string> {
  const places = (env['PATH'] ?? '').split(path.delimiter).filter((place) => path.isAbsolute(place));
  const real = await realpath(tree).catch(() => tree);
  if (env['HOME'] !== undefined && inside([tree, real], env['HOME'])) return places.join(path.delimiter);
  const trusted: string[] = [];
  for (const place of new Set(places)) {
    const leads = await realpath(place).catch(() => undefined);
    if (leads !== undefined && !inside([tree, real], leads) && !inside([tree, real], place)) trusted.push(place);
  }
  return trusted.join(path.delimiter);
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // the next candidate may be a file
    return false;
  }
}

/**
 * Runs a program until it ends, its time is up, the signal aborts or `onOutput` returns false; then kills its whole
 * process group.
 */
export async function runProgram(program: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const { cwd, env, timeMs, signal, input, onOutput } = options;
  if (signal?.aborted) return { exitCode: null, stderr: '', stopped: 'abort' };
  const child = start(() =>
    withStreams(
      spawn(program, args, {
        cwd,
        env,
        detached: process.platform !== 'win32',
        windowsHide: true,
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      }) as ChildProcessByStdio<Writable | null, Readable, Readable>,
    ),
  );
  if (!('kill' in child)) return child;
  // a program that ends early reads no more input
  child.stdin?.on('error', () => undefined).end(input);
  let stderr = '';
  let stopped: Ended['stopped'];
  let over = false;
  const stop = (why: NonNullable<Ended['stopped']>): void => {
    if (stopped !== undefined || over) return;
    stopped = why;
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else signalGroup(child.pid, 'SIGKILL');
    // the rest of the output is not needed, and a grandchild may hold the pipe open
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => stop('time'), timeMs);
  const abort = (): void => stop('abort');
  signal?.addEventListener('abort', abort, { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    if (stopped !== undefined) return;
    if (onOutput(chunk) === false) stop('enough');
    // many chunks may be ready at once; yield to the event loop between two of them
    child.stdout.pause();
    setImmediate(() => child.stdout.resume());
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < maxErrorBytes) stderr += chunk.toString('utf8');
  });
  try {
    return await new Promise<Ended>((resolve) => {
      child.once('error', (error) => resolve({ exitCode: null, stderr: error.message, stopped: 'start' }));
      child.once('close', (exitCode) => resolve({ exitCode, stderr, stopped }));
    });
  } finally {
    over = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Returns a child that was just spawned. Throws when no file descriptors are left: the child then has no streams, and
 * its own error event comes too late for a caller that uses them.
 */
export function withStreams<Child extends ChildProcess>(child: Child): Child {
  const { stdio }: { stdio?: Child['stdio'] } = child;
  if (stdio !== undefined) return child;
  child.on('error', () => undefined);
  throw Object.assign(new Error('no file descriptors are left'), { code: 'EMFILE' });
}

function start<Child>(spawned: () => Child): Child | Ended {
  try {
    return spawned();
  } catch (error) {
    // file descriptors may be free again in a moment, so this is not the program's fault
    if (isStorageFailure(error)) throw error;
    return { exitCode: null, stderr: error instanceof Error ? error.message : String(error), stopped: 'start' };
  }
}
