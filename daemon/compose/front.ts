/** Creates the HTTP front: handlers and their routes, sockets, event streams, and access checks. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Server } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DebugMemoryData } from '../../schemas/generated/types.js';
import { networkUrls } from '../../schemas/instances.js';
import type { ApiDeps } from '../api/deps.js';
import { createHandlers } from '../api/index.js';
import { oncePerPass } from '../base/async/pieces.js';
import { createDirectory, type Directory } from '../catalog/directory.js';
import { createImports, type Imports } from '../catalog/importing.js';
import { createRenewal, type Renewal } from '../catalog/refreshing.js';
import { loadSnapshot } from '../catalog/snapshot.js';
import { createProviders } from '../config/providers.js';
import { createInputHistory } from '../home/inputhistory.js';
import { listInstances } from '../home/instances.js';
import type { HomePaths } from '../home/paths.js';
import { createTokenReader, sameSecret } from '../home/token.js';
import { createApp, servedBy } from '../http/app.js';
import type { Credentials } from '../http/auth.js';
import { createEventStreams } from '../http/events.js';
import { createHeartbeat } from '../http/heartbeat.js';
import { isLoopbackHost } from '../http/hosts.js';
import { createHttpServer } from '../http/server.js';
import { createSockets } from '../http/sockets.js';
import { createGuiStore } from '../sessions/guistore.js';
import { createInbox } from '../sessions/interactions/inbox.js';
import { createSessionLists } from '../sessions/lists/lists.js';
import { createBudgetReader } from '../sessions/usage/budgetview.js';
import { createSpendingReader } from '../sessions/usage/spending.js';
import type { Services } from './services.js';
import type { Engine } from './engine.js';
import type { Foundation } from './foundation.js';
import { openServerLogins } from './mcp.js';
import { documentsOf, featuresOf, metaOf } from './meta.js';
import type { DaemonOptions } from './options.js';
import { importRefreshers, loginRefresher, openRegistryRefresh, notifyRefreshed } from './refreshing.js';
import { corsOriginsOf, type Environment, listOf } from './system.js';
import { storedSecrets } from '../home/credentials.js';
import type { Secrets } from '../home/secrets.js';
import { createExports, type Exports, type ExportsDeps } from '../sessions/export/requests.js';
import type { Layers } from '../mcp/files/layers.js';
import { rootOf } from '../workspace/git.js';
import { ApiError } from '../errors.js';
import type { ConfigChanges } from '../config/changes.js';
import type { LiveConfig } from '../config/config.js';
import type { Feed } from '../http/feed.js';
import type { HostFileOffers } from '../sessions/hostfiles.js';
import type { Db } from '../sessions/log/database.js';
import type { Others } from '../sessions/peers/elsewhere.js';
import type { Hub } from '../sessions/log/hub.js';
import type { Log } from '../sessions/log/log.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Store } from '../sessions/store.js';
import { localized } from './settings.js';

export function openFront(foundation: Foundation, engine: Engine, services: Services, options: DaemonOptions) {
  const { serverId, logger, now } = foundation;
  const loopback = isLoopbackHost(options.host);
  const feed = openFeed({
    ...foundation,
    ...engine,
    others: services.others,
    files: services.fileWatches,
    isLoopback: loopback,
  });
  const heartbeat = createHeartbeat(options.heartbeatMs);
  const access = {
    credentials: credentialsOf(foundation.paths, options.env, (problem) => logger.error(problem)),
    bypassAuth: options.dangerousBypassAuth ?? false,
  };
  const exposure = {
    bind: { host: options.host, loopback },
    debugEndpoints: options.debugEndpoints ?? false,
    allowRemoteShutdown: options.allowRemoteShutdown ?? false,
  };
  const streams = createEventStreams({ feed, ...access, heartbeat, now });
  const catalog = openCatalog(foundation, options);
  const deps = handlersDeps(foundation, engine, services, catalog, options);
  const registries = openRegistryRefresh({ ...foundation, ...catalog, ...deps, log: logger.module('catalog') });
  let shutdown: (() => void) | undefined;
  const app = createApp({
    handlers: createHandlers({
      ...deps,
      shutdown: () => shutdown?.(),
      connections: () => sockets.connections(),
      servers: serversOf(foundation, options, () => http.server.address()),
      streamEvents: streams.handler,
      documents: documentsOf(options.version, servedBy(exposure)),
    }),
    ...access,
    ...exposure,
    now,
    log: logger.module('http'),
    secrets: foundation.secrets,
    allowedHosts: [...(options.allowedHosts ?? []), ...listOf(options.env['AGENT_CODE_ALLOWED_HOSTS'])],
    corsOrigins: corsOriginsOf(options.env, logger),
    version: options.version,
    webTitle: options.webTitle ?? basename(options.cwd),
    webDirectory: options.webDirectory,
    ...(options.basePath === undefined ? {} : { basePath: options.basePath }),
  });
  const http = createHttpServer((req, res) => app.handle(req, res));
  const sockets = createSockets({
    http,
    checkUpgrade: (req) => app.checkUpgrade(req),
    feed,
    ...access,
    heartbeat,
    serverId,
    version: options.version,
    log: logger.module('sockets'),
    now,
  });
  return { http, sockets, streams, registries, onShutdown: (listener: () => void): void => void (shutdown = listener) };
}

/** `bound` returns the address that the server listens on, known once it answers. */
function serversOf(
  { paths, now }: Foundation,
  { host, basePath, networkAddresses = () => [] }: DaemonOptions,
  bound: () => ReturnType<Server['address']>,
): ApiDeps['servers'] {
  return async () => {
    const address = bound();
    const port = typeof address === 'object' ? address?.port : undefined;
    const urls = port === undefined ? [] : networkUrls({ host, port }, networkAddresses(), basePath);
    return { running: await listInstances(paths, { now }), urls };
  };
}

/** The dependencies of the handlers. */
function handlersDeps(
  foundation: Foundation,
  engine: Engine,
  services: Services,
  catalog: ReturnType<typeof openCatalog>,
  options: DaemonOptions,
) {
  const { db, leases, log, paths, now, config, changes, environment, platform } = foundation;
  const { fileSearch, files, opener, pullRequests, search } = services;
  const timeZone = foundation.timeZone.name;
  return {
    ...engine,
    lists: createSessionLists({ db, leases, log, pullRequests }),
    inbox: createInbox({ db, leases }),
    exports: openExports({
      known: foundation.secrets,
      paths,
      leases,
      now,
      contextLimit: (alias) => engine.models.contextLimit(alias),
      env: options.env,
      layers: foundation.layers,
      version: options.version,
      platform,
      transcripts: () => engine.sessions.transcripts(),
      openMedia: (id, fileId) => engine.sessions.openMedia(id, fileId),
      userHome: options.userHome,
    }),
    gui: createGuiStore(db),
    inputHistory: createInputHistory(paths, foundation.secrets.hide),
    account: foundation.account,
    spending: createSpendingReader(
      db,
      timeZone,
      createBudgetReader({ db, settings: foundation.settings, now, timeZone }),
    ),
    config,
    changes,
    directory: catalog.directory,
    imports: catalog.imports,
    providers: createProviders({
      config,
      changes,
      env: options.env,
      wasRefused: foundation.uses.wasRefused,
      refreshers: [loginRefresher(foundation.account), ...importRefreshers(catalog.renewal)],
      renamed: (pairs) => engine.renamed.note(pairs),
      notify: notifyRefreshed(log),
    }),
    serverLogins: openServerLogins(foundation, engine.trust),
    mcp: services.mcp,
    userHome: options.userHome,
    startedIn: options.cwd,
    environment,
    files,
    fileSearch,
    pullRequests,
    opener,
    grepLimitMs: options.grepLimitMs ?? 30_000,
    now,
    meta: metaOf(options, foundation.serverId, foundation.startedAt),
    search,
    features: featuresOf(db, foundation.place, search, engine.runtimes),
    memory: createMemory(db, paths.database),
  };
}

function credentialsOf(paths: HomePaths, env: DaemonOptions['env'], warn: (problem: string) => void): Credentials {
  const reader = createTokenReader(paths, warn);
  const password = env['AGENT_CODE_PASSWORD'] || undefined;
  const known = oncePerPass(() => reader.current());
  return {
    accepts(token) {
      const current = known();
      return (
        (current !== undefined && sameSecret(token, current)) || (password !== undefined && sameSecret(token, password))
      );
    },
    problem: () => reader.problem(),
  };
}

interface OpenExportsOptions extends Omit<ExportsDeps, 'secrets' | 'origin'> {
  /** the server's secrets */
  known: Secrets;
  env: Environment;
  layers: Pick<Layers, 'tokenVariables'>;
  version: string;
  platform: string;
}

function openExports({ known, env, layers, version, platform, ...deps }: OpenExportsOptions): Exports {
  const origin = { version, env, platform, program: process.argv[1] ?? '' };
  const secrets = (cwd: string): string[] => [
    ...known.values(),
    ...[...layers.tokenVariables({ root: rootOf(cwd), cwd })].map((name) => env[name] ?? ''),
    ...storedSecrets(deps.paths),
  ];
  return createExports({ ...deps, origin, secrets });
}

/** Terminals exist only on binds that no other machine can reach. */
const refuseTerminal = (): never => {
  throw new ApiError('TERMINAL_NOT_FOUND');
};
const noTerminals: Feed['terminals'] = {
  find: refuseTerminal,
  write: refuseTerminal,
  resize: refuseTerminal,
  close: refuseTerminal,
};

/** `isLoopback`: only this machine can connect. */
function openFeed(deps: {
  hub: Hub;
  log: Log;
  store: Pick<Store, 'ref'>;
  others: Pick<Others, 'caughtUp'>;
  sessions: Sessions;
  config: LiveConfig;
  changes: ConfigChanges;
  files: Feed['files'];
  hostFiles: HostFileOffers;
  isLoopback: boolean;
}): Feed {
  const { hub, log, store, others, sessions, config, changes, files, hostFiles, isLoopback } = deps;
  return {
    hub,
    log,
    find: (id) => store.ref(id),
    caughtUp: (read) => others.caughtUp(read),
    repair: async (id) => sessions.repair(id),
    localized: (payload) => localized(config, changes, payload),
    statuses: (id) => sessions.statuses(id),
    inflight: (id) => sessions.inflight(id),
    files,
    transcripts: () => sessions.transcripts(),
    offerHostFiles(id, offer) {
      sessions.changeableRow(id);
      return hostFiles.offer(id, offer);
    },
    abortPrompt: async (id, promptId) => sessions.abortFrame(id, promptId),
    terminals: isLoopback ? sessions.terminals : noTerminals,
  };
}

type Memory = Omit<DebugMemoryData, 'sessions_loaded' | 'connections'>;

/** Monitors the event loop only after the first call, so that a server without such calls has no overhead. */
function createMemory(db: Db, path: string): () => Memory {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  return () => {
    if (!delay) (delay = monitorEventLoopDelay({ resolution: 10 })).enable();
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const lag = delay.count === 0 ? 0 : delay.max / 1e6;
    delay.reset();
    return {
      rss,
      heap_used: heapUsed,
      heap_total: heapTotal,
      external,
      event_loop_lag_ms: Math.max(0, lag),
      db: {
        page_count: Number(db.pragma('page_count', { simple: true })),
        page_size: Number(db.pragma('page_size', { simple: true })),
        wal_bytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      },
    };
  };
}

/** The catalog of a server: its directory, imports and refreshes. */
function openCatalog(
  { now, config, changes, log, outward }: Foundation,
  options: DaemonOptions,
): { directory: Directory; imports: Imports; renewal: Renewal } {
  const url = options.env['AGENT_CODE_CATALOG_URL']?.trim();
  const directory = createDirectory({
    ...(url ? { url } : {}),
    fetch: outward.fetch,
    now,
    loadSnapshot: options.loadSnapshot ?? loadSnapshot,
  });
  const imports = createImports({
    directory,
    changes,
    fetch: outward.fetch,
    changed: (changed) =>
      void log.appendGlobal({
        type: 'event.model_catalog.changed',
        agentId: 'main',
        changed,
        unchanged: [],
        failed: [],
      }),
  });
  const renewal = createRenewal({
    directory,
    changes,
    document: () => config.document(),
    fetch: outward.fetch,
  });
  return { directory, imports, renewal };
}
