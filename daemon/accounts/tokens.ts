/** Access tokens of the managed login: refreshed early, by one of all who share the home, and never lost on the way. */
import type { Credential, CredentialStore } from './credential.js';
import type { AccountService, Tokens } from './service.js';
import type { Place } from './places.js';

export type LoginStatus = 'authenticated' | 'expired' | 'revoked' | 'unauthenticated';

/** Why there is no token: no user is logged in, the account service refused the login, or it cannot be asked now. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  constructor(
    readonly kind: 'missing' | 'refused' | 'unreachable',
    message: string,
    options?: { cause?: unknown },
    /** of HTTP, when the service answered */
    readonly status?: number,
  ) {
    super(message, options);
  }
}

export interface TokenSource {
  /** A token that is valid now; `refused`: another one than this. Throws LoginError. */
  accessToken(refused?: string): Promise<string>;
  status(): LoginStatus;
  /** stores what a login brought */
  keep(tokens: Tokens, place: Place): Promise<void>;
  /** gives what was stored */
  forget(): Promise<Credential | undefined>;
  /** resolves when no refresh runs: one that is cut off would lose the new token */
  settled(): Promise<void>;
}

/** Milliseconds before its end at which a token is refreshed, and for how long a failed refresh is not tried again. */
const early = 5 * 60_000;
const restMs = 30_000;

export function createTokens(options: {
  store: CredentialStore;
  service: Pick<AccountService, 'refresh'>;
  now(): number;
  log: { warn(message: string): void };
}): TokenSource {
  const { store, service, now, log } = options;
  /** refreshes that run, by the token that they replace */
  const running = new Map<string, Promise<Credential>>();
  /** the last refresh that failed for a reason that may pass */
  let failure: { token: string; at: number } | undefined;
  /** the file does not hold what this process holds */
  let unsaved = false;

  const isOver = (credential: Credential): boolean => now() >= credential.expires_at;

  /** Tokens that live shortly are refreshed at half of their life. */
  function isDue({ obtained_at, expires_at }: Credential): boolean {
    return now() >= expires_at - Math.min(early, Math.max(0, expires_at - obtained_at) / 2);
  }

  async function save(credential: Credential): Promise<void> {
    try {
      await store.write(credential);
      unsaved = false;
    } catch (error) {
      unsaved = true;
      log.warn(`the login could not be stored and is tried again at its next use: ${String(error)}`);
    }
  }

  function valid(credential: Credential | undefined): Credential {
    if (!credential) throw new LoginError('missing', 'no user is logged in');
    if (credential.refused) throw new LoginError('refused', 'the login was revoked; log in again');
    return credential;
  }

  /** Runs within the lock: what another server or command has brought meanwhile is taken. */
  async function renewed(stale: string): Promise<Credential> {
    const latest = valid(store.read());
    if (latest.access_token !== stale) return latest;
    if (latest.refresh_token === undefined) {
      await save({ ...latest, refused: true });
      throw new LoginError('refused', 'the login has ended; log in again');
    }
    const answer = await service.refresh(latest.host, latest.refresh_token);
    // where locks do not work, as on some network disks, another process may have been faster
    const meanwhile = store.read();
    if (answer.kind === 'refused' && meanwhile && meanwhile.access_token !== stale) return valid(meanwhile);
    if (answer.kind === 'tokens') {
      const next: Credential = { ...latest, ...lasting(answer.tokens, now()) };
      await save(next);
      failure = undefined;
      return next;
    }
    if (answer.kind === 'refused') {
      await save({ ...latest, refused: true });
      log.warn(`the account service refused the login: ${answer.message}`);
      throw new LoginError('refused', `the account service refused the login (${answer.message}); log in again`);
    }
    failure = { token: stale, at: now() };
    if (answer.kind !== 'failed') throw new LoginError('unreachable', 'the account service asks to wait');
    throw new LoginError('unreachable', answer.message, { cause: answer.cause }, answer.status);
  }

  function renew(stale: string): Promise<Credential> {
    const known = running.get(stale);
    if (known) return known;
    const work = store.locked(() => renewed(stale)).finally(() => running.delete(stale));
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
    async accessToken(refused) {
      if (unsaved) await saveAgain();
      const current = valid(store.read());
      const { access_token: token } = current;
      const isUsable = token !== refused && !isOver(current);
      const failed = failure?.token === token && now() - failure.at < restMs;
      if (isUsable && (!isDue(current) || failed || current.refresh_token === undefined)) return token;
      try {
        return (await renew(token)).access_token;
      } catch (error) {
        // a token that is only due serves until its end
        if (isUsable && error instanceof LoginError && error.kind === 'unreachable') return token;
        throw error;
      }
    },
    status() {
      const current = store.read();
      if (!current) return 'unauthenticated';
      if (current.refused) return 'revoked';
      if (isOver(current) && (current.refresh_token === undefined || failure?.token === current.access_token)) {
        return 'expired';
      }
      return 'authenticated';
    },
    async keep(tokens, place) {
      const { host, region } = place;
      await store.locked(() => store.write({ ...lasting(tokens, now()), host, region }));
      failure = undefined;
    },
    async settled() {
      await Promise.allSettled(running.values());
    },
    forget: () =>
      store.locked(async () => {
        const credential = store.read();
        await store.remove();
        unsaved = false;
        return credential;
      }),
  };
}

/** A service that gives no new refresh token means the old one to stay. */
function lasting({ expires_in, ...tokens }: Tokens, now: number) {
  return { ...tokens, obtained_at: now, expires_at: now + expires_in * 1000 };
}
