/** What requests and sockets work with beside sessions: files, their search and watches, programs, other servers. */
import { createSearch } from '../sessions/search/search.js';
import { createFiles } from '../workspace/files/thread.js';
import { createOpener } from '../workspace/opening/opener.js';
import { createPullRequests } from '../workspace/pullrequests.js';
import { createFileSearch } from '../workspace/search/search.js';
import type { Engine } from './engine.js';
import type { Ground } from './ground.js';
import type { DaemonOptions } from './options.js';
import { openManagement } from './mcp.js';
import { openOthers } from './others.js';
import { openFileWatches } from './watching.js';

export type Desk = ReturnType<typeof openDesk>;

export function openDesk(ground: Ground, engine: Engine, options: DaemonOptions) {
  const { db, leases, serverId, environment, logger, now } = ground;
  return {
    others: openOthers({ ...ground, sessions: engine.sessions, trust: engine.trust }),
    files: createFiles(),
    mcp: openManagement(ground, engine, options),
    fileSearch: createFileSearch({ userHome: options.userHome }),
    fileWatches: openFileWatches(engine, options.watchLimits, logger),
    pullRequests: createPullRequests({ environment, now }),
    opener: createOpener({
      platform: ground.platform,
      environment,
      ...(options.programs === undefined ? {} : { programs: options.programs }),
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
