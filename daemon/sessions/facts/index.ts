/** All facts of a session; applies each event to the facts that handle its type. */
import { eventTable, type EventPayload, type EventType, type StoredEvent } from '../../../schemas/generated/events.js';
import type { Db } from '../log/database.js';
import type { Frame } from '../log/frames.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import { agents } from './agents.js';
import { budget } from './budget.js';
import { calls } from './calls.js';
import { compaction } from './compaction.js';
import { context } from './context.js';
import type { Fact, LogPosition } from './fact.js';
import { goal } from './goal.js';
import { inflight } from './inflight.js';
import { interactions } from './interactions.js';
import { jobs } from './jobs.js';
import { messages } from './messages.js';
import { naming } from './naming.js';
import { notices } from './notices.js';
import { plan } from './plan.js';
import { prompts } from './prompts.js';
import { seenFiles } from './seenfiles.js';
import { settings } from './settings.js';
import { shells } from './shells.js';
import { tasks } from './tasks.js';
import { todos } from './todos.js';
import { turns } from './turns.js';
import { usage } from './usage.js';
import { work } from './work.js';

/**
 * The order in which facts apply events and are loaded. Messages and turns come before facts that count them, `turns`
 * reads the step that `inflight` drops at the end of a turn, and `compaction` replaces what `context` loaded.
 */
const all = [
  settings,
  naming,
  agents,
  calls,
  tasks,
  shells,
  goal,
  jobs,
  prompts,
  messages,
  turns,
  work,
  context,
  compaction,
  usage,
  budget,
  todos,
  plan,
  seenFiles,
  notices,
  interactions,
  inflight,
] as const satisfies readonly Fact[];

export const facts: readonly Fact[] = all;

/** Stored events that change no fact and are only read from the log. The compiler asks where a new event belongs. */
const logOnly: Record<Exclude<StoredEvent, Kept<(typeof all)[number]>>, true> = {
  'approval.amendment': true,
  'approval.proposal': true,
  'compaction.blocked': true,
  'cron.fired': true,
  error: true,
  'event.config.changed': true,
  'event.config.warning': true,
  'event.model_catalog.changed': true,
  'event.session.archived': true,
  'event.workspace.created': true,
  'event.workspace.deleted': true,
  'event.workspace.updated': true,
  'files.changing': true,
  'files.restored': true,
  'hook.result': true,
  'mcp.server.status': true,
  'plan.revision': true,
  'prompt.queued': true,
  'session.removed': true,
  'skill.activated': true,
  'subagent.started': true,
  'task.notified': true,
  'task.output.kept': true,
  'tool.list.updated': true,
  warning: true,
};

/** The event types that a fact handles. */
type Kept<F> = F extends Fact
  ? | (F extends { session: infer S } ? keyof S : never)
    | (F extends { agent: infer A } ? keyof A : never)
    | (F extends { tables: (...given: never[]) => infer T } ? keyof T : never)
  : never;

type SessionRule = (session: LiveSession, event: EventPayload, time: number) => void;
type AgentRule = (agent: LiveAgent, event: EventPayload, time: number, session: LiveSession) => void;
type TableRule = (at: LogPosition, event: EventPayload) => void;

const types = (Object.keys(eventTable) as EventType[]).filter(
  (type): type is StoredEvent => eventTable[type].delivery !== 'volatile' && !(type in logOnly),
);

/** Collects the rules of all facts in one table by event type. */
function rulesOf<Rule>(
  from: readonly (Partial<Record<StoredEvent, unknown>> | undefined)[],
): Partial<Record<EventType, readonly Rule[]>> {
  return Object.fromEntries(
    types.map((type) => [type, from.flatMap((rules) => (rules?.[type] === undefined ? [] : [rules[type] as Rule]))]),
  );
}

const ofSession = rulesOf<SessionRule>(facts.map(({ session }) => session));
const ofAgent = rulesOf<AgentRule>(facts.map(({ agent }) => agent));
const none: readonly never[] = [];

/** Applies a stored event to its session in memory; `time` is the time of the event's row. */
export function applyEvent(session: LiveSession, event: EventPayload, time: number): void {
  for (const rule of ofSession[event.type] ?? none) rule(session, event, time);
  const rules = ofAgent[event.type] ?? none;
  if (rules.length === 0) return;
  const agent = session.agents.get(event.agentId);
  if (agent) for (const rule of rules) rule(agent, event, time, session);
}

/** Updates the tables derived from the log, in the transaction of the event. */
export type Projections = (key: number, frame: Frame) => void;

/** `timeZone`: IANA name of the zone that defines the days of spending; absent: the system's zone. */
export function createProjections(db: Db, timeZone?: string): Projections {
  const rules = rulesOf<TableRule>(facts.map((fact) => fact.tables?.(db, timeZone)));
  return (key, { type, seq, time, agentId: agent, sessionId: session, payload }) => {
    const found = rules[type] ?? none;
    if (found.length === 0) return;
    const at: LogPosition = { key, seq, time, agent, session };
    for (const rule of found) rule(at, payload);
  };
}
