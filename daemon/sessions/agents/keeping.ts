/** Which agents a session keeps in memory: agents that are done leave, and are loaded again when they are needed. */
import type { Loader } from '../live/load.js';
import type { SessionDeps } from '../deps.js';
import type { Recorder } from '../live/record.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import type { Tasks } from '../tasks/tasks.js';

/** Agents that are done stay so long, milliseconds, */
const idleMs = 60_000;
/** and at most so many of them. */
const maxIdle = 16;

export interface Keeping {
  /** the agent, from storage when it is not in memory; undefined for unknown ones and side agents that were closed */
  find(session: LiveSession, agentId: string): LiveAgent | undefined;
  /** reads again what an undo or redo of its conversation changed */
  reread(session: LiveSession, main: LiveAgent): void;
  /** unloads agents that have been done for a while */
  tidy(session: LiveSession): void;
  /** a side agent without a turn is closed for good */
  dismiss(session: LiveSession, agent: LiveAgent): void;
  /** unloads agents when there are too many, the longest done first */
  makeRoom(session: LiveSession): void;
}

export interface KeepingDeps extends Pick<SessionDeps, 'now'> {
  record: Recorder;
  loader: Pick<Loader, 'agent' | 'reread'>;
  tasks: Pick<Tasks, 'recall'>;
}

export function createKeeping(deps: KeepingDeps): Keeping {
  function release(session: LiveSession, agents: LiveAgent[]): void {
    deps.record(
      session,
      agents.flatMap(({ id, kind, disposed }) =>
        kind === 'sub' && !disposed ? [{ type: 'agent.disposed' as const, agentId: id }] : [],
      ),
    );
    for (const agent of agents) session.agents.delete(agent.id);
  }

  return {
    find(session, agentId) {
      const known = session.agents.get(agentId);
      if (known) return known;
      const stored = deps.loader.agent(session.ref, agentId);
      if (!stored) return undefined;
      session.agents.set(agentId, stored);
      deps.tasks.recall(session, stored);
      return stored;
    },
    reread: (session, main) => deps.loader.reread(session, main),
    tidy(session) {
      const now = deps.now();
      release(
        session,
        done(session).filter((agent) => now - (agent.endedAt ?? 0) > idleMs),
      );
    },
    dismiss(session, agent) {
      deps.record(session, [{ type: 'agent.disposed', agentId: agent.id }]);
      session.agents.delete(agent.id);
    },
    makeRoom(session) {
      const agents = done(session).sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0));
      release(session, agents.slice(0, Math.max(0, agents.length - maxIdle)));
    },
  };
}

/** Agents with nothing to do and nothing to wait for; task notices for them stay in storage. */
function done(session: LiveSession): LiveAgent[] {
  const callers = new Set([
    ...[...session.calls.values()].map(({ callerId }) => callerId),
    ...[...session.tasks.values()].map(({ agentId }) => agentId),
  ]);
  return [...session.agents.values()].filter(
    (agent) =>
      agent.kind !== 'main' &&
      !agent.turn &&
      agent.queue.length === 0 &&
      agent.inbox.every(({ taskId }) => taskId !== undefined) &&
      !session.calls.has(agent.id) &&
      !callers.has(agent.id),
  );
}
