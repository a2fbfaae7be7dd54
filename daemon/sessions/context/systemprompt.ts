/** The system prompt of an agent: recorded with the session, and rendered again when it is stale (engine.md 3.5). */
import { createHash } from 'node:crypto';
import { localDate } from '../../base/localdate.js';
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { ToolName } from '../../../schemas/generated/tools.js';
import { readSystemFile } from '../../agent/agentfiles/file.js';
import { gatherPromptFacts, type PromptFacts, renderSystemPrompt } from '../../agent/prompt.js';
import { reporting } from '../../agent/roles.js';
import type { Notice } from '../../agent/scan.js';
import { skillLines } from '../../agent/skills/skill.js';
import type { SessionDeps } from '../deps.js';
import { agentsFor } from '../agents/profiles.js';
import type { TurnSkills } from '../skills/skills.js';
import type { ActiveTurn, LiveAgent, LiveSession } from '../live/state.js';
import type { AgentBinding } from '../../../schemas/generated/types.js';
import { shortened } from '../../agent/describe.js';
import { isReadOnlyAgent, mayCall } from '../../agent/profiles.js';
import { containmentOf, mayLeave, containmentInput } from '../runtimes/containment.js';

/** The recorded prompt, or a new one when there is none or when the list of skills has changed. */
export async function systemPrompt(
  deps: SessionDeps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  skills: TurnSkills,
  has: (tool: ToolName) => boolean,
): Promise<{ text: string; events: NewEvent[] }> {
  // without a recorded prompt the disk has to be read in any case: do it while skills are searched
  const early = agent.rendered === undefined ? ingredients(deps, session, agent, active, has) : undefined;
  const found = await skills.found;
  const lines = skills.listed ? skillLines(found.skills) : '';
  const listed = fingerprint(lines);
  if (agent.rendered !== undefined && agent.listed === listed)
    return { text: agent.rendered, events: newNotices(session, agent, found.notices) };
  const { facts, notices } = await (early ?? ingredients(deps, session, agent, active, has));
  const { appended } = agent.binding;
  const rendered = renderSystemPrompt({ ...facts, skills: lines });
  const text = appended === undefined ? rendered : `${rendered}\n\n${appended}`;
  session.notified ??= new Set();
  return {
    text,
    events: [
      { type: 'agent.bound', agentId: agent.id, profile: agent.binding.name, rendered: text, listed },
      ...newNotices(session, agent, [...notices, ...found.notices]),
    ],
  };
}

async function ingredients(
  deps: SessionDeps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  has: (tool: ToolName) => boolean,
): Promise<{ facts: Omit<PromptFacts, 'skills'>; notices: Notice[] }> {
  const contained = await containedBy(deps, session, agent);
  const [own, found, { facts, warnings }] = await Promise.all([
    bodyOf(deps, agent),
    has('Agent') ? agentsFor(deps, session.cwd) : undefined,
    gatherPromptFacts({
      cwd: session.cwd,
      directories: session.workspace.slice(1),
      home: deps.home,
      userHome: deps.userHome,
      os: deps.platform,
      shell: deps.shell,
      productName: deps.settings().productName,
      interactive: !active.unattended,
      ...contained.facts,
      now: () => localTime(deps.now(), deps.timeZone()),
    }),
  ]);
  const agents = agentLines(agent.binding, found?.agents ?? []);
  const notices = [...warnings, ...own.notices, ...contained.notices];
  if (own.text === undefined) return { facts: { ...facts, agents }, notices };
  // the prompt of a subagent always explains how to report
  const body = agent.kind === 'sub' ? `${own.text}\n\n${reporting}` : own.text;
  return { facts: { ...facts, agents, body }, notices };
}

/** The containment of commands for the prompt. Plan mode has its own reminder, since it changes during a session. */
async function containedBy(
  deps: SessionDeps,
  session: LiveSession,
  agent: LiveAgent,
): Promise<{ facts: Pick<PromptFacts, 'sandbox' | 'readsOnly'>; notices: Notice[] }> {
  const isReadOnly = isReadOnlyAgent(agent.binding);
  const { name, sandbox: wanted } = agent.binding;
  if (session.runtimeId === 'local' && !isReadOnly && wanted === undefined) return { facts: {}, notices: [] };
  const { profile, unavailable } = await containmentOf(deps, {
    ...containmentInput(session, agent),
    readsOnly: isReadOnly,
  });
  const { network, plan } = deps.settings().sandbox;
  const isHeld = profile === 'read-only' || (profile === 'workspace' && wanted !== 'read-only');
  const why = unavailable?.hint ?? unavailable?.reason ?? (plan ? 'failed' : 'plan of [sandbox] is off');
  const message = `the commands of the agent ${name} are not held to sandbox: ${wanted} (${why})`;
  const notices: Notice[] =
    isHeld || wanted === undefined ? [] : [{ severity: 'warning', code: 'sandbox-unavailable', message }];
  if (profile === 'full') return { facts: {}, notices };
  return {
    facts: {
      readsOnly: profile === 'read-only',
      ...((session.runtimeId === 'sandbox' || profile === 'workspace') && {
        sandbox: { network, mayLeave: mayLeave(session, agent) },
      }),
    },
    notices,
  };
}

/**
 * The text that replaces the built-in body: from the request, SYSTEM.md or the agent's file. SYSTEM.md applies to the
 * default agent, unless the project or the launch defines that agent (engine.md 3.4).
 */
async function bodyOf(
  deps: Pick<SessionDeps, 'home' | 'userHome'>,
  { systemBody, binding }: LiveAgent,
): Promise<{ text?: string; notices: Notice[] }> {
  if (systemBody !== undefined) return { text: systemBody, notices: [] };
  if (binding.name === 'agent' && binding.source !== 'project' && binding.source !== 'file') {
    const { body, notices } = await readSystemFile(deps);
    if (body !== undefined || binding.body === undefined)
      return { notices, ...(body === undefined ? {} : { text: body }) };
    return { text: binding.body, notices };
  }
  return { notices: [], ...(binding.body === undefined ? {} : { text: binding.body }) };
}

/** Reports each new notice once while the session is in memory; does not repeat notices from before it was loaded. */
function newNotices(session: LiveSession, agent: LiveAgent, notices: readonly Notice[]): NewEvent[] {
  const known = session.notified;
  const news = notices.filter(({ severity, message }) => severity !== 'info' && known?.has(message) !== true);
  session.notified = new Set([...(known ?? []), ...news.map(({ message }) => message)]);
  return known === undefined
    ? []
    : news.map(({ message, code }) => ({ type: 'warning', agentId: agent.id, message, code }));
}

function fingerprint(lines: string): string {
  return lines === '' ? '' : createHash('sha256').update(lines).digest('hex').slice(0, 16);
}

/** Date and time as readable text, such as `Saturday 2025-03-01 09:00 (Europe/Berlin)`. */
function localTime(now: number, timeZone: string): string {
  const { weekday, day, time } = localDate(now, timeZone);
  return `${weekday} ${day} ${time} (${timeZone})`;
}

/** Maximum number of agents in the list. */
const maxListed = 100;

/** One line for each agent of a file that `caller` may call; empty when there is none. */
function agentLines(caller: AgentBinding, agents: readonly AgentBinding[]): string {
  const mine = agents.filter(({ source, name }) => source !== 'builtin' && mayCall(caller, name));
  const lines = mine.slice(0, maxListed).map(({ name, description, whenToUse }) => {
    const when = whenToUse === undefined ? '' : ` When: ${shortened(whenToUse)}`;
    return `- ${name}: ${shortened(description)}${when}`;
  });
  return [...lines, ...(mine.length > maxListed ? [`- … and ${mine.length - maxListed} more`] : [])].join('\n');
}
