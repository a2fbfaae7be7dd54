/** What the tools of an agent may know of its session before a call has permission to run. */
import type { ToolContext } from '../../tools/tool.js';
import { childEnvironment } from '../shells/environment.js';
import type { ActiveTurn, LiveAgent, LiveSession } from '../live/state.js';
import type { TurnSkills } from '../skills/skills.js';
import { createToolTasks } from '../tasks/tooltasks.js';
import { offeredTools } from './binding.js';
import { looksOnly } from '../../agent/profiles.js';
import { capabilitiesOf, createGate, modelOf, planOf } from './gate.js';
import type { TurnDeps } from './turn.js';

/** As it is at this moment; `active`: the turn that the calls belong to. */
export function toolContextOf(
  deps: TurnDeps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  { shelf }: TurnSkills,
): ToolContext {
  const mode = active.unattended ? 'auto' : session.mode;
  // asked for each file of a search, and mostly not at all
  let mayRead: ToolContext['mayRead'] | undefined;
  const { killGracePeriodMs, image } = deps.settings();
  const taken = capabilitiesOf(deps.models, modelOf(session, agent)) ?? [];
  const tools = () => offeredTools(deps, session, agent).map(({ name }) => name);
  return {
    sessionId: session.ref.id,
    agentId: agent.id,
    cwd: session.cwd,
    workspace: session.workspace,
    home: deps.home,
    userHome: deps.userHome,
    sessionDirectory: deps.sessionDirectory(session.ref.id),
    env: childEnvironment(deps, session),
    shell: deps.shell,
    mode,
    memory: agent.memory,
    mayRead: (path) => (mayRead ??= createGate(deps, session, agent, mode).mayRead)(path),
    model: { takesImages: taken.includes('image_in'), takesVideos: taken.includes('video_in') },
    pictures: { maxEdge: image.maxEdgePx, byteBudget: image.readByteBudget },
    async confinement(shown) {
      if (shown === undefined && !planOf(session, agent).active && !looksOnly(agent.binding)) return undefined;
      const { home, userHome, runtimes } = deps;
      const sessionDirectory = deps.sessionDirectory(session.ref.id);
      return await runtimes.readOnly({ home, userHome, sessionDirectory, workspace: session.workspace });
    },
    hostFiles: () => deps.hostFiles.of(session.ref.id, agent.id),
    skills: shelf,
    background: { killGracePeriodMs },
    now: deps.now,
    agents: deps.calling.access(session, agent, active),
    tasks: createToolTasks(deps, session, agent, active, tools),
    ...deps.desks(session),
    web: deps.web,
  };
}
