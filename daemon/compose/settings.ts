/** Settings of sessions, from the configuration in effect. */
import { createHookTable } from '../agent/hooks/table.js';
import { parseRule, ruleOf, type Rule } from '../agent/permission/rules.js';
import type { LiveConfig } from '../config/config.js';
import type { EffectiveConfig } from '../config/effective.js';
import type { Settings } from '../sessions/deps.js';

/** Bytes of what the configuration counts in. */
const MB = 1024 * 1024;

export function checkRule(text: string): string | undefined {
  const rule = parseRule(text);
  return 'error' in rule ? rule.error : undefined;
}

/** Settings of the configuration in effect; parsed rules are kept as long as it stays the same. */
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
    ...(from.subagent.timeoutMs === undefined ? {} : { subagentTimeoutMs: from.subagent.timeoutMs }),
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
    skills: {
      extra: from.extra_skill_dirs,
      mergeAll: from.merge_all_available_skills,
      builtin: from.builtin_product_skills,
    },
    extraAgentDirs: from.extra_agent_dirs,
    secretVariables: new Set(config.secretVariables()),
  };
}

/** Which tools are on: some need a part of the program that may be off, or a service. */
function toolsOf({ tools, cron, services }: EffectiveConfig): Settings['tools'] {
  const missing = [...(cron.enabled ? [] : ['Cron*']), ...(services.search ? [] : ['WebSearch'])];
  return { ...tools, disabled: [...tools.disabled, ...missing] };
}

function rulesOf({ permission }: EffectiveConfig): Rule[] {
  const long = (permission.rules ?? []).map(({ decision, pattern, reason }) => ruleOf(decision, pattern, reason));
  const short = (['allow', 'deny', 'ask'] as const).flatMap((decision) =>
    (permission[decision] ?? []).map((text) => ruleOf(decision, text)),
  );
  return [...long, ...short].flatMap((rule) => ('error' in rule ? [] : [rule]));
}
