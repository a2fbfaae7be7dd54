/** The interface between a turn and the subagents it calls, and the request for a longer report. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { Message } from '../../../schemas/generated/types.js';
import { longerReportRequest, shortReportChars } from '../../agent/roles.js';
import type { AgentAccess } from '../../tools/agents.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import type { ActiveTurn, LiveAgent, LiveSession } from '../live/state.js';
import { promptText } from '../../../schemas/folds/said.js';

export interface Calling {
  access(session: LiveSession, agent: LiveAgent, active: ActiveTurn): AgentAccess;
  /** events to commit together with the end of a turn */
  closing(session: LiveSession, agent: LiveAgent, active: ActiveTurn, events: NewEvent[]): NewEvent[];
  /** gives the result to the caller, once the end of the turn is recorded */
  settle(session: LiveSession, agent: LiveAgent): void;
}

/** Whether another agent's call opened the turn. */
export function isCalled({ origin }: Pick<ActiveTurn, 'origin'>): boolean {
  return origin.kind === 'system_trigger' && origin.name === 'subagent';
}

const requestName = 'subagent_report';

/** Asks once for a longer report when a called agent is about to end with a very short one (engine.md 17.2). */
export function requestLongerReport(
  deps: Pick<SessionDeps, 'log' | 'newId'>,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  reply: Message | undefined,
): NewEvent[] {
  if (!isCalled(active) || !reply || promptText(reply.content).trim().length >= shortReportChars) return [];
  const { turnId } = active;
  if (wasRequested(agent, turnId)) return [];
  const message: Message = {
    id: deps.newId('msg'),
    session_id: session.ref.id,
    role: 'user',
    content: [{ type: 'text', text: longerReportRequest }],
    created_at: iso(deps.log.tick(session.ref.key)),
    metadata: {
      origin: { kind: 'system_trigger', name: requestName },
      agent_id: agent.id,
      turn_id: turnId,
      hidden: true,
    },
  };
  return [{ type: 'message.appended', agentId: agent.id, turnId, message }];
}

function wasRequested(agent: LiveAgent, turnId: number): boolean {
  for (const { message } of agent.entries.toReversed()) {
    if (message.metadata?.turn_id !== turnId) return false;
    const { origin } = message.metadata;
    if (origin?.kind === 'system_trigger' && origin.name === requestName) return true;
  }
  return false;
}
