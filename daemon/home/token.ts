/** The bearer token of the data directory (cli.md 1.5): created once, shared by all instances, replaced on demand. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { createFileAtomic, readRegular, writeFileAtomic } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';
import { HomeError, homePaths, prepareHome, reasonOf, type HomePaths } from './paths.js';

type TokenPaths = Pick<HomePaths, 'tokenFile'>;

/** Returns the token, creating it if it is missing; concurrent processes all get the same one. */
export async function ensureToken(paths: TokenPaths): Promise<string> {
  const found = await readToken(paths.tokenFile);
  if (found === '') return await rotateToken(paths);
  if (found !== undefined) return found;
  await createFileAtomic(paths.tokenFile, `${newToken()}\n`, 0o600);
  return (await readToken(paths.tokenFile)) || (await rotateToken(paths));
}

/** Replaces the token; the old one is invalid from the next check on. */
export async function rotateToken(paths: TokenPaths): Promise<string> {
  const token = newToken();
  try {
    await writeFileAtomic(paths.tokenFile, `${token}\n`, 0o600);
  } catch (error) {
    throw new HomeError(unusable(paths.tokenFile, error, 'replaced'), { cause: error });
  }
  return token;
}

/** Replaces the token of a data directory, which may be new, without a server. */
export async function rotateTokenIn(home: string): Promise<string> {
  const paths = homePaths(home);
  await prepareHome(paths);
  return await rotateToken(paths);
}

export interface TokenReader {
  /**
   * the current token; undefined without a file or with an empty one: then no token is valid. While the file is
   * unreadable, the last token that could be read.
   */
  current(): string | undefined;
  /** why the file could not be read at the last check, for the user */
  problem(): string | undefined;
}

/** Rereads the token whenever the file was changed or replaced; a check costs one stat, a few microseconds. */
export function createTokenReader(paths: TokenPaths, warn: (problem: string) => void = () => undefined): TokenReader {
  let stamp = '';
  let token: string | undefined;
  let problem: string | undefined;

  function reread(): void {
    const found = statSync(paths.tokenFile, { bigint: true, throwIfNoEntry: false });
    const next = found ? `${found.ino}:${found.mtimeNs}:${found.ctimeNs}:${found.size}` : '';
    if (next === stamp && problem === undefined) return;
    token = found && (readRegular(paths.tokenFile)?.trim() || undefined);
    stamp = next;
    problem = undefined;
  }

  return {
    current() {
      try {
        reread();
      } catch (error) {
        const now = unusable(paths.tokenFile, error);
        const isNew = now !== problem;
        problem = now;
        // warn only once, and after `problem` is set, because the log reads the token too
        if (isNew) warn(now);
      }
      return token;
    },
    problem: () => problem,
  };
}

/** Compares in a time that does not depend on how much of the values is equal. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

async function readToken(path: string): Promise<string | undefined> {
  try {
    const text = readRegular(path);
    if (text === undefined) return undefined;
    if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
    return text.trim();
  } catch (error) {
    throw new HomeError(unusable(path, error), { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is not a regular file',
  ENXIO: 'it is not a regular file',
  EMFILE: 'no file descriptors are left',
  ENFILE: 'no file descriptors are left',
  ELOOP: 'its links lead in a circle',
};

function unusable(path: string, error: unknown, what: 'read' | 'replaced' = 'read'): string {
  return `the token file ${path} cannot be ${what}: ${reasons[errorCode(error) ?? ''] ?? reasonOf(error)}`;
}
