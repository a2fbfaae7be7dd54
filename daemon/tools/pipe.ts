/** One operating-system pipe for both outputs of a child process. */
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
  /** what arrives, in order, until every writer has closed */
  reader: Socket;
  /** descriptor to hand to the child */
  writer: number;
  /** closes the parent's copy of `writer`; call it once the child has its own */
  release(): Promise<void>;
}

/**
 * Makes a pipe; undefined where named pipes are not possible. Node's own pipes to children are sockets, which a child
 * cannot open again as /dev/stderr, and two of them do not tell in which order things were written.
 */
export async function createOutputPipe(directory: string, env: Record<string, string>): Promise<OutputPipe | undefined> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `.pipe-${randomBytes(6).toString('hex')}`);
  if (!(await makeNamedPipe(path, env))) return undefined;
  let reader: number | undefined;
  try {
    // the reading end first and without waiting: opening an end waits for the other one
    reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = await open(path, constants.O_WRONLY);
    return { reader: new Socket({ fd: reader, readable: true, writable: false }), writer, release: () => close(writer) };
  } catch (error) {
    if (reader !== undefined) await close(reader);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

function makeNamedPipe(path: string, env: Record<string, string>): Promise<boolean> {
  // whatever the reason, the caller has another way
  return new Promise((resolve) => execFile('mkfifo', ['-m', '600', path], { env }, (error) => resolve(error === null)));
}
