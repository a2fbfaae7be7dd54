/** The stored credential of the managed login: one file for all servers and commands of a home, changed under a lock. */
import { removeFileWhole, writeFileLasting } from '../base/fs/atomic.js';
import { createLock, type Lock } from '../base/fs/lock.js';
import { markOf, textOf } from '../base/fs/marked.js';
import type { Region } from './places.js';

export interface Credential {
  access_token: string;
  refresh_token?: string;
  /** epoch milliseconds */
  obtained_at: number;
  /** epoch milliseconds */
  expires_at: number;
  region: Region;
  /** login host that gave it */
  host: string;
  /** the account service refused it: only a new login helps */
  refused?: true;
}

export interface CredentialStore {
  read(): Credential | undefined;
  /** runs while no other server or command of the home does the same */
  locked: Lock;
  /** Only within `locked`, as `remove`. When it throws `read` gives the credential in this process all the same. */
  write(credential: Credential): Promise<void>;
  remove(): Promise<void>;
  /** tokens of now and before, for masking */
  secrets(): readonly string[];
}

export interface StoreOptions {
  path: string;
  lock: Lock;
}

/** The lock of a home's login; the one who holds it may be refreshing it. */
export function createLoginLock(path: string): Lock {
  return createLock(path, { mostWaiting: 60_000, message: 'another program has been using the login' });
}

/** How many former tokens are still masked. */
const mostSecrets = 256;

export function createCredentialStore({ path, lock }: StoreOptions): CredentialStore {
  let mark = '';
  let held: Credential | undefined;
  let secrets: string[] = [];

  function hold(credential: Credential | undefined): void {
    held = credential;
    const tokens = [credential?.access_token, credential?.refresh_token].filter((token) => token !== undefined);
    secrets = [...new Set([...tokens, ...secrets])].slice(0, mostSecrets);
  }

  function read(): Credential | undefined {
    const now = markOf(path);
    if (now === mark) return held;
    const text = now === '' ? '' : textOf(path);
    // a failure that may pass is no logout
    if (text === undefined) return held;
    hold(parse(text));
    mark = now;
    return held;
  }

  return {
    read,
    locked: lock,
    async write(credential) {
      // known as secrets before anything can go wrong with them
      hold(credential);
      try {
        await writeFileLasting(path, `${JSON.stringify(credential, null, 2)}\n`);
      } finally {
        // what a full disk did not take is held on to in this process
        mark = markOf(path);
      }
    },
    remove: () => removeFileWhole(path),
    secrets() {
      read();
      return secrets;
    },
  };
}

/** Undefined for what no login has written. */
function parse(text: string): Credential | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Credential, unknown>> | null;
    if (typeof value !== 'object' || value === null) return undefined;
    const { access_token, refresh_token, obtained_at, expires_at, region, host, refused } = value;
    if (typeof access_token !== 'string' || typeof expires_at !== 'number' || typeof host !== 'string')
      return undefined;
    return {
      access_token,
      ...(typeof refresh_token === 'string' ? { refresh_token } : {}),
      obtained_at: typeof obtained_at === 'number' ? obtained_at : 0,
      expires_at,
      region: region === 'global' ? 'global' : 'mainland-cn',
      host,
      ...(refused === true ? { refused } : {}),
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
