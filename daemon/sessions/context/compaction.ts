/** Compactions that the user requests while no turn runs (engine.md 9). */
import { setMaxListeners } from 'node:events';
import { admitAside, estimatedCost, excessText, summaryOutput, type Budget } from '../../agent/budget.js';
import { compactContext, type CompactionHost } from '../../agent/compaction.js';
import { TurnAborted } from '../../tools/tool.js';
import { ApiError } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import { bindModel, fillOf } from '../turns/binding.js';
import type { Budgets } from '../usage/budget.js';
import type { SessionHooks } from '../hooks/hooks.js';
import type { Recorder } from '../live/record.js';
import type { Servers } from '../mcp/servers.js';
import type { LiveAgent, LiveSession } from '../live/state.js';

export interface Compactions {
  /** Resolves when it has begun. Throws COMPACTION_UNABLE: agent busy, context empty, or budget exceeded. */
  start(session: LiveSession, agent: LiveAgent, instruction: string | undefined): Promise<void>;
  abort(agent: LiveAgent, by: 'user' | 'system'): void;
}

export interface CompactionDeps extends SessionDeps {
  record: Recorder;
  hooks: SessionHooks;
  servers: Pick<Servers, 'tools'>;
  budgets: Budgets;
  /** called when storage failed: the session cannot continue in memory */
  abandonAndReload(session: LiveSession, error: unknown): void;
  /** starts what waited for the end of the compaction */
  next(session: LiveSession, agent: LiveAgent): void;
}

export function createCompactions(deps: CompactionDeps): Compactions {
  async function drive(
    session: LiveSession,
    agent: LiveAgent,
    run: ReturnType<typeof compactContext>,
    started: { resolve(): void; reject(error: unknown): void },
  ): Promise<void> {
    let begun = false;
    try {
      for await (const events of run) {
        deps.record(session, events);
        begun = true;
        started.resolve();
        if (session.dead) return;
      }
    } catch (error) {
      // nothing has changed before the first record
      if (begun) deps.abandonAndReload(session, error);
      else started.reject(error);
    }
    delete agent.compaction;
    session.lastUsedAt = deps.now();
    deps.next(session, agent);
  }

  function hostOf(session: LiveSession, agent: LiveAgent, signal: AbortSignal): CompactionHost {
    return {
      sessionId: session.ref.id,
      agentId: agent.id,
      signal,
      context: () => agent.entries,
      fill: () => fillOf(deps, session, agent),
      todos: () => agent.memory.todos,
      earlierSkills: () => agent.earlierSkills,
      hooks: deps.hooks.of(session, agent.id),
      bindModel: () => bindModel(deps, session, agent),
      now: deps.now,
      sleep: deps.sleep,
      random: deps.random,
      newMessage: (message) => ({
        ...message,
        id: message.id ?? deps.newId('msg'),
        session_id: session.ref.id,
        created_at: iso(deps.log.tick(session.ref.key)),
      }),
      reportDefect: (error) =>
        deps.logger.error('a compaction met an unexpected error', { err: error, session_id: session.ref.id }),
    };
  }

  function refuseBusy(session: LiveSession, agent: LiveAgent): void {
    if (agent.turn || agent.compaction || session.closing || session.restoring || session.shells.size > 0)
      throw new ApiError('COMPACTION_UNABLE', { message: 'the session is busy' });
    if (agent.entries.length === 0)
      throw new ApiError('COMPACTION_UNABLE', { message: 'there is nothing to compact yet' });
  }

  /** Throws COMPACTION_UNABLE when the budget does not allow a compaction. */
  async function admit(session: LiveSession, agent: LiveAgent, budget: Budget): Promise<void> {
    const { price } = await bindModel(deps, session, agent);
    const estimate = { input: fillOf(deps, session, agent).used, cached: 0, output: summaryOutput };
    const cost = estimatedCost(price, estimate);
    const admission = cost === undefined ? undefined : admitAside(budget, cost);
    if (admission && 'scope' in admission) throw new ApiError('COMPACTION_UNABLE', { message: excessText(admission) });
  }

  return {
    async start(session, agent, instruction) {
      refuseBusy(session, agent);
      const budget = deps.budgets.of(session, agent.id);
      // the hold is released when the usage of the summary is recorded, or when the compaction ends
      if (budget) {
        await admit(session, agent, budget);
        refuseBusy(session, agent);
      }
      const controller = new AbortController();
      setMaxListeners(0, controller.signal);
      const run = compactContext(hostOf(session, agent, controller.signal), {
        trigger: 'manual',
        instruction,
      });
      return new Promise((resolve, reject) => {
        const compaction = { controller, done: Promise.resolve() };
        agent.compaction = compaction;
        compaction.done = drive(session, agent, run, { resolve, reject });
      });
    },
    abort(agent, by) {
      if (!agent.compaction?.controller.signal.aborted) agent.compaction?.controller.abort(new TurnAborted(by));
    },
  };
}
