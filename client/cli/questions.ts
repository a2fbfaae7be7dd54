/** Asks questions of commands without a screen: on stderr, with a line on stdin as the answer (cli.md 2.3). */
import { interruptible } from './interruption.js';
import { writeLine, type Io } from './io.js';

/** Returns whether a user is present to answer. */
export function canAsk({ stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Enter means yes; undefined: the user cancelled with Ctrl-C or Ctrl-D. */
export async function confirm(question: string, io: Io): Promise<boolean | undefined> {
  const answer = (await askLine(`${question} [Y/n] `, io))?.trim().toLowerCase();
  return answer === undefined ? undefined : answer === '' || answer === 'y' || answer === 'yes';
}

/** Asks for consent. Returns 0, or the exit code of a refusal: 1, or that of the signal that ended the question. */
export async function consent(question: string, io: Io): Promise<number> {
  return interruptible(io, async (signal) => {
    if ((await confirm(question, io)) === true) return 0;
    writeLine(io.stderr, 'cancelled');
    signal.throwIfAborted();
    return 1;
  });
}

/** Reads one line; undefined: the user cancelled. */
export async function askLine(question: string, io: Io): Promise<string | undefined> {
  const { createInterface } = process.getBuiltinModule('node:readline/promises');
  const lines = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
  let off = (): void => undefined;
  const left = new Promise<undefined>((resolve) => {
    off = io.onSignal(() => resolve(undefined));
    // an answer that the end of the input follows counts
    lines.once('close', () => setImmediate(resolve, undefined));
  });
  try {
    // newer versions of Node reject when the input ends: there is no answer
    const asked = lines.question(question).catch(() => undefined);
    const answer = await Promise.race([asked, left]);
    if (answer === undefined) io.stderr.write('\n');
    return answer;
  } finally {
    off();
    lines.close();
  }
}
