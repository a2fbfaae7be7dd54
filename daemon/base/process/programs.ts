/** Finding programs on PATH and running them within limits, in separate process groups. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { isStorageFailure } from '../../errors.js';
import { inside } from '../fs/paths.js';
import { signalGroup } from './group.js';

/** How a program came to its end. */
export interface Ended {
  /** null when a signal ended it */
  exitCode: number | null;
  /** the first 16 KiB */
  stderr: string;
  /** why it failed; `start`: it could not be started, `stderr` has the reason; `enough`: its reader wanted no more */
  stopped?: 'start' | 'time' | 'abort' | 'enough';
}

export interface RunOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** milliseconds */
  timeMs: number;
  signal?: AbortSignal;
  /** what it reads from stdin; absent: nothing */
  input?: string;
  /** gets what is written to stdout, piece by piece; `false` for enough */
  onOutput(chunk: Buffer): boolean | void;
}

const maxErrorBytes = 16 * 1024;
const windowsEndings = ['.exe', '.cmd', '.bat', ''];

/**
 * Absolute path of a program: the name itself when it is one, else the first on PATH. Directories of PATH that are not
 * absolute do not count: what they mean depends on where the program is started, which may be a stranger's directory.
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
 * The search path of an environment for programs that work in a tree of strangers' files: without places in the tree,
 * which package managers put there, and without those that depend on where one is. A tree with the home in it is the
 * user's own.
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
    // the next one may do
    return false;
  }
}

/**
 * Runs a program until it ends, or until its time is over, the signal aborts or its reader has enough;
 * then its whole process group is killed.
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
  // one that ends early reads no more of it
  child.stdin?.on('error', () => undefined).end(input);
  let stderr = '';
  let stopped: Ended['stopped'];
  let over = false;
  const stop = (why: NonNullable<Ended['stopped']>): void => {
    if (stopped !== undefined || over) return;
    stopped = why;
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else signalGroup(child.pid, 'SIGKILL');
    // what is still on its way is not wanted, and a child of the child may hold the pipe
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => stop('time'), timeMs);
  const abort = (): void => stop('abort');
  signal?.addEventListener('abort', abort, { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    if (stopped !== undefined) return;
    if (onOutput(chunk) === false) stop('enough');
    // many pieces may be there at once; others get their turn between two of them
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
 * A child as it was just spawned. Throws when no file descriptors are left: the child then has no streams, and its own
 * error comes too late for a caller that uses them.
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
    // they may be there in a moment, which is no defect of the program
    if (isStorageFailure(error)) throw error;
    return { exitCode: null, stderr: error instanceof Error ? error.message : String(error), stopped: 'start' };
  }
}
