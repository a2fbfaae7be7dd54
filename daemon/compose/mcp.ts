/** Composes the MCP servers of one daemon: their configuration, connections and logins. */
import type { Management } from '../api/deps.js';
import { guarded, cleanText } from '../base/net/outgoing.js';
import type { LiveConfig } from '../config/config.js';
import { createSharedFile } from '../config/sharedfile.js';
import { watchFile } from '../config/watch.js';
import type { Logger } from '../home/logs.js';
import type { HomePaths } from '../home/paths.js';
import { maskShapes } from '../home/redact.js';
import type { Secrets } from '../home/secrets.js';
import type { Layers } from '../mcp/files/layers.js';
import { createLayerWatches } from '../mcp/files/watching.js';
import { expandValues } from '../mcp/connect/environment.js';
import { chooseServer, createAttempts } from '../mcp/manage/attempts.js';
import { createConnections, type Connections } from '../mcp/connect/connections.js';
import { createInspections } from '../mcp/manage/inspection.js';
import { createManagedServers } from '../mcp/manage/managed.js';
import { createLogins, type Logins, type LoginsDeps } from '../mcp/login/logins.js';
import { createLoginLinks } from '../mcp/login/links.js';
import { createServerLogins, type ServerLogins } from '../mcp/login/servers.js';
import { createUserFile } from '../mcp/files/userfile.js';
import { readWritten, type WrittenDeps } from '../mcp/files/written.js';
import type { ServerRoom } from '../sessions/mcp/room.js';
import type { Trust } from '../sessions/workspaces/trust.js';
import { createServerTools } from '../tools/servertools.js';
import { findRoot } from '../workspace/instructions.js';
import { resolveReal } from '../base/fs/paths.js';
import { plainText } from '../base/text/visible.js';
import type { Foundation } from './foundation.js';
import type { DaemonOptions } from './options.js';
import { pause } from './system.js';

/** Management of the configured servers: list, change, test and inspect them. */
export function openManagement(
  foundation: Foundation,
  { connections, trust }: { connections: Connections; trust: Trust },
  { userHome }: DaemonOptions,
): Management {
  const { paths, now, env, layers, secrets, serverLogins: logins } = foundation;
  const { mcpFile: userPath, mcpLock: lockFile } = paths;
  const files: WrittenDeps = { layers, trust, home: paths.home, placeOf };
  const written = (cwd?: string) => readWritten(files, cwd);
  const hide = (text: string): string => maskShapes(secrets.hide(text));
  const file = createSharedFile({ path: userPath, lockFile, now });
  return {
    servers: createManagedServers({ userPath, user: createUserFile(file), written, mask: hide }),
    inspections: createInspections({ written, logins, userPath, mask: hide, now }),
    attempts: createAttempts({ connections, authOf: logins.auth, env, userHome, plain: plainText, hide }),
    choose: (wanted) => chooseServer(written, wanted),
  };
}

export function openLogins(deps: {
  paths: HomePaths;
  logger: Logger;
  now(): number;
  /** all secrets to mask */
  secrets(): readonly string[];
  fetch: typeof fetch;
  sleep?: LoginsDeps['sleep'];
  newId(): string;
  /** source of the variables in headers */
  env: Readonly<Record<string, string>>;
}): Logins {
  const { paths, now } = deps;
  return createLogins({
    directory: paths.serverCredentials,
    lockDirectory: paths.server,
    fetch: guarded(deps.fetch),
    stream: deps.fetch,
    headers: (entry) => expandValues(entry, deps.env).values,
    cleanText: (text) => cleanText(text, deps.secrets()),
    clientName: 'agent',
    now,
    sleep: deps.sleep ?? pause,
    newId: deps.newId,
    log: deps.logger.module('mcp'),
  });
}

/** Logins of configured servers, for requests without a session. */
export function openServerLogins(
  foundation: { serverLogins: Logins; paths: HomePaths; layers: Layers },
  trust: Trust,
): ServerLogins {
  const { serverLogins: logins, paths, layers } = foundation;
  const files: WrittenDeps = { layers, trust, home: paths.home, placeOf };
  return createServerLogins({ logins, written: (cwd) => readWritten(files, cwd) });
}

/** Connections of all sessions of this daemon. They must be closed before it ends, which ends their programs. */
export function openConnections({
  config,
  logger,
  secrets,
  version,
  ...deps
}: {
  fetch: typeof fetch;
  config: LiveConfig;
  logger: Logger;
  now(): number;
  secrets: Secrets;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  version: string;
}): Connections {
  return createConnections({
    ...deps,
    settings: () => config.current().mcp,
    identity: () => ({ name: config.current().identity.slug, version }),
    plain: (text) => secrets.hide(plainText(text)),
    warn: (message, error) => (error === undefined ? logger.warn(message) : logger.error(message, { err: error })),
  });
}

/** The access of sessions to their MCP servers. */
export function openServerRoom(deps: {
  connections: Pick<Connections, 'open'>;
  layers: Layers;
  logins: Logins;
  logger: Logger;
}): ServerRoom {
  const watchOne = (file: string, onChange: () => void) =>
    watchFile(file, onChange, (message) => deps.logger.warn(message));
  const links = createLoginLinks(deps.logins);
  const watches = createLayerWatches({ layers: deps.layers, watchFile: watchOne });
  return {
    watch: watches.watch,
    open({ entry, changed, ...server }) {
      return links.open(entry, (auth) =>
        deps.connections.open({ ...server, entry, onChange: changed, ...(auth ? { auth } : {}) }),
      );
    },
    toolsOf: createServerTools({ loginOf: links.loginOf }),
  };
}

async function placeOf(directory: string): Promise<{ root: string; cwd: string }> {
  const cwd = resolveReal(directory);
  return { root: await findRoot(cwd), cwd };
}
