/** The bearer token of the data directory (cli.md 1.5): made once, shared by all instances, replaced on demand. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chmod, readFile, stat } from 'node:fs/promises';
import { createFileAtomic, errorCode, writeFileAtomic } from './atomic.js';
import type { HomePaths } from './paths.js';

type TokenPaths = Pick<HomePaths, 'tokenFile'>;

/** The token, made when there is none; of several processes that ask at once all get the same one. */
export async function ensureToken(paths: TokenPaths): Promise<string> {
  const found = await readToken(paths.tokenFile);
  if (found === '') return await rotateToken(paths);
  if (found !== undefined) return found;
  await createFileAtomic(paths.tokenFile, `${newToken()}\n`, 0o600);
  return (await readToken(paths.tokenFile)) || (await rotateToken(paths));
}

/** Replaces the token; the old one is worth nothing from the next check on. */
export async function rotateToken(paths: TokenPaths): Promise<string> {
  const token = newToken();
  await writeFileAtomic(paths.tokenFile, `${token}\n`, 0o600);
  return token;
}

export interface TokenReader {
  /** the token that is valid now; undefined: no file, or an empty one, so no token is valid */
  current(): string | undefined;
}

/** Reads the token anew whenever the file was changed or replaced; a check costs one stat, a few microseconds. */
export function createTokenReader(paths: TokenPaths): TokenReader {
  let stamp = '';
  let token: string | undefined;
  return {
    current() {
      const found = statSync(paths.tokenFile, { bigint: true, throwIfNoEntry: false });
      const next = found ? `${found.ino}:${found.mtimeNs}:${found.ctimeNs}:${found.size}` : '';
      if (next !== stamp) {
        token = found ? readIfThere(paths.tokenFile)?.trim() || undefined : undefined;
        stamp = next;
      }
      return token;
    },
  };
}

/** Compares in a time that does not tell how much of the two is equal. */
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
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(path, 0o600);
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // removed between stat and read
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
