/** Events that transcripts are read from without going through the whole log. */
import type { EventType } from '../../../schemas/generated/events.js';

/** Types of events that are looked for by their type: the condition of the index `events_by_type`, which changes only with it. */
const readTypes = [
  'context.undone',
  'event.approval.requested',
  'event.approval.resolved',
  'event.question.answered',
  'event.question.dismissed',
  'event.question.requested',
  'goal.updated',
  'plan.changed',
  'plan.revision',
  'shell.run',
  'subagent.completed',
  'subagent.failed',
  'subagent.spawned',
  'task.output.kept',
  'task.started',
  'task.terminated',
  'todo.changed',
] as const satisfies EventType[];

/** The same for a statement: SQLite uses a partial index only where the query repeats its condition word for word. */
export const isReadType = `type IN (${readTypes.map((type) => `'${type}'`).join(', ')})`;
