/** startDaemon: builds the parts of the daemon in order, listens, registers, and stops everything again. */
import type { RunningDaemon } from '../schemas/host.js';
import { instanceUrl } from '../schemas/instances.js';
import { openDaemon, type Daemon } from './compose.js';
import type { DaemonOptions } from './compose/options.js';
import { homePaths, prepareHome, type HomePaths } from './home/paths.js';
import { environmentFingerprint, listInstances, registerInstance, type Registration } from './home/instances.js';
import { ensureToken } from './home/token.js';
import type { Address } from './http/server.js';

export { closeInherited } from './base/process/guard.js';
export type { RunningDaemon } from '../schemas/host.js';
export type { DaemonOptions } from './compose/options.js';

/** How long a graceful stop may take (engine.md 19). */
const stopMs = 10_000;
/** Milliseconds after the start at which the first requests have probably arrived. */
const warmUpMs = 250;

/** Rejects with an error whose message is for the user when the daemon cannot start. */
export async function startDaemon(options: DaemonOptions): Promise<RunningDaemon> {
  const paths = homePaths(options.home);
  await prepareHome(paths);
  const token = await ensureToken(paths);
  const daemon = openDaemon(options, paths);
  let registration: Registration | undefined;
  let stopping: Promise<void> | undefined;
  let finish: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const close = (deadlineMs = stopMs): Promise<void> => {
    if (stopping && deadlineMs < stopMs) void daemon.http.stop(deadlineMs);
    stopping ??= (async () => {
      await registration?.remove();
      await daemon.close(deadlineMs);
      finish();
    })();
    return stopping;
  };
  daemon.onShutdown(() => void close());
  try {
    // Register first, so that a client that gets an answer also finds the server in the registry, can use and stop it.
    const wanted = { host: options.host, port: options.port, socket: options.socket };
    const address = await daemon.http.listen(wanted, async (bound) => {
      daemon.leases.announce(instanceUrl(bound));
      registration = await register(bound, paths, daemon, options);
      daemon.sessions.start();
      daemon.search.start();
      daemon.uploads.start();
      daemon.registries.start();
    });
    sweepRegistry(paths, daemon);
    if (options.lifetime === 'web') warmUp(options);
    const { host, port, socket } = address;
    daemon.logger.info('listening', { host, port, socket, server_id: daemon.serverId, version: options.version });
    return {
      serverId: daemon.serverId,
      baseUrl: instanceUrl(address),
      host,
      port,
      ...(socket !== undefined && { socket }),
      token: options.dangerousBypassAuth ? undefined : token,
      logFile: paths.logFile,
      warnings: daemon.warnings,
      close,
      closed,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}

function register(
  { host, port, socket }: Address,
  paths: HomePaths,
  { serverId, startedAt, now, logger }: Daemon,
  { version, lifetime, env, basePath }: DaemonOptions,
): Promise<Registration> {
  return registerInstance(
    paths,
    {
      server_id: serverId,
      pid: process.pid,
      host,
      port,
      ...(socket !== undefined && { socket }),
      started_at: startedAt,
      host_version: version,
      lifetime,
      env_fingerprint: environmentFingerprint(env),
      base_path: basePath,
    },
    { now, onError: (error) => logger.warn('the instance file could not be written or removed', { err: error }) },
  );
}

/** Loads what the first prompt would wait for: the platform's HTTP client (20 to 40 ms) and its time zones (12 ms). */
function warmUp({ fetch: given }: DaemonOptions): void {
  setTimeout(() => {
    if (given === undefined) void new Headers();
    Intl.DateTimeFormat().resolvedOptions();
  }, warmUpMs).unref();
}

/** Removes registry files of dead daemons; runs in the background. */
function sweepRegistry(paths: HomePaths, { now, logger }: Daemon): void {
  listInstances(paths, { now }).catch((error: unknown) =>
    logger.warn('the registry could not be swept', { err: error }),
  );
}
