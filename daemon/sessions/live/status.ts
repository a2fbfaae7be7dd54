/** Publishes `agent.status.updated`: changes at most ten times a second, and all fields for a new subscriber. */
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type { AgentStatus } from '../../../schemas/generated/types.js';
import type { SessionDeps, Settings } from '../deps.js';
import { totalUsage } from '../facts/usage.js';
import { containmentNow, shownContainment, containmentInput } from '../runtimes/containment.js';
import { modelOf, planOf } from '../turns/gate.js';
import { phaseOf } from '../turns/phase.js';
import type { LiveAgent, LiveSession } from './state.js';

const intervalMs = 100;

export interface StatusFeed {
  /** schedules an update when the event may have changed the status */
  follow(session: LiveSession, event: EventPayload): void;
  /** all fields of an agent */
  complete(session: LiveSession, agent: LiveAgent): AgentStatus;
  /** sends all fields of all agents, for subscribers from before the session was loaded */
  publish(session: LiveSession): void;
  /** sends pending changes now: a reader that joins next gets all fields and must not get these again */
  settle(session: LiveSession): void;
  /** cancels updates that wait to be sent */
  close(session: LiveSession): void;
}

interface Pending {
  last: AgentStatus;
  sentAt: number;
  timer?: NodeJS.Timeout;
}

export function createStatusFeed(
  deps: Pick<SessionDeps, 'log' | 'now' | 'models' | 'settings' | 'home' | 'userHome' | 'runtimes'>,
): StatusFeed {
  const pending = new WeakMap<LiveAgent, Pending>();
  const checking = new WeakSet<LiveAgent>();

  function fieldsOf(session: LiveSession, agent: LiveAgent): AgentStatus {
    const model = modelOf(session, agent);
    const limit = model === '' ? undefined : deps.models.contextLimit(model);
    const level = deps.models.thinkingLevel(model, session.thinking);
    const contextTokens = shownTokens(agent, deps.settings().tokenCounting);
    return {
      model,
      ...(level === '' ? {} : { thinkingEffort: level }),
      contextTokens,
      ...(limit === undefined ? {} : { maxContextTokens: limit, contextUsage: Math.min(1, contextTokens / limit) }),
      planMode: planOf(session, agent).active,
      permission: session.mode,
      runtime: runtimeOf(session, agent),
      // counts are updated in place: published values, which are compared later, must be copies
      usage: {
        byModel: Object.fromEntries(Object.entries(agent.usage.byModel).map(([alias, used]) => [alias, { ...used }])),
        ...(agent.usage.turn === undefined ? {} : { currentTurn: { ...agent.usage.turn } }),
        total: totalUsage(agent.usage.byModel),
      },
      phase: phaseOf(agent, agent.turn !== undefined, deps.now()),
    };
  }

  function runtimeOf(session: LiveSession, agent: LiveAgent): NonNullable<AgentStatus['runtime']> {
    const input = containmentInput(session, agent);
    const containment = containmentNow(deps, input);
    // the first check of the machine is still running: its result is sent when it arrives
    if (containment.profile !== 'full' && deps.runtimes.feature().state !== 'Active' && !checking.has(agent)) {
      checking.add(agent);
      void deps.runtimes.capability().then(() => {
        checking.delete(agent);
        change(session, agent);
      });
    }
    return shownContainment(containment);
  }

  function change(session: LiveSession, agent: LiveAgent): void {
    let state = pending.get(agent);
    if (!state) pending.set(agent, (state = { last: {}, sentAt: 0 }));
    if (state.timer) return;
    const wait = Math.max(0, state.sentAt + intervalMs - deps.now());
    const current = state;
    // a timer even for 0 ms, so that the update follows the frames of this commit
    state.timer = setTimeout(() => send(session, agent, current), wait);
    state.timer.unref();
  }

  function send(session: LiveSession, agent: LiveAgent, state: Pending): void {
    clearTimeout(state.timer);
    delete state.timer;
    if (session.dead) return;
    const now = fieldsOf(session, agent);
    const changed = Object.entries(now).filter((field) => !isSent(state, field));
    if (changed.length === 0) return;
    state.last = now;
    state.sentAt = deps.now();
    deps.log.publish(session.ref, session.lastSeq, {
      type: 'agent.status.updated',
      agentId: agent.id,
      ...Object.fromEntries(changed),
    });
  }

  return {
    complete(session, agent) {
      const now = fieldsOf(session, agent);
      const state = pending.get(agent);
      // the reader has values that were never sent: a field that changes back before the next send must be sent, too
      if (state?.timer) state.last = Object.fromEntries(Object.entries(now).filter((field) => isSent(state, field)));
      return now;
    },
    follow(session, event) {
      if (!moves(event)) return;
      const agent = session.agents.get(event.agentId);
      if (agent) change(session, agent);
    },
    publish(session) {
      for (const agent of session.agents.values()) {
        clearTimeout(pending.get(agent)?.timer);
        const state: Pending = { last: {}, sentAt: 0 };
        pending.set(agent, state);
        send(session, agent, state);
      }
    },
    settle(session) {
      for (const agent of session.agents.values()) {
        const state = pending.get(agent);
        if (state?.timer) send(session, agent, state);
      }
    },
    close(session) {
      for (const agent of session.agents.values()) clearTimeout(pending.get(agent)?.timer);
    },
  };
}

function isSent({ last }: Pending, [key, value]: [string, unknown]): boolean {
  return JSON.stringify(value) === JSON.stringify(last[key as keyof AgentStatus]);
}

/** Whether an event may change the status; deltas only when a stream begins. */
export function moves(event: EventPayload | NewEvent): boolean {
  switch (event.type) {
    case 'turn.started':
    case 'turn.step.started':
    case 'turn.step.retrying':
    case 'turn.step.completed':
    case 'turn.ended':
    case 'tool.call.started':
    case 'tool.result':
    case 'event.approval.requested':
    case 'event.approval.resolved':
    case 'model.changed':
    case 'permission.mode.changed':
    case 'plan.changed':
    case 'runtime.changed':
    case 'thinking.changed':
    case 'context.undone':
    case 'context.redone':
    case 'context.compacted':
    case 'step.usage':
    case 'assistant.delta':
    case 'thinking.delta':
    case 'tool.call.delta':
      return true;
    // output of a shell command of the user
    case 'message.appended':
      return event.turnId === undefined;
    default:
      return false;
  }
}

/** Tokens of the context: what the provider counted last, and an estimate of what came later (engine.md 10.1). */
function shownTokens({ anchor, gauge }: LiveAgent, strategy: Settings['tokenCounting']): number {
  switch (strategy) {
    case 'measured+estimated':
      return (anchor?.tokens ?? 0) + gauge.later;
    case 'measured':
      return anchor?.tokens ?? 0;
    case 'estimated':
      return gauge.all;
  }
}
