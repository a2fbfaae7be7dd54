/** The stored credential of the managed login: one file for all processes of a home, changed under a lock. */
import { createLock, type Lock } from '../base/fs/lock.js';
import { createLoginFile, type LoginFile, type StoredLogin } from '../base/login/file.js';
import type { Region } from './endpoints.js';

export interface Credential extends StoredLogin {
  expires_at: number;
  region: Region;
  /** login host that issued the tokens */
  host: string;
}

export interface CredentialStore extends LoginFile<Credential> {
  /** current and former tokens, for masking */
  secrets(): readonly string[];
}

export interface StoreOptions {
  path: string;
  lock: Lock;
}

/** The lock of a home's login; its holder may be refreshing the login. */
export function createLoginLock(path: string): Lock {
  return createLock(path, { mostWaiting: 60_000, message: 'another program has been using the login' });
}

/** Number of former tokens that are still masked. */
const mostSecrets = 256;

export function createCredentialStore({ path, lock }: StoreOptions): CredentialStore {
  let secrets: string[] = [];
  const file = createLoginFile<Credential>({
    path,
    lock,
    parse,
    seen({ access_token, refresh_token }) {
      const tokens = [access_token, refresh_token].filter((token) => token !== undefined);
      secrets = [...new Set([...tokens, ...secrets])].slice(0, mostSecrets);
    },
  });
  return {
    ...file,
    secrets() {
      file.read();
      return secrets;
    },
  };
}

function parse(value: unknown): Credential | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = value as Partial<Record<keyof Credential, unknown>>;
  const { access_token, refresh_token, obtained_at, expires_at, region, host, refused } = found;
  if (typeof access_token !== 'string' || typeof expires_at !== 'number' || typeof host !== 'string') return undefined;
  return {
    access_token,
    ...(typeof refresh_token === 'string' ? { refresh_token } : {}),
    obtained_at: typeof obtained_at === 'number' ? obtained_at : 0,
    expires_at,
    region: region === 'global' ? 'global' : 'mainland-cn',
    host,
    ...(refused === true ? { refused } : {}),
  };
}
