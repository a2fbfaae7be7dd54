/** Tokens of one credential: renewed early, by one process of the home at a time, and never lost. */
import type { TokenAnswer } from './issuer.js';
import { placesOf, type Issuer, type Tokens } from './issuer.js';
import type { Credential, CredentialStore, OAuthClient } from './store.js';
import { ServerFailure } from '../server.js';

/** `refused`: only a new login helps. */
export type LoginState = 'none' | 'usable' | 'refused';

export interface Keeper {
  /** A token that is valid now, undefined when none is stored; `refused`: another one than this. Throws ServerFailure. */
  token(refused?: string): Promise<string | undefined>;
  state(): LoginState;
  /** stores what a login brought; throws when it cannot be stored */
  keep(tokens: Tokens, issuer: Issuer, client: OAuthClient): Promise<void>;
  /** gives what was stored */
  forget(): Promise<Credential | undefined>;
  /** resolves when no renewal runs: an interrupted one would lose the new token */
  settled(): Promise<void>;
}

/** Milliseconds before its end at which a token is renewed, and for how long a failed renewal is not tried again. */
const early = 5 * 60_000;
const restMs = 30_000;
/** Milliseconds; a token that is refused sooner is not replaced at once: the next would be refused too. */
const young = 10_000;

export function createKeeper(options: {
  store: CredentialStore;
  refresh(credential: Credential): Promise<TokenAnswer>;
  now(): number;
  log: { warn(message: string): void };
}): Keeper {
  const { store, refresh, now, log } = options;
  /** renewals that run, by the token that they replace */
  const running = new Map<string, Promise<Credential | undefined>>();
  /** the last renewal that failed temporarily */
  let failure: { token: string; at: number; message: string } | undefined;
  /** the file does not hold what this process holds */
  let unsaved = false;

  const isOver = ({ expires_at }: Credential): boolean => expires_at !== undefined && now() >= expires_at;

  /** Short-lived tokens are renewed at half of their lifetime. */
  function isDue({ obtained_at, expires_at }: Credential): boolean {
    return expires_at !== undefined && now() >= expires_at - Math.min(early, Math.max(0, expires_at - obtained_at) / 2);
  }

  async function save(credential: Credential): Promise<void> {
    try {
      await store.write(credential);
      unsaved = false;
    } catch (error) {
      unsaved = true;
      log.warn(`a login to a server could not be stored and is tried again at its next use: ${String(error)}`);
    }
  }

  function valid(credential: Credential): Credential {
    if (credential.refused) throw new ServerFailure('auth', 'the login to this server is no longer valid');
    return credential;
  }

  async function end(credential: Credential, message: string): Promise<never> {
    await save({ ...credential, refused: true });
    throw new ServerFailure('auth', message);
  }

  /** Runs within the lock, and takes a token that another daemon or session has stored meanwhile. */
  async function renewed(stale: string): Promise<Credential | undefined> {
    const latest = store.read();
    if (!latest) return undefined;
    if (valid(latest).access_token !== stale) return latest;
    if (latest.refresh_token === undefined) return end(latest, 'the login to this server has ended');
    const answer = await refresh(latest);
    // where locks do not work, as on some network disks, another process may have been faster
    const meanwhile = store.read();
    if (answer.kind === 'refused' && meanwhile && meanwhile.access_token !== stale) return valid(meanwhile);
    if (answer.kind === 'tokens') {
      const next: Credential = { ...lasting(latest), ...timed(answer.tokens, now()) };
      await save(next);
      failure = undefined;
      return next;
    }
    if (answer.kind === 'refused') {
      log.warn(`the login to a server was refused: ${answer.message}`);
      return end(latest, `the login to this server was refused (${answer.message})`);
    }
    failure = { token: stale, at: now(), message: answer.message };
    throw unreachable(answer.message);
  }

  function renew(stale: string): Promise<Credential | undefined> {
    const known = running.get(stale);
    if (known) return known;
    const work = store
      .locked(() => renewed(stale))
      .catch((error: unknown) => {
        // the lock may be free later
        throw isFailure(error) ? error : unreachable((error as Error).message);
      })
      .finally(() => running.delete(stale));
    running.set(stale, work);
    return work;
  }

  async function saveAgain(): Promise<void> {
    await store.locked(async () => {
      const held = store.read();
      if (unsaved && held) await save(held);
    });
  }

  return {
    async token(refused) {
      if (unsaved) await saveAgain();
      const current = store.read();
      if (!current) return undefined;
      const { access_token: token } = valid(current);
      const isUsable = token !== refused && !isOver(current);
      const failed = failure?.token === token && now() - failure.at < restMs ? failure : undefined;
      if (isUsable && (!isDue(current) || failed || current.refresh_token === undefined)) return token;
      if (!isUsable && failed) throw unreachable(failed.message);
      if (token === refused && now() - current.obtained_at < young && now() >= current.obtained_at) {
        throw new ServerFailure('auth', 'the server refuses the token that it was just given');
      }
      try {
        return (await renew(token))?.access_token;
      } catch (error) {
        // a token that is due for renewal is valid until it expires
        if (isUsable && isFailure(error) && error.kind === 'connection') return token;
        throw error;
      }
    },
    state() {
      const current = store.read();
      if (!current) return 'none';
      if (current.refused) return 'refused';
      return isOver(current) && current.refresh_token === undefined ? 'refused' : 'usable';
    },
    async keep(tokens, issuer, client) {
      const { url, resource } = issuer;
      const credential: Credential = {
        url,
        resource,
        issuer: issuer.issuer,
        ...placesOf(issuer),
        client,
        ...timed(tokens, now()),
      };
      failure = undefined;
      await store.locked(async () => {
        unsaved = true;
        await store.write(credential);
        unsaved = false;
      });
    },
    forget: () =>
      store.locked(async () => {
        const credential = store.read();
        await store.remove();
        unsaved = false;
        failure = undefined;
        return credential;
      }),
    async settled() {
      await Promise.allSettled(running.values());
    },
  };
}

function isFailure(error: unknown): error is ServerFailure {
  return error instanceof ServerFailure;
}

function unreachable(message: string): ServerFailure {
  return new ServerFailure('connection', `the login to this server could not be renewed: ${message}`);
}

/** Without a new refresh token in the answer the old one stays valid; the old access token has expired. */
function lasting({ expires_at: _, ...credential }: Credential): Omit<Credential, 'expires_at'> {
  return credential;
}

function timed({ expires_in, ...tokens }: Tokens, now: number) {
  return { ...tokens, obtained_at: now, ...(expires_in === undefined ? {} : { expires_at: now + expires_in * 1000 }) };
}
