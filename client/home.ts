/** Where the data directory is and what a client reads in it. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_HOME, homeLayout } from '../schemas/instances.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ClientHome {
  directory: string;
  instances: string;
  tokenFile: string;
  logFile: string;
  /** the server token as it is now; undefined when there is none yet */
  token(): string | undefined;
}

export function clientHome({ env, userHome, cwd }: { env: Environment; userHome: string; cwd: string }): ClientHome {
  const named = env['AGENT_CODE_HOME']?.trim();
  const directory = named ? resolve(cwd, named) : join(userHome, DEFAULT_HOME);
  const tokenFile = join(directory, homeLayout.tokenFile);
  return {
    directory,
    instances: join(directory, homeLayout.instances),
    tokenFile,
    logFile: join(directory, homeLayout.logFile),
    token: () => textOf(tokenFile)?.trim() || undefined,
  };
}

/** The boolean words of cli.md 8; anything else counts as off. */
export function isOn(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'on'].includes(value?.trim().toLowerCase() ?? '');
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // missing or not ours to read: a client without token is refused by the server, which says so
    return undefined;
  }
}
