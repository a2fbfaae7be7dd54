/** Records unexpected failures and failed starts in the program's log, and reports defects to the user. */
import { appendFile, stat } from 'node:fs/promises';
import type { StartFailure } from '../connect.js';
import { homeAsNamed, systemCode } from '../home.js';
import { visibleLine } from '../view/clean.js';
import type { Io } from './io.js';

/** A server moves a log of this size away; until one starts, a full log takes no further failures. */
const mostBytes = 6_291_456;

/** Reports an unexpected failure, without secrets: first line to the user, stack to the log if it can be written. */
export async function reportDefect(error: unknown, io: Io): Promise<void> {
  const { logFile } = homeAsNamed(io);
  const { message, isLogged } = await record(error, logFile, io);
  const place = isLogged ? `; see ${visibleLine(logFile)}` : '';
  io.stderr.write(`error: ${visibleLine(message)} (a defect of this program${place})\n`);
}

/** Records a failed start; returns the hint that names the log, undefined when it cannot be written (cli.md 2.3). */
export async function logHint({ logFile, message, cause }: StartFailure, io: Io): Promise<string | undefined> {
  const { isLogged } = await record(cause ?? new Error(message), logFile, io);
  return isLogged ? `See log: ${logFile}` : undefined;
}

async function record(error: unknown, logFile: string, io: Io): Promise<{ message: string; isLogged: boolean }> {
  const { directory } = homeAsNamed(io);
  const { message, stack } = await withoutSecrets(error, (text) =>
    io.direct.hideSecrets(text, { home: directory, env: io.env }),
  );
  const line = { level: 'error', time: new Date(io.now()).toISOString(), module: 'client', msg: message, stack };
  return { message, isLogged: await append(logFile, `${JSON.stringify(line)}\n`) };
}

/** Returns whether the file can be written. */
async function append(path: string, text: string): Promise<boolean> {
  try {
    const found = await stat(path).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    // opening a pipe would wait for a reader
    if (found && !found.isFile()) return false;
    await appendFile(path, found && found.size > mostBytes ? '' : text, { mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

async function withoutSecrets(
  error: unknown,
  hide: (text: string) => Promise<string>,
): Promise<{ message: string; stack: string }> {
  const message = error instanceof Error ? error.message : String(error);
  const stack = (error instanceof Error ? error.stack : undefined) ?? message;
  try {
    const [first = ''] = (await hide(message)).split('\n');
    return { message: first, stack: await hide(stack) };
  } catch {
    // the secrets to mask are unknown here, so only stack frames are reported
    const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
    return { message: error instanceof Error ? error.name : 'unknown failure', stack: frames.join('\n') };
  }
}
