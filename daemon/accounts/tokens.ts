/** Access tokens of the managed login. */
import { createLoginKeeper, type End, type Renewal } from '../base/login/keeper.js';
import type { Credential, CredentialStore } from './credential.js';
import type { AccountService, TokenAnswer, Tokens } from './service.js';
import type { AccountEndpoint } from './endpoints.js';

export type LoginStatus = 'authenticated' | 'expired' | 'revoked' | 'unauthenticated';

/** Why there is no token: the user is not logged in, the service refused the login, or it is unreachable. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  constructor(
    readonly kind: 'missing' | 'refused' | 'unreachable',
    message: string,
    options?: { cause?: unknown },
    /** HTTP status, if the service answered */
    readonly status?: number,
  ) {
    super(message, options);
  }
}

export interface TokenSource {
  /** A valid token, never the `refused` one. Throws LoginError. */
  accessToken(refused?: string): Promise<string>;
  status(): LoginStatus;
  /** stores the result of a login */
  keep(tokens: Tokens, place: AccountEndpoint): Promise<void>;
  /** removes the stored login and returns it */
  forget(): Promise<Credential | undefined>;
  /** resolves when no refresh is running; interrupting one would lose the new token */
  settled(): Promise<void>;
}

export function createTokens(options: {
  store: CredentialStore;
  service: Pick<AccountService, 'refresh'>;
  now(): number;
  log: { warn(message: string): void };
}): TokenSource {
  const { store, service, now, log } = options;
  const keeper = createLoginKeeper<Credential>({
    file: store,
    renew: async ({ host, refresh_token = '' }) => renewalOf(await service.refresh(host, refresh_token)),
    ended: (end) => new LoginError('refused', `${wordsOf(end)}; log in again`),
    unavailable: (message) => new LoginError('unreachable', message),
    now,
    warn: (message) => log.warn(message),
    subject: 'the login',
  });

  return {
    async accessToken(refused) {
      const token = await keeper.token(refused);
      if (token === undefined) throw new LoginError('missing', 'no user is logged in');
      return token;
    },
    status() {
      const current = keeper.current();
      if (!current) return 'unauthenticated';
      const { login, isOver, hasFailed } = current;
      if (login.refused) return 'revoked';
      return isOver && (login.refresh_token === undefined || hasFailed) ? 'expired' : 'authenticated';
    },
    keep: (tokens, { host, region }) => keeper.keep(tokens, { host, region }),
    forget: keeper.forget,
    settled: keeper.settled,
  };
}

function wordsOf(end: End): string {
  switch (end.kind) {
    case 'over':
      return 'the login has ended';
    case 'refused':
      return `the account service refused the login (${end.message})`;
    default:
      return 'the login was revoked';
  }
}

function renewalOf(answer: TokenAnswer): Renewal {
  if (answer.kind === 'tokens' || answer.kind === 'refused') return answer;
  const error =
    answer.kind === 'failed'
      ? new LoginError('unreachable', answer.message, { cause: answer.cause }, answer.status)
      : new LoginError('unreachable', 'the account service asks to wait');
  return { kind: 'failed', error };
}
