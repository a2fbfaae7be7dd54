/** The composition: every room is made here once, from the outside in, and closed in the reverse order. */
import { basename } from 'node:path';
import { ulid } from 'ulid';
import { createModels } from './agent/models.js';
import { createSkills } from './agent/skills/catalog.js';
import { createHandlers } from './api/index.js';
import { openExports } from './compose/exports.js';
import { openFeed } from './compose/feed.js';
import { createMemory } from './compose/memory.js';
import { documentsOf, featuresOf, metaOf } from './compose/meta.js';
import { openOthers } from './compose/others.js';
import { checkRule, openSettings, settingsOf } from './compose/settings.js';
import { corsOriginsOf, definedOf, listOf, pause, shellOf, sleepUntil } from './compose/system.js';
import { openFileWatches } from './compose/watching.js';
import { openWeb } from './compose/web.js';
import { createConfig, type LiveConfig } from './config/config.js';
import { createUploads, type Uploads } from './files/uploads.js';
import { processAlive } from './home/alive.js';
import { createLogs, type LogLevel, type Logger } from './home/logs.js';
import type { HomePaths } from './home/paths.js';
import { createTokenReader, sameSecret } from './home/token.js';
import { createApp, servedBy } from './http/app.js';
import { createEventStreams } from './http/events.js';
import { createHeartbeat } from './http/heartbeat.js';
import { isLoopbackHost } from './http/hosts.js';
import { createRequestIds } from './http/request-id.js';
import { createHttpServer, type HttpServer } from './http/server.js';
import { createSockets } from './http/sockets.js';
import { knownModel } from './providers/capabilities.js';
import { openDatabase } from './sessions/database.js';
import { createGuiStore } from './sessions/guistore.js';
import { createHub } from './sessions/hub.js';
import { createLeases, type Leases } from './sessions/leases.js';
import { createSessionLists } from './sessions/lists/lists.js';
import { openVariables } from './sessions/live/environment.js';
import { createLog } from './sessions/log.js';
import { createSearch, type Search } from './sessions/search/search.js';
import { createSessions, type Sessions } from './sessions/sessions.js';
import { createStore } from './sessions/store.js';
import { createTrust } from './sessions/trust.js';
import { createUploadRows } from './sessions/uploadrows.js';
import { createWorkspaces } from './sessions/workspaces.js';
import { createTerminalHost } from './terminals/terminals.js';
import { tools as toolsByName } from './tools/index.js';
import { stopsFinished } from './tools/process.js';
import type { Outside } from './web/hosts.js';
import { createFiles } from './workspace/files/thread.js';
import { createOpener, type Programs } from './workspace/opening/opener.js';
import { createFileSearch } from './workspace/search/search.js';
import type { WatchLimits } from './workspace/watch/watchworker.js';
import { createPullRequests } from './workspace/pullrequests.js';

export interface DaemonOptions {
  /** `web`: lives until stopped; `embedded`: ends with this process (cli.md 1.1) */
  lifetime: 'web' | 'embedded';
  host: string;
  /** 0: any free one; a busy one is retried with +1 */
  port: number;
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  userHome: string;
  /** where the program was started */
  cwd: string;
  version: string;
  /** further `Host` values, besides those of `AGENT_CODE_ALLOWED_HOSTS` */
  allowedHosts?: readonly string[];
  /** second copy of the log lines */
  logMirror?: { level: LogLevel; write(line: string): void };
  debugEndpoints?: boolean;
  dangerousBypassAuth?: boolean;
  allowRemoteShutdown?: boolean;
  webTitle?: string;
  /** the outside, for tests; default: that of the process */
  now?(): number;
  fetch?: typeof fetch;
  random?(): number;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  platform?: string;
  timeZone?: string;
  /** milliseconds that a command of a person runs in the foreground */
  shellLimitMs?: number;
  /** milliseconds of one search in the contents of files */
  grepLimitMs?: number;
  /** how much of the disk is watched */
  watchLimits?: Partial<WatchLimits>;
  /** programs that files are opened with */
  programs?: Programs;
  /** milliseconds without a search after which its thread ends */
  searchIdleMs?: number;
  /** milliseconds between two socket heartbeats */
  heartbeatMs?: number;
  /** where names and addresses of the web lead, and how long it may take */
  web?: Partial<Outside>;
}

export interface Daemon {
  serverId: string;
  startedAt: number;
  http: HttpServer;
  sessions: Sessions;
  uploads: Uploads;
  search: Search;
  leases: Leases;
  logger: Logger;
  /** of the configuration, as it was at the start */
  warnings: readonly string[];
  now(): number;
  /** told once when a client asks for the end */
  onShutdown(listener: () => void): void;
  close(deadlineMs: number): Promise<void>;
}

export function openDaemon(options: DaemonOptions, paths: HomePaths): Daemon {
  const now = options.now ?? Date.now;
  const sleep = options.sleep ?? pause;
  const serverId = ulid(now()).toLowerCase();
  const startedAt = now();
  let config: LiveConfig | undefined;
  const logs = createLogs({
    paths,
    env: options.env,
    now,
    secrets: () => config?.secretValues() ?? [],
    ...(options.logMirror === undefined ? {} : { mirror: options.logMirror }),
  });
  const logger = logs.logger;
  const live = (config = createConfig({
    paths,
    env: options.env,
    now,
    detectCapabilities: (model) => knownModel(model).capabilities,
    checkRule,
    log: logger,
  }));
  const db = openDatabase({ path: paths.database, warn: (message) => logger.warn(message) });
  const hub = createHub();
  const nextId = createRequestIds({ now });
  const newId = (prefix: string) => `${prefix}_${nextId().toLowerCase()}`;
  const log = createLog({ db, hub, serverId, now, epoch: () => newId('ep') });
  const leases = createLeases({ db, serverId, pid: process.pid, now, processAlive });
  const models = createModels(live, {
    fetch: options.fetch ?? fetch,
    now,
    sleep,
    random: options.random ?? Math.random,
  });
  const store = createStore({ db, leases, contextLimit: (alias) => models.contextLimit(alias) });
  const workspaces = createWorkspaces({ db, log, now });
  const trust = createTrust(db, now);
  const uploads = createUploads({
    directory: paths.files,
    rows: createUploadRows(db),
    now,
    warn: (message, facts) => logger.warn(message, facts),
  });
  const tools = Object.values(toolsByName);
  // not asked for before the first prompt: it takes 12 ms
  let { timeZone } = options;
  const settings = settingsOf(live);
  const env = definedOf(options.env);
  const environment = (directory: string) => openVariables({ env, settings, home: paths.home }, directory);
  const pullRequests = createPullRequests({ environment, now });
  const sessions = createSessions({
    db,
    log,
    hub,
    leases,
    store,
    workspaces,
    trust,
    models,
    settings,
    tools,
    web: openWeb(live, options, logger.module('web')),
    uploads,
    terminals: createTerminalHost(),
    skills: createSkills(),
    home: paths.home,
    userHome: options.userHome,
    sessionDirectory: (id) => paths.session(id).directory,
    env,
    shell: shellOf(options.env),
    shellLimitMs: options.shellLimitMs ?? 120_000,
    platform: options.platform ?? process.platform,
    timeZone: () => (timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone),
    serverId,
    logger: logger.module('sessions'),
    now,
    newId,
    sleep,
    random: options.random ?? Math.random,
  });

  const { changes, watcher } = openSettings({ config: live, db, log, paths, now, logger });
  const others = openOthers({ db, hub, log, leases, sessions, config: live, changes, now, logger });
  const files = createFiles();
  const fileSearch = createFileSearch({ userHome: options.userHome });
  const fileWatches = openFileWatches({ sessions, store }, options.watchLimits, logger);
  const opener = createOpener({
    platform: options.platform ?? process.platform,
    environment,
    ...(options.programs === undefined ? {} : { programs: options.programs }),
  });
  const isLoopback = isLoopbackHost(options.host);
  const feed = openFeed({ hub, log, store, others, sessions, files: fileWatches, config: live, changes, isLoopback });
  const search = createSearch({
    db,
    leases,
    serverId,
    logger: logger.module('search'),
    ...(options.searchIdleMs === undefined ? {} : { idleMs: options.searchIdleMs }),
  });
  const credentials = credentialsOf(paths, options.env);
  const bypassAuth = options.dangerousBypassAuth ?? false;
  const heartbeat = createHeartbeat(options.heartbeatMs);
  const streams = createEventStreams({ feed, credentials, bypassAuth, heartbeat, now });
  const exposure = {
    bind: { host: options.host, loopback: isLoopback },
    debugEndpoints: options.debugEndpoints ?? false,
    allowRemoteShutdown: options.allowRemoteShutdown ?? false,
  };
  let shutdown: (() => void) | undefined;
  const handlers = createHandlers({
    sessions,
    lists: createSessionLists({ db, leases, log, pullRequests }),
    exports: openExports({
      config: live,
      paths,
      leases,
      now,
      contextLimit: (alias) => models.contextLimit(alias),
      env: options.env,
      version: options.version,
      platform: options.platform ?? process.platform,
    }),
    store,
    workspaces,
    trust,
    gui: createGuiStore(db),
    uploads,
    config: live,
    changes,
    tools,
    userHome: options.userHome,
    environment,
    files,
    fileSearch,
    pullRequests,
    opener,
    grepLimitMs: options.grepLimitMs ?? 30_000,
    now,
    meta: metaOf(options, serverId, startedAt),
    search,
    features: featuresOf(db, search),
    shutdown: () => shutdown?.(),
    connections: () => sockets.connections(),
    memory: createMemory(db, paths.database),
    streamEvents: streams.handler,
    documents: documentsOf(options.version, servedBy(exposure)),
  });
  const app = createApp({
    handlers,
    credentials,
    ...exposure,
    bypassAuth,
    now,
    log: logger.module('http'),
    allowedHosts: [...(options.allowedHosts ?? []), ...listOf(options.env['AGENT_CODE_ALLOWED_HOSTS'])],
    corsOrigins: corsOriginsOf(options.env, logger),
    version: options.version,
    webTitle: options.webTitle ?? basename(options.cwd),
  });
  const http = createHttpServer((req, res) => app.handle(req, res));
  const sockets = createSockets({
    server: http.server,
    checkUpgrade: (req) => app.checkUpgrade(req),
    feed,
    credentials,
    bypassAuth,
    heartbeat,
    serverId,
    version: options.version,
    log: logger.module('sockets'),
    now,
  });

  return {
    serverId,
    startedAt,
    http,
    sessions,
    uploads,
    search,
    leases,
    logger,
    warnings: live.warnings(),
    now,
    onShutdown(listener) {
      shutdown = listener;
    },
    async close(deadlineMs) {
      const by = now() + deadlineMs;
      watcher.close();
      pullRequests.close();
      await Promise.all([files.close(), fileSearch.close(), fileWatches.close()]);
      await Promise.race([sessions.stop(), sleepUntil(deadlineMs)]);
      streams.close();
      await Promise.race([Promise.all([sockets.close(), stopsFinished()]), sleepUntil(Math.max(0, by - now()))]);
      await http.stop(Math.max(0, by - now()));
      others.close();
      await uploads.close();
      await search.close();
      leases.close();
      db.close();
      logger.info('stopped');
      await logs.close();
    },
  };
}

function credentialsOf(paths: HomePaths, env: DaemonOptions['env']): { accepts(token: string): boolean } {
  const reader = createTokenReader(paths);
  const password = env['AGENT_CODE_PASSWORD'] || undefined;
  return {
    accepts(token) {
      const current = reader.current();
      return (
        (current !== undefined && sameSecret(token, current)) || (password !== undefined && sameSecret(token, password))
      );
    },
  };
}
