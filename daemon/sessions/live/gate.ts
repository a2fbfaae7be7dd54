/** Permission as it stands for an agent at this moment: modes, rules, places (engine.md 6). */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gate } from '../../agent/gate.js';
import { createGate as gateOf, isToolOn } from '../../agent/permission/decide.js';
import { ruleOf, type Rule } from '../../agent/permission/rules.js';
import type { SessionDeps } from '../deps.js';
import type { LiveAgent, LiveSession } from './state.js';

export function createGate(
  deps: SessionDeps,
  session: LiveSession,
  agent: LiveAgent,
  mode: 'manual' | 'yolo' | 'auto',
): Gate {
  const settings = deps.settings();
  return gateOf({
    mode,
    plan: agent.memory.plan,
    rules: {
      config: settings.rules,
      launch: allowRules(session.launchRules),
      session: allowRules(session.rules.map((rule) => rule.pattern)),
    },
    tools: {
      enabled: settings.tools.enabled,
      disabled: [...settings.tools.disabled, ...agent.tools.disabled],
    },
    workspace: session.workspace,
    cwd: session.cwd,
    home: deps.home,
    userHome: deps.userHome,
    temporary: { session: join(deps.sessionDirectory(session.ref.id), 'tmp'), system: tmpdir() },
    caseInsensitive: deps.platform === 'darwin' || deps.platform === 'win32',
  });
}

/** Whether a tool is offered to an agent: the configuration, its allow list, and what a client switched off. */
export function toolAllowed(
  name: string,
  own: LiveAgent['tools'],
  configured: { enabled: string[]; disabled: string[] },
): boolean {
  if (!isToolOn(name, { enabled: configured.enabled, disabled: [...configured.disabled, ...own.disabled] }))
    return false;
  if (own.allow === undefined) return true;
  return own.allow.length > 0 && isToolOn(name, { enabled: own.allow, disabled: [] });
}

function allowRules(patterns: readonly string[]): Rule[] {
  return patterns.flatMap((pattern) => {
    const rule = ruleOf('allow', pattern);
    return 'error' in rule ? [] : [rule];
  });
}
