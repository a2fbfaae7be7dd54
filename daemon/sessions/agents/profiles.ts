/** Finds the agents that a session can use, and binds its main agent to one (engine.md 14). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { AgentBinding, AgentProfile, Launch } from '../../../schemas/generated/types.js';
import { discoverAgents, isBuiltinAgent, type FoundAgents } from '../../agent/agentfiles/discover.js';
import { readAgent } from '../../agent/agentfiles/file.js';
import type { Notice } from '../../agent/scan.js';
import { invalid } from '../../errors.js';
import { plainName, plainText } from '../../base/text/visible.js';
import type { SessionDeps } from '../deps.js';

type Deps = Pick<SessionDeps, 'home' | 'userHome' | 'settings'>;

export interface Chosen {
  binding: AgentBinding;
  notices: Notice[];
}

/** All agents for a working directory (canonical path), as their files are now; sorted by name. */
export async function agentsFor(deps: Deps, cwd: string): Promise<FoundAgents> {
  const { home, userHome } = deps;
  return await discoverAgents({ cwd, home, userHome, extra: deps.settings().extraAgentDirs });
}

/** The agent that a request names, or the default one. Throws 40001 for `field` when it is unknown or unusable. */
export async function chooseAgent(
  deps: Deps,
  cwd: string,
  request: { profile?: string | undefined; file?: Launch['agent_file'] },
  field = 'agent_config.profile',
): Promise<Chosen> {
  if (request.file) {
    if (request.profile !== undefined) throw invalid('launch.agent_file', `not together with ${field}`);
    return await agentOfFile(request.file);
  }
  const { agents, notices } = await agentsFor(deps, cwd);
  const binding = agents.find(({ name }) => name === (request.profile ?? 'agent'));
  if (binding) return { binding, notices };
  const known = agents.map(({ name }) => name).join(', ');
  throw invalid(field, `unknown agent: ${request.profile ?? ''} (there are: ${known})`);
}

async function agentOfFile({ path, text }: NonNullable<Launch['agent_file']>): Promise<Chosen> {
  const agent = await readAgent(plainText(text).trim(), path, 'file');
  if ('problem' in agent) throw invalid('launch.agent_file', `${plainName(path, 1_024)}: ${agent.problem}`);
  const { binding, override, warnings } = agent;
  if (isBuiltinAgent(binding.name) && !override)
    throw invalid(
      'launch.agent_file',
      `${plainName(path, 1_024)}: ${binding.name} is a built-in agent; override: true replaces it`,
    );
  return {
    binding,
    notices: warnings.map((warning) => ({
      code: 'agent-skipped',
      message: `${plainName(path, 1_024)} ${warning}.`,
      severity: 'warning',
    })),
  };
}

/** Binds the main agent, with the agent's model unless the session chose one; warns about problems with agent files. */
export function bindingEvents(
  deps: Pick<SessionDeps, 'models'>,
  { binding, notices }: Chosen,
  chosenModel?: string,
): NewEvent[] {
  const { name, model } = binding;
  const agentId = 'main';
  const due = notices.filter(({ severity }) => severity !== 'info');
  const wanted = chosenModel === undefined || chosenModel === '' ? model : undefined;
  const isThere = wanted !== undefined && deps.models.exists(wanted);
  if (wanted !== undefined && !isThere) due.push(withoutModel(name, wanted));
  return [
    { type: 'agent.bound', agentId, profile: name, binding },
    ...(isThere ? [{ type: 'model.changed', agentId, model: wanted, named: true } as const] : []),
    ...due.map(({ message, code }): NewEvent => ({ type: 'warning', agentId, message, code })),
  ];
}

function withoutModel(name: string, model: string): Notice {
  const message = `The agent ${name} asks for the model ${plainName(model)}, which is not configured.`;
  return { code: 'agent-skipped', message, severity: 'warning' };
}

/** An agent as lists show it; undefined for the agent file of a launch. */
export function profileOf(binding: AgentBinding): AgentProfile | undefined {
  const { name, description, whenToUse, source, path } = binding;
  if (source === 'file') return undefined;
  return {
    name,
    description,
    source,
    overrides_builtin: isBuiltinAgent(name) && source !== 'builtin',
    when_to_use: whenToUse,
    ...(path === undefined ? {} : { path }),
  };
}
