/** Servers of tools, as one daemon reaches them: what is configured, and the logins to them in the home. */
import { join } from 'node:path';
import { guarded, lost, reasonOf, said } from '../accounts/outgoing.js';
import type { LiveConfig } from '../config/config.js';
import { isLoopback } from '../config/endpoints.js';
import { createLock } from '../config/lock.js';
import { createSharedFile } from '../config/sharedfile.js';
import { removeFileWhole, replaceFileAtomic, writeFileLasting } from '../home/atomic.js';
import type { Logger } from '../home/logs.js';
import type { HomePaths } from '../home/paths.js';
import { createConnections, type Connections } from '../mcp/connect.js';
import { type ConfiguredFile, readConfigured } from '../mcp/configured.js';
import { createManagedServers, type ManagedServers } from '../mcp/managed.js';
import { createLogins, type Logins, type LoginsDeps } from '../mcp/oauth.js';
import { createUserFile } from '../mcp/userfile.js';
import type { Trust } from '../sessions/trust.js';
import { releaseGroup, spawnGuarded } from '../tools/guard.js';
import { findRoot } from '../workspace/instructions.js';
import { resolveReal } from '../workspace/paths.js';
import { plainText } from '../workspace/visible.js';
import { pause } from './system.js';

/** What is configured, for those who manage it. */
export function openManagedServers({
  paths,
  now,
  trust,
}: {
  paths: HomePaths;
  now(): number;
  trust: Trust;
}): ManagedServers {
  const { mcpFile: path, mcpLock: lockFile } = paths;
  const file = createSharedFile({ path, lockFile, now, replace: replaceFileAtomic });
  /** later ones count more */
  async function filesOf(cwd: string | undefined): Promise<ConfiguredFile[]> {
    const own = [{ path }];
    if (cwd === undefined || !(await trust.isTrusted(cwd))) return own;
    const directory = resolveReal(cwd);
    const root = await findRoot(directory);
    const ofProject = [
      { path: join(root, '.mcp.json'), base: root },
      { path: join(directory, '.agent-code', 'mcp.json'), base: directory },
    ];
    // where somebody works in the directory of the home, its file is that of the user
    return [...own, ...ofProject.filter((each) => resolveReal(each.path) !== resolveReal(path))];
  }
  return createManagedServers({
    userPath: path,
    user: createUserFile(file),
    configured: async (cwd) => readConfigured(await filesOf(cwd)),
  });
}

/** Milliseconds that a renewal of somebody else may take. */
const mostWaiting = 60_000;

export function openLogins(deps: {
  paths: HomePaths;
  logger: Logger;
  now(): number;
  /** everything that must not be told */
  secrets(): readonly string[];
  fetch: typeof fetch;
  sleep?: LoginsDeps['sleep'];
  newId(): string;
}): Logins {
  const { paths, now } = deps;
  const options = { mostWaiting, message: 'another program has been using the login to this server' };
  return createLogins({
    directory: paths.serverCredentials,
    lock: (name) => createLock(join(paths.server, `mcp-${name}.lock`), options),
    writeFile: writeFileLasting,
    removeFile: removeFileWhole,
    fetch: guarded(deps.fetch),
    stream: deps.fetch,
    headers: ({ headers }) => headers,
    reasonOf,
    lost,
    said: (text) => said(text, deps.secrets()),
    isLoopback,
    clientName: 'agent',
    now,
    sleep: deps.sleep ?? pause,
    newId: deps.newId,
    log: deps.logger.module('mcp'),
  });
}

/** Connections of all sessions of this daemon; closed before it ends, as programs end with theirs. */
export function openConnections({
  config,
  logger,
  version,
  ...deps
}: {
  fetch: typeof fetch;
  config: LiveConfig;
  logger: Logger;
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  version: string;
}): Connections {
  return createConnections({
    ...deps,
    settings: () => config.current().mcp,
    identity: () => ({ name: config.current().identity.slug, version }),
    launch: { start: spawnGuarded, release: releaseGroup },
    plain: plainText,
    warn: (message, error) => (error === undefined ? logger.warn(message) : logger.error(message, { err: error })),
  });
}
