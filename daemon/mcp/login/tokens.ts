/** Keeps the tokens of one credential valid. */
import type { LoginFile } from '../../base/login/file.js';
import { createLoginKeeper, type End, type GivenTokens, type LoginKeeper } from '../../base/login/keeper.js';
import { placesOf, type Issuer, type TokenAnswer } from './issuer.js';
import type { Credential, OAuthClient } from './store.js';
import { ServerFailure } from '../server.js';

/** `refused`: only a new login helps. */
export type LoginState = 'none' | 'usable' | 'refused';

/** `token` throws ServerFailure. */
export interface Keeper extends Pick<LoginKeeper<Credential>, 'token' | 'forget' | 'settled'> {
  state(): LoginState;
  /** stores the result of a login; throws when it cannot be stored */
  keep(tokens: GivenTokens, issuer: Issuer, client: OAuthClient): Promise<void>;
}

export function createKeeper(options: {
  store: LoginFile<Credential>;
  refresh(credential: Credential): Promise<TokenAnswer>;
  now(): number;
  log: { warn(message: string): void };
}): Keeper {
  const { store, refresh, now, log } = options;
  const { keep, current, ...keeper } = createLoginKeeper<Credential>({
    file: store,
    async renew(credential) {
      const answer = await refresh(credential);
      return answer.kind === 'failed' ? { kind: 'failed', error: unreachable(answer.message) } : answer;
    },
    ended: (end) => new ServerFailure('auth', wordsOf(end)),
    unavailable: unreachable,
    young: 10_000,
    rest: 30_000,
    now,
    warn: (message) => log.warn(message),
    subject: 'the login to a server',
  });
  return {
    ...keeper,
    state() {
      const found = current();
      if (!found) return 'none';
      const { login, isOver } = found;
      return login.refused || (isOver && login.refresh_token === undefined) ? 'refused' : 'usable';
    },
    keep: (tokens, issuer, client) =>
      keep(tokens, {
        url: issuer.url,
        resource: issuer.resource,
        issuer: issuer.issuer,
        ...placesOf(issuer),
        client,
      }),
  };
}

function wordsOf(end: End): string {
  switch (end.kind) {
    case 'known':
      return 'the login to this server is no longer valid';
    case 'over':
      return 'the login to this server has ended';
    case 'refused':
      return `the login to this server was refused (${end.message})`;
    case 'refused again':
      return 'the server refuses the token that it was just given';
  }
}

function unreachable(message: string): ServerFailure {
  return new ServerFailure('connection', `the login to this server could not be renewed: ${message}`);
}
