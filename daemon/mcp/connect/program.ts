/** A server's program: finds it, starts it in its own process group, reads it and stops it (engine.md 16.3). */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { waitAtMost } from '../../base/async/wait.js';
import { endGroup } from '../../base/process/group.js';
import { releaseGroup, spawnGuarded, type GuardedOptions } from '../../base/process/guard.js';
import { withInputs } from '../../base/process/launch.js';
import { ServerFailure, type Container } from '../server.js';

/** Milliseconds that a program may take to end after its input was closed, and then after SIGTERM. */
const graceMs = 2_000;
/** milliseconds to read output after the program has ended; its children may hold the pipe open */
const drainMs = 200;
/** first descriptor after the standard ones and the guard's */
const firstDescriptor = 4;
/** characters of standard error that are kept */
const tailChars = 4_096;

export interface Program {
  /** bytes of standard output until the program ends */
  readonly output: AsyncIterable<Buffer>;
  /** resolves when the text is written; rejects when the program no longer reads */
  write(text: string): Promise<void>;
  /** how the program ended, as the end of a sentence about it */
  readonly ended: Promise<string>;
  /** the last part of standard error */
  errors(): string;
  /** closes the input, then sends SIGTERM and SIGKILL to the group; resolves when the whole group is gone */
  stop(): Promise<void>;
}

export interface ProgramOptions {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
  container?: (() => Promise<Container>) | undefined;
}

/** Throws ServerFailure `startup` when the program cannot be started. */
export async function startProgram({ command, args, env, cwd, container }: ProgramOptions): Promise<Program> {
  await checkDirectory(cwd);
  const path = await findProgram(command, env['PATH'] ?? '', cwd);
  const contained = await container?.();
  try {
    const { child, spawned } = await spawnProgram({ argv: [path, ...args], env, cwd }, contained);
    await spawned;
    const { pid } = child;
    if (pid === undefined) throw new Error('a program that was started has a process id');
    const program = programOf(child, pid);
    void program.ended.then(() => contained?.settle());
    return program;
  } catch (error) {
    contained?.settle();
    throw new ServerFailure('startup', `it cannot be started: ${(error as Error).message}`);
  }
}

async function spawnProgram(
  { argv, env, cwd }: { argv: readonly [string, ...string[]]; env: Record<string, string>; cwd: string },
  container: Container | undefined,
): Promise<{ child: ChildProcess; spawned: Promise<unknown> }> {
  const [path, ...rest] = argv;
  const start = (
    program: string,
    args: readonly string[],
    more: Pick<GuardedOptions, 'env' | 'extra' | 'isSandbox'>,
  ) => {
    const child = spawnGuarded(program, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'], ...more });
    const spawned = once(child, 'spawn');
    // the caller awaits it only after closing files
    spawned.catch(() => undefined);
    return { child, spawned };
  };
  if (!container) return start(path, rest, { env });
  const launch = await container.launch({ argv, cwd, env, descriptor: firstDescriptor });
  // the program's variables are among its inputs
  return await withInputs(launch, firstDescriptor, ({ program, args, extra }) =>
    start(program, args, { env: {}, extra, isSandbox: true }),
  );
}

function programOf(child: ChildProcess, pid: number): Program {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('a program was started with pipes');
  let tail = '';
  stderr.setEncoding('utf8').on('data', (text: string) => (tail = `${tail}${text}`.slice(-tailChars)));
  // the end of the program gives the reason
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined);
  const exited = once(child, 'exit').then(([code, signal]) => (typeof code === 'number' ? code : String(signal)));
  const closed = once(child, 'close');
  const ended = exited.then(async (how) => {
    await waitAtMost(closed, drainMs);
    stdout.destroy();
    stderr.destroy();
    return typeof how === 'number' ? `it ended with exit code ${how}` : `it was ended by ${how}`;
  });
  let stopping: Promise<void> | undefined;
  return {
    output: stdout,
    write: (text) => new Promise((done, fail) => stdin.write(text, (error) => (error ? fail(error) : done()))),
    ended,
    errors: () => tail,
    stop: () => (stopping ??= stopProgram(child, pid, exited).finally(() => releaseGroup(pid))),
  };
}

async function stopProgram(child: ChildProcess, pid: number, exited: Promise<unknown>): Promise<void> {
  child.stdin?.end();
  await waitAtMost(exited, graceMs);
  // children of the program may outlive it
  if (await endGroup(pid, graceMs)) await exited;
}

async function checkDirectory(cwd: string): Promise<void> {
  const isDirectory = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) throw new ServerFailure('startup', `its working directory ${cwd} is not a directory`);
}

/** Finds a program like a shell does, but also relative to the working directory. */
async function findProgram(command: string, path: string, cwd: string): Promise<string> {
  if (command.includes('\0')) throw new ServerFailure('startup', 'its command holds a NUL');
  const isPath = command.includes('/');
  const places = isPath
    ? [resolve(cwd, command)]
    : path.split(delimiter).map((place) => resolve(cwd, join(place, command)));
  let isThere = false;
  for (const place of places) {
    const file = await stat(place).catch(() => undefined);
    if (!file?.isFile()) continue;
    isThere = true;
    if (await mayRun(place)) return place;
  }
  const where = isPath ? '' : ' in PATH';
  throw new ServerFailure(
    'startup',
    isThere ? `its command ${command} may not be run` : `its command ${command} was not found${where}`,
  );
}

async function mayRun(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
