/** The current permissions of an agent: modes, rules, directories (engine.md 6). */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gate } from '../../agent/gate.js';
import type { Models } from '../../agent/models.js';
import { createGate as gateOf, isToolOn } from '../../agent/permission/decide.js';
import type { PermissionPolicy } from '../../agent/permission/policy.js';
import { ruleOf, type Rule } from '../../agent/permission/rules.js';
import { shellsOf } from '../../agent/permission/shells.js';
import { bindingAllows, isReadOnlyAgent, maxAgentDepth } from '../../agent/profiles.js';
import type { Tool } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import {
  containmentNow,
  containmentOf,
  sandboxPolicy,
  containmentInput,
  type Containment,
} from '../runtimes/containment.js';

/** Waits until it is known how the commands of the agent are contained. */
export async function currentGate(
  deps: SessionDeps,
  session: LiveSession,
  agent: LiveAgent,
  mode: 'manual' | 'yolo' | 'auto',
): Promise<Gate> {
  return createGate(deps, session, agent, mode, await containmentOf(deps, containmentInput(session, agent)));
}

export function createGate(
  deps: SessionDeps,
  session: LiveSession,
  agent: LiveAgent,
  mode: 'manual' | 'yolo' | 'auto',
  containment?: Containment,
): Gate {
  return gateOf(policyOf(deps, session, agent, mode, containment));
}

/** The current policy for permission decisions of an agent. */
export function policyOf(
  deps: SessionDeps,
  session: LiveSession,
  agent: LiveAgent,
  mode: 'manual' | 'yolo' | 'auto',
  containment = containmentNow(deps, containmentInput(session, agent)),
): PermissionPolicy {
  const settings = deps.settings();
  const sandbox = sandboxPolicy(deps, session, containment);
  return {
    mode,
    plan: planOf(session, agent),
    readOnly: isReadOnlyAgent(agent.binding),
    rules: {
      config: settings.rules,
      launch: [...rulesOf('deny', session.launchDenials), ...rulesOf('allow', session.launchRules)],
      session: rulesOf(
        'allow',
        session.rules.map((rule) => rule.pattern),
      ),
    },
    tools: {
      enabled: settings.tools.enabled,
      disabled: [...settings.tools.disabled, ...toolsOf(session, agent).disabled],
    },
    workspace: session.workspace,
    cwd: session.cwd,
    ...(sandbox && { sandbox }),
    shells: shellsOf(deps.shell, session.launchEnv['PATH'] ?? deps.env['PATH']),
    home: deps.home,
    userHome: deps.userHome,
    temporary: { session: join(deps.sessionDirectory(session.ref.id), 'tmp'), system: tmpdir() },
    caseInsensitive: deps.platform === 'darwin' || deps.platform === 'win32',
  };
}

/**
 * Whether a tool is offered to an agent: depends on its binding, the configuration, its allow list, what a client
 * switched off, and the capabilities of its model.
 */
export function toolAllowed(
  tool: Pick<Tool, 'name' | 'mainOnly' | 'needs'>,
  { kind, tools: own, binding, depth }: Pick<LiveAgent, 'kind' | 'tools' | 'binding' | 'depth'>,
  configured: { enabled: string[]; disabled: string[] },
  capabilities: readonly string[] | undefined,
): boolean {
  if (tool.needs && !tool.needs.some((need) => capabilities?.includes(need))) return false;
  // a side agent only answers
  if (kind === 'independent' || !bindingAllows(binding, tool, kind === 'main')) return false;
  const { name } = tool;
  if (name === 'Agent' && (depth >= maxAgentDepth || binding.subagents?.length === 0)) return false;
  if (!isToolOn(name, { enabled: configured.enabled, disabled: [...configured.disabled, ...own.disabled] }))
    return false;
  if (own.allow === undefined) return true;
  return own.allow.length > 0 && isToolOn(name, { enabled: own.allow, disabled: [] });
}

/** The tool settings of an agent; subagents use those that clients set for main. */
export function toolsOf(session: LiveSession, agent: LiveAgent): LiveAgent['tools'] {
  return agent.kind === 'main' ? agent.tools : (session.agents.get('main')?.tools ?? agent.tools);
}

/** Plan mode of an agent; subagents inherit the mode of main, but not its plan file. */
export function planOf(
  session: LiveSession,
  agent: LiveAgent,
): { active: boolean; path?: string; inherited?: boolean } {
  if (agent.kind !== 'sub' || agent.memory.plan.active) return agent.memory.plan;
  return { active: session.agents.get('main')?.memory.plan.active ?? false, inherited: true };
}

/** Alias of an agent's model: of the fallback in its turn, else of a subagent's binding, else of the session. */
export function modelOf(session: LiveSession, agent: LiveAgent): string {
  return agent.turn?.fallback ?? (agent.kind === 'sub' ? agent.binding.model : undefined) ?? session.model.alias;
}

/** The capabilities of a model; an empty alias means the default model. */
export function capabilitiesOf(models: Models, alias: string): readonly string[] | undefined {
  if (alias !== '') return models.capabilities(alias);
  const choice = models.choose();
  return 'alias' in choice ? models.capabilities(choice.alias) : undefined;
}

export function rulesOf(decision: Rule['decision'], patterns: readonly string[]): Rule[] {
  return patterns.flatMap((pattern) => {
    const rule = ruleOf(decision, pattern);
    return 'error' in rule ? [] : [rule];
  });
}
