/** Events of a subagent's life, recorded for its caller (ws.md 8.10). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { AgentBinding } from '../../../schemas/generated/types.js';
import { head } from '../../base/text/cut.js';
import type { ChildEnd } from './childend.js';
import type { ChildCall, LiveAgent, LiveSession } from '../live/state.js';

/** chars of the report that events carry; the caller's result has all of it */
const summaryChars = 2_000;

export function born(agentId: string, caller: LiveAgent, binding: AgentBinding, label: string): NewEvent[] {
  return [
    {
      type: 'agent.created',
      agentId,
      agentKind: 'sub',
      label,
      parentAgentId: caller.id,
      subagentType: binding.name,
    },
    { type: 'agent.bound', agentId, profile: binding.name, binding },
  ];
}

export function spawned(session: LiveSession, call: ChildCall, binding: AgentBinding): NewEvent[] {
  const { agentId, callerId } = call;
  return [
    {
      type: 'subagent.spawned',
      agentId: callerId,
      subagentId: agentId,
      subagentName: call.type,
      parentToolCallId: call.callId,
      parentAgentId: callerId,
      callerAgentId: callerId,
      description: call.description,
      runInBackground: call.background,
      ...(binding.model === undefined ? {} : { model: binding.model }),
      ...(session.thinking === undefined ? {} : { thinkingEffort: session.thinking }),
      taskId: call.taskId,
    },
    { type: 'subagent.started', agentId: callerId, subagentId: agentId },
  ];
}

/** The event that reports the end; it belongs to the caller. */
export function endEvent(call: ChildCall, end: ChildEnd): NewEvent {
  const where = { agentId: call.callerId, subagentId: call.agentId };
  if (end.status === 'completed') {
    return {
      type: 'subagent.completed',
      ...where,
      resultSummary: head(end.text, summaryChars),
      ...(end.usage === undefined ? {} : { usage: end.usage }),
      ...(end.contextTokens === undefined ? {} : { contextTokens: end.contextTokens }),
    };
  }
  const reasons = { failed: 'error', timed_out: 'timed_out', killed: 'aborted' } as const;
  return { type: 'subagent.failed', ...where, error: end.reason, reason: reasons[end.status] };
}
