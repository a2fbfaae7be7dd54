/** Which agents a session keeps in memory: those that are done leave, and come back when somebody asks for them. */
import type { Loader } from '../load.js';
import type { SessionDeps } from '../deps.js';
import type { Recorder } from './record.js';
import type { LiveAgent, LiveSession } from './state.js';

/** Agents that are done stay so long, milliseconds, */
const idleMs = 60_000;
/** and at most so many of them. */
const maxIdle = 16;

export interface Keeping {
  /** the agent, from storage when it is not in memory; undefined for unknown ones and side agents that were closed */
  find(session: LiveSession, agentId: string): LiveAgent | undefined;
  /** lets agents go that have been done for a while */
  tidy(session: LiveSession): void;
  /** lets agents go when there are too many, those first that have been done longest */
  makeRoom(session: LiveSession): void;
}

export function createKeeping(
  deps: Pick<SessionDeps, 'now'>,
  loader: Pick<Loader, 'agent'>,
  record: Recorder,
): Keeping {
  function release(session: LiveSession, agents: LiveAgent[]): void {
    record(
      session,
      agents.flatMap(({ id, kind }) => (kind === 'sub' ? [{ type: 'agent.disposed' as const, agentId: id }] : [])),
    );
    for (const agent of agents) session.agents.delete(agent.id);
  }

  return {
    find(session, agentId) {
      const known = session.agents.get(agentId);
      if (known) return known;
      const stored = loader.agent(session.ref, agentId);
      if (stored) session.agents.set(agentId, stored);
      return stored;
    },
    tidy(session) {
      const now = deps.now();
      release(
        session,
        done(session).filter((agent) => now - (agent.endedAt ?? 0) > idleMs),
      );
    },
    makeRoom(session) {
      const agents = done(session).sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0));
      release(session, agents.slice(0, Math.max(0, agents.length - maxIdle)));
    },
  };
}

/** Agents with nothing to do and nothing to wait for. */
function done(session: LiveSession): LiveAgent[] {
  const callers = new Set([...session.calls.values()].map(({ callerId }) => callerId));
  return [...session.agents.values()].filter(
    (agent) =>
      agent.kind !== 'main' &&
      !agent.turn &&
      agent.queue.length + agent.inbox.length === 0 &&
      !session.calls.has(agent.id) &&
      !callers.has(agent.id),
  );
}
