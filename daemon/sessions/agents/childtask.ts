/** A subagent in the background, as a task of its caller (engine.md 17.3). */
import type { NewTask, TaskEnd, TaskRunner } from '../../tools/task.js';
import type { ChildEnd } from './childend.js';
import type { Slot } from './childslots.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import { waitsForPerson } from '../interactions/waiting.js';

/** Ends when the agent does; its report is the output of the task. */
export function childRunner(
  session: LiveSession,
  agentId: string,
  ended: Promise<ChildEnd>,
  abort: () => void,
): TaskRunner {
  return { done: ended.then(taskEnd), stop: abort, waitsForPerson: () => waitsForPerson(session, agentId) };
}

function taskEnd(end: ChildEnd): TaskEnd {
  return end.status === 'completed'
    ? { status: 'completed', output: end.text }
    : { status: end.status, stopReason: end.reason };
}

export function childTask(
  { call, limitMs }: Pick<Slot, 'call' | 'limitMs'>,
  child: Pick<LiveAgent, 'binding'>,
  thinking: string | undefined,
): Omit<NewTask, keyof TaskRunner> {
  return {
    taskId: call.taskId,
    toolCallId: call.callId,
    description: call.description,
    startedAt: call.startedAt,
    ...(limitMs > 0 ? { timeoutMs: limitMs } : {}),
    facts: {
      kind: 'agent',
      agentId: call.agentId,
      subagentType: call.type,
      ...(child.binding.model === undefined ? {} : { model: child.binding.model }),
      ...(thinking === undefined ? {} : { thinkingEffort: thinking }),
    },
  };
}
