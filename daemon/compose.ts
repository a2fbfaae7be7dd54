/** The composition: creates every part of the server once, base to front, and closes them in reverse order. */
import { openServices } from './compose/services.js';
import { openEngine } from './compose/engine.js';
import { openFront } from './compose/front.js';
import { openFoundation } from './compose/foundation.js';
import { createIdleMemory } from './compose/idlememory.js';
import type { DaemonOptions } from './compose/options.js';
import type { RegistryRefresh } from './compose/refreshing.js';
import { sleepFor } from './compose/system.js';
import type { Uploads } from './files/uploads.js';
import type { Logger } from './home/logs.js';
import type { HomePaths } from './home/paths.js';
import type { HttpServer } from './http/server.js';
import type { Leases } from './sessions/peers/leases.js';
import type { Search } from './sessions/search/search.js';
import type { Sessions } from './sessions/sessions.js';
import { stopsFinished } from './tools/process.js';

/** Minimum milliseconds that a stop gives the account service, however long the rest took. */
const tokenMs = 1_000;

export interface Daemon {
  serverId: string;
  startedAt: number;
  http: HttpServer;
  sessions: Sessions;
  uploads: Uploads;
  search: Search;
  leases: Leases;
  /** rereads the models of registries */
  registries: Pick<RegistryRefresh, 'start'>;
  logger: Logger;
  /** warnings of the configuration at start */
  warnings: readonly string[];
  now(): number;
  /** called once when a client requests a shutdown */
  onShutdown(listener: () => void): void;
  close(deadlineMs: number): Promise<void>;
}

export function openDaemon(options: DaemonOptions, paths: HomePaths): Daemon {
  const foundation = openFoundation(options, paths);
  const engine = openEngine(foundation, options);
  const services = openServices(foundation, engine, options);
  const front = openFront(foundation, engine, services, options);
  const { serverId, startedAt, logger, leases, now } = foundation;
  const { sessions, uploads } = engine;
  const { search } = services;
  const { http, sockets, streams, registries, onShutdown } = front;
  const idleMemory = createIdleMemory({ emptyCaches: () => void foundation.db.pragma('shrink_memory') });

  async function close(deadlineMs: number): Promise<void> {
    const by = now() + deadlineMs;
    foundation.watcher.close();
    idleMemory.close();
    // this also ends logins that wait for the user
    void foundation.serverLogins.close();
    await Promise.race([registries.close(), sleepFor(deadlineMs)]);
    services.pullRequests.close();
    const attempts = Promise.race([services.mcp.attempts.close(), sleepFor(deadlineMs)]);
    await Promise.all([attempts, services.files.close(), services.fileSearch.close(), services.fileWatches.close()]);
    // the next owner repairs a session whose end could not be stored; everything else must stop anyway
    const stopped = sessions
      .stop()
      .catch((error: unknown) => logger.error('sessions could not be put away', { error }));
    await Promise.race([stopped, sleepFor(deadlineMs)]);
    streams.close();
    await Promise.race([
      Promise.all([sockets.close(), stopsFinished(), engine.connections.close(), foundation.outward.close()]),
      sleepFor(Math.max(0, by - now())),
    ]);
    await http.stop(Math.max(0, by - now()));
    // a new token would be lost if the process ended before storing it
    const tokens = Promise.all([foundation.account.close(), foundation.serverLogins.close()]);
    await Promise.race([tokens, sleepFor(Math.max(tokenMs, by - now()))]);
    services.others.close();
    await uploads.close();
    await search.close();
    leases.close();
    foundation.logs.followSessions();
    foundation.db.close();
    logger.info('stopped');
    await foundation.logs.close();
  }

  const warnings = [...foundation.config.warnings(), ...foundation.outward.warnings];
  return {
    serverId,
    startedAt,
    http,
    sessions,
    uploads,
    search,
    leases,
    registries,
    logger,
    warnings,
    now,
    onShutdown,
    close,
  };
}
