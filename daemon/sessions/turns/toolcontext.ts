/** Builds the context that the tools of an agent get before a call has permission to run. */
import { join } from 'node:path';
import { expandHome, resolveReal } from '../../base/fs/paths.js';
import type { Confinement } from '../../runtimes/runtimes.js';
import { ToolFailure, type OwnTemporary, type ToolContext } from '../../tools/tool.js';
import { childEnvironment } from '../shells/environment.js';
import type { ActiveTurn, LiveAgent, LiveSession } from '../live/state.js';
import type { TurnSkills } from '../skills/skills.js';
import { createToolTasks } from '../tasks/tooltasks.js';
import { offeredTools } from './binding.js';
import { confine, containmentNow, containmentOf, mayLeave, containmentInput } from '../runtimes/containment.js';
import { capabilitiesOf, createGate, modelOf } from './gate.js';
import type { TurnDeps } from './turn.js';

/** Confines a command by the narrower of two profiles: the one that was shown with it, and the current one. */
async function confinementOf(
  deps: TurnDeps,
  session: LiveSession,
  agent: LiveAgent,
  { shown, leaves, callId }: NonNullable<Parameters<ToolContext['confinement']>[0]>,
): Promise<Confinement | undefined> {
  const input = containmentInput(session, agent);
  const now = await containmentOf(deps, input);
  const present = leaves && input.runtimeId === 'sandbox' ? 'full' : now.profile;
  const profile = narrower(shown ?? 'full', present);
  if (profile === 'full') return undefined;
  const found = await confine(deps, session, {
    // a command that was shown with the sandbox stays in it
    runtimeId: profile === 'workspace' ? 'sandbox' : input.runtimeId,
    profile,
    toolCallId: callId,
  });
  if (!found && shown !== undefined && input.runtimeId === 'sandbox')
    throw new ToolFailure(`[sandbox] could not start: ${now.unavailable?.hint ?? now.unavailable?.reason ?? 'failed'}`);
  return found;
}

const widths = ['read-only', 'workspace', 'full'] as const;

function narrower(one: (typeof widths)[number], other: (typeof widths)[number]): (typeof widths)[number] {
  return widths.find((each) => each === one || each === other) ?? 'full';
}

function temporaryOf(deps: TurnDeps, session: LiveSession, agent: LiveAgent): OwnTemporary | undefined {
  if (containmentNow(deps, containmentInput(session, agent)).profile === 'full') return undefined;
  const { home, userHome } = deps;
  const write = deps.settings().sandbox.write.map((each) => resolveReal(expandHome(each, userHome)));
  return {
    directory: join(deps.sessionDirectory(session.ref.id), 'tmp'),
    beside: [...session.workspace, home, userHome, ...write],
  };
}

/** The current context; `active`: the turn that the calls belong to. */
export function toolContextOf(
  deps: TurnDeps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  { loadable }: TurnSkills,
): ToolContext {
  const mode = active.unattended ? 'auto' : session.mode;
  // created at first use: a search calls it for each file, most calls not at all
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
    runtimeId: session.runtimeId,
    mayLeave: mayLeave(session, agent),
    temporary: () => temporaryOf(deps, session, agent),
    async leaves(subject, isAsked) {
      if (!mayLeave(session, agent)) return false;
      const containment = await containmentOf(deps, containmentInput(session, agent));
      if (containment.unavailable) return false;
      return isAsked || (await createGate(deps, session, agent, mode, containment).leaves(subject));
    },
    confinement: async (call = {}) => await confinementOf(deps, session, agent, call),
    hostFiles: () => deps.hostFiles.of(session.ref.id, agent.id),
    skills: loadable,
    background: { killGracePeriodMs },
    now: deps.now,
    agents: deps.calling.access(session, agent, active),
    tasks: createToolTasks(deps, session, agent, active, tools),
    ...deps.controls(session),
    web: deps.web,
  };
}
