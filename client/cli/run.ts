/** Runs a command line up to its exit code; the only code that prints why a command failed. */
import { Cli } from 'clipanion';
import { ApiFailure, ConnectionFailure } from '../api/client.js';
import { StartFailure } from '../connect.js';
import { HomeFailure } from '../home.js';
import { AddressFailure } from '../named-server.js';
import type { Remote } from '../remote.js';
import { visibleMessage, visibleText } from '../view/clean.js';
import { AgentCommand } from './agent.js';
import { scanArgv, type ScannedArgv } from './argv.js';
import { logHint, reportDefect } from './defect.js';
import { CommandFailure, deprecatedCommand, UsageFailure } from './failures.js';
import { helpText } from './help-text.js';
import { commands } from './index.js';
import { interruptible } from './interruption.js';
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
  if (scanned.deprecated !== undefined) throw deprecatedCommand();
  if (scanned.wants === 'help') {
    io.stdout.write(helpText(scanned.command, io.stdout.columns));
    return 0;
  }
  if (scanned.problem !== undefined) throw new UsageFailure(scanned.problem);
  const path = scanned.command.path.join(' ');
  // registering every command would slow down the start considerably
  const wanted = commands.filter(
    (each) =>
      each.paths.some((words) => words.join(' ') === path) ||
      (each === AgentCommand && scanned.mainCanonical.length > 0),
  );
  const cli = Cli.from<CliContext>(wanted, { binaryName: 'agent', enableColors: false });
  const { stdin, stdout, stderr, env } = io;
  const context: CliContext = { io, stdin, stdout, stderr, env: { ...env }, colorDepth: 1 };
  const remote = remoteOf(scanned, cli, context);
  const execute = async (within: CliContext) =>
    Number(await cli.process(scanned.canonical, within).validateAndExecute());
  return remote === undefined ? await execute(context) : await overThere(remote, context, execute);
}

/** Validates options before a subcommand; returns the address of `--remote`, if given. */
function remoteOf({ before, command, mainCanonical }: ScannedArgv, cli: Cli<CliContext>, context: CliContext) {
  const isRemote = mainCanonical.some((word) => /^--remote(?:=|$)/.test(word));
  if (before.length === 0 && !isRemote) return undefined;
  const main = cli.process(mainCanonical, context);
  if (!(main instanceof AgentCommand)) return undefined;
  const path = command.path.join(' ');
  checkMainOptions(
    main.values(),
    before.filter((name) => name !== '--remote' || path !== 'acp'),
    path,
  );
  return main.remote?.trim();
}

/** Runs a command with the server of another machine. A signal before that ends ssh as well. */
async function overThere(
  address: string,
  context: CliContext,
  execute: (within: CliContext) => Promise<number>,
): Promise<number> {
  const { io } = context;
  const { openRemote } = await import('../remote.js');
  let remote: Remote | undefined;
  const code = await interruptible(io, async (signal) => {
    remote = await openRemote(address, io.env, signal);
    return 0;
  });
  if (!remote) return code;
  try {
    return await execute({ ...context, io: { ...io, cwd: remote.cwd, localCwd: io.cwd, remote } });
  } finally {
    await remote.close();
  }
}

async function report(error: unknown, { command }: ScannedArgv, io: Io): Promise<number> {
  // a shell asks while its user types, and a message would appear in the middle of that (acp-cli.md 4)
  if (command.path[0] === '__complete') return 0;
  const fail = (code: number, message: string, hint?: string): number => {
    io.stderr.write(`error: ${visibleMessage(message)}\n${hint === undefined ? '' : `${visibleText(hint)}\n`}`);
    return code;
  };
  const program = ['agent', ...(command.path[0] === 'help' ? [] : command.path)].join(' ');
  const help = `Run ${program} --help for the options.`;
  if (error instanceof UsageFailure) return fail(2, error.message, help);
  if (error instanceof CommandFailure) return fail(error.exitCode, error.message, error.hint);
  if (error instanceof StartFailure) return fail(1, error.message, await logHint(error, io));
  if (error instanceof AddressFailure)
    return fail(error.exitCode, error.message, error.exitCode === 2 ? help : undefined);
  if (error instanceof HomeFailure || error instanceof ApiFailure || error instanceof ConnectionFailure)
    return fail(1, error.message);
  // no defect: the machine lacks what the message names
  if (error instanceof Error && error.name === 'NoSqliteModule') return fail(1, error.message);
  await reportDefect(error, io);
  return 1;
}
