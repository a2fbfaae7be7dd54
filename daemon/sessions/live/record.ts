/** Commits events of a session, applies them in memory and publishes them, in the same order for all readers. */
import { eventTable, type EventPayload, type NewEvent } from '../../../schemas/generated/events.js';
import type { SessionDeps } from '../deps.js';
import { applyEvent } from '../facts/index.js';
import { applyOpenWork } from '../facts/work.js';
import { applyInflight, offsetOf } from '../facts/inflight.js';
import type { LiveSession, OpenWork, Work } from './state.js';
import type { StatusFeed } from './status.js';

export type Recorder = (session: LiveSession, events: NewEvent[]) => void;

/** `follow` is called with each durable event after it was applied. */
export function createRecorder(
  deps: Pick<SessionDeps, 'log' | 'now'>,
  status: StatusFeed,
  follow: (session: LiveSession, event: EventPayload) => void,
): Recorder {
  function commit(session: LiveSession, events: NewEvent[]): void {
    if (events.length === 0) return;
    for (const frame of deps.log.append(session.ref, withWork(session, events))) {
      session.lastSeq = frame.seq;
      applyEvent(session, frame.payload, frame.time);
      status.follow(session, frame.payload);
      follow(session, frame.payload);
    }
  }

  function publish(session: LiveSession, event: NewEvent): void {
    const agent = session.agents.get(event.agentId);
    const offset =
      event.type === 'task.output' ? session.tasks.get(event.taskId)?.offset : agent && offsetOf(agent, event);
    deps.log.publish(session.ref, session.lastSeq, event, offset);
    if (agent) applyInflight(agent, event, deps.now());
    status.follow(session, event as EventPayload);
  }

  return (session, events) => {
    if (session.dead) return;
    let durable: NewEvent[] = [];
    for (const event of events) {
      if (eventTable[event.type].delivery !== 'volatile') {
        durable.push(event);
        continue;
      }
      commit(session, durable);
      durable = [];
      publish(session, event);
    }
    commit(session, durable);
  };
}

/** Inserts `event.session.work_changed` after each event that changes what the session is busy with. */
function withWork(session: LiveSession, events: NewEvent[]): NewEvent[] {
  const out: NewEvent[] = [];
  let work = session.work;
  const open: OpenWork = {
    turns: new Set(session.open.turns),
    tasks: new Set(session.open.tasks),
    compactions: new Set(session.open.compactions),
  };
  const counts = { approval: 0, question: 0 };
  for (const wait of session.waits.values()) if (wait.recorded && wait.outcome === undefined) counts[wait.kind] += 1;
  const later: NewEvent[] = [];
  events.forEach((event, index) => {
    out.push(event);
    applyOpenWork(open, event);
    const next = workAfter(session, work, event, open, counts, events.slice(index + 1));
    if (next !== work) later.push({ type: 'event.session.work_changed', agentId: 'main', ...next });
    work = next;
    if (!belongs(event, events[index + 1])) out.push(...later.splice(0));
  });
  out.push(...later);
  return out;
}

/** Whether `next` must follow directly: the error after a failure (ws.md 8.6), a compaction after its summary (8.9). */
function belongs(event: NewEvent, next: NewEvent | undefined): boolean {
  if (next?.type === 'error') return true;
  return (
    event.type === 'compaction.completed' || (event.type === 'message.appended' && next?.type === 'context.compacted')
  );
}

function workAfter(
  session: LiveSession,
  work: Work,
  event: NewEvent,
  open: OpenWork,
  counts: { approval: number; question: number },
  rest: NewEvent[],
): Work {
  const next: Work = { ...work };
  switch (event.type) {
    case 'task.started':
    case 'task.terminated':
    case 'compaction.started':
      next.busy = isOpen(open);
      break;
    case 'compaction.completed':
    case 'compaction.cancelled': {
      const starts =
        event.agentId === 'main' && !(event.type === 'compaction.cancelled' && event.reason === 'recovery');
      next.busy = isOpen(open) || (starts && continues(session, 'completed', rest));
      break;
    }
    case 'turn.started':
      next.busy = true;
      if (event.agentId === 'main') next.main_turn_active = true;
      break;
    case 'turn.ended': {
      const follows = event.agentId === 'main' && continues(session, event.reason, rest);
      next.busy = isOpen(open) || follows;
      if (event.agentId === 'main') {
        next.main_turn_active = follows;
        next.last_turn_reason = event.reason === 'blocked' ? 'failed' : event.reason;
      }
      break;
    }
    case 'event.approval.requested':
      counts.approval += 1;
      break;
    case 'event.question.requested':
      counts.question += 1;
      break;
    case 'event.approval.resolved':
      counts.approval -= 1;
      break;
    case 'event.question.answered':
    case 'event.question.dismissed':
      counts.question -= 1;
      break;
    default:
      return work;
  }
  next.pending_interaction = counts.approval > 0 ? 'approval' : counts.question > 0 ? 'question' : 'none';
  return sameWork(work, next) ? work : next;
}

function isOpen(open: OpenWork): boolean {
  return open.turns.size + open.tasks.size + open.compactions.size > 0;
}

/** Whether more work starts at once, such as the next prompt, so that the session stays busy (ws.md 8.7). */
function continues(session: LiveSession, reason: string, rest: NewEvent[]): boolean {
  const main = session.agents.get('main');
  return (
    !session.closing &&
    main !== undefined &&
    (((reason === 'completed' || main.turn?.resumes === true) && main.queue.length > 0 && !main.paused) ||
      main.inbox.some((each) => !each.passive) ||
      (reason === 'completed' && goalAfter(session, rest) === 'active')) &&
    !rest.some((event) => event.type === 'turn.ended')
  );
}

/** The status of the goal after the rest of the commit. */
function goalAfter(session: LiveSession, rest: NewEvent[]): string | undefined {
  const last = rest.findLast((event) => event.type === 'goal.updated');
  if (session.goal?.awaitsPrompt) return undefined;
  return last?.type === 'goal.updated' ? last.snapshot?.status : session.goal?.snapshot.status;
}

function sameWork(a: Work, b: Work): boolean {
  return (
    a.busy === b.busy &&
    a.main_turn_active === b.main_turn_active &&
    a.pending_interaction === b.pending_interaction &&
    a.last_turn_reason === b.last_turn_reason
  );
}
