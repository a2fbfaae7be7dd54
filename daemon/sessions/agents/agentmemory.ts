/** Decides which agents stay in memory: finished agents are unloaded, and loaded again when needed. */
import type { Loader } from '../live/load.js';
import type { SessionDeps } from '../deps.js';
import type { Recorder } from '../live/record.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import type { Tasks } from '../tasks/tasks.js';

/** How long a finished agent stays in memory, milliseconds. */
const idleMs = 60_000;
/** Maximum number of finished agents in memory. */
const maxIdle = 16;

export interface AgentMemory {
  /** the agent, loaded from storage if necessary; undefined for unknown agents and closed side agents */
  find(session: LiveSession, agentId: string): LiveAgent | undefined;
  /** reloads what an undo or redo of the main agent's conversation changed */
  reread(session: LiveSession, main: LiveAgent): void;
  /** unloads agents that finished a while ago */
  tidy(session: LiveSession): void;
  /** closes a side agent without a turn for good */
  dismiss(session: LiveSession, agent: LiveAgent): void;
  /** unloads finished agents beyond the maximum, starting with the one that ended first */
  makeRoom(session: LiveSession): void;
}

export interface AgentMemoryDeps extends Pick<SessionDeps, 'now'> {
  record: Recorder;
  loader: Pick<Loader, 'agent' | 'reread'>;
  tasks: Pick<Tasks, 'recall'>;
}

export function createAgentMemory(deps: AgentMemoryDeps): AgentMemory {
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

/** Agents other than main with nothing to do and nothing to wait for; their task notices stay in storage. */
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
