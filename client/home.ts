/** Where the data directory is and what a client reads in it. */
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
  /** the server token as it is now; undefined when there is none yet */
  token(): string | undefined;
}

export interface HomeOptions {
  env: Environment;
  userHome: string;
  readonly cwd: string;
}

/** A file is in the place of the data directory or of one of its parents; the message is for the user. */
export class HomeFailure extends Error {
  override readonly name = 'HomeFailure';
}

/** Throws HomeFailure; a directory that does not exist yet is none. */
export function clientHome(options: HomeOptions): ClientHome {
  const home = homeAsNamed(options);
  checkHome(home.directory);
  return home;
}

/** The same without a look at what is there, for what starts a daemon: that one names the problem itself. */
export function homeAsNamed(options: HomeOptions): ClientHome {
  const named = options.env['AGENT_CODE_HOME']?.trim() || join(options.userHome, DEFAULT_HOME);
  // the present directory may be gone, so it is only asked for when it is needed
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

/** Makes a directory of the home, and those above it. Node's own `recursive` never ends below /proc. */
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

/** The boolean words of cli.md 8; anything else counts as off. */
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
    // a pipe would wait for a writer
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return fstatSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    // missing or not readable for this user: the server refuses a client without token, and reports it
    return undefined;
  }
}

export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
