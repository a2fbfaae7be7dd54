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
  /** epoch milliseconds; absent when the service does not report it */
  expires_at?: number;
  /** refused for good: only a new login helps */
  refused?: true;
}

export interface LoginFile<Login extends StoredLogin> {
  read(): Login | undefined;
  /** runs while no other process of the home does the same */
  locked: Lock;
  /** Only within `locked`, as `remove`. When it throws, `read` returns the login in this process all the same. */
  write(login: Login): Promise<void>;
  remove(): Promise<void>;
}

export interface LoginFileOptions<Login extends StoredLogin> {
  path: string;
  lock: Lock;
  /** undefined for what no login has written */
  parse(value: unknown): Login | undefined;
  /** gets each login, so that its tokens are masked */
  seen(login: Login): void;
  /** replaces a file as a whole, mode 0600; on disk when it resolves */
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
      // its tokens are known as secrets before an error can quote them
      hold(login);
      try {
        await writeFile(path, `${JSON.stringify(login, null, 2)}\n`);
      } finally {
        // a login that could not be written stays in memory
        mark = markOf(path);
      }
    },
    async remove() {
      // without the directory there is nothing
      if (markOf(dirname(path)) !== '') await removeFileWhole(path);
      hold(undefined);
      mark = markOf(path);
    },
  };
}

/** Differs from one state of a file to the next; empty when there is none, or nothing that can be read. */
function markOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : '';
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return '';
  }
}

/** The text; empty when the file is gone or not for this user, undefined when it cannot be read now. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return ['ENOENT', 'EACCES', 'EPERM', 'EISDIR'].includes(errorCode(error) ?? '') ? '' : undefined;
  }
}
