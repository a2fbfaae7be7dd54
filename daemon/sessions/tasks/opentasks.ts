/** Decides which tasks of a loaded session continue that were running before, and which are lost (engine.md 19). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { InteractionRow } from '../live/load.js';
import type { LiveSession } from '../live/state.js';
import type { Revival, TaskRevival } from './revival.js';
import { startTimeOf } from '../../tools/kept.js';
import type { StoredTask } from '../facts/tasks.js';

/** The interactions that turns wait for: pending ones without the questions of tasks. */
export function askedByTurns(pending: InteractionRow[], open: StoredTask[]): InteractionRow[] {
  return pending.filter((each) => !open.some((task) => isQuestionOf(task, each)));
}

/** `kept`: ids of the agents with a turn that waits for the user. */
export function sortTasks(
  revival: TaskRevival,
  session: LiveSession,
  open: StoredTask[],
  { kept, now }: { kept: ReadonlySet<string>; now: number },
): { revived: Revival[]; lost: NewEvent[] } {
  const revived: Revival[] = [];
  const lost: NewEvent[] = [];
  for (const task of open) {
    if (waitsInTurn(task, kept)) continue;
    const found = revival.findRevival(session, task);
    if (found) revived.push(found);
    else lost.push(lostTask(task, now));
  }
  return { revived, lost };
}

/** Whether a task continues without a server: a command that was kept, or a task that waits for the user. */
export function survivesServer({ info, processStart }: StoredTask, session: { pending_interaction: string }): boolean {
  return info.kind === 'process'
    ? processStart !== undefined && startTimeOf(info.pid) === processStart
    : session.pending_interaction !== 'none';
}

function isQuestionOf({ info, agentId, toolCallId }: StoredTask, question: InteractionRow): boolean {
  return (
    info.kind === 'question' &&
    question.background === 1 &&
    question.agent_id === agentId &&
    question.tool_call_id === toolCallId
  );
}

/** An agent's task stays open while a turn of the agent waits for the user. */
function waitsInTurn({ info }: StoredTask, kept: ReadonlySet<string>): boolean {
  return info.kind === 'agent' && info.agentId !== undefined && kept.has(info.agentId);
}

function lostTask({ info, agentId }: StoredTask, now: number): NewEvent {
  return { type: 'task.terminated', agentId, info: { ...info, status: 'lost', endedAt: now } };
}
