/** Reports a defect of the program to the user and to the program's log. */
import { appendFile } from 'node:fs/promises';
import { homeAsNamed } from '../home.js';
import { visibleLine } from '../view/clean.js';
import type { Io } from './io.js';

/** Reports an unexpected failure, without secrets: first line to the user, stack to the log if it can be written. */
export async function reportDefect(error: unknown, io: Io): Promise<void> {
  const { directory, logFile } = homeAsNamed(io);
  const { message, stack } = await withoutSecrets(error, (text) =>
    io.direct.hideSecrets(text, { home: directory, env: io.env }),
  );
  io.stderr.write(`error: ${visibleLine(message)} (a defect of this program; see ${visibleLine(logFile)})\n`);
  const line = { level: 'error', time: new Date(io.now()).toISOString(), module: 'client', msg: message, stack };
  await appendFile(logFile, `${JSON.stringify(line)}\n`, { mode: 0o600 }).catch(() => undefined);
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
