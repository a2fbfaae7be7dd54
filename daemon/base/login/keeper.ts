/** Keeps the tokens of a login valid: one process of the home at a time renews them, before they expire. */
import type { LoginFile, StoredLogin } from './file.js';

/** The answer of a token endpoint. */
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
  /** may work later; `error`: the error for callers */
  | { kind: 'failed'; error: Error };

/**
 * Why only a new login helps: the login was refused before (`known`), it has no refresh token (`over`), the service
 * refuses it now (`refused`), or the service refuses a token that it has just issued (`refused again`).
 */
export type End = { kind: 'known' | 'over' | 'refused again' } | { kind: 'refused'; message: string };

export interface KeeperOptions<Login extends StoredLogin> {
  file: LoginFile<Login>;
  renew(login: Login): Promise<Renewal>;
  /** returns the error for callers */
  ended(end: End): Error;
  /** returns the error for callers while another process holds the lock */
  unavailable(message: string): Error;
  /** Milliseconds; a token refused at a younger age is not renewed: the next would be refused too. Default 0. */
  young?: number;
  /** Milliseconds to wait after a failed renewal before retrying, once the token has expired. Default 0. */
  rest?: number;
  now(): number;
  warn(message: string): void;
  /** names the login in warnings: `the login`, `a login to a server` */
  subject: string;
}

export interface LoginKeeper<Login extends StoredLogin> {
  /** A valid token, or undefined when none is stored; never the `refused` one. Throws the errors of the options. */
  token(refused?: string): Promise<string | undefined>;
  /** `hasFailed`: the last renewal of this token failed for a reason that may be temporary. */
  current(): { login: Login; isOver: boolean; hasFailed: boolean } | undefined;
  /** stores a new login; throws when it cannot be stored */
  keep(tokens: GivenTokens, facts: Omit<Login, keyof StoredLogin>): Promise<void>;
  /** removes the stored login and returns it */
  forget(): Promise<Login | undefined>;
  /** resolves when no renewal is running; interrupting one would lose the new token */
  settled(): Promise<void>;
}

/** Milliseconds: how long before expiry a token is renewed, and the pause after a renewal of a valid token fails. */
const early = 5 * 60_000;
const restWhileValid = 30_000;

type Renewed<Login> = { login: Login | undefined } | { ended: Error } | { failed: Error };

export function createLoginKeeper<Login extends StoredLogin>(options: KeeperOptions<Login>): LoginKeeper<Login> {
  const { file, now, warn, ended, young = 0, rest = 0, subject } = options;
  /** running renewals, by the token that they replace */
  const running = new Map<string, Promise<Renewed<Login>>>();
  /** the last renewal that failed for a reason that may be temporary */
  let failure: { token: string; at: number; error: Error } | undefined;
  /** the file lacks the login that this process holds */
  let unsaved = false;

  const isOver = ({ expires_at }: Login): boolean => expires_at !== undefined && now() >= expires_at;

  /** Tokens with a short lifetime are renewed at half of it. */
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

  /** Renews the token within the lock, or returns the token that another process has stored meanwhile. */
  async function renewed(stale: string): Promise<Renewed<Login>> {
    const latest = file.read();
    if (!latest || latest.refused || latest.access_token !== stale) return renewedTo(latest);
    if (latest.refresh_token === undefined) return await end(latest, { kind: 'over' });
    const answer = await options.renew(latest);
    if (answer.kind === 'refused') {
      // where locks do not work, as on some network file systems, another process may have renewed it first
      const meanwhile = file.read();
      if (meanwhile && meanwhile.access_token !== stale) return renewedTo(meanwhile);
      warn(`${subject} was refused: ${answer.message}`);
      return await end(latest, answer);
    }
    if (answer.kind === 'failed') {
      failure = { token: stale, at: now(), error: answer.error };
      return { failed: answer.error };
    }
    // an answer without a refresh token keeps the old one; the old expiry has passed
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
