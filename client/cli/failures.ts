/** The ways a command can fail; one place prints them. */

/** Wrong usage: stderr, second line pointing to --help, exit 2. */
export class UsageFailure extends Error {
  override readonly name = 'UsageFailure';
}

/** Expected run-time failure: `error: <message>` and the exit code. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;
  /** printed unchanged after the error line */
  readonly hint: string | undefined;

  constructor(
    message: string,
    { exitCode = 1, hint, cause }: { exitCode?: number; hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
    this.hint = hint;
  }
}

/** Returns the failure for an unreadable file that `option` names. */
export function unreadable(option: string, path: string, cause: unknown): CommandFailure {
  const { code } = cause as { code?: unknown };
  const problem = code === 'ENOENT' ? `no such file: ${path}` : `${path} cannot be read (${String(code)})`;
  return new CommandFailure(`${option}: ${problem}`, { cause });
}

/** Returns why writing to stdout failed; undefined when its reader is gone, which is not reported (cli.md 2.3). */
export function outputProblem(error: Error & { code?: string }): string | undefined {
  // EIO: the terminal has hung up
  if (['EPIPE', 'EIO', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) return undefined;
  return `stdout cannot be written: ${error.message.replace(/^[A-Z]+: (.*), write$/, '$1')}`;
}

/** Returns the failure for `agent server`, of which only `agent server kill` still works (interface.md, Versioning). */
export function deprecatedCommand(): CommandFailure {
  return new CommandFailure('"agent server" is deprecated; use "agent web"');
}
