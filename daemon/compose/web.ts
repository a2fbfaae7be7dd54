/** Access to the web, with the services of the configuration and their credentials. */
import type { Account } from '../accounts/account.js';
import { LoginError } from '../accounts/tokens.js';
import type { LiveConfig } from '../config/config.js';
import type { ServiceSettings } from '../config/effective.js';
import { keyOf, loginBase } from '../config/endpoints.js';
import { ApiError } from '../errors.js';
import type { Secrets } from '../home/secrets.js';
import { ServiceFailure, type Endpoint } from '../web/service.js';
import { createWeb, type Services, type Web } from '../web/web.js';
import type { Ground } from './ground.js';
import type { DaemonOptions } from './options.js';
import type { Environment } from './system.js';

/** Whose tokens services are asked with, and what must not come back from them. */
interface Keeper {
  account: Pick<Account, 'accessToken' | 'status'>;
  secrets: Pick<Secrets, 'forms'>;
}

export function openWeb(ground: Ground, options: DaemonOptions): Web {
  const { config, outward, logger } = ground;
  return createWeb({
    services: servicesOf(config, ground, options.env),
    userAgent: () => config.current().identity.slug,
    fetch: outward.fetch,
    detour: outward.detour,
    log: logger.module('web'),
    ...(options.web === undefined ? {} : { outside: options.web }),
  });
}

/** Without a configured search service the login provides one (engine.md 4.10). */
function servicesOf(config: LiveConfig, keeper: Keeper, env: Environment): () => Services {
  return () => {
    const { providers, services } = config.current();
    const base = loginBase(providers, env);
    const managed = base === undefined ? undefined : { base_url: `${base}/search`, oauth: {} };
    return {
      ...given('search', endpointOf(services.search ?? managed, keeper, env)),
      ...given('fetch', endpointOf(services.fetch, keeper, env)),
    };
  };
}

function endpointOf(settings: ServiceSettings | undefined, keeper: Keeper, env: Environment): Endpoint | undefined {
  if (settings?.base_url === undefined) return undefined;
  const headers = settings.custom_headers ?? {};
  const key = keyOf(settings, env);
  const { account, secrets } = keeper;
  const asksLogin = settings.oauth !== undefined && (key === undefined || account.status() !== 'unauthenticated');
  return {
    url: settings.base_url,
    headers,
    ...(asksLogin ? { accessToken: tokenOf(account) } : key === undefined ? {} : { key }),
    // tokens come and go while the service is asked
    get secrets() {
      return secrets.forms();
    },
  };
}

/** The tokens of the login; why there is none in the words of a service that failed. */
function tokenOf(account: Keeper['account']): (refused?: string) => Promise<string> {
  return async (refused) => {
    try {
      return await account.accessToken(refused);
    } catch (error) {
      if (!(error instanceof LoginError || error instanceof ApiError)) throw error;
      throw new ServiceFailure(error.message, false);
    }
  };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
}
