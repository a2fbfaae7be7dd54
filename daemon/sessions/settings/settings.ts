/** Settings of a session that a client changes: model, thinking, mode, plan, tools, directories (rest.md 9.4). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { AgentConfigInput } from '../../../schemas/generated/types.js';
import { newPlan } from '../../tools/plans.js';
import { ApiError, invalid } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';

export interface Wishes extends AgentConfigInput {
  disabled_tools?: string[];
}

/** Only the known keys of a configuration: bodies also hold unknown keys, which are ignored. */
export function configWishes({
  model,
  thinking,
  permission_mode,
  plan_mode,
  system_prompt,
  tools,
  mcp_servers,
}: AgentConfigInput): Wishes {
  return { model, thinking, permission_mode, plan_mode, system_prompt, tools, mcp_servers };
}

/** The same for what comes along with a prompt. */
export function promptWishes({ model, thinking, permission_mode, plan_mode, disabled_tools }: Wishes): Wishes {
  return { model, thinking, permission_mode, plan_mode, disabled_tools };
}

/** Events that apply the requested settings; throws before anything is changed when one of them is invalid. */
export function settingEvents(
  deps: Pick<SessionDeps, 'models' | 'sessionDirectory'>,
  session: LiveSession,
  wishes: Wishes,
): NewEvent[] {
  const main = session.agents.get('main');
  if (!main) throw new ApiError('SESSION_NOT_FOUND');
  const agentId = 'main';
  const events: NewEvent[] = [];
  if (wishes.model !== undefined && wishes.model !== '') {
    if (!deps.models.exists(wishes.model))
      throw new ApiError('MODEL_NOT_FOUND', { message: `no model with the alias ${wishes.model}` });
    if (wishes.model !== session.model.alias || !session.model.named)
      events.push({ type: 'model.changed', agentId, model: wishes.model, named: true });
  }
  if (wishes.thinking !== undefined && wishes.thinking !== session.thinking) {
    events.push({ type: 'thinking.changed', agentId, thinking: wishes.thinking });
  }
  if (wishes.permission_mode !== undefined && wishes.permission_mode !== session.mode) {
    events.push({ type: 'permission.mode.changed', agentId, mode: wishes.permission_mode });
  }
  if (wishes.plan_mode !== undefined && wishes.plan_mode !== main.memory.plan.active) {
    const plan = wishes.plan_mode ? newPlan(deps.sessionDirectory(session.ref.id)) : {};
    events.push({ type: 'plan.changed', agentId, active: wishes.plan_mode, ...plan });
  }
  if (wishes.system_prompt !== undefined) {
    if (main.entries.length > 0 || main.turn)
      throw invalid('agent_config.system_prompt', 'can only be set while the session has no message');
    events.push({ type: 'agent.bound', agentId, profile: main.binding.name, systemPrompt: wishes.system_prompt });
  }
  const { tools, disabled_tools: disabled, mcp_servers: servers } = wishes;
  if (tools !== undefined || disabled !== undefined || servers !== undefined) {
    const allow = tools ?? main.tools.allow;
    const mcpServers = servers ?? main.tools.mcpServers;
    events.push({
      type: 'tools.changed',
      agentId,
      disabled: disabled ?? main.tools.disabled,
      ...(allow === undefined ? {} : { allow }),
      ...(mcpServers === undefined ? {} : { mcpServers }),
    });
  }
  return events;
}
