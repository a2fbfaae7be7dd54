/** Asks questions of commands without a screen: on stderr, with a line on stdin as the answer (cli.md 2.3). */
import type { Io } from './io.js';

/** Returns whether a user is present to answer. */
export function canAsk({ stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Enter means yes; undefined: the user cancelled with Ctrl-C or Ctrl-D. */
export async function confirm(question: string, io: Io): Promise<boolean | undefined> {
  const answer = (await askLine(`${question} [Y/n] `, io))?.trim().toLowerCase();
  return answer === undefined ? undefined : answer === '' || answer === 'y' || answer === 'yes';
}

/** Reads one line; undefined: the user cancelled. */
export async function askLine(question: string, io: Io): Promise<string | undefined> {
  const { createInterface } = process.getBuiltinModule('node:readline/promises');
  const lines = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
  const left = new AbortController();
  const off = io.onSignal(() => left.abort());
  lines.once('close', () => left.abort());
  try {
    return await lines.question(question, { signal: left.signal });
  } catch (error) {
    if (!left.signal.aborted) throw error;
    io.stderr.write('\n');
    return undefined;
  } finally {
    off();
    lines.close();
  }
}
