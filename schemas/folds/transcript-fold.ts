/** The fold of a transcript: one table maps each event of an agent to its operations (ws.md 12.4). */
import { eventTable, type EventType, type NewEvent } from '../generated/events.js';
import type { TranscriptOp } from '../generated/types.js';
import { applyOp } from './transcript-apply.js';
import { frameRules } from './transcript-frames.js';
import { markerRules } from './transcript-markers.js';
import { shownStatus } from './transcript-status.js';
import { peopleRules } from './transcript-people.js';
import type { At, EventOf, FoldState, Rule } from './transcript-state.js';
import { taskRules } from './transcript-tasks.js';
import { turnRules } from './transcript-turns.js';
import { emptyTranscript } from './transcript.js';

export interface TranscriptFold extends Omit<FoldState, 'turn'> {
  /** follows an event of the agent: the operations it makes, which are applied to `transcript` by then */
  take(event: NewEvent, at: At): TranscriptOp[];
}

/** Events without a rule do not change a transcript. */
const rules: { readonly [T in EventType]: Rule<T> | undefined } = {
  ...turnRules,
  ...frameRules,
  ...taskRules,
  ...peopleRules,
  ...markerRules,
  'todo.changed': (_, { todos }, { time }) => [
    { op: 'todo.upsert', todo: { todoId: 'todo', items: todos, updatedAt: new Date(time).toISOString() } },
  ],
  'agent.status.updated': (_, event) => [{ op: 'meta.merge', meta: { agent: statusOf(event) } }],
  'agent.created'(state, { agentKind }) {
    state.agentKind = agentKind;
    return [];
  },
  // what an agent is made from and keeps for itself, and what concerns the session or the whole home
  'agent.bound': undefined,
  'agent.disposed': undefined,
  'agent.prompt.dropped': undefined,
  'context.compacted': undefined,
  'budget.held': undefined,
  'budget.noted': undefined,
  'context.copied': undefined,
  'cron.changed': undefined,
  'cron.scheduled': undefined,
  'directories.changed': undefined,
  'event.config.changed': undefined,
  'event.model_catalog.changed': undefined,
  'event.config.warning': undefined,
  'event.fs.changed': undefined,
  'event.inbox.changed': undefined,
  'event.session.archived': undefined,
  'event.session.created': undefined,
  'event.session.deleted': undefined,
  'event.session.work_changed': undefined,
  'event.workspace.created': undefined,
  'event.workspace.deleted': undefined,
  'mcp.server.status': undefined,
  'tool.list.updated': undefined,
  'event.workspace.updated': undefined,
  'file.seen': undefined,
  'files.changed': undefined,
  'files.changing': undefined,
  'files.restored': undefined,
  'goal.queue.changed': undefined,
  'images.refused': undefined,
  'model.changed': undefined,
  'permission.mode.changed': undefined,
  'prompt.queued': undefined,
  'reminder.noted': undefined,
  'request.usage': undefined,
  'rules.changed': undefined,
  'session.archived': undefined,
  'session.meta.updated': undefined,
  'session.metadata': undefined,
  'session.removed': undefined,
  'shell.completed': undefined,
  'shell.started': undefined,
  'steer.taken': undefined,
  'subagent.started': undefined,
  'task.told': undefined,
  'thinking.changed': undefined,
  'tools.changed': undefined,
};

/** Events that change nothing in the timeline, however many there are. */
const beside: ReadonlySet<EventType> = new Set<EventType>([
  'agent.created',
  'event.question.requested',
  'event.question.answered',
  'event.question.dismissed',
  'prompt.submitted',
  'prompt.options',
  'prompt.updated',
  'prompt.steered',
  'prompt.completed',
  'prompt.aborted',
  'todo.changed',
]);

const types = Object.keys(rules) as EventType[];

/** Types of stored events that the timeline is made of. */
export const timelineTypes: readonly EventType[] = types.filter(
  (type) => rules[type] !== undefined && eventTable[type].delivery !== 'volatile' && !beside.has(type),
);

function statusOf({ type: _type, agentId: _agent, ...fields }: EventOf<'agent.status.updated'>) {
  const { sessionId: _session, ...status } = fields as typeof fields & { sessionId?: string };
  return shownStatus(status);
}

/** A fold of the events of one agent, in order, from the first one or from what is known already. */
export function createTranscriptFold(known: Partial<FoldState> = {}): TranscriptFold {
  const state: FoldState = { transcript: emptyTranscript(), agentKind: 'main', ...known };
  return Object.assign(state, {
    take(event: NewEvent, at: At): TranscriptOp[] {
      const rule = rules[event.type] as Rule<never> | undefined;
      const ops = rule?.(state, event as never, at) ?? [];
      for (const op of ops) applyOp(state.transcript, op);
      return ops;
    },
  });
}
