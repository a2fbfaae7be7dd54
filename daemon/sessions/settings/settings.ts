/** Settings of a session that a client changes: model, thinking, mode, plan, tools, directories (rest.md 9.4). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { AgentConfigInput } from '../../../schemas/generated/types.js';
import { newPlan } from '../../tools/plans.js';
import { ApiError, invalid } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';

export interface RequestedSettings extends AgentConfigInput {
  disabled_tools?: string[];
}

/** Keeps only the known keys of a configuration: bodies may contain unknown keys, which are ignored. */
export function configSettings({
  model,
  thinking,
  permission_mode,
  plan_mode,
  system_prompt,
  tools,
  mcp_servers,
}: AgentConfigInput): RequestedSettings {
  return { model, thinking, permission_mode, plan_mode, system_prompt, tools, mcp_servers };
}

/** Keeps only the known settings of a prompt. */
export function promptSettings({
  model,
  thinking,
  permission_mode,
  plan_mode,
  disabled_tools,
}: RequestedSettings): RequestedSettings {
  return { model, thinking, permission_mode, plan_mode, disabled_tools };
}

/** Events that apply the requested settings; throws before anything is changed when one of them is invalid. */
export function settingEvents(
  deps: Pick<SessionDeps, 'models' | 'sessionDirectory'>,
  session: LiveSession,
  requested: RequestedSettings,
): NewEvent[] {
  const main = session.agents.get('main');
  if (!main) throw new ApiError('SESSION_NOT_FOUND');
  const agentId = 'main';
  const events: NewEvent[] = [];
  if (requested.model !== undefined && requested.model !== '') {
    if (!deps.models.exists(requested.model))
      throw new ApiError('MODEL_NOT_FOUND', { message: `no model with the alias ${requested.model}` });
    if (requested.model !== session.model.alias || !session.model.named)
      events.push({ type: 'model.changed', agentId, model: requested.model, named: true });
  }
  if (requested.thinking !== undefined && requested.thinking !== session.thinking) {
    events.push({ type: 'thinking.changed', agentId, thinking: requested.thinking });
  }
  if (requested.permission_mode !== undefined && requested.permission_mode !== session.mode) {
    events.push({ type: 'permission.mode.changed', agentId, mode: requested.permission_mode });
  }
  if (requested.plan_mode !== undefined && requested.plan_mode !== main.memory.plan.active) {
    const plan = requested.plan_mode ? newPlan(deps.sessionDirectory(session.ref.id)) : {};
    events.push({ type: 'plan.changed', agentId, active: requested.plan_mode, ...plan });
  }
  if (requested.system_prompt !== undefined) {
    if (main.entries.length > 0 || main.turn)
      throw invalid('agent_config.system_prompt', 'can only be set while the session has no message');
    events.push({ type: 'agent.bound', agentId, profile: main.binding.name, systemPrompt: requested.system_prompt });
  }
  const { tools, disabled_tools: disabled, mcp_servers: servers } = requested;
  if (tools !== undefined || disabled !== undefined || servers !== undefined) {
    const allow = tools ?? main.tools.allow;
    const mcpServers = servers ?? main.tools.mcpServers;
    events.push({
      type: 'tools.changed',
      agentId,
      disabled: disabled ?? main.tools.disabled,
      ...(allow === undefined ? {} : { allow }),
      mcpServers,
    });
  }
  return events;
}
