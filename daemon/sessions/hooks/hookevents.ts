/** Which hooks hear of an event of the log; those that decide something are asked where the decision is made. */
import type { EventPayload } from '../../../schemas/generated/events.js';
import type { Origin } from '../../../schemas/generated/types.js';
import { fieldLength, type HookEvent, type HookFields } from '../../agent/hooks/table.js';
import { head } from '../../base/text/cut.js';
import { kindOf } from '../../tools/tasktext.js';
import type { LiveSession } from '../live/state.js';
import { promptText } from '../prompts/text.js';

/** Chars of a notification's body. */
const bodyLength = 500;

export type HookCall = { [E in HookEvent]: { event: E; subject?: string; fields: HookFields[E] } }[HookEvent];

/** Looks at an event that was just applied. */
export function hookCallsOf(session: LiveSession, event: EventPayload): HookCall[] {
  switch (event.type) {
    case 'prompt.queued': {
      const { promptId, content, queueLength } = event;
      const fields = { prompt: promptText(content), prompt_id: promptId, queue_length: queueLength };
      return [{ event: 'UserPromptQueued', fields }];
    }
    case 'turn.started':
      // subagents have separate events
      if (event.agentId !== 'main') return [];
      return [{ event: 'TurnStarted', subject: originName(event.origin), fields: { turn_id: event.turnId } }];
    case 'turn.ended':
      return event.agentId === 'main' ? endOf(session, event) : [];
    case 'event.approval.requested':
      return [notification('approval', `Approval needed: ${event.tool_name}`, event.action)];
    case 'event.question.requested':
      return [notification('question', 'Question', event.questions.map(({ question }) => question).join('\n'))];
    case 'subagent.spawned':
      return [
        {
          event: 'SubagentStart',
          subject: event.subagentName,
          fields: { agent_id: event.subagentId, prompt: head(taskOf(session, event), fieldLength) },
        },
      ];
    case 'subagent.completed':
      return [subagentStop(session, event.subagentId, event.resultSummary, 'completed')];
    case 'subagent.failed':
      return [subagentStop(session, event.subagentId, event.error, endings[event.reason ?? 'error'])];
    case 'task.started': {
      const { taskId, description } = event.info;
      return [{ event: 'TaskStarted', subject: kindOf(event.info), fields: { task_id: taskId, description } }];
    }
    case 'task.terminated':
      return [notification('task', `Task ${event.info.status}`, event.info.description)];
    default:
      return [];
  }
}

/** How a subagent ended, in the words of the Agent tool. */
const endings = { error: 'failed', aborted: 'killed', timed_out: 'timed_out' } as const;

/** The task of a subagent, from the call that started it. */
function taskOf(session: LiveSession, event: Extract<EventPayload, { type: 'subagent.spawned' }>): string {
  const args = session.agents.get(event.agentId)?.inflight?.running.get(event.parentToolCallId)?.args;
  const prompt = typeof args === 'object' ? args['prompt'] : undefined;
  return typeof prompt === 'string' ? prompt : (event.description ?? '');
}

function subagentStop(session: LiveSession, agent_id: string, result: string, status: string): HookCall {
  const type = session.agents.get(agent_id)?.binding.name ?? '';
  return { event: 'SubagentStop', subject: type, fields: { agent_id, result: head(result, fieldLength), status } };
}

function endOf(session: LiveSession, event: Extract<EventPayload, { type: 'turn.ended' }>): HookCall[] {
  const { turnId: turn_id, reason, interruptReason, error } = event;
  const calls = [notification('turn_end', `Turn ${reason}`, error?.message ?? lastWords(session))];
  if (error) calls.push({ event: 'StopFailure', subject: error.code, fields: { turn_id, error: error.message } });
  if (reason === 'cancelled' && interruptReason === 'user_cancelled')
    calls.push({ event: 'Interrupt', fields: { turn_id } });
  return calls;
}

function notification(type: string, title: string, body: string): HookCall {
  return { event: 'Notification', subject: type, fields: { title, body: head(body, bodyLength) } };
}

/** The last text of the main agent. */
function lastWords(session: LiveSession): string {
  const last = session.agents.get('main')?.entries.findLast(({ message }) => message.role === 'assistant');
  return last === undefined ? '' : promptText(last.message.content);
}

/** The engine's name of an origin (engine.md 2.1-6). */
function originName(origin: Origin): string {
  switch (origin.kind) {
    case 'skill_activation':
      return 'skill';
    case 'cron_job':
    case 'cron_missed':
      return 'cron';
    case 'hook_result':
      return 'hook';
    case 'system_trigger':
      return origin.name.startsWith('goal') ? 'goal' : 'system';
    case 'user':
    case 'task':
    case 'retry':
      return origin.kind;
    default:
      return 'system';
  }
}
