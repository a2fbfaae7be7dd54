/** How a command ends when it cannot do what was asked; printed in one place. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Wrong use: stderr, second line pointing to --help, exit 2. */
export class UsageFailure extends Error {
  override readonly name = 'UsageFailure';
}

/** Expected run-time failure: `error: <message>` and the exit code. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;
  /** printed as it is after the error line */
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

/** A file that `option` names cannot be read. */
export function unreadable(option: string, path: string, cause: unknown): CommandFailure {
  const { code } = cause as { code?: unknown };
  const problem = code === 'ENOENT' ? `no such file: ${path}` : `${path} cannot be read (${String(code)})`;
  return new CommandFailure(`${option}: ${problem}`, { cause });
}

/** Which log says more; undefined in a home that cannot be used, which has none. */
export function logHint(logFile: string): string | undefined {
  // with the dot it is true for a directory alone
  return existsSync(`${dirname(logFile)}/.`) ? `See log: ${logFile}` : undefined;
}

/** Why stdout takes nothing more, as `error:` says it; undefined when its reader went away, which is not reported (cli.md 2.3). */
export function outputProblem(error: Error & { code?: string }): string | undefined {
  // EIO: the terminal has hung up
  if (['EPIPE', 'EIO', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) return undefined;
  return `stdout cannot be written: ${error.message.replace(/^[A-Z]+: (.*), write$/, '$1')}`;
}

/** `agent server`, of which only `agent server kill` still works (interface.md, Versioning). */
export function deprecatedCommand(): CommandFailure {
  return new CommandFailure('"agent server" is deprecated; use "agent web"');
}
