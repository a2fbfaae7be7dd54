/** Stores logins of servers: one file per credential of a home, shared by all daemons and sessions (cli.md 7). */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileLasting } from '../../base/fs/atomic.js';
import { createLock, type Lock } from '../../base/fs/lock.js';
import { createLoginFile, type LoginFile, type StoredLogin } from '../../base/login/file.js';
import type { RemoteServer } from '../server.js';

/** The target of a login: servers with the same address and fixed headers share one. */
export type LoginTarget = Pick<RemoteServer, 'url' | 'headers' | 'isLiteral' | 'auth'>;

/** This program's registration at an authorization server. */
export interface OAuthClient {
  client_id: string;
  client_secret?: string;
  /** its authentication method; absent: the server's choice */
  method?: string;
}

export interface Credential extends StoredLogin {
  /** address of the server that the tokens are for */
  url: string;
  /** the server's own name of itself; absent when it has none */
  resource?: string;
  issuer: string;
  /** endpoint for renewing tokens */
  endpoint: string;
  /** endpoint for revoking tokens */
  revocation?: string;
  /** authentication methods that the endpoint supports */
  methods?: string[];
  client: OAuthClient;
}

export interface StoreDeps {
  /** `<home>/credentials/mcp` */
  directory: string;
  /** directory of the locks that all processes of the home share */
  lockDirectory: string;
  /** replaces the whole file with mode 0600; the content is on disk when it resolves */
  writeFile?: typeof writeFileLasting;
}

/** `mostWaiting`: milliseconds that a renewal by another process may take. */
const lockOptions = { mostWaiting: 60_000, message: 'another program has been using the login to this server' };

/** The address of a server without its fragment, which is never sent. */
export function canonicalUrl(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

/** A name for the credential of a server; it is a hash and reveals nothing. */
export function credentialKey({ url, headers, isLiteral }: LoginTarget): string {
  const fixed = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value])
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  const sent = isLiteral ? [fixed, 'literal'] : [fixed];
  const parts = fixed.length === 0 ? [canonicalUrl(url)] : [canonicalUrl(url), ...sent];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

export function createCredentialStore(
  deps: StoreDeps,
  target: LoginTarget,
  seen: (credential: Credential) => void,
): LoginFile<Credential> {
  const { directory, lockDirectory, writeFile = writeFileLasting } = deps;
  const key = credentialKey(target);
  const url = canonicalUrl(target.url);
  let lock: Lock | undefined;
  return createLoginFile<Credential>({
    path: join(directory, `${key}.json`),
    lock: (work) => (lock ??= createLock(join(lockDirectory, `mcp-${key}.lock`), lockOptions))(work),
    parse(value) {
      const found = parse(value);
      // a misnamed file must not send its tokens to another server
      return found?.url === url ? found : undefined;
    },
    seen,
    async writeFile(path, text) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(path, text);
    },
  });
}

function parse(value: unknown): Credential | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { url, issuer, endpoint, access_token, obtained_at, client, methods } = value as Partial<
    Record<keyof Credential, unknown>
  >;
  const texts = [url, issuer, endpoint, access_token, (client as Partial<OAuthClient> | undefined)?.client_id];
  if (!texts.every((each) => typeof each === 'string') || typeof obtained_at !== 'number') return undefined;
  if (methods !== undefined && !Array.isArray(methods)) return undefined;
  return value as Credential;
}
