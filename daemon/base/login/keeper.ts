/** Keeps the tokens of a login valid: renewed early, by one process of the home at a time, and never lost. */
import type { LoginFile, StoredLogin } from './file.js';

/** What a token endpoint gives. */
export interface GivenTokens {
  access_token: string;
  refresh_token?: string;
  /** seconds */
  expires_in?: number;
}

export type Renewal =
  | { kind: 'tokens'; tokens: GivenTokens }
  /** only a new login helps */
  | { kind: 'refused'; message: string }
  /** may work later; `error`: what callers get */
  | { kind: 'failed'; error: Error };

/** Why only a new login helps: it was refused before, it has no refresh token, the service refuses it now, or it refuses a token that it has just given. */
export type End = { kind: 'known' | 'over' | 'refused again' } | { kind: 'refused'; message: string };

export interface KeeperOptions<Login extends StoredLogin> {
  file: LoginFile<Login>;
  renew(login: Login): Promise<Renewal>;
  /** the error for callers */
  ended(end: End): Error;
  /** the error for callers while another process holds the lock */
  unavailable(message: string): Error;
  /** Milliseconds; a token that is refused sooner is not replaced at once: the next would be refused too. Default 0. */
  young?: number;
  /** Milliseconds in which a failed renewal of a token that is no longer valid is not tried again. Default 0. */
  rest?: number;
  now(): number;
  warn(message: string): void;
  /** names the login in warnings: `the login`, `a login to a server` */
  subject: string;
}

export interface LoginKeeper<Login extends StoredLogin> {
  /** A token that is valid now, undefined when none is stored; `refused`: another one than this. Throws what the options give. */
  token(refused?: string): Promise<string | undefined>;
  /** `hasFailed`: the last renewal of this token failed for a reason that may pass. */
  current(): { login: Login; isOver: boolean; hasFailed: boolean } | undefined;
  /** stores a new login; throws when it cannot be stored */
  keep(tokens: GivenTokens, facts: Omit<Login, keyof StoredLogin>): Promise<void>;
  /** gives what was stored */
  forget(): Promise<Login | undefined>;
  /** resolves when no renewal runs: one that is cut off would lose the new token */
  settled(): Promise<void>;
}

/** Milliseconds before its end at which a token is renewed, and for how long a failed renewal is not tried again meanwhile. */
const early = 5 * 60_000;
const restWhileValid = 30_000;

type Renewed<Login> = { login: Login | undefined } | { ended: Error } | { failed: Error };

export function createLoginKeeper<Login extends StoredLogin>(options: KeeperOptions<Login>): LoginKeeper<Login> {
  const { file, now, warn, ended, young = 0, rest = 0, subject } = options;
  /** renewals that run, by the token that they replace */
  const running = new Map<string, Promise<Renewed<Login>>>();
  /** the last renewal that failed for a reason that may pass */
  let failure: { token: string; at: number; error: Error } | undefined;
  /** the file does not hold what this process holds */
  let unsaved = false;

  const isOver = ({ expires_at }: Login): boolean => expires_at !== undefined && now() >= expires_at;

  /** Short-lived tokens are renewed at half of their lifetime. */
  function isDue({ obtained_at, expires_at }: Login): boolean {
    return expires_at !== undefined && now() >= expires_at - Math.min(early, Math.max(0, expires_at - obtained_at) / 2);
  }

  async function save(login: Login): Promise<void> {
    try {
      await file.write(login);
      unsaved = false;
    } catch (error) {
      unsaved = true;
      warn(`${subject} could not be stored and is tried again at its next use: ${String(error)}`);
    }
  }

  async function end(login: Login, reason: End): Promise<Renewed<Login>> {
    await save({ ...login, refused: true });
    return { ended: ended(reason) };
  }

  function renewedTo(login: Login | undefined): Renewed<Login> {
    return login?.refused ? { ended: ended({ kind: 'known' }) } : { login };
  }

  /** Runs within the lock, and takes a token that another process has stored meanwhile. */
  async function renewed(stale: string): Promise<Renewed<Login>> {
    const latest = file.read();
    if (!latest || latest.refused || latest.access_token !== stale) return renewedTo(latest);
    if (latest.refresh_token === undefined) return await end(latest, { kind: 'over' });
    const answer = await options.renew(latest);
    if (answer.kind === 'refused') {
      // where locks do not work, as on some network disks, another process may have been faster
      const meanwhile = file.read();
      if (meanwhile && meanwhile.access_token !== stale) return renewedTo(meanwhile);
      warn(`${subject} was refused: ${answer.message}`);
      return await end(latest, answer);
    }
    if (answer.kind === 'failed') {
      failure = { token: stale, at: now(), error: answer.error };
      return { failed: answer.error };
    }
    // without a new refresh token in the answer the old one stays valid; the old end of validity has passed
    const { expires_at: _, ...kept } = latest;
    const login = { ...kept, ...timed(answer.tokens) } as Login;
    await save(login);
    failure = undefined;
    return { login };
  }

  function renew(stale: string): Promise<Renewed<Login>> {
    const known = running.get(stale);
    if (known) return known;
    const work = file
      .locked(() => renewed(stale))
      // the lock may be free later
      .catch((error: unknown) => ({ failed: options.unavailable((error as Error).message) }))
      .finally(() => running.delete(stale));
    running.set(stale, work);
    return work;
  }

  async function saveAgain(): Promise<void> {
    await file.locked(async () => {
      const held = file.read();
      if (unsaved && held) await save(held);
    });
  }

  function timed({ expires_in, ...tokens }: GivenTokens) {
    const at = now();
    return { ...tokens, obtained_at: at, ...(expires_in === undefined ? {} : { expires_at: at + expires_in * 1000 }) };
  }

  return {
    async token(refused) {
      if (unsaved) await saveAgain();
      const current = file.read();
      if (!current) return undefined;
      if (current.refused) throw ended({ kind: 'known' });
      const { access_token: token } = current;
      const isUsable = token !== refused && !isOver(current);
      const sinceFailure = failure?.token === token ? now() - failure.at : Infinity;
      if (isUsable && (!isDue(current) || sinceFailure < restWhileValid || current.refresh_token === undefined))
        return token;
      if (!isUsable && failure && sinceFailure < rest) throw failure.error;
      const age = now() - current.obtained_at;
      if (token === refused && age >= 0 && age < young) throw ended({ kind: 'refused again' });
      const outcome = await renew(token);
      if ('login' in outcome) return outcome.login?.access_token;
      if ('ended' in outcome) throw outcome.ended;
      // a token that is due for renewal is valid until it expires
      if (isUsable) return token;
      throw outcome.failed;
    },
    current() {
      const login = file.read();
      return login && { login, isOver: isOver(login), hasFailed: failure?.token === login.access_token };
    },
    async keep(tokens, facts) {
      failure = undefined;
      await file.locked(async () => {
        unsaved = true;
        await file.write({ ...facts, ...timed(tokens) } as Login);
        unsaved = false;
      });
    },
    forget: () =>
      file.locked(async () => {
        const login = file.read();
        await file.remove();
        unsaved = false;
        failure = undefined;
        return login;
      }),
    async settled() {
      await Promise.allSettled(running.values());
    },
  };
}
