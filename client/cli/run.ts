/** The command line from its words to its exit code; the only place that prints why a command failed. */
import { appendFile } from 'node:fs/promises';
import { Cli } from 'clipanion';
import { ApiFailure, ConnectionFailure } from '../api/client.js';
import { StartFailure } from '../connect.js';
import { homeAsNamed, HomeFailure } from '../home.js';
import { visibleLine, visibleMessage, visibleText } from '../view/clean.js';
import { AgentCommand } from './agent.js';
import { scanArgv, type ScannedArgv } from './argv.js';
import { CommandFailure, notBuilt, UsageFailure } from './failures.js';
import { helpText } from './help-text.js';
import { commands } from './index.js';
import type { CliContext, Io } from './io.js';
import { checkMainOptions } from './main-options.js';

/** Runs one command line (without the program's own name) and returns the exit code (cli.md 2.2). */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const scanned = scanArgv(argv);
  try {
    return await dispatch(scanned, io);
  } catch (error) {
    return await report(error, scanned, io);
  }
}

async function dispatch(scanned: ScannedArgv, io: Io): Promise<number> {
  if (scanned.wants === 'version') {
    io.stdout.write(`${io.version}\n`);
    return 0;
  }
  if (scanned.unbuilt !== undefined) throw notBuilt(scanned.unbuilt);
  if (scanned.wants === 'help') {
    io.stdout.write(helpText(scanned.command));
    return 0;
  }
  if (scanned.problem !== undefined) throw new UsageFailure(scanned.problem);
  const cli = Cli.from<CliContext>([...commands], { binaryName: 'agent', enableColors: false });
  const { stdin, stdout, stderr, env } = io;
  const context: CliContext = { io, stdin, stdout, stderr, env: { ...env }, colorDepth: 1 };
  if (scanned.before.length > 0) {
    const main = cli.process(scanned.mainCanonical, context);
    if (main instanceof AgentCommand) checkMainOptions(main.values(), scanned.before, scanned.command.path.join(' '));
  }
  return Number(await cli.process(scanned.canonical, context).validateAndExecute());
}

async function report(error: unknown, { command }: ScannedArgv, io: Io): Promise<number> {
  if (error instanceof UsageFailure) {
    const program = ['agent', ...(command.path[0] === 'help' ? [] : command.path)].join(' ');
    io.stderr.write(`error: ${visibleMessage(error.message)}\nRun ${program} --help for the options.\n`);
    return 2;
  }
  if (error instanceof CommandFailure) {
    io.stderr.write(
      `error: ${visibleMessage(error.message)}\n${error.hint === undefined ? '' : `${visibleText(error.hint)}\n`}`,
    );
    return error.exitCode;
  }
  if (error instanceof StartFailure) {
    io.stderr.write(`error: ${visibleMessage(error.message)}\nSee log: ${visibleLine(error.logFile)}\n`);
    return 1;
  }
  if (error instanceof HomeFailure || error instanceof ApiFailure || error instanceof ConnectionFailure) {
    io.stderr.write(`error: ${visibleMessage(error.message)}\n`);
    return 1;
  }
  await reportDefect(error, io);
  return 1;
}

/**
 * Reports an unexpected failure: the first line to the user, the stack to the program's log, secrets to
 * neither. A log that cannot be written must not hide the failure itself.
 */
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
    // the secrets to mask are not known: only the place of the failure is reported
    const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
    return { message: error instanceof Error ? error.name : 'unknown failure', stack: frames.join('\n') };
  }
}
