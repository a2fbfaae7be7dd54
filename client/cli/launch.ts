/** What this process adds to a session: directories, an agent file, and variables for commands (cli.md 1.4). */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Launch } from '../../schemas/generated/types.js';
import { CommandFailure, UsageFailure, unreadable } from './failures.js';
import { placeOfFiles, type Io } from './io.js';

const passedOn = /^(?:PATH|VIRTUAL_ENV|CONDA_.*|NVM_.*|LANG|LC_.*|TZ|SSH_AUTH_SOCK)$/;

/** Maximum size of an agent file in bytes. */
const mostBytes = 1024 * 1024;

/** The main options that go into the launch block. */
export interface LaunchOptions {
  addDirs: readonly string[];
  skillsDirs: readonly string[];
  agentFile: string | undefined;
  runtime: string | undefined;
}

/** Throws CommandFailure for a missing directory or an unreadable agent file. */
export async function launchBlock(
  options: LaunchOptions,
  io: Pick<Io, 'env' | 'cwd' | 'localCwd' | 'remote'>,
): Promise<Launch> {
  const additional = await directories('--add-dir', options.addDirs, io);
  const skills = await directories('--skills-dir', options.skillsDirs, io);
  // variables of this machine are useless on another one
  const variables = Object.entries(io.remote ? {} : io.env).filter(
    (entry): entry is [string, string] => passedOn.test(entry[0]) && entry[1] !== undefined,
  );
  return {
    client_type: 'cli',
    env: Object.fromEntries(variables),
    ...(additional.length > 0 && { additional_dirs: additional }),
    ...(skills.length > 0 && { skills_dirs: skills }),
    ...(options.runtime !== undefined && { runtime_id: options.runtime.trim() }),
    ...(options.agentFile !== undefined && {
      agent_file: await agentFile(resolve(placeOfFiles(io), options.agentFile)),
    }),
  };
}

async function directories(
  option: string,
  given: readonly string[],
  { cwd, remote }: Pick<Io, 'cwd' | 'remote'>,
): Promise<string[]> {
  const paths = given.map((directory) => resolve(cwd, directory));
  // only the server on that machine can check them
  if (remote) return paths;
  for (const path of paths) {
    if (!(await isDirectory(path))) throw new CommandFailure(`${option}: no such directory: ${path}`);
  }
  return paths;
}

/** Maximum length of the text of `--append-system`. */
const longestSystem = 32 * 1024;

/** Returns the text of `--append-system`, or of the file it names. Throws CommandFailure or UsageFailure. */
export async function systemText(given: string, io: Pick<Io, 'cwd' | 'localCwd'>): Promise<string> {
  const text = given.startsWith('@') ? await systemFile(resolve(placeOfFiles(io), given.slice(1))) : given;
  if (text.length > longestSystem) throw new UsageFailure('--append-system: the text is longer than 32 KiB');
  return text;
}

async function systemFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw unreadable('--append-system', path, error);
  }
}

async function agentFile(path: string): Promise<{ path: string; text: string }> {
  const refuse = (problem: string, cause?: unknown) =>
    new CommandFailure(`--agent-file: ${path} ${problem}`, { cause });
  try {
    const facts = await stat(path);
    if (!facts.isFile()) throw refuse('is not a file');
    if (facts.size > mostBytes) throw refuse('is larger than 1 MiB');
    return { path, text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)) };
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const { code } = error as { code?: unknown };
    const isDecoding = typeof code !== 'string' || code.startsWith('ERR_');
    throw isDecoding ? refuse('is not UTF-8 text', error) : unreadable('--agent-file', path, error);
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // missing or unreachable: unusable in both cases
    return false;
  }
}
