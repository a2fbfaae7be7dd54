/** Services for requests and sockets besides sessions: files, searches, watches, programs, other servers. */
import { createInboxChanges, type InboxChanges } from '../sessions/interactions/inboxchanges.js';
import { createSearch } from '../sessions/search/search.js';
import { createFiles } from '../workspace/files/thread.js';
import { createOpener } from '../workspace/opening/opener.js';
import { createPullRequests } from '../workspace/pullrequests.js';
import { createFileSearch } from '../workspace/search/search.js';
import type { Engine } from './engine.js';
import type { Foundation } from './foundation.js';
import type { DaemonOptions } from './options.js';
import { openManagement } from './mcp.js';
import type { ApiDeps } from '../api/deps.js';
import { reachOf } from '../api/reach.js';
import type { Feed } from '../http/feed.js';
import { watchedPath } from '../workspace/watch/paths.js';
import { createFileWatches } from '../workspace/watch/watches.js';
import type { WatchLimits } from '../workspace/watch/watchworker.js';
import type { ConfigChanges } from '../config/changes.js';
import type { LiveConfig } from '../config/config.js';
import type { Logger } from '../home/logs.js';
import type { Db } from '../sessions/log/database.js';
import { followOthers, type Others } from '../sessions/peers/elsewhere.js';
import type { Hub } from '../sessions/log/hub.js';
import type { Leases } from '../sessions/peers/leases.js';
import type { Log } from '../sessions/log/log.js';
import { watchOwners } from '../sessions/recovery/orphans.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Trust } from '../sessions/workspaces/trust.js';
import { localized } from './settings.js';

export type Services = ReturnType<typeof openServices>;

export function openServices(foundation: Foundation, engine: Engine, options: DaemonOptions) {
  const { db, leases, serverId, environment, logger, now } = foundation;
  const inboxChanges = createInboxChanges({
    ...foundation,
    failed: (error) => logger.error('changes of the inbox could not be read', { err: error }),
  });
  return {
    others: openOthers({ ...foundation, sessions: engine.sessions, trust: engine.trust, inboxChanges }),
    files: createFiles(),
    mcp: openManagement(foundation, engine, options),
    fileSearch: createFileSearch({ userHome: options.userHome }),
    fileWatches: openFileWatches(engine, options.watchLimits, logger),
    pullRequests: createPullRequests({ environment, now }),
    opener: createOpener({
      platform: foundation.platform,
      environment,
      programs: options.programs,
    }),
    search: createSearch({
      db,
      leases,
      serverId,
      logger: logger.module('search'),
      ...(options.searchIdleMs === undefined ? {} : { idleMs: options.searchIdleMs }),
    }),
  };
}

function openFileWatches(
  stored: Pick<ApiDeps, 'sessions' | 'store'>,
  limits: Partial<WatchLimits> = {},
  logger: { warn(message: string): void },
): Feed['files'] & { close(): Promise<void> } {
  const watches = createFileWatches({ limits, warn: (message) => logger.warn(message) });
  return {
    watch: watches.open,
    locate: async (id, path) => watchedPath(reachOf(stored, id, 'local'), path),
    close: watches.close,
  };
}

function openOthers(deps: {
  db: Db;
  hub: Hub;
  log: Log;
  leases: Leases;
  sessions: Pick<Sessions, 'repair' | 'written'>;
  trust: Pick<Trust, 'reread'>;
  inboxChanges: InboxChanges;
  config: LiveConfig;
  changes: ConfigChanges;
  now(): number;
  logger: Logger;
}): Others {
  const { sessions, trust, inboxChanges, config, changes, logger } = deps;
  const others = followOthers({
    ...deps,
    localized: (payload) => localized(config, changes, payload),
    written: (id) => sessions.written(id),
    committed() {
      trust.reread();
      inboxChanges.publishNew();
    },
    failed: (error) => logger.error('events of other servers could not be read', { err: error }),
  });
  const stopWatching = watchOwners({
    ...deps,
    repair: (id) => sessions.repair(id),
    failed: (error) => logger.error('what a dead server left could not be taken over', { err: error }),
  });
  return {
    caughtUp: (read) => others.caughtUp(read),
    close() {
      stopWatching();
      others.close();
    },
  };
}
