/** The managed account of one server: its credential in the home, its provider in the configuration, its events. */
import { ulid } from 'ulid';
import { createAccount, type Account } from '../accounts/account.js';
import { createLoginLock } from '../accounts/credential.js';
import { MANAGED } from '../accounts/endpoints.js';
import { LoginError } from '../accounts/tokens.js';
import type { ConfigChanges } from '../config/changes.js';
import type { LiveConfig } from '../config/config.js';
import { ApiError, proxyFailure } from '../errors.js';
import type { Logger } from '../home/logs.js';
import type { HomePaths } from '../home/paths.js';
import { ProviderError } from '../providers/provider.js';
import type { Log } from '../sessions/log/log.js';
import type { DaemonOptions } from './options.js';
import { pause } from './system.js';

export function openAccount(
  deps: {
    paths: HomePaths;
    config: LiveConfig;
    changes(): ConfigChanges;
    log: Log;
    logger: Logger;
    now(): number;
    /** all secrets to mask */
    secrets(): readonly string[];
    fetch: typeof fetch;
  },
  options: DaemonOptions,
): Account {
  const { paths, config, log, now } = deps;
  return createAccount({
    path: paths.accountFile,
    markerFile: paths.regionFile,
    lock: createLoginLock(paths.accountLock),
    env: options.env,
    configured: () => config.current().providers.get(MANAGED),
    async configure(decide) {
      await deps.changes().change(({ document }) => {
        const wanted = decide(document);
        const fields = ['default_model', 'default_provider', 'models', 'providers'];
        return { wanted, fields: fields.filter((name) => wanted[name] !== document[name]) };
      });
    },
    changed: ({ added, removed }) =>
      void log.appendGlobal({
        type: 'event.model_catalog.changed',
        agentId: 'main',
        changed: [{ provider_id: MANAGED, provider_name: MANAGED, added: added.length, removed: removed.length }],
        unchanged: [],
        failed: [],
      }),
    fetch: deps.fetch,
    now,
    sleep: options.sleep ?? pause,
    newId: () => ulid(now()),
    log: deps.logger.module('account'),
    hidden: deps.secrets,
  });
}

/** The login's tokens for the protocols; converts failures to ProviderError. */
export function tokenSource(account: Pick<Account, 'accessToken'>): (refused?: string) => Promise<string> {
  const kinds = { missing: 'auth_missing', refused: 'auth_rejected', unreachable: 'connection' } as const;
  return async (refused) => {
    try {
      return await account.accessToken(refused);
    } catch (error) {
      if (error instanceof LoginError) {
        const isFinal = proxyFailure(error)?.passing === false;
        throw new ProviderError(kinds[error.kind], error.message, { isFinal, cause: error });
      }
      if (error instanceof ApiError) throw new ProviderError('connection', error.message, { cause: error });
      throw error;
    }
  };
}
