/** An operating-system pipe that carries both outputs of a child process. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { close as closeFd, constants, open as openFd } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const open = promisify(openFd);
const close = promisify(closeFd);

export interface OutputPipe {
  /** the output in order of arrival, until every writer has closed */
  reader: Socket;
  /** descriptor to pass to the child */
  writer: number;
  /** closes this process's copy of `writer`; call it once the child has its own */
  release(): Promise<void>;
}

interface Ends {
  reader: number;
  writer: number;
}

/** Pipes created at once: creating them takes a separate process, which costs as much as a short command. */
const batch = 4;
/** open pipes in reserve; their names are already removed, so they fit every directory */
const ready: Ends[] = [];

/**
 * Creates a pipe; undefined where named pipes are not possible. Node's own pipes to children are sockets: a child
 * cannot open them again as /dev/stderr, and two of them do not preserve the order of writes.
 */
export async function createOutputPipe(
  directory: string,
  env: Record<string, string>,
): Promise<OutputPipe | undefined> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (ready.length === 0) ready.push(...(await makePipes(directory, env)));
  const ends = ready.pop();
  if (!ends) return undefined;
  return {
    reader: new Socket({ fd: ends.reader, readable: true, writable: false }),
    writer: ends.writer,
    release: () => close(ends.writer),
  };
}

async function makePipes(directory: string, env: Record<string, string>): Promise<Ends[]> {
  const paths = Array.from({ length: batch }, () => join(directory, `.pipe-${randomBytes(6).toString('hex')}`));
  try {
    if (!(await makeNamedPipes(paths, env))) return [];
    const opened = await Promise.allSettled(paths.map(openBoth));
    const pipes = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    // one pipe is enough for the command
    if (pipes.length === 0) throw opened.find((each) => each.status === 'rejected')?.reason;
    return pipes;
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  }
}

async function openBoth(path: string): Promise<Ends> {
  // open the reading end first and without blocking: opening one end waits for the other
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return { reader, writer: await open(path, constants.O_WRONLY) };
  } catch (error) {
    await close(reader);
    throw error;
  }
}

function makeNamedPipes(paths: readonly string[], env: Record<string, string>): Promise<boolean> {
  // on any failure the caller falls back to other pipes
  return new Promise((resolve) =>
    execFile('mkfifo', ['-m', '600', ...paths], { env }, (error) => resolve(error === null)),
  );
}
