/** What the requests of an agent use: its model, its tools, and how full its context is. */
import { assumedWindow, estimateBase, triggerOf, windowAfterOverflow, type Fill } from '../../agent/fill.js';
import type { ModelBinding } from '../../agent/turn.js';
import { ApiError } from '../../errors.js';
import { mayLeave } from '../runtimes/containment.js';
import { leavingTool } from '../../tools/bash.js';
import type { Tool } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import { capabilitiesOf, modelOf, toolAllowed, toolsOf } from './gate.js';
import type { Servers } from '../mcp/servers.js';
import type { LiveAgent, LiveSession } from '../live/state.js';

type Deps = Pick<SessionDeps, 'models' | 'settings' | 'tools'> & { servers: Pick<Servers, 'tools'> };

/** `effort`: the requested thinking effort. Throws ApiError 40110 to 40113 when no model is ready. */
export async function bindModel(
  { models }: Pick<Deps, 'models'>,
  session: LiveSession,
  agent: LiveAgent,
  effort = session.thinking,
): Promise<ModelBinding> {
  let alias = modelOf(session, agent);
  if (alias === '') {
    const choice = models.choose();
    if ('error' in choice) throw failed(choice);
    alias = choice.alias;
  }
  const ready = models.ready(alias);
  if ('error' in ready) throw failed(ready);
  const thinking = ready.thinking(effort);
  return {
    alias: ready.alias,
    model: ready.model,
    family: `${ready.provider.protocol}:${ready.model}`,
    provider: ready.provider,
    keepThinking: ready.keepThinking,
    imageInput: ready.capabilities.includes('image_in'),
    videoInput: ready.capabilities.includes('video_in'),
    isLocal: ready.isLocal,
    toolUse: ready.capabilities.includes('tool_use'),
    ...(thinking === undefined ? {} : { thinking }),
    ...(ready.maxOutputTokens === undefined ? {} : { maxOutputTokens: ready.maxOutputTokens }),
    ...(ready.temperature === undefined ? {} : { temperature: ready.temperature }),
    ...(ready.topP === undefined ? {} : { topP: ready.topP }),
    ...(ready.price === undefined ? {} : { price: ready.price }),
  };
}

function failed(failure: {
  error: ConstructorParameters<typeof ApiError>[0];
  message?: string;
  details?: unknown;
}): ApiError {
  return new ApiError(failure.error, {
    ...(failure.message === undefined ? {} : { message: failure.message }),
    ...(failure.details === undefined ? {} : { details: failure.details }),
  });
}

/** Tools that are offered to an agent. */
export function offeredTools(deps: Deps, session: LiveSession, agent: LiveAgent): readonly Tool[] {
  const offered = allowed(deps, session, agent, [...deps.tools, ...deps.servers.tools(session)]);
  if (!mayLeave(session, agent)) return offered;
  return offered.map((tool) => (tool.name === 'Bash' ? leavingTool(tool) : tool));
}

/** The tool that a call names: an offered one, or one of a server that has failed since. */
export function calledTool(
  deps: Deps & { servers: Pick<Servers, 'failedTools'> },
  session: LiveSession,
  agent: LiveAgent,
  name: string,
): Tool | undefined {
  const isIt = (tool: Tool): boolean => tool.name === name;
  return (
    offeredTools(deps, session, agent).find(isIt) ??
    allowed(deps, session, agent, deps.servers.failedTools(session).filter(isIt))[0]
  );
}

function allowed(deps: Deps, session: LiveSession, agent: LiveAgent, tools: readonly Tool[]): readonly Tool[] {
  const { kind, binding, depth } = agent;
  const own = { kind, binding, depth, tools: toolsOf(session, agent) };
  const taken = capabilitiesOf(deps.models, modelOf(session, agent));
  const configured = deps.settings().tools;
  return tools.filter((tool) => toolAllowed(tool, own, configured, taken));
}

/** How full the context is, by the provider's last count and an estimate of what came later (engine.md 9, 10.1). */
export function fillOf(deps: Deps, session: LiveSession, agent: LiveAgent): Fill {
  const { anchor, gauge } = agent;
  const alias = modelOf(session, agent);
  const window = Math.min(
    deps.models.contextLimit(alias) ?? assumedWindow,
    gauge.seen.get(alias) ?? Number.POSITIVE_INFINITY,
    deps.models.local.window(alias) ?? Number.POSITIVE_INFINITY,
  );
  const base = () => estimateBase(agent.rendered, offeredTools(deps, session, agent));
  return {
    used: (anchor?.tokens ?? base()) + gauge.later,
    window,
    trigger: triggerOf(window, deps.settings().compaction),
    base,
    last: gauge.last,
  };
}

export function noteOverflow(deps: Deps, session: LiveSession, agent: LiveAgent): void {
  agent.gauge.seen.set(modelOf(session, agent), windowAfterOverflow(fillOf(deps, session, agent).used));
}
