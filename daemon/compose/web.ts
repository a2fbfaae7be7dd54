/** The way out to the web, with the services of the configuration and their credentials. */
import type { LiveConfig } from '../config/config.js';
import type { ServiceSettings } from '../config/effective.js';
import { keyOf } from '../config/endpoints.js';
import type { Endpoint } from '../web/service.js';
import type { Logger } from '../home/logs.js';
import type { Secrets } from '../home/secrets.js';
import type { Outside } from '../web/hosts.js';
import { createWeb, type Services, type Web } from '../web/web.js';
import type { Environment } from './system.js';

/** What of the server's options the web is made of. */
interface WebOptions {
  env: Environment;
  fetch?: typeof fetch;
  web?: Partial<Outside>;
}

export function openWeb(config: LiveConfig, options: WebOptions, log: Logger, secrets: Secrets): Web {
  return createWeb({
    services: servicesOf(config, options.env, secrets),
    userAgent: () => config.current().identity.slug,
    fetch: options.fetch ?? fetch,
    log,
    ...(options.web === undefined ? {} : { outside: options.web }),
  });
}

function servicesOf(config: LiveConfig, env: Environment, secrets: Secrets): () => Services {
  return () => {
    const { search, fetch } = config.current().services;
    return { ...given('search', endpointOf(search, env, secrets)), ...given('fetch', endpointOf(fetch, env, secrets)) };
  };
}

function endpointOf(settings: ServiceSettings | undefined, env: Environment, secrets: Secrets): Endpoint | undefined {
  if (settings?.base_url === undefined) return undefined;
  const key = keyOf(settings, env);
  const headers = settings.custom_headers ?? {};
  return {
    url: settings.base_url,
    headers,
    ...(key === undefined ? {} : { key }),
    secrets: secrets.forms(),
  };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
}
