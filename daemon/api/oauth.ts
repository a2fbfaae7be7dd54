/** The managed account: login by device code, logout, usage, profile, region. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function oauthHandlers({ account }: ApiDeps) {
  return {
    startLogin: ({ body }) => account.login(body.region),
    getLogin: () => account.flow(),
    cancelLogin: () => account.cancel(),
    async logout({ body }) {
      await account.logout();
      return { logged_out: true, provider: body.provider };
    },
    getAccountUsage: () => account.usage(),
    getAccountUser: () => account.user(),
    getAccountRegion: () => ({ region: account.region() }),
  } satisfies Partial<Handlers>;
}
