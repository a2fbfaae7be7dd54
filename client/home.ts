/** The location of the data directory, and what a client reads in it. */
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { DEFAULT_HOME, homeLayout } from '../schemas/instances.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ClientHome {
  directory: string;
  instances: string;
  legacyLock: string;
  tokenFile: string;
  logFile: string;
  /** returns the current server token; undefined when there is none yet */
  token(): string | undefined;
}

export interface HomeOptions {
  env: Environment;
  userHome: string;
  readonly cwd: string;
}

/** A file exists in place of the data directory or of a parent; the message is for the user. */
export class HomeFailure extends Error {
  override readonly name = 'HomeFailure';
}

/** Throws HomeFailure for an unusable directory; one that does not exist yet is valid. */
export function clientHome(options: HomeOptions): ClientHome {
  const home = homeAsNamed(options);
  checkHome(home.directory);
  return home;
}

/** Returns the directory without checking it, for callers that start a daemon: the daemon reports a problem itself. */
export function homeAsNamed(options: HomeOptions): ClientHome {
  const named = options.env['AGENT_CODE_HOME']?.trim() || join(options.userHome, DEFAULT_HOME);
  // the current directory may no longer exist, so it is read only when needed
  const directory = isAbsolute(named) ? resolve(named) : resolve(options.cwd, named);
  const tokenFile = join(directory, homeLayout.tokenFile);
  return {
    directory,
    instances: join(directory, homeLayout.instances),
    legacyLock: join(directory, homeLayout.legacyLock),
    tokenFile,
    logFile: join(directory, homeLayout.logFile),
    token: () => textOf(tokenFile)?.trim() || undefined,
  };
}

/** Creates a directory of the home and its parents. Node's own `recursive` never returns below /proc. */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeDirectory(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

/** Parses the boolean words of cli.md 8; anything else is off. */
export function isOn(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'on'].includes(value?.trim().toLowerCase() ?? '');
}

function checkHome(directory: string): void {
  let isDirectory: boolean;
  try {
    isDirectory = statSync(directory).isDirectory();
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'ENOTDIR' && code !== 'ELOOP') return;
    isDirectory = false;
  }
  if (!isDirectory) throw new HomeFailure(`cannot use the data directory ${directory}: a file is in the way`);
}

function textOf(path: string): string | undefined {
  try {
    // opening a pipe would wait for a writer
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return fstatSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    // missing or unreadable: the server refuses a client without a token, and reports it
    return undefined;
  }
}

export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
