/** The sessions of one server and what they work with: models, tools, skills, uploads, terminals. */
import { createModels } from '../agent/models.js';
import { createSkills } from '../agent/skills/catalog.js';
import { createUploads } from '../files/uploads.js';
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
import { tokenSource } from './account.js';
import type { Ground } from './ground.js';
import { openConnections, openServerRoom } from './mcp.js';
import type { DaemonOptions } from './options.js';
import { shellOf } from './system.js';
import { openWeb } from './web.js';

export type Engine = ReturnType<typeof openEngine>;

export function openEngine(ground: Ground, options: DaemonOptions) {
  const { paths, now, sleep, random, db, hub, log, leases, config, logger } = ground;
  const renamed = createRenamedModels(db);
  const models = createModels(config, {
    send: ground.outward.send,
    fetch: ground.outward.fetch,
    now,
    sleep,
    random,
    accessToken: tokenSource(ground.account),
    uses: ground.uses,
    secrets: ground.secrets,
    log: logger.module('models'),
    successor: (alias) => renamed.successor(alias),
  });
  const store = createStore({ db, leases, contextLimit: (alias) => models.contextLimit(alias) });
  const workspaces = createWorkspaces({ db, log, now });
  const trust = createTrust(db, ground.layers, now);
  const uploads = createUploads({
    directory: paths.files,
    rows: createUploadRows(db),
    now,
    warn: (message, facts) => logger.warn(message, facts),
  });
  const connections = openConnections({
    config,
    fetch: ground.outward.fetch,
    logger: logger.module('mcp'),
    now,
    secrets: ground.secrets,
    sleep,
    version: options.version,
  });
  // a process that waits for a session of a project must not outlive its trust
  trust.onChange(connections.endIdle);
  const runtimes = createRuntimes({
    home: paths.home,
    env: options.env,
    platform: ground.platform,
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
    layers: ground.layers,
    mcp: openServerRoom({
      connections,
      layers: ground.layers,
      logins: ground.serverLogins,
      logger: logger.module('mcp'),
    }),
    models,
    settings: ground.settings,
    tools,
    web: openWeb(ground, options),
    uploads,
    terminals: createTerminalHost(),
    runtimes,
    allowAlways: async (pattern) =>
      void (await ground.changes.change(({ document }) => {
        const { permission = {} } = document as { permission?: { allow?: string[] } };
        const allow = [...new Set([...(permission.allow ?? []), pattern])];
        return { wanted: { ...document, permission: { ...permission, allow } }, fields: ['permission'] };
      })),
    hostFiles,
    skills: createSkills(),
    home: paths.home,
    userHome: options.userHome,
    sessionDirectory: (id) => paths.session(id).directory,
    env: ground.env,
    shell: shellOf(options.env),
    shellLimitMs: options.shellLimitMs ?? 120_000,
    platform: ground.platform,
    timeZone: ground.timeZone.name,
    takeZoneProblem: ground.timeZone.takeProblem,
    serverId: ground.serverId,
    logger: logger.module('sessions'),
    now,
    newId: ground.newId,
    sleep,
    random,
  });
  return { models, renamed, store, workspaces, trust, uploads, tools, connections, sessions, hostFiles, runtimes };
}
