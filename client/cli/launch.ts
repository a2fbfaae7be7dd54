/** What this process brings into a session: directories and the environment for commands (cli.md 1.4). */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Launch } from '../../schemas/generated/types.js';
import { CommandFailure } from './failures.js';
import type { Io } from './io.js';

const passedOn = /^(?:PATH|VIRTUAL_ENV|CONDA_.*|NVM_.*|LANG|LC_.*|TZ|SSH_AUTH_SOCK)$/;

/** Throws CommandFailure for a directory that does not exist. */
export async function launchBlock(addDirs: readonly string[], { env, cwd }: Pick<Io, 'env' | 'cwd'>): Promise<Launch> {
  const directories = addDirs.map((directory) => resolve(cwd, directory));
  for (const directory of directories) {
    if (!(await isDirectory(directory))) throw new CommandFailure(`--add-dir: no such directory: ${directory}`);
  }
  const variables = Object.entries(env).filter(
    (entry): entry is [string, string] => passedOn.test(entry[0]) && entry[1] !== undefined,
  );
  return {
    client_type: 'cli',
    env: Object.fromEntries(variables),
    ...(directories.length > 0 && { additional_dirs: directories }),
  };
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // missing or not reachable: either way not usable as a directory
    return false;
  }
}
