/** Stored logins of servers: one file for each credential of a home, shared by all daemons and sessions (cli.md 7). */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFileWhole, writeFileLasting } from '../../base/fs/atomic.js';
import { createLock, type Lock } from '../../base/fs/lock.js';
import { markOf, textOf } from '../../base/fs/marked.js';
import type { RemoteServer } from '../server.js';

/** What a login is for: servers with the same address and the same fixed headers share one. */
export type LoginTarget = Pick<RemoteServer, 'url' | 'headers' | 'isLiteral' | 'auth'>;

/** How this program is known at an authorization server. */
export interface OAuthClient {
  client_id: string;
  client_secret?: string;
  /** how it proves itself; absent: as the server likes */
  method?: string;
}

export interface Credential {
  /** of the server that the tokens are for */
  url: string;
  /** the name that the server gives itself; absent when it gives none */
  resource?: string;
  issuer: string;
  /** where tokens are renewed */
  endpoint: string;
  /** where they are given back */
  revocation?: string;
  /** how clients may prove themselves there */
  methods?: string[];
  client: OAuthClient;
  access_token: string;
  refresh_token?: string;
  /** epoch milliseconds */
  obtained_at: number;
  /** epoch milliseconds; absent when the authorization server does not report it */
  expires_at?: number;
  /** refused for good: only a new login helps */
  refused?: true;
}

export interface StoreDeps {
  /** `<home>/credentials/mcp` */
  directory: string;
  /** where the locks are that all processes of the home share */
  lockDirectory: string;
  /** replaces a file as a whole, mode 0600; on disk when it returns */
  writeFile?: typeof writeFileLasting;
}

/** `mostWaiting`: milliseconds that a renewal by another process may take. */
const lockOptions = { mostWaiting: 60_000, message: 'another program has been using the login to this server' };

export interface CredentialStore {
  read(): Credential | undefined;
  locked: Lock;
  /** Only within `locked`, as `remove`. When it throws `read` gives the credential in this process all the same. */
  write(credential: Credential): Promise<void>;
  remove(): Promise<void>;
}

/** The address of a server without the parts that are not sent. */
export function canonicalUrl(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

/** Names the credential of a server; nothing of it can be read from the name. */
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
): CredentialStore {
  const key = credentialKey(target);
  const url = canonicalUrl(target.url);
  const path = join(deps.directory, `${key}.json`);
  let mark = '';
  let held: Credential | undefined;
  let lock: Lock | undefined;

  function hold(credential: Credential | undefined): void {
    held = credential;
    if (credential) seen(credential);
  }

  return {
    read() {
      const now = markOf(path);
      if (now === mark) return held;
      const text = now === '' ? '' : textOf(path);
      // a temporary failure is not a logout
      if (text === undefined) return held;
      const found = parse(text);
      // a misnamed file must not send its tokens to another server
      hold(found?.url === url ? found : undefined);
      mark = now;
      return held;
    },
    locked: (work) => (lock ??= createLock(join(deps.lockDirectory, `mcp-${key}.lock`), lockOptions))(work),
    async write(credential) {
      // registered as secrets before any error can quote them
      hold(credential);
      try {
        await mkdir(deps.directory, { recursive: true, mode: 0o700 });
        await (deps.writeFile ?? writeFileLasting)(path, `${JSON.stringify(credential, null, 2)}\n`);
      } finally {
        // a credential that could not be written stays in memory
        mark = markOf(path);
      }
    },
    async remove() {
      // without the directory there is nothing
      if (markOf(deps.directory) !== '') await removeFileWhole(path);
      hold(undefined);
      mark = markOf(path);
    },
  };
}

/** Undefined for what no login has written. */
function parse(text: string): Credential | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Credential, unknown>> | null;
    if (typeof value !== 'object' || value === null) return undefined;
    const { url, issuer, endpoint, access_token, obtained_at, client, methods } = value;
    const texts = [url, issuer, endpoint, access_token, (client as Partial<OAuthClient> | undefined)?.client_id];
    if (!texts.every((each) => typeof each === 'string') || typeof obtained_at !== 'number') return undefined;
    if (methods !== undefined && !Array.isArray(methods)) return undefined;
    return value as unknown as Credential;
  } catch (error) {
    if ((error as Error).name !== 'SyntaxError') throw error;
    return undefined;
  }
}
