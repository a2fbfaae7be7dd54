/** Explains how a call would be decided in a session or a new one, without running anything (additions.md A10). */
import { isAbsolute } from 'node:path';
import type { ExplainPermissionBody, ExplainPermissionData } from '../../../schemas/generated/types.js';
import { copyOf } from '../../agent/arguments.js';
import { judge } from '../../agent/permission/decide.js';
import { leavesByRule } from '../../agent/permission/sandbox.js';
import { isReadOnlyAgent } from '../../agent/profiles.js';
import { explainCommands, sourceOf } from '../../agent/permission/explain.js';
import type { PermissionPolicy } from '../../agent/permission/policy.js';
import { ruleOf, type Rule } from '../../agent/permission/rules.js';
import { canonicalDirectories } from '../../base/fs/paths.js';
import { ApiError, invalid } from '../../errors.js';
import { ToolFailure, type Subject, type Tool } from '../../tools/tool.js';
import { chooseAgent } from '../agents/profiles.js';
import type { SessionDeps } from '../deps.js';
import { freshSession } from '../live/fresh.js';
import { createLoader } from '../live/load.js';
import type { Registry } from '../live/registry.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import type { Messages } from '../messages/messages.js';
import { mainOf } from '../undo/undo.js';
import { localDirectories } from '../workspaces/directories.js';
import { containmentOf, containmentInput } from '../runtimes/containment.js';
import { calledTool } from './binding.js';
import { policyOf } from './gate.js';

/** Throws VALIDATION_FAILED, SESSION_NOT_FOUND. */
export type Explain = (request: ExplainPermissionBody) => Promise<ExplainPermissionData>;

export function createExplain(deps: SessionDeps, registry: Registry, messages: Messages): Explain {
  const loader = createLoader(deps.db, messages);
  const { servers } = registry;

  /** Returns the session in memory, or a temporary copy from storage: loading the copy takes no ownership. */
  async function stored(id: string): Promise<LiveSession> {
    const row = deps.store.row(id);
    if (!row) throw new ApiError('SESSION_NOT_FOUND');
    if (!registry.loaded(id)) await messages.loadTexts(row);
    return registry.loaded(id) ?? loader.load(row, deps.now());
  }

  /** A session as it would be created in a directory, as far as permissions need it. */
  async function hypotheticalSession(given: string): Promise<LiveSession> {
    if (!isAbsolute(given) || given.includes('\0')) throw invalid('cwd', 'must be an absolute path');
    const [cwd] = canonicalDirectories([given]).directories;
    if (cwd === undefined) throw invalid('cwd', `no directory at ${given}`);
    const { binding } = await chooseAgent(deps, cwd, {});
    const { directories } = await localDirectories(deps, cwd);
    const { defaultMode, defaultPlanMode, defaultRuntime } = deps.settings();
    const session = freshSession(
      {
        ref: { key: 0, id: deps.newId('session'), epoch: '' },
        workspaceId: '',
        cwd,
        mode: defaultMode,
        runtimeId: defaultRuntime,
        launchRules: [],
        launchEnv: {},
        givenServers: new Map(),
        clientType: 'api',
      },
      binding,
      deps.now(),
    );
    session.workspace = canonicalDirectories([cwd, ...directories]).directories;
    session.model.alias = binding.model !== undefined && deps.models.exists(binding.model) ? binding.model : '';
    mainOf(session).memory.plan.active = defaultPlanMode;
    return session;
  }

  /** What the call touches, determined in the same way as before a permission decision. */
  async function subjectOf(
    tool: Tool,
    given: Record<string, unknown>,
    session: LiveSession,
    main: LiveAgent,
    { mode, plan }: Pick<PermissionPolicy, 'mode' | 'plan'>,
  ): Promise<Subject> {
    // the check fills in defaults
    const input = copyOf(given);
    const fault = tool.faultOf(input);
    if (fault !== undefined) throw invalid('input', fault);
    const context = registry.turns.toolContext(session, main);
    try {
      const { subject } = await tool.plan(input, { ...context, mode, memory: { ...context.memory, plan } });
      return subject;
    } catch (error) {
      if (error instanceof ToolFailure) throw invalid('input', error.message);
      throw error;
    }
  }

  return async (request) => {
    const { session_id: id, cwd, tool: name, input } = request;
    if (id !== undefined && cwd !== undefined) throw invalid('cwd', 'not together with session_id');
    const given = request.rules?.map(ruleGiven);
    const present = id === undefined ? await hypotheticalSession(cwd ?? deps.userHome) : await stored(id);
    // changes only a copy
    const session = { ...present, runtimeId: request.runtime_id ?? present.runtimeId };
    const main = mainOf(session);
    const tool = [...deps.tools, ...servers.tools(session), ...servers.failedTools(session)].find(
      (each) => each.name === name,
    );
    if (!tool) throw invalid('tool', `there is no tool ${name}`);
    const isOffered = calledTool({ ...deps, servers }, session, main, name) !== undefined;
    const active = request.plan_mode ?? main.memory.plan.active;
    const readsOnly = active || isReadOnlyAgent(main.binding);
    const containment = await containmentOf(deps, { ...containmentInput(session, main), readsOnly });
    const now = policyOf(deps, session, main, request.permission_mode ?? session.mode, containment);
    const policy: PermissionPolicy = {
      ...now,
      plan: { ...now.plan, active },
      tools: isOffered ? now.tools : { ...now.tools, disabled: [...now.tools.disabled, tool.name] },
      rules: given ? { config: given, launch: [], session: [] } : now.rules,
    };
    const call = { tool, subject: await subjectOf(tool, input, session, main, policy) };
    const leaves = call.subject.kind === 'command' && (call.subject.leaves ?? leavesByRule(call.subject, policy));
    if (call.subject.kind === 'command') call.subject = { ...call.subject, leaves };
    const verdict = judge(call, policy);
    // each decision may take all the time for which other work may be blocked
    await new Promise(setImmediate);
    const commands = explainCommands(call, policy, verdict);
    const shown = (rule: Rule | undefined) =>
      rule && {
        rule: {
          decision: rule.decision,
          pattern: rule.text,
          source: given ? ('request' as const) : sourceOf(rule, policy),
        },
      };
    return {
      verdict: verdict.decision,
      step: verdict.step,
      reason: verdict.reason,
      ...shown(verdict.rule),
      danger: verdict.danger,
      ...(call.subject.kind === 'command' && { profile: leaves ? 'full' : containment.profile, leaves }),
      ...(commands && {
        commands: commands.map(({ text, decision, rule }) => ({ text, verdict: decision, ...shown(rule) })),
      }),
    };
  };
}

function ruleGiven({ decision, pattern }: { decision: Rule['decision']; pattern: string }, index: number): Rule {
  const rule = ruleOf(decision, pattern);
  if ('error' in rule) throw invalid(`rules.${index}.pattern`, rule.error);
  return rule;
}
