/** The fold of a transcript: one table maps each event of an agent to its operations (ws.md 12.4). */
import type { eventReaders, EventType, NewEvent } from '../generated/events.js';
import type { TranscriptOp } from '../generated/types.js';
import { applyOp } from './transcript-apply.js';
import { frameRules } from './transcript-frames.js';
import { markerRules } from './transcript-markers.js';
import { shownStatus } from './transcript-status.js';
import { interactionRules } from './transcript-interactions.js';
import type { At, EventOf, FoldState, Rule } from './transcript-state.js';
import { taskRules } from './transcript-tasks.js';
import { turnRules } from './transcript-turns.js';
import { emptyTranscript } from './transcript.js';

export interface TranscriptFold extends Omit<FoldState, 'turn'> {
  /** returns the operations of an event of the agent, and applies them to `transcript` */
  take(event: NewEvent, at: At): TranscriptOp[];
}

/** The rules by event type; an event without a rule does not change a transcript. */
const rules: { readonly [T in (typeof eventReaders.transcript)[number]]: Rule<T> } = {
  ...turnRules,
  ...frameRules,
  ...taskRules,
  ...interactionRules,
  ...markerRules,
  'todo.changed': (_, { todos }, { time }) => [
    { op: 'todo.upsert', todo: { todoId: 'todo', items: todos, updatedAt: new Date(time).toISOString() } },
  ],
  'agent.status.updated': (_, event) => [{ op: 'meta.merge', meta: { agent: statusOf(event) } }],
  'agent.created'(state, { agentKind }) {
    state.agentKind = agentKind;
    return [];
  },
};

function statusOf({ type: _type, agentId: _agent, ...fields }: EventOf<'agent.status.updated'>) {
  const { sessionId: _session, ...status } = fields as typeof fields & { sessionId?: string };
  return shownStatus(status);
}

/** Creates a fold of one agent's events, in order, from the first one or from a known state. */
export function createTranscriptFold(known: Partial<FoldState> = {}): TranscriptFold {
  const state: FoldState = { transcript: emptyTranscript(), agentKind: 'main', ...known };
  return Object.assign(state, {
    take(event: NewEvent, at: At): TranscriptOp[] {
      const rule = (rules as Partial<Record<EventType, unknown>>)[event.type] as Rule<never> | undefined;
      const ops = rule?.(state, event as never, at) ?? [];
      for (const op of ops) applyOp(state.transcript, op);
      return ops;
    },
  });
}
