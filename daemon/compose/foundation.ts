/** Creates the base of one server: clock, ids, logs, configuration, database and event log. */
import { existsSync } from 'node:fs';
import { ulid } from 'ulid';
import type { Account } from '../accounts/account.js';
import { linkedZone } from '../base/localdate.js';
import { createConfig, type LiveConfig } from '../config/config.js';
import { processAlive } from '../home/instances.js';
import { createLogs } from '../home/logs.js';
import { secretValuesIn } from '../home/redact.js';
import { createSecrets } from '../home/secrets.js';
import { createTokenReader } from '../home/token.js';
import type { HomePaths } from '../home/paths.js';
import { createLayers } from '../mcp/files/layers.js';
import { createRequestIds } from '../http/request-id.js';
import { knownModel } from '../providers/capabilities.js';
import { createUses } from '../providers/uses.js';
import { openDatabase } from '../sessions/log/database.js';
import { createHub } from '../sessions/log/hub.js';
import { createLeases } from '../sessions/peers/leases.js';
import { openVariables } from '../sessions/shells/environment.js';
import { createLog } from '../sessions/log/log.js';
import { createPathGuard } from '../sessions/log/moved.js';
import { createOutward } from '../outward/outward.js';
import type { Logins } from '../mcp/login/logins.js';
import { openAccount } from './account.js';
import { openLogins } from './mcp.js';
import type { DaemonOptions } from './options.js';
import { checkRule, openSettings, settingsOf } from './settings.js';
import { definedOf, pause } from './system.js';

export type Foundation = ReturnType<typeof openFoundation>;

export function openFoundation(options: DaemonOptions, paths: HomePaths) {
  const now = options.now ?? Date.now;
  const serverId = ulid(now()).toLowerCase();
  let account: Account | undefined;
  let serverLogins: Logins | undefined;
  const outward = createOutward(options);
  const { logs, config, secrets } = openRecords(options, paths, now, {
    account: () => account,
    serverLogins: () => serverLogins,
  });
  const { logger } = logs;
  for (const warning of outward.warnings) logger.warn(warning);
  const db = openDatabase({ path: paths.database, warn: (message) => logger.warn(message) });
  const place = createPathGuard(paths.database, (message) => logger.error(message, { path: paths.database }));
  const hub = createHub();
  const nextId = createRequestIds({ now });
  const newId = (prefix: string) => `${prefix}_${nextId().toLowerCase()}`;
  const log = createLog({ db, hub, serverId, timeZone: options.timeZone, now, epoch: () => newId('ep'), ...place });
  const settings = settingsOf(config);
  const login = (account = openAccount(
    { paths, config, changes: () => changes, log, logger, now, fetch: outward.fetch, secrets: () => secrets.forms() },
    options,
  ));
  const env = definedOf(options.env);
  const logins = (serverLogins = openLogins({
    paths,
    logger,
    now,
    fetch: outward.fetch,
    secrets: () => secrets.forms(),
    newId: () => newId('flow'),
    env,
    ...(options.sleep ? { sleep: options.sleep } : {}),
  }));
  const { changes, watcher } = openSettings({ config, db, log, paths, userHome: options.userHome, now, logger });
  const layers = createLayers(paths.home);
  const timeZone = createTimeZone(options, (message) => logger.warn(message));
  return {
    timeZone,
    paths,
    now,
    sleep: options.sleep ?? pause,
    random: options.random ?? Math.random,
    platform: options.platform ?? process.platform,
    serverId,
    startedAt: now(),
    logs,
    logger,
    secrets,
    config,
    db,
    place,
    hub,
    newId,
    log,
    leases: createLeases({ db, serverId, pid: process.pid, now, monotonic: options.monotonic, processAlive }),
    settings,
    changes,
    watcher,
    account: login,
    serverLogins: logins,
    outward,
    uses: createUses(),
    env,
    layers,
    /** environment of programs that run in a directory */
    environment: (directory: string) => openVariables({ env, settings, layers }, directory),
  };
}

/** Collects secrets from configuration and account, and masks them in the logs, which get configuration warnings. */
function openRecords(
  { env, logMirror, userHome }: DaemonOptions,
  paths: HomePaths,
  now: () => number,
  { account, serverLogins }: { account(): Account | undefined; serverLogins(): Logins | undefined },
) {
  let config: LiveConfig | undefined;
  const token = createTokenReader(paths);
  const named = secretValuesIn(env);
  const secrets = createSecrets([
    () => config?.secretValues() ?? [],
    () => account()?.secrets() ?? [],
    () => serverLogins()?.secrets() ?? [],
    () => [token.current() ?? ''],
    () => named,
  ]);
  const logs = createLogs({
    paths,
    env,
    now,
    secrets: secrets.forms,
    mirror: logMirror,
  });
  const detectCapabilities = (model: string) => knownModel(model).capabilities;
  // the configuration is created before the account; until then only the credential file counts
  const hasLogin = () => {
    const login = account();
    return login === undefined ? existsSync(paths.accountFile) : login.status() !== 'unauthenticated';
  };
  const made = (config = createConfig({
    paths,
    env,
    now,
    detectCapabilities,
    hasLogin,
    checkRule,
    places: { home: paths.home, userHome },
    log: logs.logger,
  }));
  return { logs, config: made, secrets };
}

/** The time zone of the server. */
interface ServerTimeZone {
  /** IANA name */
  name(): string;
  /** returns the problem of the environment's time zone, only once */
  takeProblem(): string | undefined;
}

/** Uses UTC for a zone that ICU does not know. Resolved on first use, because ICU takes 12 ms. */
function createTimeZone(
  options: { timeZone?: string; env: Readonly<Record<string, string | undefined>> },
  warn: (message: string) => void,
): ServerTimeZone {
  let known: string | undefined;
  let problem: string | undefined;

  function name(): string {
    if (known !== undefined) return known;
    const isPlain = options.timeZone === undefined && options.env['TZ'] === undefined;
    known = isPlain ? linkedZone() : undefined;
    if (known !== undefined) return known;
    const found = options.timeZone ?? systemZone();
    known = found !== undefined && isZone(found) ? found : 'UTC';
    if (known === found) return known;
    const given = options.timeZone ?? options.env['TZ'];
    problem = `${given === undefined ? 'The time zone of the system' : `The time zone ${JSON.stringify(given)} (TZ)`} is not known: UTC is used instead.`;
    warn(problem);
    // a system without a zone is not the user's mistake
    if (given === undefined) problem = undefined;
    return known;
  }

  return {
    name,
    takeProblem() {
      name();
      const found = problem;
      problem = undefined;
      return found;
    },
  };
}

/** The declared type is string, but with a `TZ` such as `UTC0` there is none. */
function systemZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
