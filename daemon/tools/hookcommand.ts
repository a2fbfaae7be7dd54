/** Runs the command of a hook: JSON as input, limited output, a guaranteed end (engine.md 15). */
import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as nextRound, setTimeout as delay } from 'node:timers/promises';
import { waitAtMost } from '../base/async/wait.js';
import { errorCode } from '../base/fs/errno.js';
import { checkProgram, spawnGuarded } from '../base/process/guard.js';
import { createOutputPipe, type OutputPipe } from '../base/process/pipe.js';
import { exitOf, stopGroup } from './process.js';

/** Maximum number of bytes that are kept of each output. */
const keptBytes = 64 * 1024;
/** Milliseconds between SIGTERM and SIGKILL. */
const graceMs = 100;
/** Milliseconds that remaining output gets after the end; background processes may keep the outputs open. */
const drainMs = 250;

export interface HookCommand {
  /** absolute path */
  shell: string;
  command: string;
  cwd: string;
  env: Record<string, string>;
  /** the standard input of the command */
  input: string;
  /** private directory for the input file, which is unlinked before the command starts */
  directory: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

export type HookEnd =
  | {
      kind: 'exited';
      code: number | null;
      signal: string | null;
      stdout: string;
      /** stdout is longer than what is kept */
      stdoutCut: boolean;
      stderr: string;
    }
  | { kind: 'timeout' | 'aborted' }
  | { kind: 'unstartable'; reason: string };

/** Runs a hook command. Reports every failure of the command and of the system as a HookEnd. */
export async function runHookCommand(options: HookCommand): Promise<HookEnd> {
  if (options.signal?.aborted) return { kind: 'aborted' };
  let running: Running;
  try {
    running = await start(options);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return { kind: 'unstartable', reason: (error as Error).message };
  }
  const { pid, exited, stdout, stderr } = running;
  const end = await firstEnd(running, options);
  if (end.kind === 'exited') {
    await waitAtMost(Promise.all([stdout.ended, stderr.ended]), drainMs);
    // under load, the timer may fire before output that has already arrived is read
    await nextRound();
  } else {
    const stopped = stopGroup(pid, graceMs);
    // an interrupt ends the call at once; the stop sequence continues in the background
    if (end.kind !== 'aborted') await Promise.race([exited, stopped]);
  }
  const [out, err] = [stdout.finish(), stderr.finish()];
  return end.kind === 'exited' ? { ...end, stdout: out.text, stdoutCut: out.cut, stderr: err.text } : end;
}

interface Running {
  pid: number;
  exited: Promise<{ code: number | null; signal: string | null }>;
  stdout: Capture;
  stderr: Capture;
}

async function start(options: HookCommand): Promise<Running> {
  if (!(await isDirectory(options.cwd)))
    throw Object.assign(new Error(`there is no directory ${options.cwd}`), { code: 'ENOENT' });
  await checkProgram(options.shell);
  const pipes: OutputPipe[] = [];
  let input: FileHandle | undefined;
  try {
    input = await inputFile(options.directory, options.input);
    for (let count = 0; count < 2; count += 1) {
      const pipe = await createOutputPipe(options.directory, options.env);
      if (pipe) pipes.push(pipe);
    }
    const [out, err] = pipes;
    const child = spawnGuarded(options.shell, ['-c', options.command], {
      cwd: options.cwd,
      env: options.env,
      stdio: [input.fd, out?.writer ?? 'pipe', err?.writer ?? 'pipe'],
    });
    return await follow(child, out, err);
  } catch (error) {
    for (const pipe of pipes) pipe.reader.destroy();
    throw error;
  } finally {
    await input?.close();
    for (const pipe of pipes) await pipe.release();
  }
}

async function follow(child: ChildProcess, out?: OutputPipe, err?: OutputPipe): Promise<Running> {
  const exited = exitOf(child);
  await once(child, 'spawn');
  const [stdout, stderr] = [out?.reader ?? child.stdout, err?.reader ?? child.stderr];
  if (child.pid === undefined || !stdout || !stderr)
    throw new Error('a spawned child has a pid and the outputs that were asked for');
  return { pid: child.pid, exited, stdout: capture(stdout), stderr: capture(stderr) };
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then(
    (facts) => facts.isDirectory(),
    // in every case the command cannot start there
    () => false,
  );
}

/**
 * Returns an unlinked file with the text, positioned at its start. Unlike a pipe, it does not break when the command
 * does not read it, and the command can open it again as /dev/stdin.
 */
async function inputFile(directory: string, text: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `.hook-${randomBytes(6).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

type End = { kind: 'exited'; code: number | null; signal: string | null } | { kind: 'timeout' | 'aborted' };

async function firstEnd({ exited }: Running, options: HookCommand): Promise<End> {
  const watch = new AbortController();
  const given = options.signal;
  const aborted = new Promise<void>((resolve) => {
    if (given?.aborted) resolve();
    given?.addEventListener('abort', () => resolve(), { once: true, signal: watch.signal });
  });
  try {
    return await Promise.race([
      exited.then((exit) => ({ kind: 'exited' as const, ...exit })),
      delay(options.timeoutMs, { kind: 'timeout' as const }, { signal: watch.signal }),
      aborted.then(() => ({ kind: 'aborted' as const })),
    ]);
  } finally {
    watch.abort();
  }
}

interface Capture {
  /** resolves at the end of the stream */
  ended: Promise<void>;
  /** stops reading; returns the start of the output, with replacement characters for invalid bytes */
  finish(): { text: string; cut: boolean };
}

/** Reads a whole stream, so that the command never blocks on writing, and keeps its start. */
function capture(stream: Readable): Capture {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < keptBytes) chunks.push(chunk.subarray(0, keptBytes - size));
    size += chunk.length;
  });
  const ended = new Promise<void>((resolve) => {
    stream.once('close', () => resolve());
    stream.once('end', () => resolve());
  });
  // a read error counts as the end, which follows
  stream.on('error', () => undefined);
  return {
    ended,
    finish() {
      stream.destroy();
      // streaming mode drops a character that was cut at the end
      return { text: new TextDecoder().decode(Buffer.concat(chunks), { stream: true }), cut: size > keptBytes };
    },
  };
}
