/** Creates the sessions of one server and what they need: models, tools, skills, uploads, terminals. */
import type { Account } from '../accounts/account.js';
import { LoginError } from '../accounts/tokens.js';
import { createModels } from '../agent/models.js';
import { createSkills } from '../agent/skills/catalog.js';
import type { LiveConfig } from '../config/config.js';
import type { ServiceSettings } from '../config/effective.js';
import { keyOf, loginBase } from '../config/endpoints.js';
import { ApiError } from '../errors.js';
import { createUploads } from '../files/uploads.js';
import type { Secrets } from '../home/secrets.js';
import { createRenamedModels } from '../sessions/settings/renamed.js';
import { createSessions } from '../sessions/sessions.js';
import { createHostFileOffers } from '../sessions/hostfiles.js';
import { createStore } from '../sessions/store.js';
import { createTrust } from '../sessions/workspaces/trust.js';
import { createUploadRows } from '../sessions/prompts/uploadrows.js';
import { createWorkspaces } from '../sessions/workspaces/workspaces.js';
import { upstreamOf } from '../outward/proxies.js';
import { createRuntimes } from '../runtimes/runtimes.js';
import { createTerminalHost } from '../terminals/terminals.js';
import { builtinTools as tools } from '../tools/index.js';
import { ServiceFailure, type Endpoint } from '../web/service.js';
import { createWeb, type Services, type Web } from '../web/web.js';
import { tokenSource } from './account.js';
import type { Foundation } from './foundation.js';
import { openConnections, openServerRoom } from './mcp.js';
import type { DaemonOptions } from './options.js';
import { shellOf, type Environment } from './system.js';

export type Engine = ReturnType<typeof openEngine>;

export function openEngine(foundation: Foundation, options: DaemonOptions) {
  const { paths, now, sleep, random, db, hub, log, leases, config, logger } = foundation;
  const renamed = createRenamedModels(db);
  const models = createModels(config, {
    send: foundation.outward.send,
    fetch: foundation.outward.fetch,
    now,
    sleep,
    random,
    accessToken: tokenSource(foundation.account),
    uses: foundation.uses,
    secrets: foundation.secrets,
    log: logger.module('models'),
    successor: (alias) => renamed.successor(alias),
  });
  const store = createStore({ db, leases, contextLimit: (alias) => models.contextLimit(alias) });
  foundation.logs.followSessions((id) => store.row(id) !== undefined);
  const workspaces = createWorkspaces({ db, log, now });
  const trust = createTrust(db, foundation.layers, now);
  const uploads = createUploads({
    directory: paths.files,
    rows: createUploadRows(db),
    now,
    warn: (message, facts) => logger.warn(message, facts),
  });
  const connections = openConnections({
    config,
    fetch: foundation.outward.fetch,
    logger: logger.module('mcp'),
    now,
    secrets: foundation.secrets,
    sleep,
    version: options.version,
  });
  // a process that is kept for a project's next session must not outlive the project's trust
  trust.onChange(connections.endIdle);
  const runtimes = createRuntimes({
    home: paths.home,
    env: options.env,
    platform: foundation.platform,
    architecture: process.arch,
    settings: () => ({ private: undefined, ...config.current().sandbox }),
    upstream: upstreamOf(options.env),
  });
  const hostFiles = createHostFileOffers(options.hostFilesLimits);
  const sessions = createSessions({
    db,
    log,
    hub,
    leases,
    store,
    workspaces,
    trust,
    layers: foundation.layers,
    mcp: openServerRoom({
      connections,
      layers: foundation.layers,
      logins: foundation.serverLogins,
      logger: logger.module('mcp'),
    }),
    models,
    settings: foundation.settings,
    tools,
    web: openWeb(foundation, options),
    uploads,
    terminals: createTerminalHost(),
    runtimes,
    allowAlways: async (pattern) =>
      void (await foundation.changes.change(({ document }) => {
        const { permission = {} } = document as { permission?: { allow?: string[] } };
        const allow = [...new Set([...(permission.allow ?? []), pattern])];
        return { wanted: { ...document, permission: { ...permission, allow } }, fields: ['permission'] };
      })),
    hostFiles,
    skills: createSkills(),
    home: paths.home,
    userHome: options.userHome,
    sessionDirectory: (id) => paths.session(id).directory,
    env: foundation.env,
    shell: shellOf(options.env),
    shellLimitMs: options.shellLimitMs ?? 120_000,
    platform: foundation.platform,
    timeZone: foundation.timeZone.name,
    takeZoneProblem: foundation.timeZone.takeProblem,
    serverId: foundation.serverId,
    logger: logger.module('sessions'),
    now,
    newId: foundation.newId,
    sleep,
    random,
  });
  return { models, renamed, store, workspaces, trust, uploads, tools, connections, sessions, hostFiles, runtimes };
}

/** Source of the tokens for services, and of the secrets to mask in their answers. */
interface LoginAccess {
  account: Pick<Account, 'accessToken' | 'status'>;
  secrets: Pick<Secrets, 'forms'>;
}

/** Access to the web, with the services of the configuration and their credentials. */
function openWeb(foundation: Foundation, options: DaemonOptions): Web {
  const { config, outward, logger } = foundation;
  return createWeb({
    services: servicesOf(config, foundation, options.env),
    userAgent: () => config.current().identity.slug,
    fetch: outward.fetch,
    proxyRoute: outward.proxyRoute,
    log: logger.module('web'),
    outside: options.web,
  });
}

/** The configured services; without a configured search service the login provides one (engine.md 4.10). */
function servicesOf(config: LiveConfig, login: LoginAccess, env: Environment): () => Services {
  return () => {
    const { providers, services } = config.current();
    const base = loginBase(providers, env);
    const managed = base === undefined ? undefined : { base_url: `${base}/search`, oauth: {} };
    return {
      ...optionalField('search', endpointOf(services.search ?? managed, login, env)),
      ...optionalField('fetch', endpointOf(services.fetch, login, env)),
    };
  };
}

function endpointOf(settings: ServiceSettings | undefined, login: LoginAccess, env: Environment): Endpoint | undefined {
  if (settings?.base_url === undefined) return undefined;
  const headers = settings.custom_headers ?? {};
  const key = keyOf(settings, env);
  const { account, secrets } = login;
  const asksLogin = settings.oauth !== undefined && (key === undefined || account.status() !== 'unauthenticated');
  return {
    url: settings.base_url,
    headers,
    ...(asksLogin ? { accessToken: tokenOf(account) } : key === undefined ? {} : { key }),
    // a getter, because tokens may change while the service is being called
    get secrets() {
      return secrets.forms();
    },
  };
}

/** The login's tokens for a service; converts failures to those of a service. */
function tokenOf(account: LoginAccess['account']): (refused?: string) => Promise<string> {
  return async (refused) => {
    try {
      return await account.accessToken(refused);
    } catch (error) {
      if (!(error instanceof LoginError || error instanceof ApiError)) throw error;
      throw new ServiceFailure(error.message, false);
    }
  };
}

function optionalField<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
}
