/** A stored login: one file that all servers and commands of a home share, changed under a lock. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeFileWhole, writeFileLasting } from '../fs/atomic.js';
import { errorCode } from '../fs/errno.js';
import type { Lock } from '../fs/lock.js';
import { jsonOf } from '../text/json.js';

export interface StoredLogin {
  access_token: string;
  refresh_token?: string;
  /** epoch milliseconds */
  obtained_at: number;
  /** epoch milliseconds; absent when the service does not report an expiry */
  expires_at?: number;
  /** the service refused it for good: only a new login helps */
  refused?: true;
}

export interface LoginFile<Login extends StoredLogin> {
  read(): Login | undefined;
  /** runs work while no other process of the home holds the lock */
  locked: Lock;
  /** Call it only within `locked`, like `remove`. If it throws, `read` still returns the new login in this process. */
  write(login: Login): Promise<void>;
  remove(): Promise<void>;
}

export interface LoginFileOptions<Login extends StoredLogin> {
  path: string;
  lock: Lock;
  /** returns undefined for a value that no login has written */
  parse(value: unknown): Login | undefined;
  /** called with each login, so that its tokens are masked */
  seen(login: Login): void;
  /** replaces the whole file with mode 0600; the content is on disk when it resolves */
  writeFile?: typeof writeFileLasting;
}

export function createLoginFile<Login extends StoredLogin>(options: LoginFileOptions<Login>): LoginFile<Login> {
  const { path, lock, parse, seen, writeFile = writeFileLasting } = options;
  let mark = '';
  let held: Login | undefined;

  function hold(login: Login | undefined): void {
    held = login;
    if (login) seen(login);
  }

  return {
    read() {
      const now = markOf(path);
      if (now === mark) return held;
      const text = now === '' ? '' : textOf(path);
      // a temporary failure is not a logout
      if (text === undefined) return held;
      hold(parse(jsonOf(text)));
      mark = now;
      return held;
    },
    locked: lock,
    async write(login) {
      // register its tokens as secrets before an error can quote them
      hold(login);
      try {
        await writeFile(path, `${JSON.stringify(login, null, 2)}\n`);
      } finally {
        // a login that could not be written stays in memory
        mark = markOf(path);
      }
    },
    async remove() {
      // without the directory there is no file to remove
      if (markOf(dirname(path)) !== '') await removeFileWhole(path);
      hold(undefined);
      mark = markOf(path);
    },
  };
}

/** A mark that changes with each state of a file; empty when the file is missing or unreadable. */
function markOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : '';
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return '';
  }
}

/** The text; empty when the file is missing or this user may not read it, undefined after a temporary failure. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return ['ENOENT', 'EACCES', 'EPERM', 'EISDIR'].includes(errorCode(error) ?? '') ? '' : undefined;
  }
}
