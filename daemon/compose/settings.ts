/** Connects the configuration with its users: settings of sessions, and notifications of clients about changes. */
import type { EventPayload } from '../../schemas/generated/events.js';
import { createHookTable } from '../agent/hooks/table.js';
import { parseRule, ruleOf, type Rule } from '../agent/permission/rules.js';
import { createChanges, type ConfigChanges } from '../config/changes.js';
import type { LiveConfig } from '../config/config.js';
import type { EffectiveConfig } from '../config/effective.js';
import { isManagedId } from '../../schemas/provider-ids.js';
import { watchFile, type FileWatch } from '../config/watch.js';
import { createConfigWriter } from '../config/write.js';
import type { Logger } from '../home/logs.js';
import type { HomePaths } from '../home/paths.js';
import { createAnnounced } from '../sessions/peers/announced.js';
import type { Db } from '../sessions/log/database.js';
import type { Log } from '../sessions/log/log.js';
import type { Settings } from '../sessions/deps.js';

/** Bytes per MB in the configuration. */
const MB = 1024 * 1024;

export function checkRule(text: string): string | undefined {
  const rule = parseRule(text);
  return 'error' in rule ? rule.error : undefined;
}

/** Publishes changes of the configuration, by clients or by hand, to the clients of all servers of the home. */
export function openSettings(deps: {
  config: LiveConfig;
  db: Db;
  log: Log;
  paths: HomePaths;
  userHome: string;
  now(): number;
  logger: Logger;
}): { changes: ConfigChanges; watcher: FileWatch } {
  const { config, paths, logger } = deps;
  const announced = createAnnounced(deps);
  const writer = createConfigWriter({
    path: paths.configFile,
    lockFile: paths.configLock,
    now: deps.now,
  });
  const changes = createChanges({
    config,
    writer,
    checkRule,
    places: { home: paths.home, userHome: deps.userHome },
    notices: {
      changed: (fields, shown, mark) =>
        announced.publish(
          {
            type: 'event.config.changed',
            agentId: 'main',
            changedFields: fields,
            changed_fields: fields,
            config: shown,
          },
          mark,
        ),
      warnings: (warnings, mark) =>
        announced.publish({ type: 'event.config.warning', agentId: 'main', warnings }, mark),
      wasPublished: (mark) => announced.wasPublished('event.config.changed', mark),
    },
  });
  const publishChanges = (): void => {
    try {
      changes.publishChanges();
    } catch (error) {
      logger.error('a change of the configuration could not be reported', { err: error });
    }
  };
  return { changes, watcher: watchFile(paths.configFile, publishChanges, (message) => logger.warn(message)) };
}

/** The configuration that another server published, evaluated in this server's environment. */
export function localized(config: LiveConfig, changes: ConfigChanges, payload: EventPayload): EventPayload {
  if (payload.type !== 'event.config.changed') return payload;
  changes.adoptChanges();
  return { ...payload, config: config.publicConfig() };
}

/** Session settings of the current configuration; cached while it stays the same. */
export function settingsOf(config: LiveConfig): () => Settings {
  let known: { from: EffectiveConfig; settings: Settings } | undefined;
  return () => {
    const from = config.current();
    if (known?.from !== from) known = { from, settings: readSettings(config, from) };
    return known.settings;
  };
}

function readSettings(config: LiveConfig, from: EffectiveConfig): Settings {
  return {
    defaultMode: from.default_permission_mode,
    defaultPlanMode: from.default_plan_mode,
    defaultRuntime: from.default_runtime,
    sandbox: from.sandbox,
    maxStepsPerTurn: from.loop_control.maxStepsPerTurn ?? 0,
    maxAttemptsPerStep: from.loop_control.maxAttemptsPerStep ?? 10,
    compaction: {
      ratio: from.loop_control.compactionTriggerRatio ?? 0.85,
      reserve: from.loop_control.reservedContextSize ?? 50_000,
    },
    tokenCounting: from.token_counting.strategy,
    killGracePeriodMs: from.background.killGracePeriodMs,
    background: from.background,
    cron: from.cron.enabled,
    subagentTimeoutMs: from.subagent.timeoutMs,
    productName: from.identity.name,
    image: from.image,
    rules: rulesOf(from),
    tools: toolsOf(from),
    hooks: createHookTable(from.hooks),
    checkpoints: {
      enabled: from.checkpoints.enabled,
      maxFile: from.checkpoints.maxFileMb * MB,
      maxTotal: from.checkpoints.maxTotalMb * MB,
      maxFiles: from.checkpoints.maxFiles,
    },
    budget: from.budget,
    skills: {
      extra: from.extra_skill_dirs,
      mergeAll: from.merge_all_available_skills,
      builtin: from.builtin_product_skills,
    },
    extraAgentDirs: from.extra_agent_dirs,
    secretVariables: new Set(config.secretVariables()),
  };
}

/** The tool settings; disables tools whose feature is off or whose service is missing. */
function toolsOf({ tools, cron, services, providers }: EffectiveConfig): Settings['tools'] {
  const canSearch = services.search !== undefined || [...providers.keys()].some(isManagedId);
  const missing = [...(cron.enabled ? [] : ['Cron*']), ...(canSearch ? [] : ['WebSearch'])];
  return { ...tools, disabled: [...tools.disabled, ...missing] };
}

function rulesOf({ permission }: EffectiveConfig): Rule[] {
  const long = (permission.rules ?? []).map(({ decision, pattern, reason }) => ruleOf(decision, pattern, reason));
  const short = (['allow', 'deny', 'ask'] as const).flatMap((decision) =>
    (permission[decision] ?? []).map((text) => ruleOf(decision, text)),
  );
  return [...long, ...short].flatMap((rule) => ('error' in rule ? [] : [rule]));
}
